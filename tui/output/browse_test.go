package output_test

import (
	"context"
	"errors"
	"testing"

	"github.com/stretchr/testify/require"

	"foredeck/client"
	"foredeck/config"
	"foredeck/tui"
	"foredeck/tui/screen"
	"foredeck/tui/tuitest"
)

func TestWebExplorer(t *testing.T) {
	t.Parallel()
	var opened []string
	var failure error
	with := func(explorer config.Explorer) *tuitest.Deck {
		return tuitest.New(t, 100, 30, tuitest.Setup{Handler: tuitest.Node{Records: 57}, Options: func(o *tui.Options) {
			o.Reading.Settings.Network = config.Network{Name: "local", Explorer: explorer}
			o.Browse = func(_ context.Context, address string) error {
				opened = append(opened, address)
				return failure
			}
		}})
	}
	d := with(config.Explorer{})
	d.Press("busy", "enter", "o")
	require.Empty(t, opened, "the network has no explorer")
	d.Press("?")
	d.Hides("open in explorer")

	d = with(config.Explorer{Account: "https://scan.example.org/a/{}?x=1", Transaction: "https://scan.example.org/t/{}", Module: "https://scan.example.org/m/{}"})
	d.Press("busy", "enter", "o")
	require.Equal(t, []string{"https://scan.example.org/a/" + tuitest.Busy + "?x=1"}, opened)
	d.Shows("opened https://scan.example.org/a/0x88fb")
	d.Press("enter", "o")
	require.Regexp(t, `^https://scan.example.org/t/0x9c0e[0-9a-f]+$`, opened[1])
	failure = errors.New("no browser")
	d.Press("o")
	d.Shows("! cannot open https://scan")
	d.Press("esc", "esc")

	d.Send(screen.OpenTransactionMsg{Record: &client.Transaction{Hash: "0x1/../../?\x1b[31m"}})
	d.Press("o")
	require.Len(t, opened, 3, "an invalid hash does not get into an address")
}

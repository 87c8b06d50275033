package tui_test

import (
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"foredeck/client"
	"foredeck/config"
	"foredeck/tui"
	"foredeck/tui/screen"
	"foredeck/tui/terminal"
	"foredeck/tui/tuitest"
)

var link = regexp.MustCompile("\x1b]8;id=f;([^\x1b]*)\x1b\\\\([^\x1b]*)")

// links returns the links that a deck draws, as "address text", each once.
func links(d *tuitest.Deck) []string {
	d.Helper()
	drawn := terminal.NewCanvas([]string{"TERM=xterm-256color"}).Draw(d.Model.Frame())
	tuitest.CheckOutput(d, drawn)
	var found []string
	for _, match := range link.FindAllSubmatch(drawn, -1) {
		found = append(found, string(match[1])+" "+strings.TrimSpace(string(match[2])))
	}
	slices.Sort(found)
	return slices.Compact(found)
}

// deckWithExplorer returns a deck of a network with an explorer.
func deckWithExplorer(t *testing.T, mode string, isCapable bool) *tuitest.Deck {
	return tuitest.New(t, 160, 40, tuitest.Setup{Handler: tuitest.Node{Records: 57, Chain: tuitest.NewChain()}, Options: func(o *tui.Options) {
		tuitest.WithExplorer(o)
		o.HasHyperlinks, o.Reading.Settings.Hyperlinks = isCapable, mode
	}})
}

func TestHyperlinks(t *testing.T) {
	t.Parallel()
	d := deckWithExplorer(t, config.HyperlinksAuto, true)
	require.Empty(t, links(d), "Home has no addresses")
	d.Press("busy", "enter")
	account := links(d)
	require.Contains(t, account, "https://scan.example.org/account/"+tuitest.Busy+" "+tuitest.Busy)
	require.Regexp(t, `(?m)^https://scan\.example\.org/tx/0x9c0e[0-9a-f]{60} 0x9c0e`, strings.Join(account, "\n"))

	d.Press("enter")
	transaction := strings.Join(links(d), "\n")
	require.Regexp(t, `(?m)^https://scan\.example\.org/tx/0x9c0e[0-9a-f]{60} 0x9c0e[0-9a-f]{60}$`, transaction)
	require.Regexp(t, `(?m)^https://scan\.example\.org/account/0x88fb[0-9a-f]{60} `, transaction)
}

func TestHyperlinks_Heights(t *testing.T) {
	t.Parallel()
	d := deckWithExplorer(t, config.HyperlinksAuto, true)
	d.Press("space", "b")
	const height = `(?m)^https://scan\.example\.org/block/(\d+) [\d,]+$`
	require.Regexp(t, height, strings.Join(links(d), "\n"))
	d.Press("enter")
	require.Regexp(t, height, strings.Join(links(d), "\n"))
}

// withExplorer gives the network of a deck an explorer.
func withExplorer(s *tuitest.Setup) {
	options := s.Options
	s.Options = func(o *tui.Options) {
		if options != nil {
			options(o)
		}
		tuitest.WithExplorer(o)
	}
}

func TestHyperlinks_Off(t *testing.T) {
	t.Parallel()
	for _, test := range []struct {
		mode      string
		isCapable bool
		want      bool
	}{
		{config.HyperlinksAuto, false, false}, {config.HyperlinksNever, true, false}, {config.HyperlinksAlways, false, true},
	} {
		d := deckWithExplorer(t, test.mode, test.isCapable)
		d.Press("busy", "enter")
		require.Equal(t, test.want, len(links(d)) > 0, test)
	}
}

// Hashes come from the node: one in another form is not put into an address.
func TestHyperlinks_InvalidHash(t *testing.T) {
	t.Parallel()
	for _, hash := range []string{"0x1/../../?\x1b[31m", "0x12", "https://evil.example.org", strings.Repeat("9", 66), "0x" + strings.Repeat("9", 64) + ";"} {
		d := deckWithExplorer(t, config.HyperlinksAlways, true)
		d.Send(screen.OpenTransactionMsg{Record: &client.Transaction{Hash: hash}})
		require.Empty(t, links(d), hash)
	}
}

package tui_test

import (
	"context"
	"encoding/json"
	"errors"
	"net/http"
	"testing"

	"github.com/charmbracelet/x/ansi"
	"github.com/stretchr/testify/require"

	"foredeck/client"
	"foredeck/client/move"
	"foredeck/theme"
	"foredeck/tui"
	"foredeck/tui/load"
	"foredeck/tui/screen"
	"foredeck/tui/tuitest"
)

func withNetworks(o *tui.Options) { o.Networks = tuitest.Networks() }

func TestNetworks(t *testing.T) {
	t.Parallel()
	d := tuitest.New(t, 100, 30, tuitest.Setup{Theme: theme.NoColor(), Handler: tuitest.Node{Records: 5}, Options: withNetworks})
	d.Press("space", "n")
	frame := ansi.Strip(d.Model.View())
	require.Contains(t, frame, "Home › Networks")
	require.Regexp(t, `▸ ● +local`, frame)
	require.Regexp(t, `wrong +rpc.wrong\S+ +wrong chain .* 90 ms`, frame)
	require.Regexp(t, `away .* down 2s`, frame)
	require.Regexp(t, `trio +127.0.0.1:28001 +down 52s +48,211,800 +58 `, frame)
	require.Regexp(t, `trio +127.0.0.1:28002 +lagging +48,211,846 +12 `, frame)
	require.Contains(t, frame, "built in")
	require.NotContains(t, frame, "no response", "the header shows the health of the open network only")
	d.Press("down", "down")
	require.Contains(t, ansi.Strip(d.Model.View()), "no route to host")
	d.Press("r", "g", "enter")
	require.Contains(t, ansi.Strip(d.Model.View()), "already on local")
}

// Small windows show the state without the details panel and addresses.
func TestNetworksInSmallWindows(t *testing.T) {
	t.Parallel()
	for _, size := range [][2]int{{60, 20}, {40, 12}} {
		d := tuitest.New(t, size[0], size[1], tuitest.Setup{Theme: theme.NoColor(), Handler: tuitest.Node{Records: 5}, Options: withNetworks})
		d.Press("esc", "space", "n")
		require.Regexp(t, `wrong .*wrong chain`, d.Frame())
		require.Regexp(t, `away .*down 2s`, d.Frame())
	}
}

// switching is a deck that can open other networks. It records which networks were closed.
type switching struct {
	*tuitest.Deck
	closed []string
}

func newSwitching(t *testing.T) *switching {
	s := new(switching)
	var open func(ctx context.Context, name string) (screen.Connection, error)
	open = func(_ context.Context, name string) (screen.Connection, error) {
		if name == "away" {
			return screen.Connection{}, errors.New("no route")
		}
		transport := tuitest.HandlerTransport(tuitest.Node{Records: 3})
		node, err := client.NewNode("http://other.example:1", client.WithTransport(transport))
		return screen.Connection{
			Node: node, Endpoint: load.Endpoint{Network: name, BaseURL: "http://other.example:1"}, Store: tuitest.EmptyStore(t),
			Networks: tuitest.Networks(), Open: open, Close: func() { s.closed = append(s.closed, name) },
		}, err
	}
	s.Deck = tuitest.New(t, 100, 30, tuitest.Setup{Theme: theme.NoColor(), Handler: tuitest.Node{Records: 57}, Options: func(o *tui.Options) {
		withNetworks(o)
		o.Open, o.Close = open, func() { s.closed = append(s.closed, "local") }
	}})
	return s
}

func TestSwitch(t *testing.T) {
	t.Parallel()
	d := newSwitching(t)
	d.Press("busy", "enter", ":", "txs busy", "enter", "space", "n")
	before := d.Deps()

	d.Press(":", "network away", "enter")
	d.Shows("! cannot open away: no route")
	require.Empty(t, d.closed)

	d.Press("g", "down", "enter")
	d.Shows(" wrong ", "switched to wrong")
	require.Equal(t, []string{"local"}, d.closed)
	d.Hides("busy") // history and names are those of the new network
	require.NotSame(t, before, d.Deps())

	d.Press(tuitest.Busy, "enter")
	d.Shows("3 loaded")
	d.Press(":", "network local", "enter")
	require.Equal(t, []string{"local", "wrong"}, d.closed)
	require.Equal(t, "local", d.Deps().Endpoint.Network)
}

// Responses of the previous network that arrive after the switch are ignored: its ABIs may not match the new chain.
func TestSwitchIgnoresLateResponses(t *testing.T) {
	t.Parallel()
	d := newSwitching(t)
	function, err := move.ParseFunctionID("0x1::coin::transfer")
	require.NoError(t, err)
	before := d.Deps()
	before.ABIs.Request(&client.Transaction{Payload: &client.Payload{Function: function.String(), Arguments: []json.RawMessage{json.RawMessage(`"0x1"`)}}})
	late := before.ABIs.Fetch(t.Context())
	require.NotNil(t, late)
	d.Send(screen.SwitchMsg{Network: "wrong"})
	require.Equal(t, "wrong", d.Deps().Endpoint.Network)
	d.Run(late)
	known, _ := d.Deps().ABIs.Get(move.ModuleID{Address: function.Address, Name: function.Module})
	require.Nil(t, known.ABI)
}

func TestConcurrentSwitch(t *testing.T) {
	t.Parallel()
	d := newSwitching(t)
	d.Paused = true
	d.Send(screen.SwitchMsg{Network: "wrong"})
	d.Send(screen.SwitchMsg{Network: "simulated"})
	d.Shows("already opening another network")
}

func TestWrongChain(t *testing.T) {
	t.Parallel()
	d := tuitest.New(t, 100, 30, tuitest.Setup{Theme: theme.NoColor(), Handler: chainHandler("6", tuitest.Node{Records: 5}), Options: withNetworks})
	d.Shows("local wrong chain", "! wrong chain: the node is on chain 6, not 8 as configured for local")
	d.Press("busy", "enter")
	d.Shows("local wrong chain")
	d.Hides("wrong chain: ")

	right := tuitest.New(t, 100, 30, tuitest.Setup{Theme: theme.NoColor(), Handler: chainHandler("8", tuitest.Node{Records: 5}), Options: withNetworks})
	right.Hides("local wrong chain")
}

// chainHandler responds to requests for the chain id and passes others to next.
func chainHandler(id string, next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, request *http.Request) {
		if request.URL.Path == "/rpc/v3/accounts/0x0000000000000000000000000000000000000000000000000000000000000001/resources/0x1::chain_id::ChainId" {
			w.Header().Set("Content-Type", "application/json")
			_, _ = w.Write([]byte(`{"type":"0x1::chain_id::ChainId","data":{"id":` + id + `}}`))
			return
		}
		next.ServeHTTP(w, request)
	})
}

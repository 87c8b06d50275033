package tui

import (
	"context"
	"errors"
	"net/http"
	"testing"

	"github.com/charmbracelet/x/ansi"
	"github.com/stretchr/testify/require"

	"foredeck/client"
	"foredeck/client/transport"
	"foredeck/config"
	"foredeck/theme"
	"foredeck/tui/load"
	"foredeck/tui/screen"
)

// listed gives a deck three networks: the one that it looks at, one that is of another chain than expected, and one that fails.
func listed(d *deck) {
	d.model.deps.Networks = []screen.Network{
		{Name: "local", Address: baseURL, ChainID: 8},
		{Name: "wrong", Address: "https://rpc.wrong.example.org", ChainID: 8, Ask: func(context.Context) (screen.NetworkState, error) {
			return screen.NetworkState{ChainID: 6, Version: client.V2, Took: 84_000_000}, nil
		}},
		{Name: "away", Address: "https://rpc.away.example.org", Ask: func(context.Context) (screen.NetworkState, error) {
			return screen.NetworkState{}, &client.TransportError{Method: "GET", URL: "https://rpc.away.example.org/rpc/v3", Err: errors.New("no route to host")}
		}},
		{Name: "simulated"},
	}
}

func TestTheListOfNetworks(t *testing.T) {
	d := newDeck(t, 100, 30, setup{theme: theme.NoColour(), handler: fixture{records: 5, record: ordinary}})
	listed(d)
	d.press("space", "n")
	frame := ansi.Strip(d.model.View())
	require.Contains(t, frame, "Home › Networks")
	require.Regexp(t, `▸ ● +local`, frame)
	require.Regexp(t, `wrong +6 ! +v2 +84 ms`, frame)
	require.Regexp(t, `away .* failed`, frame)
	require.Contains(t, frame, "built in")
	require.NotContains(t, frame, "no answer", "the header is about the network that is looked at")
	d.press("down", "down")
	require.Contains(t, ansi.Strip(d.model.View()), "no route to host")
	d.press("r", "g", "enter")
	require.Contains(t, ansi.Strip(d.model.View()), "local is the network that is looked at")
}

// How a network is stays in the list where its panel and its address have no room.
func TestTheListOfNetworksTellsTheStateInSmallWindows(t *testing.T) {
	for _, size := range [][2]int{{60, 20}, {40, 12}} {
		d := newDeck(t, size[0], size[1], setup{theme: theme.NoColour(), handler: fixture{records: 5, record: ordinary}})
		listed(d)
		d.run(d.model.history.OpenNetworks())
		require.Regexp(t, `wrong +6 ! .*84 ms`, d.screen())
		require.Regexp(t, `away .*failed`, d.screen())
	}
}

// other is a network to switch to.
func other(t *testing.T, d *deck, closed *bool) func(context.Context, string) (Options, error) {
	return func(_ context.Context, name string) (Options, error) {
		if name == "away" {
			return Options{}, errors.New("there is no way there")
		}
		node, err := client.NewNode("http://other.example:1", client.WithTransport(handled{fixture{records: 3, record: ordinary}}))
		require.NoError(t, err)
		return Options{
			Node: node, Place: load.Endpoint{Network: name, BaseURL: "http://other.example:1"}, Notebook: emptyNotebook(t), Periods: config.DefaultPeriods(),
			Networks: Networks{List: d.model.deps.Networks, Open: d.model.networks.Open}, Close: func() { *closed = true }, Requests: new(transport.Recorder),
		}, nil
	}
}

func TestSwitchingBeginsANewHistory(t *testing.T) {
	d := newDeck(t, 100, 30, setup{theme: theme.NoColour(), handler: fixture{records: 57, record: ordinary}})
	listed(d)
	var before, after bool
	d.model.close = func() { before = true }
	d.model.networks.Open = other(t, d, &after)
	openBusy(d)
	d.press(":", "txs busy", "enter", "space", "n")
	ctx, deps := d.model.ctx, d.model.deps

	d.press(":", "network away", "enter")
	require.Contains(t, ansi.Strip(d.model.View()), "! away was not opened: there is no way there")
	require.NoError(t, ctx.Err())
	require.False(t, before)

	d.press("g", "down", "enter")
	frame := ansi.Strip(d.model.View())
	require.Contains(t, frame, " wrong ")
	require.Contains(t, frame, "the network is wrong")
	require.Error(t, ctx.Err(), "calls to the network before have ended")
	require.True(t, before)
	require.Len(t, d.model.history.Trail(), 1)
	require.Empty(t, d.model.history.RecentLinks())
	require.NotContains(t, frame, "busy")
	require.NotSame(t, deps, d.model.deps)

	// What comes late of the network before changes nothing.
	d.send(load.CacheMsg{})
	d.send(chainMsg{of: deps, state: screen.NetworkState{ChainID: 99}})
	require.NotContains(t, ansi.Strip(d.model.View()), "99")

	d.press(busy, "enter")
	require.Contains(t, ansi.Strip(d.model.View()), "3 loaded")
	d.press(":", "network local", "enter")
	require.True(t, after)
	require.Equal(t, "local", d.model.deps.Endpoint.Network)
}

func TestOnlyOneNetworkIsOpenedAtATime(t *testing.T) {
	d := newDeck(t, 100, 30, setup{theme: theme.NoColour(), handler: fixture{records: 5, record: ordinary}})
	listed(d)
	var closed bool
	d.model.networks.Open = other(t, d, &closed)
	d.model.switchTo("wrong")
	require.Nil(t, d.model.switchTo("simulated"))
	require.Contains(t, d.model.View(), "another network is being opened")
}

func TestAWrongChainStaysMarked(t *testing.T) {
	d := newDeck(t, 100, 30, setup{theme: theme.NoColour(), handler: chainHandler("6", fixture{records: 5, record: ordinary})})
	listed(d)
	d.run(d.model.askChain())
	require.Contains(t, ansi.Strip(d.model.View()), "local !")
	require.Contains(t, ansi.Strip(d.model.View()), "! the node says that it is of chain 6, not 8 as the settings of local expect")
	openBusy(d)
	require.Contains(t, ansi.Strip(d.model.View()), "local !")
	require.NotContains(t, ansi.Strip(d.model.View()), "the node says")

	right := newDeck(t, 100, 30, setup{theme: theme.NoColour(), handler: chainHandler("8", fixture{records: 5, record: ordinary})})
	listed(right)
	right.run(right.model.askChain())
	require.NotContains(t, ansi.Strip(right.model.View()), "local !")
}

// chainHandler answers what chain the node is of, and leaves all else to another.
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

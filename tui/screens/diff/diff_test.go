package diff_test

import (
	"context"
	"net/http"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	"go.uber.org/goleak"

	"foredeck/client"
	"foredeck/client/localnet"
	"foredeck/tui"
	"foredeck/tui/load"
	"foredeck/tui/screen"
	"foredeck/tui/tuitest"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

// opening returns a setup whose node "mine/1" is another network. Other names fail.
func opening(t *testing.T) tuitest.Setup {
	network := tuitest.StartNetwork(t, localnet.Options{Seed: 2, Transactions: 60})
	return tuitest.Setup{Options: func(options *tui.Options) {
		options.OpenNode = func(_ context.Context, name string) (*screen.Node, error) {
			url := "http://127.0.0.1:1"
			if name == "mine/1" {
				url = network.BaseURL()
			}
			transport := &http.Transport{}
			node, err := client.NewNode(url, client.WithTransport(transport))
			return &screen.Node{Node: node, Endpoint: load.Endpoint{Network: "mine", BaseURL: url}, Close: transport.CloseIdleConnections}, err
		}
	}}
}

func TestModulesThatDiffer(t *testing.T) {
	t.Parallel()
	d := tuitest.New(t, 120, 40, opening(t))
	d.Press(":", "diff module 0x1::coin 0x1::fungible_asset", "enter")
	d.Shows("Diff › 0x1::coin and 0x1::fungible_asset", "incompatible:", "▸ ✗ breaks  struct Coin removed", "A  struct Coin<phantom T0> has store { value: u64 }", "structs cannot be removed")
	d.Press("y")
	require.Equal(t, "struct Coin<phantom T0> has store { value: u64 }", d.Clipboard())
	d.Press("down")
	d.Shows("▸ ✗ breaks  struct AggregatableCoin removed")
	d.Press("end")
	d.Shows("ok")
	d.Press("esc")
	d.Hides("✗ breaks")
}

// Several changes are copied, a line each, also after both modules were read again.
func TestRange(t *testing.T) {
	t.Parallel()
	d := tuitest.New(t, 120, 40, opening(t))
	d.Press(":", "diff module 0x1::coin 0x1::fungible_asset", "enter")
	d.Press("shift+down")
	d.Shows("2 rows selected · v ends")
	d.Press("r")
	d.Shows("2 rows selected · v ends")
	d.Press("Y")
	d.Shows("Copy 2 selected rows as", "change")
	d.Press("esc", "y")
	require.Len(t, strings.Split(d.Clipboard(), "\n"), 2)
	d.Press("esc")
	d.Hides("selected ·")
	d.Shows("Changes")
}

func TestSameModuleOfAnotherNode(t *testing.T) {
	t.Parallel()
	d := tuitest.New(t, 80, 24, opening(t))
	d.Press(":", "diff module 0x1::coin mine/1", "enter")
	d.Shows("no changes", "no change")
	d.Press("r")
	d.Shows("no changes")
}

func TestFailedComparison(t *testing.T) {
	t.Parallel()
	d := tuitest.New(t, 100, 30, opening(t))
	d.Press(":", "diff module 0x1::coin 0x1::nosuch", "enter")
	d.Shows("0x1::nosuch", "compare again")
	d.Press(":", "diff module 0x1::coin ./coin.mv")
	d.Hides("compare two versions")
}

func TestSmallWindow(t *testing.T) {
	t.Parallel()
	d := tuitest.New(t, 40, 12, opening(t))
	d.Press(":", "diff module 0x1::coin 0x1::option", "enter")
	d.Shows("incompatible", "✗ breaks")
}

// The list is as wide as its titles in a huge window, so that long values beside it are not wrapped.
func TestHugeWindow(t *testing.T) {
	t.Parallel()
	d := tuitest.New(t, 200, 60, opening(t))
	d.Press(":", "diff module 0x1::coin 0x1::fungible_asset", "enter", "down")
	d.Shows("A  struct AggregatableCoin<phantom T0> has store { value: 0x1::optional_aggregator::OptionalAggregator }", "Summary", "SUBJECT    REMOVED  CHANGED")
}

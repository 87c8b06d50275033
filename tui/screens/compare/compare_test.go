package compare_test

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

// opening returns a setup whose nodes "mine/1" and "mine/2" are networks of these seeds. Other names fail.
func opening(t *testing.T, seeds ...uint64) tuitest.Setup {
	urls := map[string]string{}
	for i, seed := range seeds {
		network := tuitest.StartNetwork(t, localnet.Options{Seed: seed, Transactions: 60})
		urls["mine/"+string(rune('1'+i))] = network.BaseURL()
	}
	return tuitest.Setup{
		Config: "[networks.mine]\nbase_urls = [\"http://127.0.0.1:1\", \"http://127.0.0.1:2\"]\n",
		Options: func(options *tui.Options) {
			options.OpenNode = func(_ context.Context, name string) (*screen.Node, error) {
				url, ok := urls[name]
				if !ok {
					url = "http://127.0.0.1:1"
				}
				transport := &http.Transport{}
				node, err := client.NewNode(url, client.WithTransport(transport))
				endpoint := load.Endpoint{Network: "mine", BaseURL: "http://" + strings.ReplaceAll(name, "/", "-") + ".example"}
				return &screen.Node{Node: node, Endpoint: endpoint, Close: transport.CloseIdleConnections}, err
			}
		},
	}
}

func TestNodesThatDiffer(t *testing.T) {
	t.Parallel()
	d := tuitest.New(t, 120, 36, opening(t, 1, 2))
	d.Press(":", "compare mine/1 mine/2", "enter")
	d.ReceiveUntil("comparing new blocks")
	d.Shows("mine/1 http://mine-1.example", "mine/2 http://mine-2.example", "block 0 is the first with another digest", "certificate.voters")
	d.Hides("result  equal")
	d.Press("y")
	require.True(t, strings.HasPrefix(d.Clipboard(), "0x"), d.Clipboard())
	d.Press("home", "v", "down")
	d.Shows("2 rows selected · v ends")
	d.Press("y")
	require.Len(t, strings.Split(d.Clipboard(), "\n"), 2)
	d.Press("esc", "enter")
	require.Contains(t, d.Crumb(), "block 0")
	d.Press("[")
	require.Contains(t, d.Crumb(), "mine/1 and mine/2")
}

func TestNodesThatAreEqual(t *testing.T) {
	t.Parallel()
	d := tuitest.New(t, 120, 36, opening(t, 3, 3))
	d.Press(":", "compare mine/1 mine/2 --account 0x1 --module 0x1::coin --from 1", "enter")
	d.Hides("result  equal")
	d.ReceiveUntil("comparing new blocks")
	d.Shows("same head", "0 differ", "result  equal", "none")
	d.Press("p")
	d.Shows("paused")
	d.Press("r")
	d.ReceiveUntil("comparing new blocks")
}

func TestANodeThatFails(t *testing.T) {
	t.Parallel()
	d := tuitest.New(t, 120, 36, opening(t, 1))
	d.Press(":", "compare mine/1 mine/9", "enter")
	d.ReceiveUntil("failed")
	d.Shows("unknown: a node failed", "no response from http://127.0.0.1:1: connection refused")
	d.Hides("result  equal")
}

func TestNodeNamesAreCompleted(t *testing.T) {
	t.Parallel()
	d := tuitest.New(t, 120, 36, opening(t))
	d.Press(":", "compare mi")
	d.Shows("compare mine/1 B", "compare mine/2 B")
	d.Press("esc", ":", "compare mine/1 ine/2")
	d.Hides("runs only in a shell")
	d.Press("enter")
	require.Contains(t, d.Crumb(), "mine/1 and mine/2")
}

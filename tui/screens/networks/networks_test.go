package networks_test

import (
	"net/http"
	"syscall"
	"testing"
	"testing/synctest"

	"github.com/stretchr/testify/require"

	"foredeck/client"
	"foredeck/client/health"
	"foredeck/tui"
	"foredeck/tui/screen"
	"foredeck/tui/tuitest"
)

// refusing refuses all connections.
type refusing struct{}

func (refusing) RoundTrip(*http.Request) (*http.Response, error) { return nil, syscall.ECONNREFUSED }

// Each node of the open network has a row by its own requests, which need no failover.
func TestOpenNetworkIsChecked(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		chain := tuitest.NewChain()
		d := tuitest.New(t, 120, 40, tuitest.Setup{Handler: tuitest.Node{Chain: chain}, Options: func(o *tui.Options) {
			served := tuitest.HandlerTransport(tuitest.Node{Chain: chain})
			o.Heights = []uint64{uint64(chain.Head)}
			list := screen.Network{Name: "local"}
			for name, transport := range map[string]http.RoundTripper{"one": served, "two": refusing{}} {
				node, err := client.NewNode("http://"+name, client.WithTransport(transport))
				require.NoError(t, err)
				o.Checks.Nodes = append(o.Checks.Nodes, health.Node{Name: name, BaseURL: node.BaseURL(), Client: node})
			}
			list.Addresses = []string{"http://one", "http://two/"}
			o.Networks = []screen.Network{list}
		}})
		d.Press("space", "n")
		require.Regexp(t, `▸ ● +local +http://one +ok +[\d,]+ +0 `, d.Frame())
		require.Regexp(t, `   +local +http://two +down \S+ +– +– +– +– +100% `, d.Frame())
		d.Press("down")
		d.Shows("connection refused")
		d.Press("esc")
		d.Press("ctrl+c")
	})
}

// The details list what a node serves, and what a token adds.
func TestServes(t *testing.T) {
	t.Parallel()
	d := tuitest.New(t, 120, 40, tuitest.Setup{Handler: tuitest.Node{Chain: tuitest.NewChain()}})
	d.Deps().Networks = tuitest.Networks()
	d.Press("esc", "space", "n", "down", "down", "down")
	d.Shows("v2 v3 v4 · v11.5.2", "serves newest block, blocks without votes, transactions by hash, events by type, committees, proofs, gas")
	d.Shows("votes and batches with a token")
	d.Press("down", "down")
	d.Hides("serves ")
}

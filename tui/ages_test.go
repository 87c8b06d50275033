package tui_test

import (
	"testing"
	"time"

	"foredeck/client/transport"
	"foredeck/tui/tuitest"
)

// idle is a node that was not requested for long.
var idle = nodes{At: tuitest.Start, Nodes: []transport.NodeStatus{{BaseURL: tuitest.BaseURL, LastResponse: tuitest.Start.Add(-6 * time.Minute)}}}

// The last answer of a node is no news above prices that arrive from another service.
func TestPricesReplaceIdleNodes(t *testing.T) {
	t.Parallel()
	setup := tuitest.Setup{Handler: tuitest.Node{Records: 5}, Pairs: []string{"btc_usdt"}}
	withNodes(idle)(&setup)
	d := tuitest.New(t, 140, 40, setup)
	d.Press("$")
	d.Shows("btc_usdt", "prices ok")
	d.Hides("last answer", "idle 6m")

	setup = tuitest.Setup{Handler: tuitest.Node{Records: 5}}
	withNodes(idle)(&setup)
	d = tuitest.New(t, 140, 40, setup)
	d.Press("busy", "enter")
	d.Shows("last answer 6m ago")
}

package tui_test

import (
	"net/http"
	"syscall"
	"testing"
	"time"

	"foredeck/client/transport"
	"foredeck/tui"
	"foredeck/tui/tuitest"
)

func busy(keys ...string) []string { return append([]string{"busy", "enter"}, keys...) }

// replayed makes the network a recording that has ended.
func replayed(options *tui.Options) { options.Replayed, options.Ends = true, options.Now() }

// nodes is a constant state of the nodes.
type nodes transport.NodesSnapshot

func (n nodes) Snapshot() transport.NodesSnapshot { return transport.NodesSnapshot(n) }

// withNodes sets the state of the nodes.
func withNodes(state nodes) func(*tuitest.Setup) {
	return func(s *tuitest.Setup) { s.Options = func(o *tui.Options) { o.Nodes = state } }
}

var (
	hanging = nodes{At: tuitest.Start, Last: 0, Nodes: []transport.NodeStatus{
		{BaseURL: tuitest.BaseURL, Running: 1, SilentSince: tuitest.Start.Add(-12 * time.Second), LastResponse: tuitest.Start.Add(-15 * time.Second)},
	}}
	failedOver = nodes{At: tuitest.Start, Last: 1, Nodes: []transport.NodeStatus{
		{BaseURL: "http://127.0.0.1:28000", FailingSince: tuitest.Start.Add(-50 * time.Second), LastError: syscall.ECONNREFUSED},
		{BaseURL: "http://127.0.0.1:28001", LastResponse: tuitest.Start, Latency: 34 * time.Millisecond},
	}}
	rateLimited = nodes{At: tuitest.Start, Last: 0, Nodes: hanging.Nodes, Waits: []transport.Wait{
		{BaseURL: tuitest.BaseURL, Status: http.StatusTooManyRequests, Until: tuitest.Start.Add(12 * time.Second)},
	}}
)

// Few scenes draw the whole window, so that a change of the header changes few files.
func TestFrames(t *testing.T) {
	tuitest.Frames(t, map[string]tuitest.Scene{
		"window":         {Keys: busy("down"), AllSizes: true, Window: true},
		"window-network": {Setup: func(s *tuitest.Setup) { s.Handler = nil }, Keys: []string{"treasury", "enter", "enter"}, Window: true},
		"window-replay":  {Setup: func(s *tuitest.Setup) { s.Options = replayed }, Keys: busy(), Window: true},
		"window-waiting": {Window: true, Setup: withNodes(hanging), Play: func(d *tuitest.Deck) {
			d.Press("busy")
			d.Paused = true
			d.Press("enter")
			d.Advance(3 * time.Second)
		}},
		"window-failover":     {Window: true, AllSizes: true, Setup: withNodes(failedOver)},
		"window-rate-limited": {Window: true, AllSizes: true, Setup: withNodes(rateLimited)},
		"window-failing": {Window: true, Play: func(d *tuitest.Deck) {
			d.Connection.Status = http.StatusInternalServerError
			d.Press("busy", "enter")
		}},
		"window-status": {Keys: busy("y"), Window: true},

		"help":    {Keys: busy("?")},
		"menu":    {Keys: busy("space")},
		"chooser": {Keys: busy("Y")},
		"prompt":  {Keys: busy("=", "me")},

		"palette":       {Keys: busy(":")},
		"palette-all":   {Keys: busy("ctrl+p", "pgdown", "pgdown")},
		"palette-typed": {Keys: append([]string{"0x1::coin", "enter", "space", "h"}, busy(":", "view 0x1::coin::b", "down")...)},
		"palette-mixed": {Keys: busy("5", ":", "busy", "down", "down", "down")},
		"palette-shell": {Keys: busy(":", "blocks --last 5")},
		"palette-wrong": {Keys: busy(":", "acount 0x1")},
	})
}

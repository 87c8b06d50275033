package networks_test

import (
	"context"
	"errors"
	"testing"
	"time"

	"go.uber.org/goleak"

	"foredeck/client"
	"foredeck/tui/screen"
	"foredeck/tui/tuitest"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

// list gives the deck four networks: the current one, one of another chain than expected, one that fails, and the embedded one.
func list(d *tuitest.Deck) {
	d.Deps().Networks = []screen.Network{
		{Name: "local", Address: tuitest.BaseURL, ChainID: 8},
		{Name: "wrong", Address: "https://rpc.wrong.example.org", ChainID: 8, Ask: func(context.Context) (screen.NetworkState, error) {
			return screen.NetworkState{ChainID: 6, Version: client.V2, Took: 84 * time.Millisecond}, nil
		}},
		{Name: "away", Address: "https://rpc.away.example.org", Ask: func(context.Context) (screen.NetworkState, error) {
			return screen.NetworkState{}, &client.TransportError{Method: "GET", URL: "https://rpc.away.example.org/rpc/v3", Err: errors.New("no route to host")}
		}},
		{Name: "simulated"},
	}
}

func TestFrames(t *testing.T) {
	tuitest.Frames(t, map[string]tuitest.Scene{
		"networks": {AllSizes: true, Play: func(d *tuitest.Deck) {
			list(d)
			d.Press("esc", "space", "n", "down")
		}},
	})
}

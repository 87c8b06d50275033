package tuitest

import (
	"context"
	"errors"
	"time"

	"foredeck/client"
	"foredeck/tui/screen"
)

// Networks returns four networks: the open one, one whose chain is not the configured one, one that fails, and the simulated one.
func Networks() []screen.Network {
	return []screen.Network{
		{Name: "local", Address: BaseURL, ChainID: 8},
		{Name: "wrong", Address: "https://rpc.wrong.example.org", ChainID: 8, Probe: func(context.Context) (screen.NetworkState, error) {
			return screen.NetworkState{ChainID: 6, Version: client.V2, Latency: 84 * time.Millisecond}, nil
		}},
		{Name: "away", Address: "https://rpc.away.example.org", Probe: func(context.Context) (screen.NetworkState, error) {
			return screen.NetworkState{}, &client.TransportError{Method: "GET", URL: "https://rpc.away.example.org/rpc/v3", Err: errors.New("no route to host")}
		}},
		{Name: "simulated"},
	}
}

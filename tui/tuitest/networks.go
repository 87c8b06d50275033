package tuitest

import (
	"context"
	"errors"
	"syscall"
	"time"

	"foredeck/client"
	"foredeck/client/health"
	"foredeck/tui/screen"
)

// Networks returns five networks: the open one, one whose chain is not the configured one, one that fails, one with three nodes of
// which two are broken, and the simulated one.
func Networks() []screen.Network {
	const wrong, away = "https://rpc.wrong.example.org", "https://rpc.away.example.org"
	refused := &client.TransportError{Method: "GET", URL: "http://127.0.0.1:28001/rpc/v3", Err: syscall.ECONNREFUSED}
	head := health.Head{Height: 48_211_858, Digest: "0x9c0e", Time: Start}
	ok := health.Status{
		State: health.OK, CheckedAt: Start, Head: &head, Latency: 12 * time.Millisecond, P50: 11 * time.Millisecond, P95: 34 * time.Millisecond, Requests: 128,
		Errors: 3, ChainID: new(uint64(8)), Versions: []client.Version{client.V1, client.V2, client.V3}, OldestBlock: new(uint64(0)),
		LastError: errors.New("status 503"), LastErrorAt: Start.Add(-5 * time.Minute),
	}
	public := ok
	public.Versions = []client.Version{client.V2, client.V3, client.V4}
	public.Can = &client.Capabilities{
		Release: "v11.5.2", Versions: public.Versions, Newest: true, Blocks: true, Consensus: client.ErrUnauthorized, Events: true, ByHash: true, Committees: true,
		Proofs: true, Gas: true,
	}
	down := health.Status{
		State: health.Down, CheckedAt: Start, Since: Start.Add(-50 * time.Second), NoAnswerSince: Start.Add(-50 * time.Second), LastAnswer: Start.Add(-51 * time.Second),
		Head: &health.Head{Height: 48_211_800}, Lag: 58, P50: 11 * time.Millisecond, P95: 40 * time.Millisecond, Requests: 128, Errors: 50,
		LastError: refused, LastErrorAt: Start,
	}
	lagging := ok
	lagging.State, lagging.Since, lagging.Lag, lagging.Head = health.Lagging, Start.Add(-time.Minute), 12, &health.Head{Height: 48_211_846}
	return []screen.Network{
		{Name: "local", Addresses: []string{BaseURL}, ChainID: 8},
		checked("wrong", 8, []string{wrong}, health.Status{
			State: health.OK, CheckedAt: Start, ChainID: new(uint64(6)), Versions: []client.Version{client.V2}, Latency: 84 * time.Millisecond,
			P50: 84 * time.Millisecond, P95: 90 * time.Millisecond, Requests: 2, HeadErr: client.ErrUnauthorized,
		}),
		checked("away", 0, []string{away}, health.Status{
			State: health.Down, CheckedAt: Start, Since: Start, NoAnswerSince: Start, Requests: 1, Errors: 1, LastErrorAt: Start,
			LastError: &client.TransportError{Method: "GET", URL: away + "/rpc/v3", Err: errors.New("no route to host")},
		}),
		checked("trio", 8, []string{"http://127.0.0.1:28000", "http://127.0.0.1:28001", "http://127.0.0.1:28002"}, public, down, lagging),
		{Name: "simulated"},
	}
}

// checked returns a network whose nodes have constant states.
func checked(name string, chain uint64, addresses []string, statuses ...health.Status) screen.Network {
	for i, address := range addresses {
		statuses[i].Name, statuses[i].BaseURL = address, address
	}
	return screen.Network{Name: name, Addresses: addresses, ChainID: chain, Checker: func() screen.NodeChecker { return constant(statuses) }}
}

// constant is a NodeChecker with constant results.
type constant []health.Status

func (c constant) Check(context.Context) []health.Status { return c }

func (constant) Examine(context.Context) {}

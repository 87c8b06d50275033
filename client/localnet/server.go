package localnet

import (
	"context"
	"net"
	"net/http"
	"slices"
	"time"

	"foredeck/client/localnet/chain"
	"foredeck/client/localnet/httpapi"
	"foredeck/client/localnet/internal/rng"
	"foredeck/client/localnet/wire"
)

// api serves the node API of a chain and the price service.
func (n *Network) api(from *chain.Chain) http.Handler {
	node := wire.NewAPI(from, wire.Options{
		Dialect:        n.options.Dialect,
		CoinOrder:      n.options.CoinOrder,
		ConsensusToken: n.options.ConsensusToken,
	})
	return httpapi.NewMux(slices.Concat(node.Routes(), n.prices.Routes())...)
}

// handler serves the API of a node. Every request waits for the chain to be built, for the configured latency and for what the
// node's fault demands, and then fails if the fail rate demands it.
func (n *Network) handler(node *Node) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if n.waitReady(r.Context()) != nil {
			panic(http.ErrAbortHandler)
		}
		delay(r.Context(), n.options.Latency)
		node.hold(w, r)
		if n.fail(w) {
			return
		}
		node.condition.Load().api.ServeHTTP(w, r)
	})
}

// delay waits. It aborts the request if the client leaves or the network closes.
func delay(ctx context.Context, wait time.Duration) {
	if wait == 0 {
		return
	}
	timer := time.NewTimer(wait)
	defer timer.Stop()
	select {
	case <-timer.C:
	case <-ctx.Done():
		panic(http.ErrAbortHandler)
	}
}

// fail reports whether it has failed a request, as Options.FailRate demands: with a 503, a 500 or a reset connection, each
// equally often. The choice follows from the seed and the number of the request.
func (n *Network) fail(w http.ResponseWriter) bool {
	if n.options.FailRate == 0 {
		return false
	}
	random := rng.New(rng.Mix(n.options.Seed) ^ rng.Mix(n.requests.Add(1)))
	const exact = 1 << 53 // float64 is exact up to here
	if float64(random.Uint64()>>11) >= n.options.FailRate*exact {
		return false
	}
	switch random.Uint64N(3) {
	case 0:
		httpapi.WriteError(w, http.StatusServiceUnavailable, "message", "archive still initializing")
	case 1:
		httpapi.WriteError(w, http.StatusInternalServerError, "message", "Internal server error: store lookup failed")
	default:
		reset(w)
	}
	return true
}

// reset closes the connection without a response.
func reset(w http.ResponseWriter) {
	connection, _, err := http.NewResponseController(w).Hijack()
	if err != nil {
		panic(http.ErrAbortHandler)
	}
	if tcp, ok := connection.(*net.TCPConn); ok {
		_ = tcp.SetLinger(0) // makes Close send a reset
	}
	_ = connection.Close()
}

package localnet

import (
	"context"
	"errors"
	"fmt"
	"net"
	"net/http"
	"net/netip"
	"slices"
	"strconv"
	"strings"
	"syscall"
	"time"

	"foredeck/client/localnet/chain"
	"foredeck/client/localnet/httpapi"
	"foredeck/client/localnet/internal/rng"
	"foredeck/client/localnet/wire"
)

// api serves the node API of a chain and the price service.
func (n *Network) api(from *chain.Chain, sockets *httpapi.Sockets) http.Handler {
	node := wire.NewAPI(from, wire.Options{
		Dialect:        n.options.Dialect,
		CoinOrder:      n.options.CoinOrder,
		ConsensusToken: n.options.ConsensusToken,
		Sockets:        sockets,
		Node:           n.options.NodeVersion,
		EventLag:       uint64(n.options.EventLag),
		Prune:          uint64(n.options.Prune),
	})
	routes := httpapi.NewMux(slices.Concat(node.Routes(), n.prices.Routes())...)
	if n.options.NodeVersion == SpecNode {
		return routes
	}
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if strings.HasPrefix(r.URL.Path, "/rpc/") { // also paths that the node does not have
			w.Header().Set("x-supra-chain-id", strconv.Itoa(ChainID))
		}
		routes.ServeHTTP(w, r)
	})
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

// adminOffset is the distance of the default admin port from that of the first node.
const adminOffset = 100

// listenAll opens the ports of the nodes and of the admin API, which is nil if there is none.
func listenAll(ctx context.Context, options Options) (nodes []net.Listener, admin net.Listener, err error) {
	defer func() {
		if err == nil {
			return
		}
		for _, opened := range nodes {
			_ = opened.Close()
		}
	}()
	first, err := listen(ctx, options.Listen)
	if err != nil {
		return nil, nil, err
	}
	nodes = append(nodes, first)
	host, wanted, err := net.SplitHostPort(options.Listen)
	if err != nil {
		return nodes, nil, listenError(options.Listen, err) // the listener has accepted it
	}
	port := 0
	if tcp, ok := first.Addr().(*net.TCPAddr); ok && wanted != "0" {
		port = tcp.Port
	}
	above := func(offset int) string {
		if port == 0 {
			return "0"
		}
		return strconv.Itoa(port + offset)
	}
	for i := 1; i < options.Nodes; i++ {
		next, err := listen(ctx, net.JoinHostPort(host, above(i)))
		if err != nil {
			return nodes, nil, err
		}
		nodes = append(nodes, next)
	}
	switch {
	case options.Admin != "":
		admin, err = listen(ctx, options.Admin)
	case options.Nodes > 1:
		admin, err = listen(ctx, net.JoinHostPort("127.0.0.1", above(adminOffset)))
	}
	return nodes, admin, err
}

// listen opens a port.
func listen(ctx context.Context, address string) (net.Listener, error) {
	listener, err := new(net.ListenConfig).Listen(ctx, "tcp", address)
	if err != nil {
		return nil, listenError(address, err)
	}
	return listener, nil
}

// listenError adds advice to the error of a port that cannot be opened.
func listenError(address string, err error) error {
	advice := "use an address of this machine as host:port"
	switch {
	case errors.Is(err, context.Canceled), errors.Is(err, context.DeadlineExceeded):
		advice = "the start was canceled"
	case errors.Is(err, syscall.EADDRINUSE):
		advice = "the port is in use; choose another, or port 0 for any free one"
	case errors.Is(err, syscall.EACCES):
		advice = "ports below 1024 need extra privileges; choose a higher one"
	}
	return fmt.Errorf("local network: listen on %s: %w (%s)", address, err, advice)
}

// isLoopback reports whether an address, as host:port, is one of the loopback interface.
func isLoopback(address string) bool {
	host, _, err := net.SplitHostPort(address)
	if err != nil {
		return false
	}
	ip, err := netip.ParseAddr(host)
	return host == "localhost" || err == nil && ip.IsLoopback()
}

// reachable returns an address that clients on this machine can call: the loopback
// address if the listener is on all interfaces, which includes IPv4.
func reachable(address net.Addr) string {
	tcp, ok := address.(*net.TCPAddr)
	if !ok || !tcp.IP.IsUnspecified() {
		return address.String()
	}
	return net.JoinHostPort("127.0.0.1", strconv.Itoa(tcp.Port))
}

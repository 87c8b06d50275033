package localnet

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"log"
	"net"
	"net/http"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"foredeck/client/localnet/chain"
	"foredeck/client/localnet/httpapi"
	"foredeck/client/localnet/oracle"
	"foredeck/client/move"
)

const (
	// maxConnections is the maximum number of connections. Further ones wait until another one closes.
	maxConnections = 256
	// maxHeader is the approximate maximum size of the header of a request in bytes, with its path.
	maxHeader = 1 << 14
)

// closeGrace is how long Close waits for running requests to end.
const closeGrace = 500 * time.Millisecond

// errClosed is the cause of requests and calls that end with the network.
var errClosed = errors.New("local network closed")

// Network is a running local network. Its methods are safe for concurrent use.
type Network struct {
	options Options
	nodes   []*Node
	named   []NamedAccount
	admin   net.Listener // nil if there is none
	chain   *chain.Chain
	prices  *oracle.Service
	// priceSockets are the WebSocket connections of the price service, nil if it has none.
	priceSockets *httpapi.Sockets
	slots        chan struct{} // of WebSocket connections
	producing    sync.Mutex    // held while producing a block and while changing a fault
	ready        chan struct{}
	requests     atomic.Uint64

	ctx    context.Context
	cancel context.CancelCauseFunc
	done   chan struct{}
	// failure is the error of the first server that failed.
	failure atomic.Pointer[error]
}

// Start opens the ports and returns. The chain is built in the background, and requests
// wait for it. The network runs until Close is called or the context ends.
//
// The error wraps an *OptionError if an option is invalid, or else the error of a port.
func Start(ctx context.Context, options Options) (*Network, error) {
	options, err := options.withDefaults()
	if err != nil {
		return nil, fmt.Errorf("local network: %w", err)
	}
	started := time.Now()
	listeners, admin, err := listenAll(ctx, options)
	if err != nil {
		return nil, err
	}
	return serve(ctx, options, listeners, admin, started), nil
}

// serve starts a network on open ports.
func serve(ctx context.Context, options Options, listeners []net.Listener, admin net.Listener, started time.Time) *Network {
	n := &Network{
		options: options,
		admin:   admin,
		chain:   newChain(options),
		named:   chain.NamedAccounts(options.Seed),
		slots:   make(chan struct{}, httpapi.MaxSockets),
		ready:   make(chan struct{}),
		done:    make(chan struct{}),
	}
	var stream *oracle.Stream
	if options.Dialect == Deployed { // public services have one, the specification does not
		n.priceSockets = httpapi.NewSockets(make(chan struct{}, httpapi.MaxSockets), httpapi.PingInterval)
		stream = &oracle.Stream{Sockets: n.priceSockets, Next: func() <-chan struct{} { next, _ := n.chain.Grown(); return next }}
	}
	n.prices = oracle.NewService(options.Seed, options.Dialect, options.APIKey, n.chain.NewestTime, stream)
	n.ctx, n.cancel = context.WithCancelCause(ctx)
	for i, listener := range listeners {
		n.nodes = append(n.nodes, newNode(n, i+1, listener))
	}
	go n.run(listeners, started)
	return n
}

// newServer returns a server for the network's connections.
func (n *Network) newServer(handler http.Handler) *http.Server {
	// Longer than any response takes: a read that times out cancels its request.
	timeout := n.options.Latency + time.Minute
	return &http.Server{
		Handler:           handler,
		BaseContext:       func(net.Listener) context.Context { return n.ctx },
		ErrorLog:          log.New(io.Discard, "", 0),
		ReadHeaderTimeout: 5 * time.Second,
		ReadTimeout:       timeout,
		WriteTimeout:      timeout,
		IdleTimeout:       time.Minute,
		MaxHeaderBytes:    maxHeader,
		ConnState:         n.limitConnections(),
	}
}

// limitConnections returns a callback that keeps a server from accepting connections beyond maxConnections: the server calls it
// for a new one before it accepts the next.
func (n *Network) limitConnections() func(net.Conn, http.ConnState) {
	open := make(chan struct{}, maxConnections)
	return func(_ net.Conn, state http.ConnState) {
		switch state {
		case http.StateNew:
			select {
			case open <- struct{}{}:
			case <-n.ctx.Done():
			}
		case http.StateClosed, http.StateHijacked:
			select {
			case <-open:
			default: // opened while the network closed
			}
		}
	}
}

func newChain(options Options) *chain.Chain {
	return chain.New(chain.Config{
		Seed: options.Seed, Accounts: options.Accounts, Transactions: options.Transactions,
		Members: options.Members, EpochBlocks: uint32(options.EpochBlocks), Blocks: uint32(options.Blocks),
		BlockTime: options.BlockTime,
		Prices: func(pair uint32, at time.Time) (price chain.Price, ok bool) {
			value, decimals, traded, ok := oracle.FeedPrice(options.Seed, pair, at)
			return chain.Price{Value: value, Decimals: decimals, Timestamp: uint64(traded.UnixMilli()), Round: uint64(traded.Unix())}, ok
		},
		// The chain of SpecNode stays the one that it always was.
		AssetTransfers: options.NodeVersion != SpecNode,
		ReplaceMembers: options.NodeVersion >= Node11 || options.ReplaceMembers,
		BanLeaders:     options.LeaderBans,
	})
}

// run serves requests and produces blocks until the network closes.
func (n *Network) run(listeners []net.Listener, started time.Time) {
	defer close(n.done)
	var tasks sync.WaitGroup
	for i, node := range n.nodes {
		node.serve(listeners[i])
	}
	if n.admin != nil {
		server := n.newServer(n.adminHandler())
		tasks.Go(func() { n.serve(server, n.admin) })
		tasks.Go(func() { n.shutDown(server) })
	}
	tasks.Go(func() { n.produceBlocks(started) })

	<-n.ctx.Done()
	n.producing.Lock() // no node starts to listen again
	for _, node := range n.nodes {
		tasks.Go(node.shutDown)
	}
	n.producing.Unlock()
	tasks.Wait()
	if n.priceSockets != nil {
		n.priceSockets.Close()
	}
}

// serve serves a port until its server is closed. If it fails, the network closes.
func (n *Network) serve(server *http.Server, listener net.Listener) {
	if err := server.Serve(listener); !errors.Is(err, http.ErrServerClosed) {
		err = fmt.Errorf("local network: serve %s: %w", reachable(listener.Addr()), err)
		n.failure.CompareAndSwap(nil, &err)
		n.cancel(err)
	}
}

// shutDown closes a server when the network closes. The context of every request has ended then; the remaining ones are writing responses.
func (n *Network) shutDown(server *http.Server) {
	<-n.ctx.Done()
	grace, release := context.WithTimeout(context.Background(), closeGrace)
	defer release()
	if server.Shutdown(grace) != nil {
		// Drop responses that no client reads.
		_ = server.Close()
	}
}

// produceBlocks builds the chain and then produces a block every block time.
func (n *Network) produceBlocks(started time.Time) {
	if n.chain.Build(n.ctx, n.options.Start) != nil {
		return // the context ended, and with it the waiting requests
	}
	close(n.ready)
	if n.options.BlockTime == 0 {
		return
	}
	every(n.ctx, started, n.options.BlockTime, func(due time.Time) {
		n.producing.Lock()
		defer n.producing.Unlock()
		at := n.options.Start.Add(due.Sub(started))
		n.produce(at.Add(-n.chain.ProposalLead(n.options.BlockTime)))
	})
}

// Produce adds a block to the chain and returns its height. The block is one block time
// later than the newest one, or a second if the chain is frozen. Produce waits for the
// chain to be built; it fails if the context ends or the network closes first.
func (n *Network) Produce(ctx context.Context) (uint64, error) {
	if err := n.waitReady(ctx); err != nil {
		return 0, fmt.Errorf("local network: produce a block: %w", err)
	}
	interval := n.options.BlockTime
	interval = cmp.Or(interval, chain.HistoryBlockTime)
	n.producing.Lock()
	defer n.producing.Unlock()
	return n.produce(n.chain.NewestTime().Add(interval)), nil
}

// produce adds a block on every node and returns its height. producing must be held.
func (n *Network) produce(at time.Time) uint64 {
	head := n.chain.Produce(at)
	for _, node := range n.nodes {
		node.advance(head)
	}
	return head
}

// Pending lists the hashes of the transactions that wait for the next block, as "0x" and 64 hex digits. It waits for the chain to be
// built; it fails if the context ends or the network closes first.
func (n *Network) Pending(ctx context.Context) ([]string, error) {
	if err := n.waitReady(ctx); err != nil {
		return nil, fmt.Errorf("local network: list pending transactions: %w", err)
	}
	hashes := []string{}
	transactions, _ := n.chain.Pending()
	for i := range transactions {
		hashes = append(hashes, move.Address(transactions[i].Hash).String())
	}
	return hashes, nil
}

// CutSockets ends the WebSocket connections of all nodes and of the price service without a closing handshake, and returns their number. Clients may connect again.
func (n *Network) CutSockets() (cut int) {
	for _, node := range n.nodes {
		cut += node.sockets.Cut()
	}
	if n.priceSockets != nil {
		cut += n.priceSockets.Cut()
	}
	return cut
}

// waitReady waits for the chain to be built.
func (n *Network) waitReady(ctx context.Context) error {
	select {
	case <-n.ready:
		return nil
	case <-ctx.Done():
		return context.Cause(ctx)
	case <-n.ctx.Done():
		return context.Cause(n.ctx)
	}
}

// BaseURL returns the URL of the first node for clients, such as http://127.0.0.1:40123.
func (n *Network) BaseURL() string { return n.nodes[0].baseURL }

// Nodes lists the nodes.
func (n *Network) Nodes() []*Node { return slices.Clone(n.nodes) }

// AdminURL returns the URL of the admin API, "" if there is none. See Options.Admin.
func (n *Network) AdminURL() string {
	if n.admin == nil {
		return ""
	}
	return "http://" + n.admin.Addr().String()
}

// Accounts lists the named accounts, with the main one ("treasury") first. It does not wait for the chain to be built.
func (n *Network) Accounts() []NamedAccount { return slices.Clone(n.named) }

// ChainID returns the chain id, 255.
func (n *Network) ChainID() uint8 { return ChainID }

// Seed returns Options.Seed.
func (n *Network) Seed() uint64 { return n.options.Seed }

// Dialect returns the form of responses.
func (n *Network) Dialect() Dialect { return n.options.Dialect }

// NodeVersion returns Options.NodeVersion.
func (n *Network) NodeVersion() NodeVersion { return n.options.NodeVersion }

// APIKey returns the key that the price service expects in the header x-api-key: on
// /history, and in the dialect Deployed also on /latest.
func (n *Network) APIKey() string { return n.options.APIKey }

// Pairs lists the trading pairs of the price service.
func (n *Network) Pairs() []string { return PairNames() }

// PriceStream returns the URL of the WebSocket of the price service; "" if it has none, as in the specification.
func (n *Network) PriceStream() string {
	if n.priceSockets == nil {
		return ""
	}
	return "ws" + strings.TrimPrefix(n.BaseURL(), "http") + oracle.StreamPath
}

// PriceFeed returns the address of the module supra_oracle_storage, whose view functions get_price, get_prices and does_pair_exist need no
// key. The prices are those of the price service.
func (n *Network) PriceFeed() move.Address { return chain.PriceFeed(n.options.Seed) }

// PairNumbers lists the numbers of Pairs in the price feed.
func (n *Network) PairNumbers() []uint32 { return oracle.PairNumbers() }

// Close stops the network within a second: it closes the port, aborts waiting requests and stops producing blocks. The
// error is that of a server that failed earlier. Closing a closed network has no effect.
func (n *Network) Close() error {
	n.cancel(errClosed)
	<-n.done
	if failure := n.failure.Load(); failure != nil {
		return *failure
	}
	return nil
}

// maxOverdue is how many overdue blocks are produced at once. After a longer pause, such
// as a suspended machine, the rest are skipped.
const maxOverdue = 3

// every calls produce once per interval until the context ends, for the first time one interval after started.
func every(ctx context.Context, started time.Time, interval time.Duration, produce func(due time.Time)) {
	due := started.Add(interval)
	timer := time.NewTimer(time.Until(due))
	defer timer.Stop()
	for {
		select {
		case <-ctx.Done():
			return
		case <-timer.C:
		}
		now := time.Now()
		if late := now.Sub(due) / interval; late >= maxOverdue {
			due = due.Add((late - maxOverdue + 1) * interval)
		}
		for ; !due.After(now); due = due.Add(interval) {
			produce(due)
		}
		timer.Reset(time.Until(due))
	}
}

package localnet

import (
	"context"
	"errors"
	"fmt"
	"io"
	"log"
	"net"
	"net/http"
	"strconv"
	"sync"
	"sync/atomic"
	"syscall"
	"time"
)

// closeGrace is how long requests that are being answered may take to end.
const closeGrace = 500 * time.Millisecond

// errClosed is why requests and callers end when the network does.
var errClosed = errors.New("local network closed")

// Network is a running local network. Its methods are safe for concurrent use.
type Network struct {
	options  Options
	baseURL  string
	named    []NamedAccount
	server   *http.Server
	chain    *chain
	world    func() *world // made when it is first asked for
	maker    sync.Mutex    // held while a block is made
	ready    chan struct{}
	requests atomic.Uint64

	ctx    context.Context
	cancel context.CancelCauseFunc
	done   chan struct{}
	err    error // of the server, known when done is closed
}

// Start opens the port and returns. The chain is built behind it; requests wait until it
// stands. The network lives until Close or until the context ends.
//
// The error is an *OptionError for options that cannot be, else of the port.
func Start(ctx context.Context, options Options) (*Network, error) {
	options, err := options.complete()
	if err != nil {
		return nil, fmt.Errorf("local network: %w", err)
	}
	begun := time.Now()
	listener, err := new(net.ListenConfig).Listen(ctx, "tcp", options.Listen)
	if err != nil {
		return nil, listenError(options.Listen, err)
	}
	return serve(ctx, options, listener, begun), nil
}

// serve starts a network on a port that is open.
func serve(ctx context.Context, options Options, listener net.Listener, begun time.Time) *Network {
	n := &Network{
		options: options,
		baseURL: "http://" + reachable(listener.Addr()),
		chain:   newChain(options),
		world:   sync.OnceValue(func() *world { return newWorld(options.Seed) }),
		ready:   make(chan struct{}),
		done:    make(chan struct{}),
	}
	n.ctx, n.cancel = context.WithCancelCause(ctx)
	for id := range accountID(namedAccounts) {
		n.named = append(n.named, NamedAccount{casting[id].name, namedIdentity(options.Seed, id).address})
	}
	// Both must outlast an answer: a read that times out ends the request it belongs to.
	patience := options.Latency + time.Minute
	n.server = &http.Server{
		Handler:           n.handler(),
		BaseContext:       func(net.Listener) context.Context { return n.ctx },
		ErrorLog:          log.New(io.Discard, "", 0),
		ReadHeaderTimeout: 5 * time.Second,
		ReadTimeout:       patience,
		WriteTimeout:      patience,
		IdleTimeout:       time.Minute,
		MaxHeaderBytes:    1 << 16,
	}
	go n.run(listener, begun)
	return n
}

// listenError says what to do about a port that cannot be had.
func listenError(address string, err error) error {
	advice := "choose an address of this machine as host:port"
	switch {
	case errors.Is(err, context.Canceled), errors.Is(err, context.DeadlineExceeded):
		advice = "the start was called off"
	case errors.Is(err, syscall.EADDRINUSE):
		advice = "another program has that port; choose another, or port 0 for any free one"
	case errors.Is(err, syscall.EACCES):
		advice = "ports below 1024 need special rights; choose a higher one"
	}
	return fmt.Errorf("local network: listen on %s: %w (%s)", address, err, advice)
}

// reachable gives an address that a client on this machine can call: a listener on all
// interfaces, which answers IPv4 too, is called on the loopback one.
func reachable(address net.Addr) string {
	tcp, ok := address.(*net.TCPAddr)
	if !ok || !tcp.IP.IsUnspecified() {
		return address.String()
	}
	return net.JoinHostPort("127.0.0.1", strconv.Itoa(tcp.Port))
}

// run owns everything the network does in the background and ends last.
func (n *Network) run(listener net.Listener, begun time.Time) {
	defer close(n.done)
	var parts sync.WaitGroup
	parts.Go(func() {
		if err := n.server.Serve(listener); !errors.Is(err, http.ErrServerClosed) {
			n.err = fmt.Errorf("local network: serve %s: %w", n.baseURL, err)
			n.cancel(n.err)
		}
	})
	parts.Go(func() { n.live(begun) })

	<-n.ctx.Done()
	// The context of every request has ended: what still runs is writing its answer.
	grace, release := context.WithTimeout(context.Background(), closeGrace)
	defer release()
	if n.server.Shutdown(grace) != nil {
		// Answers that nobody reads are broken off; nothing is left to tell.
		_ = n.server.Close()
	}
	parts.Wait()
}

// live builds the chain and then makes blocks.
func (n *Network) live(begun time.Time) {
	if n.chain.build(n.ctx, n.options.Start) != nil {
		return // the context ended; requests that wait end with it
	}
	close(n.ready)
	if n.options.BlockTime == 0 {
		return
	}
	pace(n.ctx, begun, n.options.BlockTime, func(due time.Time) {
		n.maker.Lock()
		defer n.maker.Unlock()
		at := n.options.Start.Add(due.Sub(begun))
		n.chain.produce(at.Add(-n.chain.agreement(n.options.BlockTime)))
	})
}

// Produce makes one block by hand, one block time after the newest (a second when the
// chain is frozen), and returns its height. It waits for the chain to be built and fails
// when the context ends or the network closes first.
func (n *Network) Produce(ctx context.Context) (uint64, error) {
	if err := n.standing(ctx); err != nil {
		return 0, fmt.Errorf("local network: make a block: %w", err)
	}
	interval := n.options.BlockTime
	if interval == 0 {
		interval = historyPace
	}
	n.maker.Lock()
	defer n.maker.Unlock()
	return n.chain.produce(n.chain.newestTime().Add(interval)), nil
}

// standing waits until the chain is built.
func (n *Network) standing(ctx context.Context) error {
	select {
	case <-n.ready:
		return nil
	case <-ctx.Done():
		return context.Cause(ctx)
	case <-n.ctx.Done():
		return context.Cause(n.ctx)
	}
}

// BaseURL is what a client calls, such as http://127.0.0.1:40123.
func (n *Network) BaseURL() string { return n.baseURL }

// Accounts lists the named accounts, the main one ("treasury") first. It does not wait
// for the chain.
func (n *Network) Accounts() []NamedAccount { return append([]NamedAccount(nil), n.named...) }

// ChainID is the chain's number, 255 as local networks use.
func (n *Network) ChainID() uint8 { return chainID }

// Seed is the seed that the chain follows from.
func (n *Network) Seed() uint64 { return n.options.Seed }

// Dialect is the form of the answers.
func (n *Network) Dialect() Dialect { return n.options.Dialect }

// Close ends the network within a second: the port is closed, waiting requests are broken
// off, no more blocks are made. The error tells of a server that had failed before.
// Closing again changes nothing.
func (n *Network) Close() error {
	n.cancel(errClosed)
	<-n.done
	return n.err
}

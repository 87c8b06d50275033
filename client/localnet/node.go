package localnet

import (
	"cmp"
	"context"
	"fmt"
	"net"
	"net/http"
	"sync/atomic"
	"time"

	"foredeck/client/localnet/chain"
	"foredeck/client/localnet/httpapi"
)

// State is the state of a node.
type State string

const (
	Running State = "running" // no fault
	Stopped State = "stopped" // connections are refused
	Hanging State = "hanging" // connections are accepted, and requests are answered when the fault ends
	Slow    State = "slow"    // every response is delayed
	Lagging State = "lagging" // a number of blocks behind the others
	Frozen  State = "frozen"  // without new blocks
	Forked  State = "forked"  // with other blocks than the others, from a height on
)

// Fault is the state of a node with its details. A node has one fault at a time.
type Fault struct {
	State  State
	Delay  time.Duration // of every response, if Slow
	Blocks uint64        // how far behind, if Lagging
	Height uint64        // of the first block that differs, if Forked; 0 for the next block
}

// Node is one of the nodes of a network. Its methods are safe for concurrent use.
type Node struct {
	network *Network
	number  int
	address string
	baseURL string

	condition atomic.Pointer[condition]
	sockets   *httpapi.Sockets
	// The rest is guarded by Network.producing.
	own    *chain.Chain // nil if the node serves the network's chain
	server *http.Server // nil if stopped
	served chan struct{}
}

// condition is what requests need to know about a node.
type condition struct {
	fault Fault
	ended chan struct{} // closed when another condition replaces this one
	chain *chain.Chain
	api   http.Handler
}

func newNode(network *Network, number int, listener net.Listener) *Node {
	d := &Node{network: network, number: number, address: listener.Addr().String(), baseURL: "http://" + reachable(listener.Addr())}
	d.sockets = httpapi.NewSockets(network.slots, httpapi.PingInterval)
	d.apply(Fault{State: Running}, network.chain)
	return d
}

// BaseURL returns the URL of the node for clients.
func (d *Node) BaseURL() string { return d.baseURL }

// Fault returns the state of the node.
func (d *Node) Fault() Fault { return d.condition.Load().fault }

// SetFault replaces the fault of the node; Fault{State: Running} ends it. A FaultError reports a fault that is not possible. The fault
// stays as it was after an error.
func (d *Node) SetFault(ctx context.Context, fault Fault) error {
	n := d.network
	if err := n.waitReady(ctx); err != nil {
		return err
	}
	n.producing.Lock()
	defer n.producing.Unlock()
	if n.ctx.Err() != nil {
		return context.Cause(n.ctx)
	}
	serving, err := d.chainFor(ctx, &fault)
	if err != nil {
		return err
	}
	var reopened net.Listener
	if fault.State != Stopped && d.server == nil {
		if reopened, err = listen(ctx, d.address); err != nil {
			return err
		}
	}
	d.apply(fault, serving)
	switch {
	case fault.State == Stopped:
		d.stop()
	case reopened != nil:
		d.serve(reopened)
	}
	return nil
}

// FaultError is a fault that is not possible.
type FaultError struct{ message string }

func (e *FaultError) Error() string { return e.message }

// chainFor returns the chain that the node serves during a fault, and sets the height of a fork that has none.
func (d *Node) chainFor(ctx context.Context, fault *Fault) (*chain.Chain, error) {
	shared := d.network.chain
	head := shared.Head()
	switch fault.State {
	case Running, Stopped, Hanging, Slow:
		return shared, nil
	case Lagging:
		if fault.Blocks > head {
			return nil, &FaultError{fmt.Sprintf("lag of %d blocks: must be at most %d, the height of the newest block", fault.Blocks, head)}
		}
		return shared.Replay(ctx, head-fault.Blocks, chain.Fork{})
	case Frozen:
		return shared.Replay(ctx, head, chain.Fork{})
	case Forked:
		fault.Height = cmp.Or(fault.Height, head+1)
		return shared.Replay(ctx, head, chain.Fork{Height: fault.Height, Salt: uint64(d.number)})
	default:
		return nil, &FaultError{fmt.Sprintf("state %q: must be running, stopped, hanging, slow, lagging, frozen or forked", fault.State)}
	}
}

// apply makes the node serve a chain with a fault.
func (d *Node) apply(fault Fault, serving *chain.Chain) {
	next := &condition{fault: fault, ended: make(chan struct{}), chain: serving, api: d.network.api(serving, d.sockets)}
	d.own = nil
	if serving != d.network.chain {
		d.own = serving
	}
	if before := d.condition.Swap(next); before != nil {
		close(before.ended)
		if before.chain != serving || fault.State == Hanging {
			d.sockets.Cut() // they would not show the fault
		}
	}
}

// advance adds blocks to the node's own chain after one was added to the network's.
func (d *Node) advance(head uint64) {
	switch fault := d.Fault(); fault.State {
	case Lagging:
		head -= fault.Blocks
	case Forked:
	default:
		return
	}
	_ = d.own.Follow(context.Background(), d.network.chain, head) // fails only if the context ends
}

// hold keeps a request for as long as the fault demands. It aborts the request if the client leaves or the network closes.
func (d *Node) hold(w http.ResponseWriter, r *http.Request) {
	current := d.condition.Load()
	if state := current.fault.State; state == Slow || state == Hanging {
		// The server's time limits would close the connection. An error means that it is closed.
		limits := http.NewResponseController(w)
		_ = limits.SetReadDeadline(time.Time{})
		_ = limits.SetWriteDeadline(time.Time{})
	}
	switch current.fault.State {
	case Slow:
		delay(r.Context(), current.fault.Delay)
	case Hanging:
		select {
		case <-current.ended:
		case <-r.Context().Done():
			panic(http.ErrAbortHandler)
		}
	}
}

// serve starts to serve a port.
func (d *Node) serve(listener net.Listener) {
	server, served := d.network.newServer(d.network.handler(d)), make(chan struct{})
	d.server, d.served = server, served
	go func() {
		defer close(served)
		d.network.serve(server, listener)
	}()
}

// stop closes the port and all connections.
func (d *Node) stop() {
	if d.server != nil {
		_ = d.server.Close() // the error is that of a connection that is closed already
		<-d.served
		d.sockets.Cut()
		d.server = nil
	}
}

// shutDown is stop for the end of the network.
func (d *Node) shutDown() {
	if d.server != nil {
		d.network.shutDown(d.server)
		<-d.served
	}
	d.sockets.Close()
}

// Package load runs the requests of screens. Each call has a ticket, its result carries the ticket, and only the holder of the ticket
// accepts the result: a late result for a screen that has moved on is dropped.
package load

import (
	"cmp"
	"context"
	"errors"
	"sync"
	"sync/atomic"
	"time"

	tea "github.com/charmbracelet/bubbletea"

	"foredeck/client"
	"foredeck/client/transport"
	"foredeck/tui/text"
)

// Ticket identifies a call. It is unique in the program.
type Ticket uint64

// Result is a message with the result of a call. If Err is set, Value may hold what arrived before the error.
type Result[T any] struct {
	Ticket Ticket
	Value  T
	Err    error
	At     time.Time // time of arrival
}

// Loader issues tickets and counts the calls in flight. The program has one.
type Loader struct {
	Recorder *transport.Recorder // of the requests of all calls

	nodes   Nodes // nil if unknown
	now     func() time.Time
	tickets *atomic.Uint64
	latency atomic.Int64 // of the latest completed call, in nanoseconds; -1 before the first
	health  atomic.Int64 // Kind of the latest outcome
	runner  func(tea.Cmd) tea.Cmd

	lock    sync.Mutex
	pending map[*transport.Waiter]struct{} // of the calls that have not ended
}

// NewLoader returns a loader that reads the time from now.
func NewLoader(now func() time.Time) *Loader {
	l := &Loader{now: now, tickets: new(atomic.Uint64), pending: map[*transport.Waiter]struct{}{}, runner: func(cmd tea.Cmd) tea.Cmd { return cmd }}
	l.latency.Store(-1)
	return l
}

// Scope returns a loader for calls to another service. It shares the tickets, but has its own calls in flight and health.
func (l *Loader) Scope() *Loader {
	scope := NewLoader(l.now)
	scope.tickets, scope.runner = l.tickets, l.runner
	return scope
}

// Now returns the loader's time.
func (l *Loader) Now() time.Time { return l.now() }

// InFlight returns the number of pending calls that do not wait for a retry or a rate limit.
func (l *Loader) InFlight() int {
	inFlight, _ := l.Calls()
	return inFlight
}

// Calls returns the numbers of pending calls that are in flight, and of those that wait for a retry or a rate limit.
func (l *Loader) Calls() (inFlight, waiting int) {
	l.lock.Lock()
	defer l.lock.Unlock()
	for waiter := range l.pending {
		if _, waits := waiter.Current(); waits {
			waiting++
		} else {
			inFlight++
		}
	}
	return inFlight, waiting
}

// Latency returns the duration of the latest completed call. ok is false before the first response.
func (l *Loader) Latency() (latency time.Duration, ok bool) {
	nanoseconds := l.latency.Load()
	return time.Duration(nanoseconds), nanoseconds >= 0
}

// Health describes the node's problem in a word or two, according to the latest call. It is empty if the node is healthy.
func (l *Loader) Health() text.Safe {
	switch Kind(l.health.Load()) {
	case Unreachable, TimedOut:
		return text.Const("no response")
	case ServerError, InvalidResponse, Other: // one that lacks a call serves the rest
		return text.Const("failing")
	case Unauthorized:
		return text.Const("unauthorized")
	case RateLimited:
		return text.Const("rate limited")
	}
	return text.Safe{}
}

// Traffic is what the transport of a network keeps of its requests.
type Traffic struct {
	Requests *transport.Recorder // nil: requests are not recorded
	Nodes    Nodes               // nil: only the outcome of calls is known
}

// Connect prepares the loader for another network. It resets latency and health.
func (l *Loader) Connect(traffic Traffic) {
	l.Recorder, l.nodes = cmp.Or(traffic.Requests, new(transport.Recorder)), traffic.Nodes
	l.latency.Store(-1)
	l.health.Store(0)
}

// ticket returns a new ticket.
func (l *Loader) ticket() Ticket { return Ticket(l.tickets.Add(1)) }

// Do returns a command that makes a call and returns its Result. The call counts as in flight from now on.
func Do[T any](ctx context.Context, l *Loader, ticket Ticket, call func(context.Context) (T, error)) tea.Cmd {
	return do(ctx, l, ticket, call, l.noteOutcome)
}

// DoExternal is Do for a call to a service other than the node. It does not affect the node's health or latency.
func DoExternal[T any](ctx context.Context, l *Loader, ticket Ticket, call func(context.Context) (T, error)) tea.Cmd {
	return do(ctx, l, ticket, call, func(time.Duration, error) {})
}

func do[T any](ctx context.Context, l *Loader, ticket Ticket, call func(context.Context) (T, error), note func(time.Duration, error)) tea.Cmd {
	ctx, ended := l.begin(ctx)
	return func() tea.Msg {
		defer ended()
		started := l.now()
		value, err := call(withLabel(ctx, ticket))
		ended := l.now()
		note(ended.Sub(started), err)
		return Result[T]{Ticket: ticket, Value: value, Err: err, At: ended}
	}
}

// begin adds a call, whose waits the returned context reports.
func (l *Loader) begin(ctx context.Context) (_ context.Context, ended func()) {
	waiter, ok := ctx.Value(waiterKey{}).(*transport.Waiter)
	if !ok {
		waiter = new(transport.Waiter)
	}
	l.lock.Lock()
	defer l.lock.Unlock()
	l.pending[waiter] = struct{}{}
	return transport.WithWaiter(ctx, waiter), func() {
		l.lock.Lock()
		defer l.lock.Unlock()
		delete(l.pending, waiter)
	}
}

func (l *Loader) noteOutcome(took time.Duration, err error) {
	var status *client.StatusError
	if kind := kindOf(err); (kind == Unsupported || kind == Other) && !errors.As(err, &status) {
		return // not part of the selected API version, or what foredeck itself found; the node did not say it
	}
	switch kind := kindOf(err); kind {
	case Cancelled, InvalidArgument, NotRecorded: // independent of the node
	case Unreachable, TimedOut:
		l.health.Store(int64(kind))
	default:
		l.health.Store(int64(kind))
		l.latency.Store(int64(took))
	}
}

// Package load is the one way in which screens get data. A call is asked for with a ticket, its answer carries the ticket,
// and only the holder of the ticket takes it: an answer that comes late for another place is dropped.
package load

import (
	"context"
	"errors"
	"sync/atomic"
	"time"

	tea "github.com/charmbracelet/bubbletea"

	"foredeck/client"
	"foredeck/client/transport"
	"foredeck/tui/text"
)

// Ticket names one call. Tickets come from one counter for the whole program, so that no two calls share one.
type Ticket uint64

// Result is the answer to one call, as a message. Value can hold what arrived before Err happened.
type Result[T any] struct {
	Ticket Ticket
	Value  T
	Err    error
	At     time.Time // when it arrived
}

// Loader gives out tickets and keeps count of the calls in flight. One serves the whole program.
type Loader struct {
	Recorder *transport.Recorder // of the requests of all calls

	now       func() time.Time
	tickets   *atomic.Uint64
	inFlight  atomic.Int64
	latency   atomic.Int64 // nanoseconds of the newest call that was answered; -1 before the first
	health    atomic.Int64 // the Kind of what is wrong with the node, as the newest call showed it
	busySince atomic.Int64 // when calls began to be in flight without a pause, in nanoseconds since 1970
	runner    func(tea.Cmd) tea.Cmd
}

// NewLoader makes a loader that reads the time from now.
func NewLoader(now func() time.Time) *Loader {
	l := &Loader{now: now, tickets: new(atomic.Uint64), runner: func(cmd tea.Cmd) tea.Cmd { return cmd }}
	l.latency.Store(-1)
	return l
}

// Scope returns a loader for calls to another service: its tickets come from the same counter, but its calls in flight and their
// outcome are counted apart.
func (l *Loader) Scope() *Loader {
	scope := NewLoader(l.now)
	scope.tickets, scope.runner = l.tickets, l.runner
	return scope
}

// Now is the loader's time.
func (l *Loader) Now() time.Time { return l.now() }

// InFlight is the number of calls that are being waited for.
func (l *Loader) InFlight() int { return int(l.inFlight.Load()) }

// Latency is how long the newest answered call took. It is not ok before the first answer.
func (l *Loader) Latency() (delay time.Duration, ok bool) {
	nanoseconds := l.latency.Load()
	return time.Duration(nanoseconds), nanoseconds >= 0
}

// Health is what is wrong with the node in a word or two, as the newest call showed it; empty when it is well.
func (l *Loader) Health() text.Safe {
	switch Kind(l.health.Load()) {
	case Unreachable, TimedOut:
		return "no answer"
	case ServerError, InvalidResponse, Unsupported, Other:
		return "failing"
	case Unauthorized:
		return "refused"
	case RateLimited:
		return "slowed down"
	}
	return ""
}

// BusyFor is for how long there has been no moment without a call in flight.
func (l *Loader) BusyFor() time.Duration {
	if l.InFlight() == 0 {
		return 0
	}
	return l.now().Sub(time.Unix(0, l.busySince.Load()))
}

// Connect prepares the loader for a node whose requests are recorded in recorder. How the node before was is forgotten; tickets go
// on.
func (l *Loader) Connect(recorder *transport.Recorder) {
	l.Recorder = recorder
	l.latency.Store(-1)
	l.health.Store(0)
}

// ticket returns the ticket of a new call.
func (l *Loader) ticket() Ticket { return Ticket(l.tickets.Add(1)) }

// Do is the command that makes one call and answers with a Result. The call counts as in flight from now on.
func Do[T any](ctx context.Context, l *Loader, ticket Ticket, call func(context.Context) (T, error)) tea.Cmd {
	return do(ctx, l, ticket, call, l.noteOutcome)
}

// DoExternal is Do of a call that does not go to the node: how it went says nothing about that.
func DoExternal[T any](ctx context.Context, l *Loader, ticket Ticket, call func(context.Context) (T, error)) tea.Cmd {
	return do(ctx, l, ticket, call, func(time.Duration, error) {})
}

func do[T any](ctx context.Context, l *Loader, ticket Ticket, call func(context.Context) (T, error), note func(time.Duration, error)) tea.Cmd {
	if l.inFlight.Add(1) == 1 {
		l.busySince.Store(l.now().UnixNano())
	}
	return func() tea.Msg {
		defer l.inFlight.Add(-1)
		began := l.now()
		value, err := call(withLabel(ctx, ticket))
		ended := l.now()
		note(ended.Sub(began), err)
		return Result[T]{Ticket: ticket, Value: value, Err: err, At: ended}
	}
}

func (l *Loader) noteOutcome(took time.Duration, err error) {
	var status *client.StatusError
	if kindOf(err) == Unsupported && !errors.As(err, &status) {
		return // the version of the RPC has no such call, and the node was not asked
	}
	switch kind := kindOf(err); kind {
	case Cancelled, InvalidArgument, NotRecorded: // says nothing about the node
	case Unreachable, TimedOut:
		l.health.Store(int64(kind))
	default:
		l.health.Store(int64(kind))
		l.latency.Store(int64(took))
	}
}

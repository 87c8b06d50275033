// Package load is the one way in which screens get data. A call is asked for with a ticket, its answer carries the ticket,
// and only the holder of the ticket takes it: an answer that comes late for another place is dropped.
package load

import (
	"context"
	"sync/atomic"
	"time"

	tea "github.com/charmbracelet/bubbletea"
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
	now      func() time.Time
	tickets  atomic.Uint64
	inFlight atomic.Int64
	delay    atomic.Int64 // nanoseconds of the newest call that was answered; -1 before the first
	failed   atomic.Bool  // the newest call got no answer
}

// NewLoader makes a loader that reads the time from now.
func NewLoader(now func() time.Time) *Loader {
	l := &Loader{now: now}
	l.delay.Store(-1)
	return l
}

// Now is the loader's time.
func (l *Loader) Now() time.Time { return l.now() }

// InFlight is the number of calls that are being waited for.
func (l *Loader) InFlight() int { return int(l.inFlight.Load()) }

// Delay is how long the newest answered call took. It is not ok before the first answer.
func (l *Loader) Delay() (delay time.Duration, ok bool) {
	nanoseconds := l.delay.Load()
	return time.Duration(nanoseconds), nanoseconds >= 0
}

// Failing tells that the newest call got no answer.
func (l *Loader) Failing() bool { return l.failed.Load() }

// Do is the command that makes one call and answers with a Result. The call counts as in flight from now on.
func Do[T any](ctx context.Context, l *Loader, ticket Ticket, call func(context.Context) (T, error)) tea.Cmd {
	l.inFlight.Add(1)
	return func() tea.Msg {
		defer l.inFlight.Add(-1)
		began := l.now()
		value, err := call(ctx)
		ended := l.now()
		l.note(ended.Sub(began), err)
		return Result[T]{Ticket: ticket, Value: value, Err: err, At: ended}
	}
}

func (l *Loader) note(took time.Duration, err error) {
	switch kind := kindOf(err); kind {
	case Cancelled, BadArgument: // says nothing about the node
	case Unreachable, TimedOut:
		l.failed.Store(true)
	default:
		l.failed.Store(false)
		l.delay.Store(int64(took))
	}
}

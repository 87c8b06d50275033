package load

import (
	"context"
	"time"

	tea "github.com/charmbracelet/bubbletea"

	"foredeck/tui/text"
)

// StaleAfter is the age at which data that nobody looks after any more is called stale.
const StaleAfter = time.Minute

// SpinnerAfter is how long a first call may take before the screen says that it is waiting.
const SpinnerAfter = 100 * time.Millisecond

// State is what a screen holds of one thing that it shows: nothing yet, being loaded, here since a time, or failed with the
// last good value still there. The zero value was never asked for.
type State[T any] struct {
	value   T
	updated time.Time // when value arrived; zero: there is none
	err     error     // why the newest look failed; nil when it did not
	started time.Time // when the pending call began
	pending Ticket    // 0: no call is pending
	cancel  context.CancelFunc
}

// Load begins a call. A call that is pending is cancelled: its answer is no longer wanted. What is held stays.
func (s *State[T]) Load(ctx context.Context, l *Loader, call func(context.Context) (T, error)) tea.Cmd {
	return Do(s.begin(ctx, l), l, s.pending, call)
}

// LoadExternal is Ask for a call that does not go to the node.
func (s *State[T]) LoadExternal(ctx context.Context, l *Loader, call func(context.Context) (T, error)) tea.Cmd {
	return DoExternal(s.begin(ctx, l), l, s.pending, call)
}

// begin gives up a call that is pending and gives the context of the next one.
func (s *State[T]) begin(ctx context.Context, l *Loader) context.Context {
	s.Cancel()
	ctx, s.cancel = context.WithCancel(ctx)
	s.pending = l.ticket()
	s.started = l.now()
	return ctx
}

// Accept takes the answer if it is the one that this state waits for, and tells whether it was. A failure leaves the value
// that is held in place.
func (s *State[T]) Accept(result Result[T]) bool {
	if result.Ticket == 0 || result.Ticket != s.pending {
		return false
	}
	s.Cancel()
	if kindOf(result.Err) == Cancelled {
		return true
	}
	s.err = result.Err
	if result.Err == nil {
		s.value, s.updated = result.Value, result.At
	}
	return true
}

// Cancel ends the pending call, if there is one.
func (s *State[T]) Cancel() {
	if s.cancel != nil {
		s.cancel()
	}
	s.cancel, s.pending = nil, 0
}

// Value is the last good value. It is not ok while there is none.
func (s *State[T]) Value() (value T, ok bool) { return s.value, !s.updated.IsZero() }

// UpdatedAt is when the last good value arrived.
func (s *State[T]) UpdatedAt() time.Time { return s.updated }

// Err is why the newest look failed, nil when it did not fail.
func (s *State[T]) Err() error { return s.err }

// Loading tells whether a call is pending.
func (s *State[T]) Loading() bool { return s.pending != 0 }

// Age is how long ago the last good value arrived.
func (s *State[T]) Age(now time.Time) time.Duration { return now.Sub(s.updated) }

// Status is the state without its value, for drawing.
func (s *State[T]) Status(now time.Time) Status {
	return Status{Has: !s.updated.IsZero(), Age: now.Sub(s.updated), Loading: s.Loading(), Waited: now.Sub(s.started), Err: s.err}
}

// Status is how something that was asked for stands: what the title of its panel says.
type Status struct {
	Has     bool          // there is a value
	Age     time.Duration // of the value
	Loading bool          // a call is pending
	Waited  time.Duration // for the pending call
	Err     error         // why the newest look failed
}

// Text says the status for a panel's title: not loaded, loading 2s, fresh 2s, "fresh 41s, asking", stale 3m, failed,
// "failed, 41s old"; refused or slowed down in place of failed where that is why.
func (s Status) Text() text.Safe {
	switch {
	case s.Loading && !s.Has && s.Waited < SpinnerAfter && s.Err == nil:
		return ""
	case s.Loading && !s.Has && s.Waited >= SpinnerAfter:
		return "loading " + text.Elapsed(s.Waited)
	case s.Err != nil && s.Has:
		return failureText(s.Err) + ", " + text.Elapsed(s.Age) + " old"
	case s.Err != nil:
		return failureText(s.Err)
	case !s.Has:
		return "not loaded"
	}
	words := "fresh " + text.Elapsed(s.Age)
	if s.Age >= StaleAfter {
		words = "stale " + text.Elapsed(s.Age)
	}
	if s.Loading && s.Waited >= SpinnerAfter {
		words += ", asking"
	}
	return words
}

func failureText(err error) text.Safe {
	switch kindOf(err) {
	case Unauthorized:
		return "refused"
	case RateLimited:
		return "slowed down"
	}
	return "failed"
}

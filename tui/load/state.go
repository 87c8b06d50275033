package load

import (
	"context"
	"time"

	tea "github.com/charmbracelet/bubbletea"

	"foredeck/tui/text"
)

// StaleAfter is the age at which a value that is not refreshed counts as stale.
const StaleAfter = time.Minute

// SpinnerAfter is the duration of a load after which the screen shows that it is waiting.
const SpinnerAfter = 100 * time.Millisecond

// State is the load state of one value: not loaded, loading, loaded, or failed. After a failure it still has the last good value.
// The zero value is not loaded.
type State[T any] struct {
	loadState
	value T
}

// loadState is a State without its value: what does not depend on its type is compiled once.
type loadState struct {
	updated time.Time // arrival of the value; zero if there is none
	err     error     // error of the latest load; nil if it succeeded
	started time.Time // start of the pending load
	pending Ticket    // 0 if no load is pending
	wait    waiter    // of the pending load
	cancel  context.CancelFunc
}

// Load starts a load and cancels the pending one, whose result is then ignored. The current value stays available.
func (s *State[T]) Load(ctx context.Context, l *Loader, call func(context.Context) (T, error)) tea.Cmd {
	return Do(s.start(ctx, l), l, s.pending, call)
}

// LoadExternal is Load for a call to a service other than the node.
func (s *State[T]) LoadExternal(ctx context.Context, l *Loader, call func(context.Context) (T, error)) tea.Cmd {
	ctx = s.start(ctx, l)
	s.wait.isExternal = true
	return DoExternal(ctx, l, s.pending, call)
}

// start cancels the pending load and returns the context of the next one.
func (s *loadState) start(ctx context.Context, l *Loader) context.Context {
	s.Cancel()
	ctx, s.cancel = context.WithCancel(ctx)
	s.pending = l.ticket()
	s.started = l.now()
	return s.wait.begin(ctx)
}

// Compute starts a computation that takes too long for the program's loop. Its result is accepted like that of a load, but it does
// not count as in flight and does not affect the node's health. Cancel discards the result.
func (s *State[T]) Compute(l *Loader, compute func() (T, error)) tea.Cmd {
	s.Cancel()
	s.pending = l.ticket()
	s.started = l.now()
	ticket := s.pending
	return func() tea.Msg {
		value, err := compute()
		return Result[T]{Ticket: ticket, Value: value, Err: err, At: l.now()}
	}
}

// Accept stores the result of the pending load and reports whether result belongs to it. A failure does not replace the value.
func (s *State[T]) Accept(result Result[T]) bool {
	if result.Ticket == 0 || result.Ticket != s.pending {
		return false
	}
	if s.end(result.Err, result.At) {
		s.value = result.Value
	}
	return true
}

// Replace stores a value that arrived without a load. It does not cancel a pending load.
func (s *State[T]) Replace(value T, at time.Time) { s.value, s.updated, s.err = value, at, nil }

// end stores the outcome of the pending load and reports whether it has a value.
func (s *loadState) end(err error, at time.Time) bool {
	s.Cancel()
	if kindOf(err) == Cancelled {
		return false
	}
	s.err = err
	if err == nil {
		s.updated = at
	}
	return err == nil
}

// Cancel cancels the pending load, if any.
func (s *loadState) Cancel() {
	if s.cancel != nil {
		s.cancel()
	}
	s.cancel, s.pending, s.wait = nil, 0, waiter{}
}

// Value returns the last good value. ok is false if there is none.
func (s *State[T]) Value() (value T, ok bool) { return s.value, !s.updated.IsZero() }

// UpdatedAt returns the time at which the last good value arrived.
func (s *loadState) UpdatedAt() time.Time { return s.updated }

// Err returns the error of the latest load, nil if it succeeded.
func (s *loadState) Err() error { return s.err }

// Loading reports whether a load is pending.
func (s *loadState) Loading() bool { return s.pending != 0 }

// Age returns the time since the last good value arrived.
func (s *loadState) Age(now time.Time) time.Duration { return now.Sub(s.updated) }

// Status returns the state without its value, for drawing.
func (s *loadState) Status(now time.Time) Status {
	return Status{Has: !s.updated.IsZero(), Age: now.Sub(s.updated), Loading: s.Loading(), Waited: now.Sub(s.started), Err: s.err, Wait: s.wait.text()}
}

// Status is the load status of a value, shown in the title of its panel.
type Status struct {
	Has     bool          // there is a value
	Age     time.Duration // of the value
	Loading bool          // a load is pending
	Waited  time.Duration // since the pending load started
	Err     error         // of the latest load
	// Manual is set if the value is refreshed only when the user wants that, so that its age is no problem.
	Manual bool
	// IsFromMemory is set if the value was loaded before its list was shown: nothing has confirmed it since.
	IsFromMemory bool
	// Wait is what the pending load waits for, such as "rate limited (429): retrying in 12 s"; empty if it does not wait, and at first.
	Wait text.Safe
}

// AsManual returns the status of a value that is refreshed only when the user wants that.
func (s Status) AsManual() Status {
	s.Manual = true
	return s
}

// ShownSince returns the status of a value that is on screen since an instant, zero if it is not known.
func (s Status) ShownSince(shown, now time.Time) Status {
	s.IsFromMemory = s.Has && !shown.IsZero() && s.Age > now.Sub(shown)
	return s
}

// Text returns the status as shown in a panel's title: not loaded, loading 2s, updated 2s ago, "from memory, updated 41s ago", "updated 41s ago, refreshing",
// stale 3m if it should have been refreshed, failed, or "failed, 41s old". Instead of failed it can be unauthorized or rate limited. A load that waits says for what:
// "rate limited (429): retrying in 12 s" or "waiting for node 127.0.0.1:28000: 3 s".
func (s Status) Text() text.Safe {
	switch {
	case s.Loading && !s.Wait.IsEmpty() && s.Has:
		return text.Format("%s, %s old", s.Wait, text.Elapsed(s.Age))
	case s.Loading && !s.Wait.IsEmpty():
		return s.Wait
	case s.Loading && !s.Has && s.Waited < SpinnerAfter && s.Err == nil:
		return text.Safe{}
	case s.Loading && !s.Has && s.Waited >= SpinnerAfter:
		return text.Format("loading %s", text.Elapsed(s.Waited))
	case s.Err != nil && s.Has:
		return text.Format("%s, %s old", failureText(s.Err), text.Elapsed(s.Age))
	case s.Err != nil:
		return failureText(s.Err)
	case !s.Has:
		return text.Const("not loaded")
	}
	words := text.Format("updated %s ago", text.Elapsed(s.Age))
	switch {
	case s.IsFromMemory:
		words = text.Format("from memory, %s", words)
	case s.Age >= StaleAfter && !s.Manual:
		words = text.Format("stale %s", text.Elapsed(s.Age))
	}
	if s.Loading && s.Waited >= SpinnerAfter {
		words = text.Format("%s, refreshing", words)
	}
	return words
}

// Or returns what the load waits for, or else other words for the load.
func (s Status) Or(words text.Safe) text.Safe {
	if s.Loading && !s.Wait.IsEmpty() {
		return s.Wait
	}
	return words
}

func failureText(err error) text.Safe {
	switch kindOf(err) {
	case Unauthorized:
		return text.Const("unauthorized")
	case RateLimited:
		return text.Const("rate limited")
	}
	return text.Const("failed")
}

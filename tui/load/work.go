package load

import tea "github.com/charmbracelet/bubbletea"

// Compute begins a computation that takes too long for the program's loop. It is asked for and taken like a call, but it is none:
// it does not count as in flight, and says nothing about the node. What is computed after a Cancel is dropped.
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

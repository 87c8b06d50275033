package pane

import tea "github.com/charmbracelet/bubbletea"

// SetFilter replaces the filter. An invalid one is shown in the box with its error.
func (l *List[T]) SetFilter(typed string) {
	if l.line.Replace(typed) {
		l.rebuild()
	}
}

// ClearFilter shows all rows again. It reports whether a filter was active.
func (l *List[T]) ClearFilter() bool {
	if !l.line.Visible() {
		return false
	}
	l.line.Clear()
	l.rebuild()
	return true
}

// Typing reports whether a filter pattern is being typed.
func (l *List[T]) Typing() bool { return l.line.Typing() }

// Captures reports whether the key is input for the filter pattern.
func (l *List[T]) Captures(msg tea.KeyMsg) bool { return l.line.Captures(msg) }

// Typed returns the text in the filter box.
func (l *List[T]) Typed() string { return l.line.Typed() }

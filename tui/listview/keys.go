package listview

import (
	tea "github.com/charmbracelet/bubbletea"

	"foredeck/tui/screen"
	"foredeck/tui/text"
)

// Keys are the keys that filter and sort a list.
type Keys struct {
	Filter         screen.SearchKeys
	Complete, Sort screen.Action
}

// NewKeys returns the default keys, the same on every screen.
func NewKeys() Keys {
	keys := Keys{
		Filter:   screen.NewSearchKeys(),
		Complete: screen.NewAction("filter.complete", []string{"tab"}, "tab", "complete").Describe("complete a field name or value"),
		Sort:     screen.NewAction("list.sort", []string{"S"}, "S", "sort"),
	}
	keys.Filter.Begin.SetHelp("/", "filter")
	return keys
}

// Key handles a key that edits the filter or changes the sort order, and reports whether it did.
func (l *List[T]) Key(msg tea.KeyMsg, keys Keys, columns func() []Column[T]) (handled bool) {
	switch {
	case l.line.Captures(msg):
		if l.line.Type(msg) {
			l.rebuild()
		}
	case l.line.Typing() && keys.Filter.Accept.Matches(msg):
		l.line.Accept()
	case l.line.Typing() && keys.Complete.Matches(msg):
		if l.line.Complete() {
			l.rebuild()
		}
	case l.line.Typing(), l.Pages.Len() == 0:
		return false
	case keys.Filter.Begin.Matches(msg):
		l.line.Focus()
	case keys.Sort.Matches(msg):
		l.sortNext(columns())
		status := text.Const("sorting cleared")
		if by := l.SortedBy(); !by.IsEmpty() {
			status = text.Format("loaded rows sorted by %s", by)
		}
		l.Deps.Post(screen.StatusMsg{Text: status})
	default:
		return false
	}
	return true
}

// Actions returns the filter and sort actions available now. While a pattern is being typed, no others apply.
func (l *List[T]) Actions(keys Keys) []screen.Action {
	switch {
	case l.line.Typing():
		return []screen.Action{keys.Filter.Accept, keys.Complete, keys.Filter.Clear}
	case l.Pages.Len() == 0:
		return nil
	case l.line.Visible():
		return []screen.Action{keys.Filter.Begin, keys.Sort.Secondary(), keys.Filter.Clear}
	}
	return []screen.Action{keys.Filter.Begin, keys.Sort.Secondary()}
}

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

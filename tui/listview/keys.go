package listview

import (
	tea "github.com/charmbracelet/bubbletea"

	"foredeck/theme"
	"foredeck/tui/screen"
	"foredeck/tui/text"
	"foredeck/tui/widget/filter"
)

// Keys are the keys that choose rows and their order.
type Keys struct {
	Filter screen.SearchKeys
	Sort   screen.Action
}

// NewKeys are these keys as they are on every screen.
func NewKeys() Keys {
	keys := Keys{Filter: screen.NewSearchKeys(), Sort: screen.NewAction("list.sort", []string{"S"}, "S", "sort")}
	keys.Filter.Begin.SetHelp("/", "filter")
	return keys
}

// Key takes a key that types a pattern or chooses an order, and tells whether it did and whether the order is another now.
func (l *List[T]) Key(msg tea.KeyMsg, keys Keys, columns func() []Column[T]) (taken, sorted bool) {
	switch {
	case l.line.Captures(msg):
		if l.line.Type(msg) {
			l.rearrange()
		}
	case l.line.Typing() && keys.Filter.Keep.Matches(msg):
		l.line.Accept()
	case l.line.Typing(), l.Pages.Len() == 0:
		return false, false
	case keys.Filter.Begin.Matches(msg):
		l.line.Focus()
	case keys.Sort.Matches(msg):
		l.sortNext(columns())
		return true, true
	default:
		return false, false
	}
	return true, false
}

// Actions are the keys that choose rows and their order now; while a pattern is typed, all there are.
func (l *List[T]) Actions(keys Keys) []screen.Action {
	switch {
	case l.line.Typing():
		return []screen.Action{keys.Filter.Keep, keys.Filter.Clear}
	case l.Pages.Len() == 0:
		return nil
	case l.line.Visible():
		return []screen.Action{keys.Filter.Begin, keys.Sort.Later(), keys.Filter.Clear}
	}
	return []screen.Action{keys.Filter.Begin, keys.Sort.Later()}
}

// EndFilter shows all rows again, and tells whether there was a filter.
func (l *List[T]) EndFilter() bool {
	if !l.line.Visible() {
		return false
	}
	l.line.Clear()
	l.rearrange()
	return true
}

// Typing tells that characters are text of a pattern at the moment.
func (l *List[T]) Typing() bool { return l.line.Typing() }

// Captures tells that the key is text of a pattern.
func (l *List[T]) Captures(msg tea.KeyMsg) bool { return l.line.Captures(msg) }

// Pattern is what the rows that are shown match.
func (l *List[T]) Pattern() filter.Pattern { return l.line.Pattern() }

// FilterLines is the line in which the pattern is typed, with a remark at its end; none where there is no pattern.
func (l *List[T]) FilterLines(th theme.Theme, remark text.Safe, width int) []text.Line {
	if !l.line.Visible() {
		return nil
	}
	if l.line.Pattern().IsZero() {
		remark = ""
	}
	return []text.Line{l.line.View(th, remark, width)}
}

package pane

import (
	"slices"

	tea "github.com/charmbracelet/bubbletea"

	"foredeck/tui/screen"
	"foredeck/tui/text"
)

// Filtering are the keys that filter, sort and sum up a list of M. The order is that of the columns in l.Columns.
func Filtering[M any](list func(M) *Frame) screen.Bindings[M] {
	return screen.Lift(screen.Bindings[*Frame]{
		{ID: "search.accept", While: screen.Typing, Run: (*Frame).accept},
		{ID: "filter.complete", While: screen.Typing, Run: (*Frame).complete},
		{ID: "search.clear", While: screen.Typing}, // by Escape
		{ID: "search.begin", Help: "filter", When: (*Frame).hasRecords, Run: (*Frame).focus},
		{ID: "list.sort", Place: screen.Later, When: (*Frame).hasRecords, Why: "nothing to sort", Pick: (*Frame).sortOn},
		{ID: "list.summary", Place: screen.Later, When: (*Frame).canSum, Why: "nothing to sum up", Run: (*Frame).sumUp},
		{ID: "search.clear", When: (*Frame).clearsFilter},
	}, list)
}

// Movement are the keys that move in a list of M, and those that select several rows. G of a filtered list searches on.
func Movement[M any](list func(M) *Frame) screen.Bindings[M] {
	rows := screen.Movement(func(l *Frame) screen.Rows { return &l.Rows }).Then((*Frame).moved)
	return slices.Concat(screen.Lift(slices.Concat(screen.Bindings[*Frame]{
		{ID: "list.last", Place: screen.Hidden, When: (*Frame).isFiltered, Run: (*Frame).lastOfAll},
	}, rows), list), Ranging(func(m M) Ranger { return list(m) }))
}

func (l *Frame) hasRecords() bool { return l.list.pages().Len() > 0 }
func (l *Frame) canSum() bool     { return l.hasRecords() && l.list.canSum() }
func (l *Frame) isFiltered() bool { return l.list.filter() != "" }

// clearsFilter reports whether Escape clears the filter: it ends a range first.
func (l *Frame) clearsFilter() bool { return l.hasRecords() && l.list.box().Visible() && !l.HasRange() }

func (l *Frame) accept() tea.Cmd { l.list.box().Accept(); return nil }
func (l *Frame) focus() tea.Cmd  { l.list.box().Focus(); return nil }
func (l *Frame) moved() tea.Cmd  { l.SelectionMoved(); return nil }

// sumUp sums up the list, or the selected rows.
func (l *Frame) sumUp() tea.Cmd {
	list := l.list.summed()
	if first, end := l.rangeRows(); first < end {
		list = l.list.summedRange(first, end)
	}
	return l.Deps.Post(screen.SummaryMsg{List: list})
}

func (l *Frame) complete() tea.Cmd {
	if l.list.box().Complete() {
		l.filterChanged()
	}
	return nil
}

func (l *Frame) lastOfAll() tea.Cmd {
	l.Rows.Select(l.Rows.Len() - 1)
	l.SelectionMoved()
	return l.SearchOn()
}

// sortOn sorts by the next column, or by the one whose title was clicked.
func (l *Frame) sortOn(number int) tea.Cmd {
	l.list.sort(number)
	status := text.Const("sorting cleared")
	if by := l.SortedBy(); !by.IsEmpty() {
		status = text.Format("loaded rows sorted by %s", by)
		if l.list.pages().InMemory() {
			status = text.Format("sorted by %s", by)
		}
	}
	return l.Deps.Post(screen.StatusMsg{Text: status})
}

// Type edits the filter with a key that Captures takes.
func (l *Frame) Type(msg tea.KeyMsg) {
	if l.list.box().Captures(msg) && l.list.box().Type(msg) {
		l.filterChanged()
	}
}

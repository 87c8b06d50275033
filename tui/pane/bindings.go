package pane

import (
	tea "github.com/charmbracelet/bubbletea"

	"foredeck/tui/screen"
	"foredeck/tui/text"
)

// Filtering are the keys that filter and sort a list of M. The order is that of the columns in l.Columns.
func Filtering[M, T any](list func(M) *List[T]) screen.Bindings[M] {
	return screen.Lift(screen.Bindings[*List[T]]{
		{ID: "search.accept", While: screen.Typing, Run: (*List[T]).accept},
		{ID: "filter.complete", While: screen.Typing, Run: (*List[T]).complete},
		{ID: "search.clear", While: screen.Typing}, // by Escape
		{ID: "search.begin", Help: "filter", When: (*List[T]).hasRecords, Run: (*List[T]).focus},
		{ID: "list.sort", Place: screen.Later, When: (*List[T]).hasRecords, Why: "nothing to sort", Run: (*List[T]).sortOn},
		{ID: "search.clear", When: (*List[T]).showsFilter},
	}, list)
}

// Movement are the keys that move in a list of M. G of a filtered list searches on.
func Movement[M, T any](list func(M) *List[T]) screen.Bindings[M] {
	rows := screen.Movement(func(l *List[T]) screen.Rows { return &l.Rows }).Then((*List[T]).moved)
	return screen.Lift(append(screen.Bindings[*List[T]]{
		{ID: "list.last", Place: screen.Hidden, When: (*List[T]).isFiltered, Run: (*List[T]).lastOfAll},
	}, rows...), list)
}

func (l *List[T]) hasRecords() bool  { return l.Pages.Len() > 0 }
func (l *List[T]) showsFilter() bool { return l.hasRecords() && l.line.Visible() }
func (l *List[T]) isFiltered() bool  { return !l.Filter().IsZero() }

func (l *List[T]) accept() tea.Cmd { l.line.Accept(); return nil }
func (l *List[T]) focus() tea.Cmd  { l.line.Focus(); return nil }
func (l *List[T]) moved() tea.Cmd  { l.SelectionMoved(); return nil }

func (l *List[T]) complete() tea.Cmd {
	if l.line.Complete() {
		l.rebuild()
	}
	return nil
}

func (l *List[T]) lastOfAll() tea.Cmd {
	l.Rows.Select(l.Rows.Len() - 1)
	l.SelectionMoved()
	return l.SearchOn()
}

func (l *List[T]) sortOn() tea.Cmd {
	l.sortNext(l.Columns())
	status := text.Const("sorting cleared")
	if by := l.SortedBy(); !by.IsEmpty() {
		status = text.Format("loaded rows sorted by %s", by)
		if l.Pages.InMemory() {
			status = text.Format("sorted by %s", by)
		}
	}
	return l.Deps.Post(screen.StatusMsg{Text: status})
}

// Type edits the filter with a key that Captures takes.
func (l *List[T]) Type(msg tea.KeyMsg) {
	if l.line.Captures(msg) && l.line.Type(msg) {
		l.rebuild()
	}
}

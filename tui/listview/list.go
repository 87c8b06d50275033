// Package listview is a list of the node as one sees it: of the records that are loaded the ones that match a pattern, in the
// node's order or sorted by a column.
package listview

import (
	tea "github.com/charmbracelet/bubbletea"

	"foredeck/tui/load"
	"foredeck/tui/text"
	"foredeck/tui/widget/filter"
	"foredeck/tui/widget/table"
)

// List is the rows of a list that grows page by page. Records are looked at in slices, so that a key costs the same however many
// are loaded. It is used from the program's loop only.
type List[T any] struct {
	Pages *load.Pages[T]
	Rows  table.Model

	texts    func(*T) []string
	line     filter.Line
	sorted   Column[T]    // the column by which the rows are sorted; without a comparison: they are not
	reversed bool         // in its other direction
	shown    *filter.Rows // by the records' serials; nil: all rows in the node's order
	wanted   *int         // the serial of the row that is to be selected once it was looked at
	awake    bool         // a message is under way that goes on looking
	known    int          // how many records the list had at the last Sync
	top      int          // how many of them stood above the first page
	above    int          // records that came in above the screen and were not looked at yet
}

// slice is how many records are looked at for one message.
const slice = 1000

// lookOnMsg goes on with looking at the records.
type lookOnMsg struct{ rows *filter.Rows }

// New is all rows of a list in the node's order. texts are what is searched of a record.
func New[T any](pages *load.Pages[T], texts func(*T) []string) List[T] {
	return List[T]{Pages: pages, texts: texts, line: filter.NewLine()}
}

// Arranged tells that the rows are not simply all of those that are loaded.
func (l *List[T]) Arranged() bool { return l.shown != nil }

// Len is the number of rows that are shown.
func (l *List[T]) Len() int {
	if l.shown == nil {
		return l.Pages.Len()
	}
	return l.shown.Len()
}

// At is the record of a row.
func (l *List[T]) At(row int) *T { return l.record(l.Serial(row)) }

func (l *List[T]) record(serial int) *T { return l.Pages.At(l.Pages.Index(serial)) }

// Serial is the serial of the record of a row.
func (l *List[T]) Serial(row int) int {
	if l.shown == nil {
		return l.Pages.Serial(row)
	}
	return l.shown.At(row)
}

// Selected is the record that is selected, nil in an empty list.
func (l *List[T]) Selected() *T {
	if l.Rows.Len() == 0 {
		return nil
	}
	return l.At(l.Rows.Selected())
}

// Beside is the serial of the record so many rows below that of another. It is not ok where there is no such row.
func (l *List[T]) Beside(serial, delta int) (int, bool) {
	row := l.Pages.Index(serial)
	if l.shown != nil {
		var shown bool
		if row, shown = l.shown.IndexOf(serial); !shown && delta > 0 {
			row-- // the row in its place is the next one
		}
	}
	if row += delta; row < 0 || row >= l.Len() {
		return 0, false
	}
	return l.Serial(row), true
}

// Select selects the row of a record, or the one that stands in its place.
func (l *List[T]) Select(serial int) {
	row := l.Pages.Index(serial)
	if l.shown != nil {
		row, _ = l.shown.IndexOf(serial)
	}
	l.Rows.Select(row)
}

// Moved tells that a key has moved the selection: what was to be selected is so no more.
func (l *List[T]) Moved() { l.above, l.wanted = min(l.above, l.Rows.First()), nil }

// Above is how many records came in above the screen and were not looked at yet.
func (l *List[T]) Above() int { return l.above }

// Sync takes up the records that came into the list, and tells see of each of them where it is not nil.
func (l *List[T]) Sync(see func(*T)) {
	above := l.Pages.Above() - l.top
	below := l.Pages.Len() - l.known - above
	if !l.Arranged() {
		if l.known > 0 && above > 0 {
			l.Rows.Inserted(above)
			l.above += above
		}
		l.Rows.SetLength(l.Pages.Len())
	}
	l.top, l.known = l.Pages.Above(), l.Pages.Len()
	if see == nil {
		return
	}
	for i := range above {
		see(l.Pages.At(i))
	}
	for i := l.known - below; i < l.known; i++ {
		see(l.Pages.At(i))
	}
}

// Replace puts the list as it was read anew in the place of the one that was shown, and takes it up. The record with the index
// is selected; where it is below 0 the row stays.
func (l *List[T]) Replace(pages *load.Pages[T], selected int, see func(*T)) {
	row := l.Rows.Selected()
	l.Pages, l.shown, l.wanted, l.known, l.top, l.above = pages, nil, nil, 0, 0, 0
	l.Sync(see)
	if selected >= 0 {
		serial := pages.Serial(selected)
		l.wanted = &serial
	}
	l.rearrange()
	if selected < 0 {
		l.Rows.Select(row)
	}
}

// Arrange takes up what came into the list, and shows the rows that match and are sorted as those of another list are.
func (l *List[T]) Arrange(like *List[T], see func(*T)) {
	l.line, l.sorted, l.reversed, l.above = like.line, like.sorted, like.reversed, 0
	l.Rows.SetHeight(like.Rows.Height())
	l.Sync(see)
	l.rearrange()
}

// rearrange shows the rows that match now, in the order that is chosen now. The selected one stays so where it is shown.
func (l *List[T]) rearrange() {
	wanted := l.wanted
	if row := l.Rows.Selected(); wanted == nil && row < l.Rows.Len() {
		serial := l.Serial(row)
		wanted = &serial
	}
	l.shown, l.wanted, l.awake = nil, nil, false
	pattern, compare := l.line.Pattern(), l.sorted.Compare
	if pattern.IsZero() && compare == nil {
		l.Rows.SetLength(l.Pages.Len())
		if wanted != nil {
			l.Select(*wanted)
		}
		return
	}
	pages, texts := l.Pages, l.texts
	record := func(serial int) *T { return pages.At(pages.Index(serial)) }
	var match func(serial int) bool
	if !pattern.IsZero() {
		match = func(serial int) bool { return pattern.Match(texts(record(serial))...) }
	}
	var order func(a, b int) int
	if compare != nil {
		order = func(a, b int) int { return compare(record(a), record(b)) }
	}
	l.shown, l.wanted = filter.NewRows(match, order), wanted
	l.Rows.SetLength(0)
	l.LookOn()
}

// LookOn looks at a slice of the records that were not looked at, where not all rows are shown in the node's order, and tells
// whether there are more.
func (l *List[T]) LookOn() (more bool) {
	if l.shown == nil {
		return false
	}
	first, end := l.Pages.Serial(0), l.Pages.Serial(l.Pages.Len())
	before := l.Rows.Selected()
	hadRows := l.Rows.Len() > 0
	serial := 0
	if hadRows {
		serial = l.shown.At(before)
	}
	more = l.shown.Scan(first, end, slice)
	if hadRows {
		if row, _ := l.shown.IndexOf(serial); row > before {
			l.Rows.Inserted(row - before)
			if l.sorted.Compare == nil {
				l.above += row - before
			}
		}
	}
	l.Rows.SetLength(l.shown.Len())
	if l.wanted != nil && l.shown.Scanned(*l.wanted) {
		l.Select(*l.wanted)
		l.wanted = nil
	}
	return more
}

// Settle looks at what came into the list, and goes on by itself where that is more than a slice.
func (l *List[T]) Settle() tea.Cmd {
	if l.awake || !l.LookOn() {
		return nil
	}
	l.awake = true
	rows := l.shown
	return func() tea.Msg { return lookOnMsg{rows} }
}

// Take takes the message that goes on with looking, and tells whether it was for this list.
func (l *List[T]) Take(msg tea.Msg) bool {
	on, ok := msg.(lookOnMsg)
	if !ok || on.rows != l.shown {
		return false
	}
	l.awake = false
	return true
}

// Looking tells that not all records were looked at yet.
func (l *List[T]) Looking() bool { return l.awake }

// Enter tells that the list is on the screen again: the message that was under way may have gone to another.
func (l *List[T]) Enter() { l.awake = false }

// Matching says how many of the records that are loaded are shown.
func (l *List[T]) Matching() text.Safe {
	return text.Integer(uint64(l.Len())) + " of " + text.Integer(uint64(l.Pages.Len()))
}

// range.go selects several rows of a list: those between the row where the selection started and the one under the cursor.

package pane

import (
	tea "github.com/charmbracelet/bubbletea"

	"foredeck/tui/screen"
	"foredeck/tui/text"
)

// anchor is the row where a range starts. Its serial stays the same while the list grows, its key also when the list is read again.
type anchor struct {
	serial int
	key    string
}

// Ranger is what selects several rows: a list, or the RowRange of another table.
type Ranger interface {
	HasRow() bool
	HasRange() bool
	switchRange()
	extendRange(delta int) tea.Cmd
}

// ranging are the keys that select rows, the one that starts first.
var ranging = screen.Bindings[Ranger]{
	{ID: "list.range", Place: screen.Hidden, State: screen.Instead(Ranger.HasRange, "end selection"), When: Ranger.HasRow, Run: screen.Do(Ranger.switchRange)},
	{ID: "list.range_up", Place: screen.Hidden, When: Ranger.HasRow, Run: func(r Ranger) tea.Cmd { return r.extendRange(-1) }},
	{ID: "list.range_down", Place: screen.Hidden, When: Ranger.HasRow, Run: func(r Ranger) tea.Cmd { return r.extendRange(1) }},
	{ID: "list.range_end", Place: screen.Hidden, When: Ranger.HasRange, Run: screen.Do(Ranger.switchRange)},
}

// Ranging are the keys that select several rows of a list.
func Ranging[M any](list func(M) Ranger) screen.Bindings[M] { return screen.Lift(ranging, list) }

// ShiftRanging are those of a screen whose key v does something else: the rows that shift and an arrow pass are selected.
func ShiftRanging[M any](list func(M) Ranger) screen.Bindings[M] {
	return screen.Lift(ranging[1:], list)
}

// HasRange reports whether rows are selected, beside the one under the cursor.
func (l *Frame) HasRange() bool { return l.anchor != nil && l.HasRow() }

// switchRange starts a range at the row under the cursor, or ends it.
func (l *Frame) switchRange() {
	if l.anchor != nil {
		l.anchor = nil
		return
	}
	serial := l.Serial(l.Rows.Selected())
	l.anchor = &anchor{serial, l.list.key(serial)}
}

// extendRange moves the cursor and selects the rows that it passes.
func (l *Frame) extendRange(delta int) tea.Cmd {
	if l.anchor == nil {
		l.switchRange()
	}
	l.Rows.Move(delta)
	return l.moved()
}

// EndRange ends the range and reports whether there was one.
func (l *Frame) EndRange() bool {
	had := l.HasRange()
	l.anchor = nil
	return had
}

// dropRange ends the range because the rows are no longer those that the user selected, and says so.
func (l *Frame) dropRange(why text.Safe) {
	if l.EndRange() {
		l.Deps.Post(screen.StatusMsg{Text: text.Format("selection of rows ended: %s", why)})
	}
}

// rangeRows returns the selected rows, the last one exclusive; none without a range.
func (l *Frame) rangeRows() (first, end int) {
	if !l.HasRange() {
		return 0, 0
	}
	row := l.list.pages().Index(l.anchor.serial)
	if l.shown != nil {
		row, _ = l.shown.IndexOf(l.anchor.serial)
	}
	row, cursor := max(min(row, l.Rows.Len()-1), 0), l.Rows.Selected()
	return min(row, cursor), max(row, cursor) + 1
}

// Range returns the selected rows. ok is false without a range.
func (l *Frame) Range() (rows screen.Range, ok bool) {
	if !l.HasRange() {
		return nil, false
	}
	first, end := l.rangeRows()
	return tableRows{&l.Rows, first, end}, true
}

// key returns what identifies a record.
func (l *ListOf[P]) key(serial int) string { return l.Pages.Key(l.Pages.At(l.Pages.Index(serial))) }

// findAnchor starts the range again at the record with its key, after the list was replaced. Without that record, or without the one that
// was under the cursor, the range ends.
func (l *ListOf[P]) findAnchor(hasCursor bool) {
	if l.anchor == nil {
		return
	}
	for i := 0; hasCursor && i < l.Pages.Len(); i++ {
		if l.Pages.Key(l.Pages.At(i)) == l.anchor.key {
			l.anchor.serial = l.Pages.Serial(i)
			return
		}
	}
	l.anchor = nil
	l.Deps.Post(screen.StatusMsg{Text: text.Const("selection of rows ended: the list was read again without its first or last row")})
}

package pane

import (
	"slices"

	"foredeck/client"
	"foredeck/theme"
	"foredeck/tui/record"
	"foredeck/tui/render"
	"foredeck/tui/text"
	"foredeck/tui/widget"
)

// Column describes a column of a list and the cell it shows for a record.
type Column[T any] = ColumnOf[*T]

// ColumnOf is a Column, with a pointer as parameter: it is compiled once.
type ColumnOf[P any] struct {
	widget.Column
	Name     string // in the config file; empty if the user cannot choose the column
	Optional bool   // hidden unless the user chooses it
	Cell     func(P) widget.Cell
	// Compare orders rows in the column's default direction; nil if the list cannot be sorted by it.
	Compare   func(a, b P) int
	Ascending bool // the default direction is ascending
	// Missing reports whether a record has no value, which Compare sorts last in both directions; nil: that is the direction's.
	Missing func(P) bool
}

// Of returns a column of a list as it is declared for all outputs.
func Of[P comparable](declared *record.ColumnOf[P], rank int) ColumnOf[P] {
	cell := declared.In(record.Table)
	column := ColumnOf[P]{
		Column: widget.Column{Title: declared.Title, Width: declared.Width, Right: declared.Right, Rank: rank},
		Cell:   func(row P) widget.Cell { return widget.Cell{Text: cell(row)} },
	}
	switch {
	case declared.Order != nil:
		column.Ascending, column.Compare = true, render.ByText(declared.Order)
	case declared.Number != nil:
		column.Compare = render.ByNumber(render.Memoize(declared.Number))
	}
	return column
}

// In returns the column with the cells in a style.
func (c ColumnOf[P]) In(style theme.Style) ColumnOf[P] {
	cell := c.Cell
	c.Cell = func(row P) widget.Cell {
		shown := cell(row)
		shown.Style = style
		return shown
	}
	return c
}

// ModuleColumns returns the columns of a list of modules.
func ModuleColumns() []Column[client.Module] {
	ranks := []int{0, 1, 3, 4, 5, 2} // friends are beside the list
	columns := make([]Column[client.Module], len(ranks))
	for i, rank := range ranks {
		columns[i] = Of(&record.Modules[i], rank)
	}
	return columns
}

// optionalRank is the rank of a column that the user has to choose: it has priority over most of the others.
const optionalRank = 2

// AsOptional returns the column as one that is hidden unless the user chooses it.
func (c ColumnOf[P]) AsOptional() ColumnOf[P] {
	c.Optional, c.Rank = true, optionalRank
	return c
}

// directionMark returns the mark shown in a sorted column's title: ▴ for ascending, ▾ for descending.
func (c ColumnOf[P]) directionMark() text.Safe {
	if c.Ascending {
		return text.Const("▴")
	}
	return text.Const("▾")
}

// reversed returns the column with its sort direction inverted.
func (c ColumnOf[P]) reversed() ColumnOf[P] {
	compare, missing := c.Compare, c.Missing
	c.Ascending, c.Compare = !c.Ascending, func(a, b P) int {
		if missing != nil && (missing(a) || missing(b)) {
			return compare(a, b)
		}
		return compare(b, a)
	}
	return c
}

// sort reverses the current sort, then moves to the next sortable column; after the last one it returns to the node's order. With the number
// of a column from 1 on it sorts by that: in its direction, in the other, and then in the node's order.
func (l *ListOf[P]) sort(number int) {
	columns := l.Columns()
	if number > 0 && number <= len(columns) {
		columns = columns[number-1 : number]
	}
	columns = slices.DeleteFunc(slices.Clone(columns), func(c ColumnOf[P]) bool { return c.Compare == nil })
	at := slices.IndexFunc(columns, func(c ColumnOf[P]) bool { return c.Title == l.sorted.Title })
	switch l.reversed = at >= 0 && !l.reversed; {
	case l.reversed:
		l.sorted = l.sorted.reversed()
	case at+1 < len(columns):
		l.sorted = columns[at+1]
	default:
		l.sorted = ColumnOf[P]{}
	}
	if l.sortedBy = (text.Safe{}); l.sorted.Compare != nil {
		l.sortedBy = text.Concat(l.sorted.Title, l.sorted.directionMark())
	}
	l.anchor = nil // the rows between its ends are others; the status message says how they are sorted
	l.rebuild()
}

// SortedTitle returns the title of the sorted column, or "" in the node's order.
func (l *ListOf[P]) SortedTitle() text.Safe { return l.sorted.Title }

// skeleton draws the column titles and what rows will look like, while the first ones are loaded.
func (l *ListOf[P]) skeleton(width int) []text.Line {
	return l.Rows.Skeleton(l.Deps.Theme, l.heads(l.Columns()), width)
}

// heads returns what a table needs of columns. The title of the sorted one has its direction.
func (l *ListOf[P]) heads(columns []ColumnOf[P]) []widget.Column {
	heads := make([]widget.Column, len(columns))
	for i, column := range columns {
		heads[i] = column.Column
		if column.Compare != nil {
			heads[i].Click = &text.Hit{Action: "list.sort", Choice: i + 1}
		}
		if column.Title == l.sorted.Title && column.Compare != nil {
			heads[i].Title = l.sortedBy
			heads[i].Width = max(column.Width, text.Width(heads[i].Title))
		}
	}
	return heads
}

// pinned returns the number of pinned rows.
func (l *ListOf[P]) pinned(room Area) int {
	if l.Pinned == nil {
		return 0
	}
	return len(l.Pinned(room))
}

// View draws the column titles, the pinned rows and the visible rows. New ones are marked for a moment in their first column.
func (l *ListOf[P]) View(room Area) []text.Line {
	columns := l.Columns()
	heads := l.heads(columns)
	cells := func(record P) []widget.Cell {
		cells := make([]widget.Cell, len(columns))
		for c, column := range columns {
			cells[c] = column.Cell(record)
		}
		return cells
	}
	l.Rows.SetRange(l.rangeRows())
	lines := l.Rows.View(l.Deps.Theme, heads, room.Width, func(row int) []widget.Cell {
		cells := cells(l.At(row))
		if len(l.fresh) > 0 && len(cells) > 0 {
			cells[0].Style = l.Deps.Marked(l.shownSince(l.Serial(row)), cells[0].Style)
		}
		return cells
	})
	if l.Pinned == nil {
		return lines
	}
	pinned, rows := l.Pinned(room), widget.Table{}
	rows.SetReadOnly()
	rows.SetLength(len(pinned))
	rows.SetHeight(len(pinned))
	return slices.Insert(lines, 1, rows.View(l.Deps.Theme, heads, room.Width, func(row int) []widget.Cell { return cells(pinned[row]) })[1:]...)
}

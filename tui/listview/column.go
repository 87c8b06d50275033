package listview

import (
	"slices"

	"foredeck/theme"
	"foredeck/tui/text"
	"foredeck/tui/widget/table"
)

// Column is a column of a list, with what it shows of a record.
type Column[T any] struct {
	table.Column
	Cell func(*T) table.Cell
	// Compare sorts by the column, in the direction that is asked for more often; nil: it cannot be sorted by.
	Compare   func(a, b *T) int
	Ascending bool // this direction is from the least to the greatest
}

// direction is the mark of a column that is sorted by: ▴ up from the least, ▾ down from the greatest.
func (c Column[T]) direction() text.Safe {
	if c.Ascending {
		return "▴"
	}
	return "▾"
}

// backwards is the column sorted by in the other direction.
func (c Column[T]) backwards() Column[T] {
	compare := c.Compare
	c.Ascending, c.Compare = !c.Ascending, func(a, b *T) int { return compare(b, a) }
	return c
}

// sortNext sorts the rows by the same column in the other direction, then by the next that can be sorted by; behind the last comes
// the node's order.
func (l *List[T]) sortNext(columns []Column[T]) {
	columns = slices.DeleteFunc(slices.Clone(columns), func(c Column[T]) bool { return c.Compare == nil })
	at := slices.IndexFunc(columns, func(c Column[T]) bool { return c.Title == l.sorted.Title })
	switch l.reversed = at >= 0 && !l.reversed; {
	case l.reversed:
		l.sorted = l.sorted.backwards()
	case at+1 < len(columns):
		l.sorted = columns[at+1]
	default:
		l.sorted = Column[T]{}
	}
	l.rearrange()
}

// SortedBy is the title of the column by which the rows are sorted, with its direction; empty: they are in the node's order.
func (l *List[T]) SortedBy() text.Safe {
	if l.sorted.Compare == nil {
		return ""
	}
	return l.sorted.Title + l.sorted.direction()
}

// View draws the rows that are on the screen, below the titles of their columns.
func (l *List[T]) View(th theme.Theme, columns []Column[T], width int) []text.Line {
	heads := make([]table.Column, len(columns))
	for i, column := range columns {
		heads[i] = column.Column
		if column.Title == l.sorted.Title && column.Compare != nil {
			heads[i].Title = l.SortedBy()
			heads[i].Width = max(column.Width, text.Width(heads[i].Title))
		}
	}
	return l.Rows.View(th, heads, width, func(row int) []table.Cell {
		record, cells := l.At(row), make([]table.Cell, len(columns))
		for c, column := range columns {
			cells[c] = column.Cell(record)
		}
		return cells
	})
}

package pane

import (
	"iter"
	"slices"
	"strings"

	tea "github.com/charmbracelet/bubbletea"

	"foredeck/tui/screen"
	"foredeck/tui/text"
	"foredeck/tui/widget"
)

// RowRange selects several rows of a table that is not a List: those between the row where the selection started and the one under the
// cursor. A screen embeds it, and calls Mark before it draws the table.
type RowRange struct {
	table func() *widget.Table // with the focus; nil: none that has ranges
	key   func(row int) string // identifies a row of that table
	start *rowAnchor           // nil: none
}

// rowAnchor is the row where a range starts. Its key finds it after others were added.
type rowAnchor struct {
	table *widget.Table
	row   int
	key   string
}

// NewRowRange returns the range of the table that has the focus. key identifies a row of it, also when others are added.
func NewRowRange(table func() *widget.Table, key func(row int) string) RowRange {
	return RowRange{table: table, key: key}
}

// HasRow reports whether there is a row to select.
func (r *RowRange) HasRow() bool {
	table := r.table()
	return table != nil && table.Len() > 0
}

// HasRange reports whether rows are selected, beside the one under the cursor.
func (r *RowRange) HasRange() bool {
	first, end := r.selected()
	return first < end
}

func (r *RowRange) switchRange() {
	if !r.EndRange() {
		table := r.table()
		r.start = &rowAnchor{table, table.Selected(), r.key(table.Selected())}
	}
}

func (r *RowRange) extendRange(delta int) tea.Cmd {
	if !r.HasRange() {
		r.switchRange()
	}
	r.table().Move(delta)
	return nil
}

// EndRange ends the range and reports whether there was one.
func (r *RowRange) EndRange() bool {
	had := r.HasRange()
	if r.start != nil {
		r.start.table.SetRange(0, 0)
		r.start = nil
	}
	return had
}

// Mark marks the selected rows in their table.
func (r *RowRange) Mark() {
	if first, end := r.selected(); r.start != nil { // which is gone with its row
		r.start.table.SetRange(first, end)
	}
}

// selected returns the selected rows, the last one exclusive; none without a range, or while another table has the focus.
func (r *RowRange) selected() (first, end int) {
	if r.start == nil || r.start.table != r.table() || !r.find() {
		return 0, 0
	}
	row, cursor := r.start.row, r.start.table.Selected()
	return min(row, cursor), max(row, cursor) + 1
}

// find finds the row where the range starts, near to where it was last: few are added at a time.
func (r *RowRange) find() bool {
	rows := r.start.table.Len()
	for distance := 0; distance < rows; distance++ {
		for _, row := range [...]int{r.start.row + distance, r.start.row - distance} {
			if row >= 0 && row < rows && r.key(row) == r.start.key {
				r.start.row = row
				return true
			}
		}
	}
	r.start.table.SetRange(0, 0)
	r.start = nil // the row is gone
	return false
}

// Range returns the selected rows. ok is false without a range.
func (r *RowRange) Range() (rows screen.Range, ok bool) {
	if !r.HasRange() {
		return nil, false
	}
	first, end := r.selected()
	return tableRows{r.start.table, first, end}, true
}

// RangeExport returns an export of the selected rows, except those for which record returns false. The name of the file has their number.
// ok is false without a range.
func (r *RowRange) RangeExport(name string, columns []string, record func(row int) (screen.Record, bool)) (export screen.Export, ok bool) {
	first, end := r.selected()
	if first == end {
		return export, false
	}
	records := make([]screen.Record, 0, end-first) // the list may change while the file is written
	for row := first; row < end; row++ {
		if made, has := record(row); has {
			records = append(records, made)
		}
	}
	return ExportSelected(name, columns, slices.Values(records), len(records)), true
}

// ExportSelected returns an export of a number of selected rows.
func ExportSelected(name string, columns []string, records iter.Seq[screen.Record], selected int) screen.Export {
	export := screen.ExportRows(rangeName(name, selected), columns, records)
	export.Selected = selected
	return export
}

// rangeName returns the name of a file with a number of selected rows.
func rangeName(name string, rows int) string {
	return name + "-" + strings.ReplaceAll(text.Plural(rows, "row").String(), " ", "-")
}

// tableRows are rows of a table.
type tableRows struct {
	table      *widget.Table
	first, end int
}

func (r tableRows) Count() int { return r.end - r.first }

func (r tableRows) Each(visit func()) {
	shown := *r.table
	defer func() { *r.table = shown }()
	for row := r.first; row < r.end; row++ {
		r.table.Select(row)
		visit()
	}
}

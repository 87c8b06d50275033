// table.go draws a scrollable table. Only visible rows are ever requested, so a key takes the same time at a hundred rows
// and at a million.

package widget

import (
	"cmp"
	"strings"

	"foredeck/theme"
	"foredeck/tui/text"
)

// Column describes a table column.
type Column struct {
	Title text.Safe
	Width int  // in terminal columns; the minimum for a flexible column
	Max   int  // width to which it grows where the flexible column has twice its minimum; 0: it does not grow
	Flex  bool // takes the remaining width, up to Max if it is set
	Right bool // right-aligned, for numbers
	// Rank is the order in which columns are dropped in a narrow window, highest first. Rank 0 is never dropped.
	Rank  int
	Click *text.Hit // on the title; nil: nothing
	// Shorten shortens text that is too wide; nil cuts its end.
	Shorten func(s text.Safe, width int) text.Safe
}

// Cell is one column of a row.
type Cell struct {
	Text   text.Safe
	Unit   text.Safe // drawn behind the text as a label, such as " ms"; the first to go where there is no room
	Style  theme.Style
	Spoken text.Safe // replaces symbols in screen reader mode; empty for Text
	Page   text.Page // that terminals link the text to
}

// TableRows returns the cells of row i, one per column. Missing cells are empty, extra ones are ignored.
type TableRows func(i int) []Cell

// gap is the number of blanks between two columns.
const gap = 2

// mark is the width of the selection pointer in front of a row.
const mark = 2

// Table is the scroll state of a table: row count, selection and first visible row. It does not hold the rows. The zero value is
// an empty table.
type Table struct {
	length, selected, first, height int
	blurred, readOnly               bool
	from, to                        int // range of selected rows, to exclusive; none if they are equal
}

// SetBlurred marks the table as unfocused: the selected row keeps its pointer but not its highlight.
func (m *Table) SetBlurred(blurred bool) { m.blurred = blurred }

// SetRange marks a range of rows as selected, the last one exclusive. The cursor is on one of them.
func (m *Table) SetRange(from, to int) { m.from, m.to = from, to }

func (m *Table) inRange(row int) bool { return m.from <= row && row < m.to }

// SetReadOnly makes the table show no selection and take no clicks.
func (m *Table) SetReadOnly() { m.readOnly = true }

// SetLength sets the number of rows.
func (m *Table) SetLength(length int) {
	m.length = max(length, 0)
	m.clamp()
}

// SetHeight sets the number of visible rows, excluding the titles.
func (m *Table) SetHeight(height int) {
	m.height = max(height, 0)
	m.clamp()
}

// Len returns the number of rows.
func (m *Table) Len() int { return m.length }

// Selected returns the index of the selected row, 0 if the table is empty.
func (m *Table) Selected() int { return m.selected }

// First returns the index of the first visible row.
func (m *Table) First() int { return m.first }

// Height returns the number of visible rows.
func (m *Table) Height() int { return m.height }

// Select selects a row, or the nearest one if it is out of range.
func (m *Table) Select(row int) {
	m.selected = row
	m.clamp()
}

// Center selects a row and shows it in the middle of the screen, as far as there are rows around it.
func (m *Table) Center(row int) {
	m.first = row - (m.height-1)/2
	m.Select(row)
}

// Move moves the selection down by delta rows, or up if delta is negative.
func (m *Table) Move(delta int) { m.Select(m.selected + delta) }

// Page scrolls down by delta screens, or up if delta is negative. Use 0.5 for half a screen; it scrolls by at least one row.
func (m *Table) Page(delta float64) {
	rows := int(delta * float64(m.height))
	if rows == 0 {
		rows = 1
		if delta < 0 {
			rows = -1
		}
	}
	m.first += rows
	m.Move(rows)
}

// Prepended records that n rows were added above all others. The selected row stays selected, on the same line of the screen.
func (m *Table) Prepended(n int) {
	if m.length == 0 {
		m.SetLength(n)
		return
	}
	m.length += n
	m.selected += n
	m.first += n
	m.clamp()
}

// clamp keeps the selection in range and visible, and the screen filled.
func (m *Table) clamp() {
	m.selected = max(min(m.selected, m.length-1), 0)
	m.first = min(m.first, m.selected)
	if m.height > 0 {
		m.first = max(m.first, m.selected-m.height+1)
	}
	m.first = max(min(m.first, m.length-m.height), 0)
}

// View draws the titles and the visible rows, each exactly width columns wide.
func (m *Table) View(th theme.Theme, columns []Column, width int, rows TableRows) []text.Line {
	widths := Widths(columns, width)
	lines := make([]text.Line, 0, m.height+1)
	titles := text.Line{{Text: text.Spaces(mark)}}
	gaps := make([]int, len(columns))
	for i := range columns {
		if widths[i] > 0 && totalWidth(widths[i+1:]) > mark {
			gaps[i] = gap
		}
	}
	for i, column := range columns {
		from := len(titles)
		titles = addCell(titles, column, widths[i], gaps[i], Cell{Text: column.Title, Style: th.Faint}, th.Faint)
		titles[from:].WithHit(column.Click)
	}
	last := min(m.first+m.height, m.length)
	announced := make([]text.Announcement, max(last-m.first, 0)+1)
	announced[0] = text.Announcement{Row: -1, Rows: m.length, Text: func(int) text.Safe { return joinCells(titlesOf(columns), len(columns)) }}
	lines = append(lines, titles.Fit(width).WithAnnouncement(&announced[0]))
	whole := func(row int) text.Safe { return joinCells(rows(row), len(columns)) }
	named := func(row int) text.Safe { return nameCells(rows(row), columns) }
	for i := m.first; i < last; i++ {
		cells := rows(i)
		line := make(text.Line, 0, 3*len(columns)+2)
		pointer := text.Span{Text: m.pointer(i)}
		if m.blurred {
			pointer.Style = th.Hint
		}
		line = append(line, pointer)
		for c, column := range columns {
			var cell Cell
			if c < len(cells) {
				cell = cells[c]
			}
			line = addCell(line, column, widths[c], gaps[c], cell, th.Faint)
		}
		if blank := width - line.Width(); blank > 0 { // Fit would copy the line
			line = append(line, text.Span{Text: text.Spaces(blank)})
		}
		if line = line.Fit(width); !m.readOnly {
			line = line.WithHit(&text.Hit{Rows: i - m.selected, Unfocused: m.blurred})
		}
		row := &announced[1+i-m.first]
		*row = text.Announcement{Text: whole, Named: named, Row: i, Rows: m.length, Selected: i == m.selected && !m.readOnly}
		if (i == m.selected || m.inRange(i)) && !m.blurred && !m.readOnly {
			line = line.Selected(&th)
		}
		lines = append(lines, line.WithAnnouncement(row))
	}
	return lines
}

// maxSkeleton is the number of rows of a skeleton.
const maxSkeleton = 8

// Skeleton draws the titles and rows of bars instead of cells, as high as there is room, up to maxSkeleton rows. The bars differ in width
// as cells do. They are decoration: screen reader mode skips them.
func (m *Table) Skeleton(th theme.Theme, columns []Column, width int) []text.Line {
	empty := Table{height: min(m.height, maxSkeleton), length: maxSkeleton, blurred: true}
	lines := empty.View(th, columns, width, func(row int) []Cell {
		cells := make([]Cell, len(columns))
		for i := range columns {
			bar := max(columns[i].Width*(4+(row*5+i*3)%4)/8, 1)
			cells[i] = Cell{Text: text.Repeat("▁", bar), Style: th.Border}
		}
		return cells
	})
	for i := range lines {
		if i > 0 { // without pointers
			lines[i] = append(text.Line{{Text: text.Spaces(mark)}}, lines[i].Slice(mark, width)...).WithHit(nil)
		}
		lines[i] = lines[i].WithAnnouncement(nil).Silent()
	}
	return lines
}

func titlesOf(columns []Column) []Cell {
	titles := make([]Cell, len(columns))
	for i, column := range columns {
		titles[i].Text = column.Title
	}
	return titles
}

// joinCells returns a row as a spoken sentence with no cell shortened.
func joinCells(cells []Cell, columns int) text.Safe {
	var whole text.Safe
	for _, cell := range cells[:min(len(cells), columns)] {
		spoken := text.Clean(strings.TrimSpace(cmp.Or(cell.Spoken, text.Concat(cell.Text, cell.Unit)).String()))
		if spoken.IsEmpty() {
			continue
		}
		if !whole.IsEmpty() {
			whole = text.Format("%s, ", whole)
		}
		whole = text.Concat(whole, spoken)
	}
	return whole
}

// nameCells returns a row as joinCells does, with the title of its column before each value: the fifth value of a row is not always that of
// the fifth column.
func nameCells(cells []Cell, columns []Column) text.Safe {
	var whole text.Safe
	for i := range min(len(cells), len(columns)) {
		spoken := joinCells(cells[i:i+1], 1)
		if spoken.IsEmpty() || spoken == text.None {
			continue
		}
		if !whole.IsEmpty() {
			whole = text.Format("%s, ", whole)
		}
		if title := strings.ToLower(strings.TrimRight(columns[i].Title.String(), " ▴▾")); title != "" && title != "#" {
			whole = text.Format("%s%s ", whole, text.Clean(title))
		}
		whole = text.Concat(whole, spoken)
	}
	return whole
}

func (m *Table) pointer(row int) text.Safe {
	cursor, marked := row == m.selected && !m.readOnly, m.inRange(row)
	switch {
	case cursor && marked:
		return text.Const("▸▌")
	case cursor:
		return text.Const("▸ ")
	case marked:
		return text.Const(" ▌")
	}
	return text.Const("  ")
}

// addCell appends a cell and the gap after it.
func addCell(line text.Line, column Column, width, gap int, cell Cell, unitStyle theme.Style) text.Line {
	if width <= 0 {
		return line
	}
	shorten := column.Shorten
	if shorten == nil {
		shorten = text.Cut
	}
	unit := cell.Unit
	if text.Width(cell.Text)+text.Width(unit) > width {
		unit = text.Safe{}
	}
	shown := text.Span{Text: shorten(cell.Text, width-text.Width(unit)), Style: cell.Style, Page: cell.Page}
	blank := width - text.Width(shown.Text) - text.Width(unit)
	if column.Right {
		line = append(line, text.Span{Text: text.Spaces(blank)})
		blank = 0
	}
	line = append(line, shown)
	if !unit.IsEmpty() {
		line = append(line, text.Span{Text: unit, Style: unitStyle})
	}
	return append(line, text.Span{Text: text.Spaces(blank + gap)})
}

// Widths lays out the columns of a table with this width: those of the highest rank are dropped until the rest fits, and the flexible
// one takes the remaining width. The width of a dropped column is 0.
func Widths(columns []Column, width int) []int {
	widths := make([]int, len(columns))
	for i, column := range columns {
		widths[i] = column.Width
	}
	for totalWidth(widths) > width {
		worst := -1
		for i, column := range columns {
			if widths[i] > 0 && column.Rank > 0 && (worst < 0 || column.Rank > columns[worst].Rank) {
				worst = i
			}
		}
		if worst < 0 {
			break
		}
		widths[worst] = 0
	}
	left, flexible := width-totalWidth(widths), 0
	for _, column := range columns {
		if column.Flex && flexible == 0 {
			flexible = column.Width
		}
	}
	for i, column := range columns {
		if grown := min(column.Max-column.Width, left-flexible); grown > 0 && widths[i] > 0 && !column.Flex {
			widths[i] += grown
			left -= grown
		}
	}
	for i, column := range columns {
		if column.Flex && widths[i] > 0 {
			widths[i] = max(widths[i]+left, 1)
			if column.Max > 0 {
				widths[i] = min(widths[i], column.Max)
			}
			break
		}
	}
	return widths
}

func totalWidth(widths []int) int {
	total, shown := mark, 0
	for _, width := range widths {
		if width > 0 {
			total += width
			shown++
		}
	}
	return total + gap*max(shown-1, 0)
}

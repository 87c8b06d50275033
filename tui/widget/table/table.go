// Package table is a list of rows of which only those on the screen are ever looked at: a key costs the same at a hundred
// rows and at a million.
package table

import (
	"cmp"
	"strings"

	"foredeck/theme"
	"foredeck/tui/text"
)

// Column is one column of a table.
type Column struct {
	Title text.Safe
	Width int  // columns that it takes; the least of them for a flexible one
	Flex  bool // takes what is left of the width
	Right bool // numbers stand on the right
	// Rank says in which order columns go when the window is narrow: the highest first. Rank 0 never goes.
	Rank int
	// Shorten cuts what is too wide for the column; nil cuts its end.
	Shorten func(s text.Safe, width int) text.Safe
}

// Cell is the content of one column of one row.
type Cell struct {
	Text  text.Safe
	Style theme.Style
	Says  text.Safe // in the place of a mark, for those who do not see it; empty: the text
}

// Rows gives the cells of row i, one per column; missing ones are empty, additional ones are not shown.
type Rows func(i int) []Cell

// gap is the number of blank columns between two columns of the table.
const gap = 2

// mark is the width of the part in front of a row that shows the selection.
const mark = 2

// Model is the state of a table: how many rows there are, which one is selected, which one is the first on the screen.
// It does not hold the rows. The zero value is an empty table.
type Model struct {
	length, selected, first, height int
	blurred                         bool
}

// SetBlurred tells that the keys go elsewhere: the selected row keeps its pointer and loses its colours.
func (m *Model) SetBlurred(blurred bool) { m.blurred = blurred }

// SetLength tells how many rows there are now.
func (m *Model) SetLength(length int) {
	m.length = max(length, 0)
	m.settle()
}

// SetHeight tells how many rows fit on the screen, without the line of titles.
func (m *Model) SetHeight(height int) {
	m.height = max(height, 0)
	m.settle()
}

// Len is the number of rows.
func (m *Model) Len() int { return m.length }

// Selected is the index of the selected row, 0 in an empty table.
func (m *Model) Selected() int { return m.selected }

// First is the index of the row on the first line of the screen.
func (m *Model) First() int { return m.first }

// Height is the number of rows that fit on the screen.
func (m *Model) Height() int { return m.height }

// Select goes to a row; outside of the table, to the nearest one.
func (m *Model) Select(row int) {
	m.selected = row
	m.settle()
}

// Move goes down by delta rows, up when it is negative.
func (m *Model) Move(delta int) { m.Select(m.selected + delta) }

// Page goes down by delta screens, up when it is negative; half screens are asked for as ½ = 0.5.
func (m *Model) Page(delta float64) {
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

// Inserted tells that n rows came in above all others. The selected row stays selected and stays on its line of the screen.
func (m *Model) Inserted(n int) {
	if m.length == 0 {
		m.SetLength(n)
		return
	}
	m.length += n
	m.selected += n
	m.first += n
	m.settle()
}

// settle keeps the selection in the table and on the screen, and the screen full.
func (m *Model) settle() {
	m.selected = max(min(m.selected, m.length-1), 0)
	m.first = min(m.first, m.selected)
	if m.height > 0 {
		m.first = max(m.first, m.selected-m.height+1)
	}
	m.first = max(min(m.first, m.length-m.height), 0)
}

// View draws the titles and the rows on the screen in exactly width columns.
func (m *Model) View(th theme.Theme, columns []Column, width int, rows Rows) []text.Line {
	widths := spread(columns, width)
	lines := make([]text.Line, 0, m.height+1)
	titles := text.Line{{Text: text.Spaces(mark)}}
	gaps := make([]int, len(columns))
	for i := range columns {
		if widths[i] > 0 && needed(widths[i+1:]) > mark {
			gaps[i] = gap
		}
	}
	for i, column := range columns {
		titles = addCell(titles, column, widths[i], gaps[i], Cell{Text: column.Title, Style: th.Faint})
	}
	last := min(m.first+m.height, m.length)
	said := make([]text.Announcement, max(last-m.first, 0)+1)
	said[0] = text.Announcement{Row: -1, Rows: m.length, Text: func(int) text.Safe { return joined(titlesOf(columns), len(columns)) }}
	lines = append(lines, titles.Fit(width).WithAnnouncement(&said[0]))
	whole := func(row int) text.Safe { return joined(rows(row), len(columns)) }
	for i := m.first; i < last; i++ {
		cells := rows(i)
		line := make(text.Line, 0, 3*len(columns)+1)
		line = append(line, text.Span{Text: m.pointer(i)})
		for c, column := range columns {
			var cell Cell
			if c < len(cells) {
				cell = cells[c]
			}
			line = addCell(line, column, widths[c], gaps[c], cell)
		}
		line = line.Fit(width).WithHit(&text.Hit{Rows: i - m.selected, Unfocused: m.blurred})
		says := &said[1+i-m.first]
		*says = text.Announcement{Text: whole, Row: i, Rows: m.length, Selected: i == m.selected}
		if i == m.selected && !m.blurred {
			line = line.In(th.Selected)
		}
		lines = append(lines, line.WithAnnouncement(says))
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

// joined is a row as a sentence, with none of its cells cut.
func joined(cells []Cell, columns int) text.Safe {
	var whole text.Safe
	for _, cell := range cells[:min(len(cells), columns)] {
		said := text.Safe(strings.TrimSpace(string(cmp.Or(cell.Says, cell.Text))))
		if said == "" {
			continue
		}
		if whole != "" {
			whole += ", "
		}
		whole += said
	}
	return whole
}

func (m *Model) pointer(row int) text.Safe {
	if row == m.selected {
		return "▸ "
	}
	return "  "
}

// addCell adds a column and the gap behind it.
func addCell(line text.Line, column Column, width, gap int, cell Cell) text.Line {
	if width <= 0 {
		return line
	}
	shorten := column.Shorten
	if shorten == nil {
		shorten = text.Cut
	}
	shown := shorten(cell.Text, width)
	blank := width - text.Width(shown)
	if column.Right {
		return append(line, text.Span{Text: text.Spaces(blank)}, text.Span{Text: shown, Style: cell.Style}, text.Span{Text: text.Spaces(gap)})
	}
	return append(line, text.Span{Text: shown, Style: cell.Style}, text.Span{Text: text.Spaces(blank + gap)})
}

// spread gives each column its width for this window: those of the highest rank go until the rest fits, and the flexible
// one takes what is left.
func spread(columns []Column, width int) []int {
	widths := make([]int, len(columns))
	for i, column := range columns {
		widths[i] = column.Width
	}
	for needed(widths) > width {
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
	left := width - needed(widths)
	for i, column := range columns {
		if column.Flex && widths[i] > 0 {
			widths[i] = max(widths[i]+left, 1)
			break
		}
	}
	return widths
}

func needed(widths []int) int {
	total, shown := mark, 0
	for _, width := range widths {
		if width > 0 {
			total += width
			shown++
		}
	}
	return total + gap*max(shown-1, 0)
}

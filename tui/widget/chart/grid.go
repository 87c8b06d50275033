package chart

import (
	"unicode/utf8"

	"foredeck/theme"
	"foredeck/tui/text"
)

// cell is one character; glyph 0 is blank.
type cell struct {
	glyph rune
	style theme.Style
}

// grid holds the cells of a drawing, row by row from the top.
type grid struct {
	width, height int
	cells         []cell
}

func newGrid(width, height int) grid {
	return grid{width: width, height: height, cells: make([]cell, width*height)}
}

func (g *grid) inside(x, y int) bool { return x >= 0 && y >= 0 && x < g.width && y < g.height }

func (g *grid) set(x, y int, glyph rune, style theme.Style) {
	if g.inside(x, y) {
		g.cells[y*g.width+x] = cell{glyph, style}
	}
}

func (g *grid) setIfBlank(x, y int, glyph rune, style theme.Style) {
	if g.inside(x, y) && g.cells[y*g.width+x].glyph == 0 {
		g.cells[y*g.width+x] = cell{glyph, style}
	}
}

// fill sets the cells of a row from column left to right (exclusive).
func (g *grid) fill(left, right, y int, glyph rune, style theme.Style) {
	for x := left; x < right; x++ {
		g.set(x, y, glyph, style)
	}
}

// write writes text starting at a column; text outside the grid is dropped.
func (g *grid) write(x, y int, s text.Safe, style theme.Style) {
	for _, r := range s.String() {
		g.set(x, y, r, style)
		x++
	}
}

// lines converts the grid to lines, with one span per run of the same style.
func (g *grid) lines() []text.Line {
	lines := make([]text.Line, g.height)
	run := make([]byte, 0, 3*g.width)
	for y := range lines {
		row := g.cells[y*g.width : (y+1)*g.width]
		lines[y] = make(text.Line, 0, runs(row))
		for x := 0; x < len(row); {
			style := row[x].style
			run = run[:0]
			for ; x < len(row) && row[x].style == style; x++ {
				if glyph := row[x].glyph; glyph == 0 {
					run = append(run, ' ')
				} else {
					run = utf8.AppendRune(run, glyph)
				}
			}
			lines[y] = append(lines[y], text.Span{Text: text.Clean(string(run)), Style: style})
		}
	}
	return lines
}

// runs returns the number of runs of one style.
func runs(row []cell) int {
	count := 0
	for x := range row {
		if x == 0 || row[x].style != row[x-1].style {
			count++
		}
	}
	return count
}

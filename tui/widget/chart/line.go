package chart

import (
	"math"
	"strings"

	"github.com/guptarohit/asciigraph"

	"foredeck/theme"
)

// points returns the close per column, NaN in gaps.
func (d *drawing) points() []float64 {
	points := make([]float64, d.columns)
	for i := range points {
		points[i] = math.NaN()
	}
	for slot := d.layout.first; slot < d.layout.slots; slot++ {
		from, to := d.layout.columnsOf(slot)
		for x := from; x < to && d.bars[slot].Known(); x++ {
			points[x] = d.bars[slot].Close
		}
	}
	return points
}

// drawLine draws the closes: in braille, or without colors with box-drawing characters, so that overlays differ from it.
func (d *drawing) drawLine() {
	if d.theme.Accent != d.theme.Strong {
		d.drawCurve(curve{value: d.closeOf, style: d.theme.Accent})
		return
	}
	points := d.points()
	rows := make([]float64, len(points)+1)
	for i, point := range points {
		rows[i] = math.NaN()
		if finite(point) {
			rows[i] = float64(d.prices.level(point) / 2)
		}
	}
	rows[len(points)] = rows[len(points)-1] // asciigraph draws one column less than it has points
	lines := d.graph(rows)
	for y := range d.plot {
		x := -2 // skip the price axis
		for _, r := range lines[y] {
			if x++; x >= 0 && x < d.columns && r != ' ' && finite(points[x]) { // lines must not extend into gaps
				d.grid.set(x, y, r, d.theme.Accent)
			}
		}
	}
}

// graph plots row numbers with asciigraph, with an unlabeled price axis on the left. The rows are integers within the plot and at
// least one is a number; asciigraph accepts all such input.
func (d *drawing) graph(rows []float64) []string {
	drawn := asciigraph.Plot(rows,
		asciigraph.Height(d.plot-1), asciigraph.LowerBound(0), asciigraph.UpperBound(float64(d.plot-1)),
		asciigraph.Offset(1), asciigraph.YAxisValueFormatter(func(float64) string { return "" }),
	)
	return strings.Split(drawn, "\n")
}

// drawArea draws the closes in braille and fills the area below them.
func (d *drawing) drawArea() {
	style := d.theme.Down
	if d.lastClose() >= d.base(d.bars) {
		style = d.theme.Up
	}
	d.drawCurve(curve{value: d.closeOf, style: style, filled: true})
}

func (d *drawing) closeOf(slot int) float64 { return d.bars[slot].Close }

func (d *drawing) lastClose() float64 {
	for slot := d.layout.slots - 1; slot >= d.layout.first; slot-- {
		if d.bars[slot].Known() {
			return d.bars[slot].Close
		}
	}
	return 0
}

// curve is a line through a value per slot.
type curve struct {
	value  func(slot int) float64 // NaN: a gap
	style  theme.Style
	dash   uint16 // as in theme.Curve
	filled bool
}

// Braille characters have two columns and four rows of dots.
const (
	brailleBase    = '\u2800'
	brailleColumns = 2
	brailleRows    = 4
)

var brailleDots = [brailleRows][brailleColumns]rune{{0x01, 0x08}, {0x02, 0x10}, {0x04, 0x20}, {0x40, 0x80}}

// drawCurve connects the values of neighboring slots. A value between two gaps is as wide as its slot.
func (d *drawing) drawCurve(c curve) {
	fine := d.prices
	fine.levels = brailleRows * d.plot
	previous, height := -1, 0
	for slot := d.layout.first; slot < d.layout.slots; slot++ {
		value := c.value(slot)
		if !finite(value) {
			previous = -1
			continue
		}
		from, to := d.layout.columnsOf(slot)
		x, level := from+to-1, fine.level(value) // the middle, in dots
		if previous < 0 {
			previous, height = brailleColumns*from, level
		}
		last := x
		if slot+1 == d.layout.slots || !finite(c.value(slot+1)) {
			last = brailleColumns*to - 1
		}
		at := height
		for dot := previous; dot <= last; dot++ {
			next := level
			if dot < x {
				next = height + int(math.Round(float64((level-height)*(dot-previous))/float64(x-previous)))
			}
			d.drawDots(dot, at, next, c)
			at = next
		}
		previous, height = last, level
	}
}

// drawDots draws a column of dots between two heights, and below them if the curve is filled.
func (d *drawing) drawDots(x, from, to int, c curve) {
	low, high := min(from, to), max(from, to)
	if c.filled {
		low = 0
	}
	if c.dash != 0 && c.dash>>(x%16)&1 == 0 {
		return
	}
	for level := low; level <= high; level++ {
		y := brailleRows*d.plot - 1 - level
		d.grid.dot(x/brailleColumns, y/brailleRows, brailleDots[y%brailleRows][x%brailleColumns], c.style)
	}
}

// dot adds a dot to a braille character of the same style, where no bar is.
func (g *grid) dot(x, y int, dot rune, style theme.Style) {
	if !g.inside(x, y) {
		return
	}
	at := &g.cells[y*g.width+x]
	switch {
	case at.glyph >= brailleBase && at.glyph < brailleBase+256 && at.style == style:
		at.glyph |= dot
	case at.glyph >= brailleBase && at.glyph < brailleBase+256:
		*at = cell{brailleBase | dot, style}
	case at.glyph == 0:
		*at = cell{brailleBase | dot, style}
	}
}

// octants are the block octants of Unicode 16 with the same dots as the 256 braille patterns.
var octants = newOctants()

// encodedEarlier are the block characters of eight cells that are not in the range of octants, by their cells. Bit 0 is the upper left
// cell, bit 1 the one to its right, bit 2 the one below it.
var encodedEarlier = map[int]rune{
	0x00: ' ', 0x01: '\U0001cea8', 0x02: '\U0001ceab', 0x03: '\U0001fb82', 0x05: '▘', 0x0a: '▝', 0x0f: '▀', 0x14: '\U0001fbe6', 0x28: '\U0001fbe7',
	0x3f: '\U0001fb85', 0x40: '\U0001cea3', 0x50: '▖', 0x55: '▌', 0x5a: '▞', 0x5f: '▛', 0x80: '\U0001cea0', 0xa0: '▗', 0xa5: '▚', 0xaa: '▐', 0xaf: '▜',
	0xc0: '▂', 0xf0: '▄', 0xf5: '▙', 0xfa: '▟', 0xfc: '▆', 0xff: '█',
}

// firstOctant is followed by the octants in ascending order of their cells, without those encoded earlier.
const firstOctant = '\U0001cd00'

func newOctants() (octants [256]rune) {
	next := firstOctant
	for cells := range 256 {
		octant, ok := encodedEarlier[cells]
		if !ok {
			octant = next
			next++
		}
		dots := rune(0)
		for y, row := range brailleDots {
			for x, dot := range row {
				if cells>>(brailleColumns*y+x)&1 == 1 {
					dots |= dot
				}
			}
		}
		octants[dots] = octant
	}
	return octants
}

// useOctants replaces braille with octants.
func (g *grid) useOctants() {
	for i, cell := range g.cells {
		if cell.glyph >= brailleBase && cell.glyph < brailleBase+256 {
			g.cells[i].glyph = octants[cell.glyph-brailleBase]
		}
	}
}

package chart

import (
	"math"

	"foredeck/tui/text"
)

// Pane is a separate plot below the prices and the volume, over the same slots.
type Pane struct {
	Title     text.Line
	Curves    []Curve
	Histogram []float64 // per slot of the window, drawn as bars from zero; NaN: a gap
	Levels    []float64 // faint horizontal lines
	Low, High float64   // of its axis; both 0: those of the values
}

const (
	minPaneRows = 4 // with the title
	maxPaneRows = 8
	minPlotRows = 6 // that panes leave for the prices
	maxLabels   = 12
)

// layOutPanes divides rows between plot and panes. Panes without room are left out, the last ones first.
func layOutPanes(height, plot, panes int) (count, rows int) {
	for count = panes; count > 0; count-- {
		rows = max(minPaneRows, min(height/5, maxPaneRows))
		if plot-count*rows < minPlotRows {
			rows = (plot - minPlotRows) / count
		}
		if rows >= minPaneRows {
			return count, rows
		}
	}
	return 0, 0
}

// paneRange returns the ends of a pane's axis, and whether there is anything to draw.
func (d *drawing) paneRange(p *Pane) (low, high float64, ok bool) {
	low, high = math.Inf(1), math.Inf(-1)
	add := func(value float64) {
		if finite(value) {
			low, high = min(low, value), max(high, value)
		}
	}
	for slot := d.layout.first; slot < d.layout.slots; slot++ {
		for i := range p.Curves {
			add(p.Curves[i].at(slot))
		}
		if slot < len(p.Histogram) {
			add(p.Histogram[slot])
		}
	}
	if low > high {
		return 0, 0, false
	}
	if p.Low != p.High {
		return p.Low, p.High, true
	}
	if len(p.Histogram) > 0 {
		add(0)
	}
	return low, high, true
}

// drawPane draws a pane at a row: a rule with the title, and below it the values with an axis.
func (d *drawing) drawPane(p *Pane, top, rows int) {
	for x := range d.columns {
		d.grid.set(x, top, '─', d.theme.Border)
	}
	x := 1
	for _, span := range append(append(text.Plain(" "), p.Title...), text.Plain(" ")...) {
		room := d.columns - 1 - x
		if room <= 0 {
			break
		}
		part := text.Cut(span.Text, room)
		d.grid.write(x, top, part, span.Style)
		x += text.Width(part)
	}
	if d.hasAxis() {
		d.grid.set(d.columns, top, '┤', d.theme.Border)
		for y := top + 1; y < top+rows; y++ {
			d.grid.set(d.columns, y, '│', d.theme.Border)
		}
	}
	low, high, ok := d.paneRange(p)
	if ok {
		d.drawPaneValues(p, newScale(Normal, low, high, 0, 2*(rows-1)), top+1, rows-1)
	}
	if column, ok := d.cursorColumn(); ok {
		for y := top + 1; y < top+rows; y++ {
			d.grid.setIfBlank(column, y, '┊', d.theme.Accent)
		}
	}
}

// drawPaneValues draws levels, histogram, curves and axis of a pane in rows from top on.
func (d *drawing) drawPaneValues(p *Pane, values scale, top, rows int) {
	part := *d // draws like the prices, on a separate grid
	part.grid, part.plot, part.prices = newGrid(d.columns, rows), rows, values
	part.drawHistogram(p.Histogram)
	for i := range p.Curves {
		c := &p.Curves[i]
		part.drawCurve(curve{value: c.at, style: c.Style, dash: c.Dash})
	}
	for _, level := range p.Levels {
		if values.contains(level) {
			part.drawLevel(level, '┈', d.theme.Hint)
		}
	}
	for y := range rows {
		copy(d.grid.cells[(top+y)*d.grid.width:][:d.columns], part.grid.cells[y*d.columns:(y+1)*d.columns])
	}
	if !d.hasAxis() {
		return
	}
	ticks, decimals := values.ticks(2*rows, -1)
	gap := 2
	if p.Low != p.High && len(p.Levels) > 0 {
		ticks, decimals, gap = p.Levels, 0, 1
	}
	last := rows + 1
	for _, tick := range ticks {
		y := part.row(values.level(tick))
		if !values.contains(tick) || last-y < gap {
			continue
		}
		last = y
		d.grid.set(d.columns, top+y, '┤', d.theme.Border)
		d.grid.write(d.columns+2, top+y, text.Cut(FormatPrice(tick, decimals), maxLabels), d.theme.Faint)
	}
}

// drawHistogram draws a bar from zero to each value, in half rows and in the color of its sign.
func (d *drawing) drawHistogram(values []float64) {
	zero := d.prices.level(0)
	for slot := d.layout.first; slot < min(d.layout.slots, len(values)); slot++ {
		if !finite(values[slot]) {
			continue
		}
		style := d.theme.Up
		if values[slot] < 0 {
			style = d.theme.Down
		}
		level := d.prices.level(values[slot])
		left, right := bodyColumns(d.layout.columnsOf(slot))
		for y := d.row(max(level, zero)); y <= d.row(min(level, zero)); y++ {
			bottom := 2 * (d.plot - 1 - y) // the lower half of the row
			glyph := '█'
			switch lower, upper := bottom >= min(level, zero), bottom+1 <= max(level, zero); {
			case lower && !upper:
				glyph = '▄'
			case upper && !lower:
				glyph = '▀'
			}
			d.grid.fill(left, right, y, glyph, style)
		}
	}
}

// cursorColumn returns the column of the crosshair. ok is false if there is none.
func (d *drawing) cursorColumn() (column int, ok bool) { return d.columnOf(d.Cursor) }

// columnOf returns the middle column of a slot. ok is false if it is not drawn.
func (d *drawing) columnOf(slot int) (column int, ok bool) {
	if slot < d.layout.first || slot >= d.layout.slots {
		return 0, false
	}
	from, to := bodyColumns(d.layout.columnsOf(slot))
	return (from + to - 1) / 2, true
}

package chart

import (
	"math"
	"slices"

	"foredeck/theme"
	"foredeck/tui/text"
)

type drawing struct {
	*Chart
	theme theme.Theme
	grid  grid

	columns  int // of the plot, left of the price axis
	plot     int // rows of the plot
	markRows int // rows of marks below the plot: 0 or 1
	volume   int // rows of volume below the marks

	layout     layout
	bars       []Bar     // per slot
	averages   []float64 // per slot; nil: none
	comparison []Bar     // per slot, scaled to the first series; nil: none
	prices     scale
}

// newDrawing computes the layout.
func (c *Chart) newDrawing(th theme.Theme, width, height int) *drawing {
	d := &drawing{Chart: c, theme: th, grid: newGrid(width, height)}
	if width < minFullWidth && (c.Type == Candles || c.Type == Bars) {
		narrow := *c
		narrow.Type = Line
		d.Chart = &narrow
	}
	if height >= 7 {
		d.markRows = 1
	}
	if c.Volume {
		d.volume = min(max(height-6, 0), 1+max(height-14, 0)/8, 4)
	}
	d.plot = height - d.markRows - d.volume - 1 // and the time axis
	before := max(c.Average-1, 0)
	placed := d.slots(c.Bars, before)
	d.bars = placed[before:]
	if before > 0 {
		d.averages = average(placed, c.Average)
	}
	base := d.base(d.bars)
	kind := c.Scale
	if c.Comparison != nil {
		d.comparison = d.slots(c.Comparison, 0)
		if other := d.base(d.comparison); base > 0 && other > 0 {
			kind = Percent
			for i, bar := range d.comparison {
				d.comparison[i].Close = base * (bar.Close / other)
			}
		} else {
			d.comparison = nil
		}
	}
	low, high := d.priceRange()
	d.prices = newScale(kind, low, high, base, 2*d.plot)
	d.columns = width
	if width >= minAxisWidth {
		d.columns = width - d.axisWidth(width)
	}
	d.layout = newLayout(c.Slots, d.columns)
	return d
}

// base returns the first close in the window, 0 if there is none.
func (d *drawing) base(bars []Bar) float64 {
	if i := slices.IndexFunc(bars, Bar.Known); i >= 0 {
		return bars[i].Close
	}
	return 0
}

// priceRange returns the lowest and the highest drawn price.
func (d *drawing) priceRange() (low, high float64) {
	low, high = math.Inf(1), math.Inf(-1)
	for i, bar := range d.bars {
		if !bar.Known() {
			continue
		}
		if d.Type == Line || d.Type == Area {
			bar.Low, bar.High = bar.Close, bar.Close
		}
		low, high = min(low, bar.Low), max(high, bar.High)
		if d.averages != nil && finite(d.averages[i]) {
			low, high = min(low, d.averages[i]), max(high, d.averages[i])
		}
	}
	for _, bar := range d.comparison {
		if bar.Known() {
			low, high = min(low, bar.Close), max(high, bar.Close)
		}
	}
	if math.IsInf(low, 0) {
		return 0, 0
	}
	return low, high
}

func (d *drawing) isEmpty() bool { return !slices.ContainsFunc(d.bars, Bar.Known) }

func (d *drawing) draw() []text.Line {
	if !d.isEmpty() {
		switch d.Type {
		case Candles:
			d.drawCandles()
		case Bars:
			d.drawBars()
		case Line:
			d.drawLine()
		case Area:
			d.drawArea()
		}
		d.drawOverlays()
		d.drawVolume()
		d.drawPriceAxis()
	}
	d.drawMarks()
	d.drawCursor()
	d.drawTimeAxis()
	return d.grid.lines()
}

func (d *drawing) style(bar Bar) theme.Style {
	if bar.Rose() {
		return d.theme.Up
	}
	return d.theme.Down
}

// merged returns the joined bars of a range of slots.
func (d *drawing) merged(first, last int) Bar {
	bar := d.bars[first]
	for _, next := range d.bars[first+1 : last] {
		bar = Join(bar, next)
	}
	return bar
}

// eachBar calls draw for every known bar with the columns of its body, right exclusive.
func (d *drawing) eachBar(draw func(bar Bar, left, right int)) {
	d.layout.eachGroup(func(first, last, from, to int) {
		if bar := d.merged(first, last); bar.Known() {
			left, right := bodyColumns(from, to)
			draw(bar, left, right)
		}
	})
}

// row converts a half row to a row of the plot, counted from the top.
func (d *drawing) row(half int) int { return d.plot - 1 - half/2 }

// markRow returns the row of marks: below the plot, or its last row if there is no room.
func (d *drawing) markRow() int { return d.plot - 1 + d.markRows }

// missing reports whether the range was loaded but has no bars in these slots.
func (d *drawing) missing(first, last int) bool {
	for slot := first; slot < last; slot++ {
		at := d.Start + int64(slot)*d.Step
		if d.bars[slot].Known() || at < d.From || at >= d.To {
			return false
		}
	}
	return true
}

// drawMarks draws gaps, the bar in progress and the marked times.
func (d *drawing) drawMarks() {
	y := d.markRow()
	put := d.grid.setIfBlank
	if d.markRows > 0 {
		put = d.grid.set
	}
	d.layout.eachGroup(func(first, last, from, to int) {
		if d.missing(first, last) {
			for x := from; x < max(to-1, from+1); x++ {
				put(x, y, '×', d.theme.Faint)
			}
		}
	})
	if d.Unfinished >= 0 && d.Unfinished < d.Slots {
		x, _ := bodyColumns(d.layout.columnsOf(d.Unfinished))
		put(x, y, '~', d.theme.Warn)
	}
	for _, at := range d.Marks {
		if slot := int((at - d.Start) / d.Step); at >= d.Start && slot < d.Slots {
			x, _ := bodyColumns(d.layout.columnsOf(slot))
			put(x, y, '◆', d.theme.Accent)
		}
	}
}

// drawCursor draws the crosshair where nothing else is drawn.
func (d *drawing) drawCursor() {
	if d.Cursor < 0 || d.Cursor >= d.Slots {
		return
	}
	from, to := bodyColumns(d.layout.columnsOf(d.Cursor))
	for y := range d.plot + d.markRows + d.volume {
		d.grid.setIfBlank((from+to-1)/2, y, '┊', d.theme.Accent)
	}
}

// drawOverlays draws the level lines, the average and the comparison.
func (d *drawing) drawOverlays() {
	for _, level := range d.Levels {
		if !finite(level) || level <= 0 && d.prices.kind == Log || !d.prices.contains(level) {
			continue
		}
		for x := range d.columns {
			d.grid.setIfBlank(x, d.row(d.prices.level(level)), '╌', d.theme.Warn)
		}
	}
	d.layout.eachGroup(func(first, last, from, to int) {
		for x := from; x < to; x++ {
			if d.averages != nil && finite(d.averages[last-1]) {
				d.setOverlay(x, d.row(d.prices.level(d.averages[last-1])), '∙')
			}
			if d.comparison != nil && d.comparison[last-1].Known() {
				d.setOverlay(x, d.row(d.prices.level(d.comparison[last-1].Close)), '+')
			}
		}
	})
}

// setOverlay draws over blanks and wicks but not over bodies.
func (d *drawing) setOverlay(x, y int, glyph rune) {
	if !d.grid.inside(x, y) {
		return
	}
	switch d.grid.cells[y*d.grid.width+x].glyph {
	case 0, '│', '╷', '╵', '╌':
		d.grid.set(x, y, glyph, d.theme.Accent)
	}
}

package chart

import (
	"math"

	"foredeck/theme"
	"foredeck/tui/text"
)

// drawing is a chart in the room that it has.
type drawing struct {
	*Chart
	theme theme.Theme
	grid  grid

	columns int // of the plot; the axis of prices stands behind them
	plot    int // rows of prices
	floor   int // rows of marks below them: 0 or 1
	volume  int // rows of volume below these
	axis    int // rows of times at the bottom

	across layout
	bars   []Bar     // of each slot
	means  []float64 // of each slot; nil: none
	second []Bar     // of each slot, as high as their change is that of the first; nil: none
	prices scale
}

// newDrawing shares out the room.
func (c *Chart) newDrawing(th theme.Theme, width, height int) *drawing {
	d := &drawing{Chart: c, theme: th, grid: newGrid(width, height), axis: 1}
	if width < lineUnder && (c.Type == Candles || c.Type == Bars) {
		narrow := *c
		narrow.Type = Line
		d.Chart = &narrow
	}
	if d.Type == Line && height >= 10 {
		d.axis = 2
	}
	if height >= 7 {
		d.floor = 1
	}
	if c.Volume {
		d.volume = min(max(height-6, 0), 1+max(height-14, 0)/8, 4)
	}
	d.plot = height - d.axis - d.floor - d.volume
	before := max(c.Average-1, 0)
	placed := d.slots(c.Bars, before)
	d.bars = placed[before:]
	if before > 0 {
		d.means = average(placed, c.Average)
	}
	base := d.base(d.bars)
	kind := c.Scale
	if c.Second != nil {
		d.second = d.slots(c.Second, 0)
		if other := d.base(d.second); base > 0 && other > 0 {
			kind = Percent
			for i, bar := range d.second {
				d.second[i].Close = base * (bar.Close / other)
			}
		} else {
			d.second = nil
		}
	}
	low, high := d.reach()
	d.prices = newScale(kind, low, high, base, 2*d.plot)
	d.columns = width
	if width >= axisFrom {
		d.columns = width - d.axisWidth(width)
	}
	d.across = spread(c.Slots, d.columns)
	return d
}

// base is the first close in the window, 0 where there is none.
func (d *drawing) base(bars []Bar) float64 {
	for _, bar := range bars {
		if bar.Known() {
			return bar.Close
		}
	}
	return 0
}

// reach is the lowest and the highest price that is drawn.
func (d *drawing) reach() (low, high float64) {
	low, high = math.Inf(1), math.Inf(-1)
	for i, bar := range d.bars {
		if !bar.Known() {
			continue
		}
		if d.Type == Line || d.Type == Area {
			bar.Low, bar.High = bar.Close, bar.Close
		}
		low, high = min(low, bar.Low), max(high, bar.High)
		if d.means != nil && finite(d.means[i]) {
			low, high = min(low, d.means[i]), max(high, d.means[i])
		}
	}
	for _, bar := range d.second {
		if bar.Known() {
			low, high = min(low, bar.Close), max(high, bar.Close)
		}
	}
	if math.IsInf(low, 0) {
		return 0, 0
	}
	return low, high
}

// isEmpty tells that there is no bar in the window.
func (d *drawing) isEmpty() bool {
	for _, bar := range d.bars {
		if bar.Known() {
			return false
		}
	}
	return true
}

func (d *drawing) draw() []text.Line {
	empty := d.isEmpty()
	if !empty {
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
		d.drawPrices()
	}
	d.drawFloor()
	d.drawCursor()
	d.drawTimes()
	return d.grid.lines()
}

// style is that of a bar.
func (d *drawing) style(bar Bar) theme.Style {
	if bar.Rose() {
		return d.theme.Up
	}
	return d.theme.Down
}

// merged is what is drawn of some slots.
func (d *drawing) merged(first, last int) Bar {
	bar := d.bars[first]
	for _, next := range d.bars[first+1 : last] {
		bar = Join(bar, next)
	}
	return bar
}

// row turns a height in halves of rows into the row of the plot, from above.
func (d *drawing) row(half int) int { return d.plot - 1 - half/2 }

// floorRow is the row of marks: below the plot where there is room, else its last row.
func (d *drawing) floorRow() int { return d.plot - 1 + d.floor }

// missing tells that the service has nothing for these slots, though it was asked.
func (d *drawing) missing(first, last int) bool {
	for slot := first; slot < last; slot++ {
		at := d.Start + int64(slot)*d.Step
		if d.bars[slot].Known() || at < d.From || at >= d.To {
			return false
		}
	}
	return true
}

// drawFloor marks what is missing, what is not over, and the times that are to be marked.
func (d *drawing) drawFloor() {
	y := d.floorRow()
	put := d.grid.under
	if d.floor > 0 {
		put = d.grid.set
	}
	d.across.groups(func(first, last, from, to int) {
		if d.missing(first, last) {
			for x := from; x < max(to-1, from+1); x++ {
				put(x, y, '×', d.theme.Faint)
			}
		}
	})
	if d.Unfinished >= 0 && d.Unfinished < d.Slots {
		x, _ := body(d.across.of(d.Unfinished))
		put(x, y, '~', d.theme.Warn)
	}
	for _, at := range d.Marks {
		if slot := int((at - d.Start) / d.Step); at >= d.Start && slot < d.Slots {
			x, _ := body(d.across.of(slot))
			put(x, y, '◆', d.theme.Accent)
		}
	}
}

// drawCursor draws the crosshair behind all else.
func (d *drawing) drawCursor() {
	if d.Cursor < 0 || d.Cursor >= d.Slots {
		return
	}
	from, to := body(d.across.of(d.Cursor))
	for y := range d.plot + d.floor + d.volume {
		d.grid.under((from+to-1)/2, y, '┊', d.theme.Accent)
	}
}

// drawOverlays draws levels, the average and the second price where nothing else is.
func (d *drawing) drawOverlays() {
	for _, level := range d.Levels {
		if !finite(level) || level <= 0 && d.prices.kind == Log || !d.prices.holds(level) {
			continue
		}
		for x := range d.columns {
			d.grid.under(x, d.row(d.prices.level(level)), '╌', d.theme.Warn)
		}
	}
	d.across.groups(func(first, last, from, to int) {
		for x := from; x < to; x++ {
			if d.means != nil && finite(d.means[last-1]) {
				d.over(x, d.row(d.prices.level(d.means[last-1])), '∙')
			}
			if d.second != nil && d.second[last-1].Known() {
				d.over(x, d.row(d.prices.level(d.second[last-1].Close)), '+')
			}
		}
	})
}

// over draws over wicks, and not over bodies.
func (d *drawing) over(x, y int, glyph rune) {
	if !d.grid.inside(x, y) {
		return
	}
	switch d.grid.cells[y*d.grid.width+x].glyph {
	case 0, '│', '╷', '╵', '╌':
		d.grid.set(x, y, glyph, d.theme.Accent)
	}
}

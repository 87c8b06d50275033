package chart

import (
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
	panes    int // drawn panes, below the volume
	paneRows int // of each, with its title

	layout   layout
	bars     []Bar // per slot
	prices   scale
	ticks    []float64 // prices on the axis, ascending
	tickRows []int     // of ticks
	decimals int       // of the prices on the axis that are no ticks

	tickDecimals int
	allWicks     bool // the scale has all wicks
	isCut        bool // a wick leaves the chart, and its price has no room
}

// newDrawing computes the layout.
func (c *Chart) newDrawing(th theme.Theme, width, height int) *drawing {
	d := &drawing{Chart: c, theme: th, grid: newGrid(width, height)}
	if width < minFullWidth && (c.Type == Candles || c.Type == Bars) {
		narrow := *c
		narrow.Type = Line
		d.Chart = &narrow
	}
	d.bars = Align(c.Bars, c.Times)
	if height >= 7 && d.hasMarks() {
		d.markRows = 1
	}
	if c.Volume {
		d.volume = min(max(height-6, 0), 1+max(height-10, 0)/6, 6)
	}
	d.plot = height - d.markRows - d.volume
	if !c.NoTimes {
		d.plot-- // of the time axis
	}
	d.panes, d.paneRows = layOutPanes(height, d.plot, len(c.Panes))
	d.plot -= d.panes * d.paneRows
	d.columns = width
	if width >= minAxisWidth && c.AxisWidth > 0 {
		d.columns = width - d.axisWidth(width)
	}
	d.layout = newLayout(c.Slots(), d.columns)
	d.scalePrices()
	if width >= minAxisWidth && c.AxisWidth == 0 { // the width depends on the labels
		d.columns = width - d.axisWidth(width)
		d.layout = newLayout(c.Slots(), d.columns)
		d.scalePrices()
	}
	return d
}

const (
	// minMarginRows is the number of rows of the plot from which the first and the last one are left for the labels of the extremes.
	minMarginRows = 9
	// minAlignedRows is the number of rows of the plot from which there is room for ticks at equal distances.
	minAlignedRows = minMarginRows
)

// scalePrices sets the scale and the ticks for the drawn slots.
func (d *drawing) scalePrices() {
	low, high := d.priceRange()
	d.prices = newScale(d.Scale, low, high, d.base(d.bars), 2*d.plot)
	d.prices.isWhole = d.Amounts
	aligned, hasAligned := d.prices.aligned(d.Decimals)
	switch {
	case d.plot >= minAlignedRows && hasAligned:
		d.prices = aligned
	case d.plot >= minMarginRows:
		d.prices = d.prices.widened(2)
	}
	d.ticksFor()
}

// base returns the first close of the drawn slots, 0 if there is none.
func (d *drawing) base(bars []Bar) float64 {
	if i := slices.IndexFunc(bars[d.layout.first:], Bar.Known); i >= 0 {
		return bars[d.layout.first+i].Close
	}
	return 0
}

func (d *drawing) isEmpty() bool { return !slices.ContainsFunc(d.bars[d.layout.first:], Bar.Known) }

// drawWhole draws with a scale that cuts only wicks whose prices are shown.
func (c *Chart) drawWhole(th theme.Theme, width, height int) []text.Line {
	d := c.newDrawing(th, width, height)
	lines := d.draw()
	if !d.isCut {
		return lines
	}
	whole := c.newDrawing(th, width, height)
	whole.allWicks = true
	whole.scalePrices()
	return whole.draw()
}

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
		d.drawArrows()
		d.drawOverlays()
		d.drawExtremes()
		d.drawPriceAxis()
		d.drawStraights()
		d.drawLevelTags()
		d.drawVolume()
	}
	for i := range d.panes {
		d.drawPane(&d.Panes[i], d.plot+d.markRows+d.volume+i*d.paneRows, d.paneRows)
	}
	d.drawMarks()
	if !d.NoTimes {
		d.drawTimeAxis()
	}
	d.drawLast()
	d.drawCursor()
	d.drawAnchors()
	d.drawGrid()
	if d.Octants {
		d.grid.useOctants()
	}
	return d.grid.lines()
}

func (d *drawing) style(bar Bar) theme.Style {
	if bar.Rose() {
		return d.theme.Up
	}
	return d.theme.Down
}

// eachBar calls draw for every known bar with the columns of its body, right exclusive.
func (d *drawing) eachBar(draw func(bar Bar, left, right int)) {
	for slot := d.layout.first; slot < d.layout.slots; slot++ {
		if bar := d.bars[slot]; bar.Known() {
			left, right := bodyColumns(d.layout.columnsOf(slot))
			draw(bar, left, right)
		}
	}
}

// row converts a half row to a row of the plot, counted from the top.
func (d *drawing) row(half int) int { return d.plot - 1 - half/2 }

// markRow returns the row of marks: below the plot, or its last row if there is no room.
func (d *drawing) markRow() int { return d.plot - 1 + d.markRows }

// missing reports whether a slot was loaded but has no bar.
func (d *drawing) missing(slot int) bool {
	at := d.start(slot)
	return !d.bars[slot].Known() && at >= d.From && at < d.To
}

// hasMarks reports whether a row is needed below the plot: for gaps or marked times.
func (d *drawing) hasMarks() bool {
	return len(d.Marks) > 0 || d.hasGapFrom(max(0, d.Slots()-d.grid.width))
}

// hasGapFrom reports whether a slot from one on was loaded but has no bar.
func (d *drawing) hasGapFrom(slot int) bool {
	for ; slot < d.Slots(); slot++ {
		if d.missing(slot) {
			return true
		}
	}
	return false
}

// HasGaps reports whether a slot of the loaded range has no bar.
func (c *Chart) HasGaps() bool {
	d := drawing{Chart: c, bars: Align(c.Bars, c.Times)}
	return d.hasGapFrom(0)
}

// drawMarks draws gaps, what is being loaded, the bar in progress and the marked times.
func (d *drawing) drawMarks() {
	y := d.markRow()
	put := d.grid.setIfBlank
	if d.markRows > 0 {
		put = d.grid.set
	}
	for slot := d.layout.first; slot < d.layout.slots; slot++ {
		from, to := d.layout.columnsOf(slot)
		if d.missing(slot) {
			for x := from; x < max(to-1, from+1); x++ {
				put(x, y, '×', d.theme.Faint)
			}
		}
	}
	d.drawLoading()
	if d.Unfinished >= d.layout.first && d.Unfinished < d.layout.slots && d.Left.IsEmpty() {
		x, _ := bodyColumns(d.layout.columnsOf(d.Unfinished))
		put(x, y, '~', d.theme.Faint)
	}
	at := 0
	for _, mark := range slices.Sorted(slices.Values(d.Marks)) {
		for at < d.layout.slots && mark >= d.start(at+1) {
			at++
		}
		if at < d.layout.slots && at >= d.layout.first && mark >= d.start(at) {
			x, _ := bodyColumns(d.layout.columnsOf(at))
			put(x, y, '◆', d.theme.Accent)
		}
	}
}

// drawLoading hatches the slots before the loaded range while they are being loaded.
func (d *drawing) drawLoading() {
	if !d.Loading {
		return
	}
	end := 0
	for slot := d.layout.first; slot < d.layout.slots && d.start(slot+1) <= d.From; slot++ {
		_, end = d.layout.columnsOf(slot)
	}
	for y := range d.plot {
		for x := y % 4; x < end; x += 4 {
			d.grid.setIfBlank(x, y, '╱', d.theme.Faint)
		}
	}
	if label := text.Const(" loading "); end > text.Width(label) {
		d.grid.write((end-text.Width(label))/2, d.plot/2, label, d.theme.Faint)
	}
}

// drawOverlays draws the curves and the level lines.
func (d *drawing) drawOverlays() {
	for i := range d.Curves {
		if c := &d.Curves[i]; !c.Hidden {
			d.drawCurve(curve{value: c.at, style: c.Style, dash: c.Dash})
		}
	}
	for _, level := range d.Levels {
		if d.hasTag(level) {
			d.drawLevel(level, '╌', d.theme.Accent)
		}
	}
	for _, planned := range d.Planned {
		if d.hasTag(planned.Price) {
			d.drawLevel(planned.Price, '╍', planned.Style)
		}
	}
}

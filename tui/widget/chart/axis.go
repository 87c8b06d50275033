package chart

import (
	"math"
	"slices"
	"strings"

	"foredeck/theme"
	"foredeck/tui/text"
)

// ticksFor sets the ticks of the price axis, with a row between their labels.
func (d *drawing) ticksFor() {
	if d.isEmpty() {
		return
	}
	var ticks []float64
	ticks, d.tickDecimals = d.prices.ticks(d.plot, d.Decimals)
	d.decimals = d.prices.priceDigits(d.tickDecimals, d.Decimals)
	d.ticks, d.tickRows = ticks[:0], d.tickRows[:0]
	last := d.plot + 1
	for _, price := range ticks { // ascending, from the bottom up
		if y := d.row(d.prices.level(price)); last-y >= 2 {
			d.ticks, d.tickRows, last = append(d.ticks, price), append(d.tickRows, y), y
		}
	}
}

func (d *drawing) axisWidth(width int) int {
	widest := d.AxisWidth
	if widest == 0 {
		for _, price := range append(d.ticks, d.prices.price(0), d.prices.price(1)) {
			widest = max(widest, text.Width(d.exactLabel(price))+2)
		}
		if width >= minFullWidth {
			widest = max(widest, text.Width(d.Label)+2, len("│ volume"))
		}
	}
	return min(widest, width/2)
}

func (d *drawing) hasAxis() bool { return d.columns < d.grid.width }

// drawPriceAxis draws the axis with its ticks.
func (d *drawing) drawPriceAxis() {
	if !d.hasAxis() {
		return
	}
	for y := range d.plot + d.markRows + d.volume {
		d.grid.set(d.columns, y, '│', d.theme.Border)
	}
	for i, price := range d.ticks {
		y := d.tickRows[i]
		d.grid.set(d.columns, y, '┤', d.theme.Border)
		d.grid.write(d.columns+2, y, d.prices.label(price, d.tickDecimals), d.theme.Faint)
	}
	if d.volume > 0 && d.grid.width >= minFullWidth {
		d.grid.write(d.columns+2, d.plot+d.markRows+d.volume-1, text.Const("volume"), d.theme.Hint)
	}
}

// gridColumns returns the first column of the grid and the distance of its columns: even, and with one at each label of the time axis where
// these are as even.
func (d *drawing) gridColumns() (first, step int) {
	const widest, usual = 6, 4
	step = usual
	ticks := d.timeTicks()
	if len(ticks) == 0 {
		return 0, step
	}
	if last := len(ticks) - 1; last > 0 {
		distance := ticks[last].middle - ticks[last-1].middle
		for wide := widest; wide > 2; wide-- {
			if distance%wide == 0 {
				step = wide
				break
			}
		}
	}
	return ticks[len(ticks)-1].middle % step, step
}

// drawGrid draws dots in the rows of the labeled prices, and the line of no change on a percent scale.
func (d *drawing) drawGrid() {
	if d.prices.kind == Percent && d.prices.contains(d.prices.base) {
		d.drawLevel(d.prices.base, '┈', d.theme.Hint)
	}
	if !d.Grid {
		return
	}
	first, step := d.gridColumns()
	for _, y := range d.tickRows {
		for x := first; x < d.columns-1; x += step { // one beside the axis would look like a tick
			d.grid.setIfBlank(x, y, '·', d.theme.Hint)
		}
	}
}

// drawLevel draws a horizontal line at a price on the scale.
func (d *drawing) drawLevel(price float64, glyph rune, style theme.Style) {
	for x := range d.columns {
		d.grid.setIfBlank(x, d.row(d.prices.level(price)), glyph, style)
	}
}

// drawLast draws the line of the latest price and its tag on the axis.
func (d *drawing) drawLast() {
	if !finite(d.Last) || d.Last <= 0 || d.isEmpty() {
		return
	}
	line, tag := d.theme.Down, d.theme.DownFlash
	if d.LastRose {
		line, tag = d.theme.Up, d.theme.UpFlash
	}
	if d.prices.contains(d.Last) {
		d.drawLevel(d.Last, '┄', line)
	}
	d.tag(d.Last, tag)
	d.drawLeft(line)
}

// drawLeft writes the time until the newest bar closes below the tag of the latest price, or above it where there is
// no room.
func (d *drawing) drawLeft(style theme.Style) {
	if d.Left.IsEmpty() || !d.hasAxis() || d.plot < 2 {
		return
	}
	last := d.row(d.prices.level(d.Last))
	for _, y := range []int{last + 1, last - 1} {
		isTaken := func(level float64) bool { return d.prices.contains(level) && d.row(d.prices.level(level)) == y }
		if y < 0 || y >= d.plot || slices.ContainsFunc(d.Levels, isTaken) || slices.ContainsFunc(d.Planned, func(p Planned) bool { return isTaken(p.Price) }) || d.isTagged(y) {
			continue
		}
		d.grid.fill(d.columns+1, d.grid.width, y, 0, theme.Style{})
		d.grid.write(d.columns+2, y, d.Left, style)
		return
	}
}

// exactLabel formats a price that is not a tick. Changes in percent have two decimals at least, while round ticks may have none.
func (d *drawing) exactLabel(price float64) text.Safe {
	if d.prices.kind == Percent {
		return d.prices.label(price, max(d.decimals, 2))
	}
	return d.prices.label(price, d.decimals)
}

// tag writes a price on the axis in place of what is there. Beyond the scale, an arrow points to it.
func (d *drawing) tag(price float64, style theme.Style) {
	if !d.hasAxis() {
		return
	}
	pointer := '◂'
	switch share := d.prices.share(price); {
	case share > 1:
		pointer = '↑'
	case share < 0:
		pointer = '↓'
	}
	d.writeTag(d.row(d.prices.level(price)), pointer, price, style)
}

func (d *drawing) writeTag(y int, pointer rune, price float64, style theme.Style) {
	d.grid.fill(d.columns+1, d.grid.width, y, 0, theme.Style{})
	d.grid.set(d.columns, y, pointer, style)
	d.grid.write(d.columns+1, y, text.Format(" %s ", d.exactLabel(price)), style)
}

// tagBar writes the close at the crosshair on the axis, beside the tag of the latest price where both are in one row.
func (d *drawing) tagBar(price float64) {
	y := d.row(d.prices.level(price))
	if isLast := d.hasAxis() && finite(d.Last) && d.Last > 0 && d.Last != price && y == d.row(d.prices.level(d.Last)); !isLast || d.plot < 2 {
		d.tag(price, d.theme.Selected)
		return
	}
	beside := y + 1
	if price > d.Last && y > 0 || beside == d.plot {
		beside = y - 1
	}
	d.writeTag(beside, '◂', price, d.theme.Selected)
}

// drawLevelTags writes the prices of the level lines on the axis in place of what is there. The tags of the latest price and of the
// crosshair are drawn later.
func (d *drawing) drawLevelTags() {
	if !d.hasAxis() {
		return
	}
	for i := range d.Curves {
		if c := &d.Curves[i]; c.IsTagged {
			d.drawLevelTag(d.newestOf(c), c.Mark, c.Style)
		}
	}
	for _, level := range d.Levels {
		d.drawLevelTag(level, '◃', d.theme.Accent)
	}
	for _, planned := range d.Planned {
		d.drawLevelTag(planned.Price, planned.Letter, planned.Style)
	}
}

// newestOf returns the newest value of a curve, NaN if it has none.
func (d *drawing) newestOf(c *Curve) float64 {
	for slot := d.layout.slots - 1; slot >= d.layout.first; slot-- {
		if value := c.at(slot); finite(value) {
			return value
		}
	}
	return math.NaN()
}

// drawLevelTag writes a price on the scale on the axis, behind a glyph.
func (d *drawing) drawLevelTag(price float64, glyph rune, style theme.Style) {
	if !d.hasTag(price) {
		return
	}
	y := d.row(d.prices.level(price))
	d.grid.fill(d.columns+1, d.grid.width, y, 0, theme.Style{})
	d.grid.set(d.columns, y, glyph, style)
	d.grid.write(d.columns+2, y, d.exactLabel(price), style)
}

// drawCursor draws the crosshair where nothing else is drawn, with tags on both axes: the close and the start of the bar.
func (d *drawing) drawCursor() {
	slot := d.Cursor
	middle, ok := d.cursorColumn()
	if !ok {
		return
	}
	d.drawVertical(middle, '┊')
	if bar := d.bars[slot]; bar.Known() {
		d.drawLevel(bar.Close, '┈', d.theme.Accent)
		if !d.Amounts {
			d.tagBar(bar.Close)
		}
	}
	if d.NoTimes {
		return
	}
	x, _ := d.cursorTag()
	d.grid.write(x, d.grid.height-1, d.cursorLabel(slot), d.theme.Selected)
}

// drawAnchors draws the further vertical lines.
func (d *drawing) drawAnchors() {
	for _, slot := range d.Anchors {
		if middle, ok := d.columnOf(slot); ok {
			d.drawVertical(middle, '│')
		}
	}
}

// drawVertical draws a vertical line where nothing else is drawn.
func (d *drawing) drawVertical(column int, glyph rune) {
	for y := range d.plot + d.markRows + d.volume {
		d.grid.setIfBlank(column, y, glyph, d.theme.Accent)
	}
}

// cursorTag returns the columns of the crosshair's tag on the time axis, to exclusive; both are negative if there is no crosshair.
func (d *drawing) cursorTag() (from, to int) {
	if d.Cursor < d.layout.first || d.Cursor >= d.layout.slots {
		return -1, -1
	}
	left, right := bodyColumns(d.layout.columnsOf(d.Cursor))
	width := text.Width(d.cursorLabel(d.Cursor))
	from = max(0, min((left+right-1)/2-width/2, d.columns-width))
	return from, from + width
}

// cursorLabel formats the start of the bar at the crosshair.
func (d *drawing) cursorLabel(slot int) text.Safe {
	at, format := d.local(d.start(slot)), "01-02 15:04"
	if at.Year() != d.Year && d.Year != 0 {
		format = "2006-01-02 15:04"
	}
	if at.Hour() == 0 && at.Minute() == 0 && d.start(slot+1)-d.start(slot) > 20*millisecondsPerHour {
		format = strings.TrimSuffix(format, " 15:04")
	}
	return text.Format(" %s ", text.Clean(at.Format(format)))
}

// drawArrows marks the columns in which a wick leaves the chart.
func (d *drawing) drawArrows() {
	if d.Type != Candles && d.Type != Bars {
		return
	}
	d.eachBar(func(bar Bar, left, right int) {
		middle := (left + right - 1) / 2
		if d.prices.share(bar.High) > 1 {
			d.grid.set(middle, 0, '↑', d.style(bar))
		}
		if d.prices.share(bar.Low) < 0 {
			d.grid.set(middle, d.plot-1, '↓', d.style(bar))
		}
	})
}

// priceRange returns the lowest and the highest price of the scale. Bodies are always inside; a few wicks that are much longer than the others are not.
func (d *drawing) priceRange() (low, high float64) {
	low, high = math.Inf(1), math.Inf(-1)
	var lows, highs []float64
	add := func(price float64) {
		if finite(price) {
			low, high = min(low, price), max(high, price)
		}
	}
	for slot := d.layout.first; slot < len(d.bars); slot++ {
		bar := d.bars[slot]
		if !bar.Known() {
			continue
		}
		add(bar.Close)
		if d.Type == Candles || d.Type == Bars {
			add(bar.Open)
			lows, highs = append(lows, bar.Low), append(highs, bar.High)
		}
		for i := range d.Curves {
			if d.Curves[i].Fit {
				add(d.Curves[i].at(slot))
			}
		}
	}
	if math.IsInf(low, 0) {
		return 0, 0
	}
	if d.allWicks {
		return withAllWicks(low, high, lows, highs)
	}
	return withWicks(low, high, lows, highs)
}

// Columns returns the number of columns of the bars in a chart of this width with an AxisWidth.
func Columns(width, axisWidth int) int { return barColumns(plotColumns(width, axisWidth)) }

// plotColumns returns the number of columns of the plot in a chart of this width with an AxisWidth.
func plotColumns(width, axisWidth int) int {
	if width < minAxisWidth {
		return width
	}
	return width - min(axisWidth, width/2)
}

package chart

import (
	"math"
	"math/big"

	"foredeck/theme"
	"foredeck/tui/text"
)

// The contents of half a cell.
const (
	blank = iota
	wick
	filled
)

// thinGlyphs maps the contents of the upper and lower half of a cell without a body to a glyph.
var thinGlyphs = [2][2]rune{
	blank: {blank: 0, wick: '╷'},
	wick:  {blank: '╵', wick: '│'},
}

// slimGlyphs are the glyphs of candles without a column between them, whose bodies leave a gap within their own.
var slimGlyphs = [3][3]rune{
	blank:  {blank: 0, wick: '╷', filled: '╻'},
	wick:   {blank: '╵', wick: '│', filled: '╽'},
	filled: {blank: '╹', wick: '╿', filled: '┃'},
}

// extent is the vertical extent of a bar in half rows.
type extent struct{ high, top, bottom, low int }

func (d *drawing) extent(bar Bar) extent {
	level := d.prices.level // wicks that leave the chart end at its edge
	return extent{high: level(bar.High), top: level(max(bar.Open, bar.Close)), bottom: level(min(bar.Open, bar.Close)), low: level(bar.Low)}
}

// at returns the contents of a half row.
func (r extent) at(half int) int {
	switch {
	case half <= r.top && half >= r.bottom:
		return filled
	case half <= r.high && half >= r.low:
		return wick
	}
	return blank
}

// hollow is the body of a rising candle without a column between it and the next one, where no color tells it from a falling one.
const hollow = '║'

// hasWhole reports whether the body fills a cell, from the bottom of the plot on.
func (r extent) hasWhole() bool { return r.bottom+r.bottom%2 < r.top }

// bodies returns what the bodies of rising and falling candles consist of.
func (l layout) bodies(th theme.Theme) (up, down rune) {
	if l.pitch > 1 {
		return th.UpFill, th.DownFill
	}
	if down = slimGlyphs[filled][filled]; th.UpFill == th.DownFill {
		return down, down
	}
	return hollow, down
}

// Bodies returns what the bodies of rising and falling candles consist of in a chart of this width with an AxisWidth, for its legend.
func (c *Chart) Bodies(th theme.Theme, width int) (up, down rune) {
	return newLayout(c.Slots(), plotColumns(width, c.AxisWidth)).bodies(th)
}

// drawCandles draws candles. Where rising and falling ones differ in color, the bodies of both are filled, and each end of them is where it is
// the closest to the price. Without colors rising ones are hollow, and a hollow body of one column or without a whole cell is hollow in all of
// its cells.
func (d *drawing) drawCandles() {
	up, down := d.layout.bodies(d.theme)
	d.eachBar(func(bar Bar, left, right int) {
		extent, style, fill := d.extent(bar), d.style(bar), down
		if up == down && d.layout.pitch > 1 {
			d.drawFilled(bar, extent, left, right, style)
			return
		}
		hasEnds := true
		if bar.Rose() {
			fill, hasEnds = up, up == down || right-left > 1 && extent.hasWhole()
		}
		for y := d.row(extent.high); y <= d.row(extent.low); y++ {
			half := 2 * (d.plot - 1 - y)
			upper, lower := extent.at(half+1), extent.at(half)
			d.drawCandleCell(upper, lower, left, right, y, fill, style, hasEnds)
		}
	})
}

// drawCandleCell draws a row of a candle. One that body and wick share is body: half a cell of each would be neither.
func (d *drawing) drawCandleCell(upper, lower, left, right, y int, fill rune, style theme.Style, hasEnds bool) {
	isBody, isSlim := upper == filled || lower == filled, d.layout.pitch == 1
	switch {
	case !isBody:
		d.grid.set((left+right-1)/2, y, thinGlyphs[upper][lower], style)
	case upper == lower || !hasEnds:
		d.grid.fill(left, right, y, fill, style)
	case isSlim:
		d.grid.set(left, y, slimGlyphs[upper][lower], style)
	case upper == blank:
		d.grid.fill(left, right, y, '▄', style)
	case lower == blank:
		d.grid.fill(left, right, y, '▀', style)
	default:
		d.grid.fill(left, right, y, fill, style)
	}
}

// drawFilled draws a candle whose body is filled. A row belongs to the body if half of it does; at an end without a wick, half a row can. A
// body that has no row is a dash, a strong one if it is more than a fifth of a row high.
func (d *drawing) drawFilled(bar Bar, e extent, left, right int, style theme.Style) {
	middle := (left + right - 1) / 2
	for y := d.row(e.high); y <= d.row(e.low); y++ { // the wick, behind the body
		half := 2 * (d.plot - 1 - y)
		d.grid.set(middle, y, thinGlyphs[min(e.at(half+1), wick)][min(e.at(half), wick)], style)
	}
	top, bottom := d.height(max(bar.Open, bar.Close)), d.height(min(bar.Open, bar.Close))
	hasAbove, hasBelow := e.high > e.top, e.low < e.bottom
	isDrawn := false
	for row := int(bottom); row <= min(int(top), d.plot-1); row++ {
		upper, lower := min(top-float64(row), 1), max(bottom-float64(row), 0) // of the row
		share, y := upper-lower, d.plot-1-row
		switch {
		case share >= 0.75, share >= 0.5 && (hasAbove || upper == 1) && (hasBelow || lower == 0):
			d.grid.fill(left, right, y, '█', style)
		case share >= 0.25 && lower == 0 && !hasAbove:
			d.grid.fill(left, right, y, '▄', style)
		case share >= 0.25 && upper == 1 && !hasBelow:
			d.grid.fill(left, right, y, '▀', style)
		default:
			continue
		}
		isDrawn = true
	}
	switch row, size := min(int((top+bottom)/2), d.plot-1), top-bottom; {
	case isDrawn:
	case size >= 0.4: // more than half a row would be in the middle of one
		d.grid.fill(left, right, d.plot-1-row, '█', style)
	default:
		d.drawFlat(e, row, left, right, size >= 0.2, style)
	}
}

// height returns the height of a price above the lower edge of the plot, in rows.
func (d *drawing) height(price float64) float64 {
	share := max(0, min(d.prices.share(price), 1))
	if math.IsNaN(share) {
		return 0
	}
	return (share*float64(2*d.plot-1) + 0.5) / 2
}

// drawFlat draws the body of a candle as a dash in a row, counted from below.
func (d *drawing) drawFlat(e extent, row, left, right int, isStrong bool, style theme.Style) {
	glyphs := [...]rune{'─', '┴', '┬', '┼'} // without a wick, with one above, below and on both sides
	if isStrong {
		glyphs = [...]rune{'━', '┷', '┯', '┿'}
	}
	at := 0
	if e.high > 2*row+1 {
		at++
	}
	if e.low < 2*row {
		at += 2
	}
	d.grid.fill(left, right, d.plot-1-row, glyphs[0], style)
	d.grid.set((left+right-1)/2, d.plot-1-row, glyphs[at], style)
}

// drawBars draws OHLC bars: a stroke from high to low with the open on its left and the close on its right.
func (d *drawing) drawBars() {
	d.eachBar(func(bar Bar, left, right int) {
		extent, style, middle := d.extent(bar), d.style(bar), (left+right-1)/2
		extent.top, extent.bottom = -1, 0 // no body
		open, closed := d.row(d.prices.level(bar.Open)), d.row(d.prices.level(bar.Close))
		for y := d.row(extent.high); y <= d.row(extent.low); y++ {
			half := 2 * (d.plot - 1 - y)
			glyph := thinGlyphs[extent.at(half+1)][extent.at(half)]
			switch {
			case y == open && y == closed:
				glyph = '┼'
			case y == open:
				glyph = '┤'
			case y == closed:
				glyph = '├'
			}
			d.grid.set(middle, y, glyph, style)
			if right-left >= 3 && y == open {
				d.grid.fill(left, middle, y, '─', style)
			}
			if right-left >= 3 && y == closed {
				d.grid.fill(middle+1, right, y, '─', style)
			}
		}
	})
}

// eighths are the glyphs of a partly filled cell.
var eighths = [9]rune{0, '▁', '▂', '▃', '▄', '▅', '▆', '▇', '█'}

// drawVolume draws the volume in the direction of its candle, quieter than the prices above it. Bars without a known volume are blank.
func (d *drawing) drawVolume() {
	if d.volume == 0 {
		return
	}
	top := d.plot + d.markRows
	greatest := 0.0
	d.eachBar(func(bar Bar, _, _ int) {
		if finite(bar.Volume) {
			greatest = max(greatest, bar.Volume)
		}
	})
	if d.volume > 1 && greatest > 0 && d.hasAxis() && d.grid.width >= minFullWidth {
		d.grid.write(d.columns+2, top, text.Compact(greatest), d.theme.Faint)
	}
	d.eachBar(func(bar Bar, left, right int) {
		if !finite(bar.Volume) || greatest == 0 {
			return
		}
		height, style := max(1, int(math.Ceil(bar.Volume/greatest*float64(8*d.volume)))), d.volumeStyle(bar)
		for y := range d.volume {
			if over := height - 8*(d.volume-1-y); over > 0 {
				d.grid.fill(left, right, top+y, eighths[min(over, 8)], style)
			}
		}
	})
}

func (d *drawing) volumeStyle(bar Bar) theme.Style {
	switch {
	case !bar.Known():
		return d.theme.Border
	case bar.Close < bar.Open:
		return d.theme.DownVolume
	}
	return d.theme.UpVolume
}

// sparkline draws the closes in a single row, for the smallest sizes.
func (c *Chart) sparkline(th theme.Theme, width int) text.Line {
	bars, layout := Align(c.Bars, c.Times), newLayout(c.Slots(), width)
	closes := make([]*big.Float, width)
	for slot := layout.first; slot < layout.slots; slot++ {
		from, to := layout.columnsOf(slot)
		for x := from; x < to && bars[slot].Known(); x++ {
			closes[x] = big.NewFloat(bars[slot].Close)
		}
	}
	return text.Sparkline(closes).In(th.Plot)
}

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

// thinGlyphs maps the contents of the upper and lower half of a cell to a glyph.
var thinGlyphs = [3][3]rune{
	blank:  {blank: 0, wick: '╷', filled: '▄'},
	wick:   {blank: '╵', wick: '│', filled: '╽'},
	filled: {blank: '▀', wick: '╿', filled: '█'},
}

// slimGlyphs are thinGlyphs for candles without a column between them, whose bodies leave a gap within their own.
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

// drawCandles draws candles. Without colors, rising and falling bars differ in the fill of their bodies.
func (d *drawing) drawCandles() {
	distinct := d.theme.UpFill != d.theme.DownFill
	glyphs := &thinGlyphs
	if d.layout.pitch == 1 {
		glyphs = &slimGlyphs
	}
	d.eachBar(func(bar Bar, left, right int) {
		extent, style, fill := d.extent(bar), d.style(bar), d.theme.DownFill
		if bar.Rose() {
			fill = d.theme.UpFill
		}
		for y := d.row(extent.high); y <= d.row(extent.low); y++ {
			half := 2 * (d.plot - 1 - y)
			upper, lower := extent.at(half+1), extent.at(half)
			if upper != filled && lower != filled || right-left == 1 && !distinct {
				d.grid.set((left+right-1)/2, y, glyphs[upper][lower], style)
				continue
			}
			glyph := fill
			switch { // half cells are drawn only if the fill does not mark the direction
			case distinct || upper == lower:
			case upper == filled:
				glyph = '▀'
			default:
				glyph = '▄'
			}
			d.grid.fill(left, right, y, glyph, style)
		}
	})
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

// drawVolume draws the volume, quieter than the prices above it. Bars without a known volume are blank.
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
		height := max(1, int(math.Ceil(bar.Volume/greatest*float64(8*d.volume))))
		for y := range d.volume {
			if over := height - 8*(d.volume-1-y); over > 0 {
				d.grid.fill(left, right, top+y, eighths[min(over, 8)], d.theme.Border)
			}
		}
	})
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

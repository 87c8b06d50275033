package chart

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

// extent is the vertical extent of a bar in half rows.
type extent struct{ high, top, bottom, low int }

func (d *drawing) extent(bar Bar) extent {
	r := extent{
		high: d.prices.level(bar.High), low: d.prices.level(bar.Low),
		top: d.prices.level(max(bar.Open, bar.Close)), bottom: d.prices.level(min(bar.Open, bar.Close)),
	}
	return r
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
	d.layout.eachGroup(func(first, last, from, to int) {
		bar := d.merged(first, last)
		if !bar.Known() {
			return
		}
		extent, style := d.extent(bar), d.style(bar)
		left, right := bodyColumns(from, to)
		middle := (left + right - 1) / 2
		fill := d.theme.DownFill
		if bar.Rose() {
			fill = d.theme.UpFill
		}
		for y := d.row(extent.high); y <= d.row(extent.low); y++ {
			half := 2 * (d.plot - 1 - y)
			upper, lower := extent.at(half+1), extent.at(half)
			if upper != filled && lower != filled || right-left == 1 && !distinct {
				d.grid.set(middle, y, thinGlyphs[upper][lower], style)
				continue
			}
			for x := left; x < right; x++ {
				d.grid.set(x, y, bodyGlyph(upper, lower, fill, distinct), style)
			}
		}
	})
}

// bodyGlyph returns the glyph of a body cell. Half cells are drawn only if the fill is not needed to tell rise from
// fall.
func bodyGlyph(upper, lower int, fill rune, distinct bool) rune {
	switch {
	case distinct || upper == filled && lower == filled:
		return fill
	case upper == filled:
		return '▀'
	}
	return '▄'
}

// drawBars draws OHLC bars: a stroke from high to low with the open on its left and the close on its right.
func (d *drawing) drawBars() {
	d.layout.eachGroup(func(first, last, from, to int) {
		bar := d.merged(first, last)
		if !bar.Known() {
			return
		}
		extent, style := d.extent(bar), d.style(bar)
		left, right := bodyColumns(from, to)
		middle := (left + right - 1) / 2
		open, closed := d.row(d.prices.level(bar.Open)), d.row(d.prices.level(bar.Close))
		for y := d.row(extent.high); y <= d.row(extent.low); y++ {
			half := 2 * (d.plot - 1 - y)
			inside := func(half int) int {
				if half <= extent.high && half >= extent.low {
					return wick
				}
				return blank
			}
			glyph := thinGlyphs[inside(half+1)][inside(half)]
			switch {
			case y == open && y == closed:
				glyph = '┼'
			case y == open:
				glyph = '┤'
			case y == closed:
				glyph = '├'
			}
			d.grid.set(middle, y, glyph, style)
			if right-left < 3 {
				continue
			}
			for x := left; y == open && x < middle; x++ {
				d.grid.set(x, y, '─', style)
			}
			for x := middle + 1; y == closed && x < right; x++ {
				d.grid.set(x, y, '─', style)
			}
		}
	})
}

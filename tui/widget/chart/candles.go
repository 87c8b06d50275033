package chart

// What stands in one half of a cell.
const (
	blank = iota
	wick
	filled
)

// thin are the characters of a cell one column wide, by what stands in its upper and its lower half.
var thin = [3][3]rune{
	blank:  {blank: 0, wick: '╷', filled: '▄'},
	wick:   {blank: '╵', wick: '│', filled: '╽'},
	filled: {blank: '▀', wick: '╿', filled: '█'},
}

// reaches are the heights of a bar in halves of rows.
type reaches struct{ high, top, bottom, low int }

func (d *drawing) reaches(bar Bar) reaches {
	r := reaches{
		high: d.prices.level(bar.High), low: d.prices.level(bar.Low),
		top: d.prices.level(max(bar.Open, bar.Close)), bottom: d.prices.level(min(bar.Open, bar.Close)),
	}
	return r
}

// at is what stands at a height.
func (r reaches) at(half int) int {
	switch {
	case half <= r.top && half >= r.bottom:
		return filled
	case half <= r.high && half >= r.low:
		return wick
	}
	return blank
}

// drawCandles draws a body from open to close and wicks up to the high and down to the low. Without colours a rise and a fall
// are told apart by what fills the body.
func (d *drawing) drawCandles() {
	told := d.theme.UpFill != d.theme.DownFill
	d.across.groups(func(first, last, from, to int) {
		bar := d.merged(first, last)
		if !bar.Known() {
			return
		}
		reaches, style := d.reaches(bar), d.style(bar)
		left, right := body(from, to)
		middle := (left + right - 1) / 2
		fill := d.theme.DownFill
		if bar.Rose() {
			fill = d.theme.UpFill
		}
		for y := d.row(reaches.high); y <= d.row(reaches.low); y++ {
			half := 2 * (d.plot - 1 - y)
			upper, lower := reaches.at(half+1), reaches.at(half)
			if upper != filled && lower != filled || right-left == 1 && !told {
				d.grid.set(middle, y, thin[upper][lower], style)
				continue
			}
			for x := left; x < right; x++ {
				d.grid.set(x, y, solid(upper, lower, fill, told), style)
			}
		}
	})
}

// solid is a cell of a body: halves are told apart where the fill does not tell more.
func solid(upper, lower int, fill rune, told bool) rune {
	switch {
	case told || upper == filled && lower == filled:
		return fill
	case upper == filled:
		return '▀'
	}
	return '▄'
}

// drawBars draws a stroke from high to low with the open on its left and the close on its right.
func (d *drawing) drawBars() {
	d.across.groups(func(first, last, from, to int) {
		bar := d.merged(first, last)
		if !bar.Known() {
			return
		}
		reaches, style := d.reaches(bar), d.style(bar)
		left, right := body(from, to)
		middle := (left + right - 1) / 2
		open, closed := d.row(d.prices.level(bar.Open)), d.row(d.prices.level(bar.Close))
		for y := d.row(reaches.high); y <= d.row(reaches.low); y++ {
			half := 2 * (d.plot - 1 - y)
			inside := func(half int) int {
				if half <= reaches.high && half >= reaches.low {
					return wick
				}
				return blank
			}
			glyph := thin[inside(half+1)][inside(half)]
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

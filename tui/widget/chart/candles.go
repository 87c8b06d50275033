package chart

import (
	"foredeck/theme"
	"foredeck/tui/text"
)

// What stands in one half of a cell.
const (
	blank = iota
	wick
	filled
)

// thin are the characters of a cell one column wide, by what stands in its upper and its lower half. A body is a heavy line.
var thin = [3][3]rune{
	blank:  {blank: 0, wick: '╷', filled: '╻'},
	wick:   {blank: '╵', wick: '│', filled: '╽'},
	filled: {blank: '╹', wick: '╿', filled: '┃'},
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

// drawCandles draws a body from open to close and wicks up to the high and down to the low. A rise and a fall differ in shape as
// well as in colour.
func (d *drawing) drawCandles() {
	d.across.groups(func(first, last, from, to int) {
		bar := d.merged(first, last)
		if !bar.Known() {
			return
		}
		reaches, style := d.reaches(bar), d.style(bar)
		left, right := body(from, to)
		middle := (left + right - 1) / 2
		for y := d.row(reaches.high); y <= d.row(reaches.low); y++ {
			half := 2 * (d.plot - 1 - y)
			if upper, lower := reaches.at(half+1), reaches.at(half); upper != filled && lower != filled {
				d.grid.set(middle, y, thin[upper][lower], style)
				continue
			}
			for x := left; x < right; x++ {
				if glyph := d.bodyCell(bar.Rose(), reaches, half, x-left, right-left); glyph != 0 {
					d.grid.set(x, y, glyph, style)
				}
			}
		}
	})
}

// quarters are the characters of a cell by what of it is painted: 1 and 2 are the upper quarters, the left one first, 4 and 8 the
// lower ones.
var quarters = [16]rune{0, '▘', '▝', '▀', '▖', '▌', '▞', '▛', '▗', '▚', '▐', '▜', '▄', '▙', '▟', '█'}

// bodyCell is a column of a body in the row that begins at a half; 0 is a blank. A theme that tells a rise from a fall by what fills
// it has its way. Else a fall is solid; a rise is a heavy line, and with more than one column hollow.
func (d *drawing) bodyCell(rose bool, r reaches, half, column, columns int) rune {
	switch {
	case d.theme.UpFill != d.theme.DownFill && rose:
		return d.theme.UpFill
	case d.theme.UpFill != d.theme.DownFill:
		return d.theme.DownFill
	case rose && columns == 1:
		return thin[r.at(half+1)][r.at(half)]
	}
	painted := 0
	for quarter := range 4 {
		height, at := half+1-quarter/2, 2*column+quarter%2
		isEdge := at == 0 || at == 2*columns-1
		isCap := r.top-r.bottom > 1 && (height == r.top || height == r.bottom) // one or two halves are hollow without
		if r.at(height) == filled && (!rose || isEdge || isCap) {
			painted |= 1 << quarter
		}
	}
	return quarters[painted]
}

// Samples are a rise and a fall as the candles of this chart are drawn in this room.
func (c Chart) Samples(th theme.Theme, width, height int) (rise, fall text.Safe) {
	d := c.newDrawing(th, width, height)
	left, right := body(d.across.of(0))
	sample := func(rose bool) text.Safe {
		whole := reaches{high: 4, top: 4, bottom: -4, low: -4} // which a row in its middle shows neither end of
		var drawn []rune
		columns := min(right-left, 2)
		if d.theme.UpFill != d.theme.DownFill {
			columns = 1
		}
		for column := range columns {
			drawn = append(drawn, d.bodyCell(rose, whole, 0, column, columns))
		}
		return text.Safe(drawn)
	}
	return sample(true), sample(false)
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

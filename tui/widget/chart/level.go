package chart

import (
	"math"
	"strconv"

	"foredeck/theme"
)

// Planned is a price of a planned position. Its letter stands before its tag on the axis, so that it differs from that of an alert without
// colors.
type Planned struct {
	Price  float64
	Letter rune
	Style  theme.Style
}

// RowOf returns the row of a price in a chart of this size. ok is false if the price is beyond the scale.
func (c Chart) RowOf(th theme.Theme, price float64, width, height int) (row int, ok bool) {
	if c.Slots() == 0 || width < minChartWidth || height < minChartRows {
		return 0, false
	}
	d := c.newDrawing(th, width, height)
	if !d.hasTag(price) {
		return 0, false
	}
	return d.row(d.prices.level(price)), true
}

// LevelAt returns the index of the level whose tag is at a cell of the price axis of a chart of this size. ok is false if there is none.
func (c Chart) LevelAt(th theme.Theme, column, row, width, height int) (level int, ok bool) {
	if c.Slots() == 0 || width < minChartWidth || height < minChartRows {
		return 0, false
	}
	d := c.newDrawing(th, width, height)
	if !d.hasAxis() || column < d.columns || row >= d.plot {
		return 0, false
	}
	for i := len(c.Levels) - 1; i >= 0; i-- { // a later tag covers an earlier one
		if at := c.Levels[i]; finite(at) && d.prices.contains(at) && d.row(d.prices.level(at)) == row {
			return i, true
		}
	}
	return 0, false
}

// PriceAt returns the price at a row of a chart of this size, rounded to a power of ten that is not higher than a row. It is that of the
// nearest row of the prices.
func (c Chart) PriceAt(th theme.Theme, row, width, height int) string {
	d := c.newDrawing(th, width, height)
	row = max(0, min(row, d.plot-1))
	share := func(row int) float64 {
		return (2*float64(d.plot-1-row) + 0.5) / float64(max(d.prices.levels-1, 1))
	}
	price := d.prices.price(share(row))
	power := int(math.Floor(math.Log10(math.Abs(price - d.prices.price(share(row+1))))))
	unit := math.Pow10(power)
	return strconv.FormatFloat(math.Round(price/unit)*unit, 'f', max(-power, 0), 64)
}

package chart

import "foredeck/tui/text"

// drawExtremes labels the highest price of the drawn bars above its bar, and the lowest one below, and each wick that leaves the chart.
func (d *drawing) drawExtremes() {
	hasRoom := !d.Amounts && d.plot >= minMarginRows && d.columns >= minFullWidth
	highest, lowest, most, least := -1, -1, 0.0, 0.0
	for slot := d.layout.first; slot < d.layout.slots; slot++ {
		if !d.bars[slot].Known() {
			continue
		}
		low, high := d.ends(slot)
		if highest < 0 || high > most {
			highest, most = slot, high
		}
		if lowest < 0 || low < least {
			lowest, least = slot, low
		}
	}
	hasHighest, hasLowest := false, false
	if highest != lowest && hasRoom {
		hasHighest, hasLowest = d.drawExtreme(highest, most, -1), d.drawExtreme(lowest, least, 1)
	}
	label := func(slot int, price float64, below int, isLabeled bool) bool {
		return hasRoom && (isLabeled || d.drawExtreme(slot, price, below))
	}
	for slot := d.layout.first; slot < d.layout.slots && !d.isCut; slot++ {
		if !d.bars[slot].Known() {
			continue
		}
		low, high := d.ends(slot)
		d.isCut = d.prices.share(high) > 1 && !label(slot, high, -1, slot == highest && hasHighest) ||
			d.prices.share(low) < 0 && !label(slot, low, 1, slot == lowest && hasLowest)
	}
}

// ends returns the lowest and the highest drawn price of a slot.
func (d *drawing) ends(slot int) (low, high float64) {
	bar := d.bars[slot]
	if d.Type == Line || d.Type == Area {
		return bar.Close, bar.Close
	}
	return bar.Low, bar.High
}

// drawExtreme writes a price a number of rows below its place, or beside the arrow of a wick that leaves the chart. It reports whether there
// was room.
func (d *drawing) drawExtreme(slot int, price float64, below int) (isDrawn bool) {
	label, y := d.exactLabel(price), d.row(d.prices.level(price))
	width := text.Width(label)
	left, right := bodyColumns(d.layout.columnsOf(slot))
	x := max(0, min((left+right-1)/2-(width-1)/2, d.columns-1-width))
	switch {
	case d.prices.contains(price):
		y += below
	case d.isBlank(right, right+1+width, y):
		x = right + 1
	default:
		x = left - 1 - width
	}
	if isDrawn = y >= 0 && y < d.plot && d.isBlank(x, x+width, y); isDrawn {
		d.grid.setIfBlank(x-1, y, ' ', d.theme.Faint) // instead of the grid's dots
		d.grid.write(x, y, label, d.theme.Faint)
		if x+width < d.columns {
			d.grid.setIfBlank(x+width, y, ' ', d.theme.Faint)
		}
	}
	return isDrawn
}

// isBlank reports whether the cells of a row of the plot from column left to right (exclusive) are blank.
func (d *drawing) isBlank(left, right, y int) bool {
	if left < 0 || right > d.columns {
		return false
	}
	for x := left; x < right; x++ {
		if d.grid.cells[y*d.grid.width+x].glyph != 0 {
			return false
		}
	}
	return true
}

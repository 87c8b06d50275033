package chart

import (
	"math"
	"slices"

	"foredeck/theme"
)

// Straight is a straight line that the user has drawn. It is not part of the price range, and ends where it leaves that.
type Straight struct {
	// Values are the prices at the starts of the slots; NaN: the line is not there. Between two slots the line is straight in the scale.
	Values  []float64
	Tag     float64 // price of its tag on the axis; NaN: none
	IsLevel bool    // all values are the same
	IsDraft bool    // it is not set yet
}

// draftDash is the dash of lines that are not set yet.
const draftDash = 0xcccc

// drawStraights draws the lines of the user where nothing else is drawn, and their tags. Those of alerts are drawn later.
func (d *drawing) drawStraights() {
	for i := range d.Straights {
		line := &d.Straights[i]
		switch dash := uint16(0); {
		case line.IsLevel:
			if d.hasTag(line.Tag) {
				d.drawLevel(line.Tag, '─', d.theme.Text)
			}
		default:
			if line.IsDraft {
				dash = draftDash
			}
			d.drawStraight(line.Values, curve{style: d.theme.Text, dash: dash})
		}
		if d.hasAxis() && d.hasTag(line.Tag) {
			y := d.row(d.prices.level(line.Tag))
			d.grid.fill(d.columns+1, d.grid.width, y, 0, theme.Style{})
			d.grid.set(d.columns, y, '━', d.theme.Text)
			d.grid.write(d.columns+2, y, d.exactLabel(line.Tag), d.theme.Text)
		}
	}
}

// hasTag reports whether a price is on the scale.
func (d *drawing) hasTag(price float64) bool {
	return finite(price) && !(price <= 0 && d.prices.kind == Log) && d.prices.contains(price)
}

// drawStraight draws a line through the middles of slots, dot by dot.
func (d *drawing) drawStraight(values []float64, c curve) {
	fine := d.prices
	fine.levels = brailleRows * d.plot
	at := func(slot int) float64 {
		if slot >= len(values) || !finite(values[slot]) || values[slot] <= 0 && fine.kind == Log {
			return math.NaN()
		}
		return fine.share(values[slot])
	}
	for slot := d.layout.first; slot < d.layout.slots; slot++ {
		share, next := at(slot), at(slot+1)
		if !finite(share) {
			continue
		}
		from, to := d.layout.columnsOf(slot)
		first, last := from+to-1, to+to+d.layout.pitch-2 // the middles of this slot and of the next one, in dots
		if !finite(next) {
			last, next = first, share
		}
		before := -1
		for dot := first; dot <= last && dot < brailleColumns*d.columns; dot++ {
			height := share
			if last > first {
				height += (next - share) * float64(dot-first) / float64(last-first)
			}
			if !(height >= 0 && height <= 1) { // also not a number
				before = -1
				continue
			}
			level := int(math.Round(height * float64(fine.levels-1)))
			if before < 0 {
				before = level
			}
			d.drawDots(dot, before, level, c)
			before = level
		}
	}
}

// isTagged reports whether a line of the user has its tag in a row.
func (d *drawing) isTagged(row int) bool {
	return slices.ContainsFunc(d.Straights, func(line Straight) bool { return d.hasTag(line.Tag) && d.row(d.prices.level(line.Tag)) == row })
}

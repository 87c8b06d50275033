package chart

import (
	"math"
	"math/big"

	"foredeck/theme"
	"foredeck/tui/text"
)

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

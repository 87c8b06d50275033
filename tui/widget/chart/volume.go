package chart

import (
	"math"

	"foredeck/theme"
	"foredeck/tui/text"
)

// eighths are the glyphs of a partly filled cell.
var eighths = [9]rune{0, '▁', '▂', '▃', '▄', '▅', '▆', '▇', '█'}

// drawVolume draws the volume. Bars without a known volume are blank.
func (d *drawing) drawVolume() {
	if d.volume == 0 {
		return
	}
	top := d.plot + d.markRows
	greatest := 0.0
	d.layout.eachGroup(func(first, last, _, _ int) {
		if bar := d.merged(first, last); bar.Known() && finite(bar.Volume) {
			greatest = max(greatest, bar.Volume)
		}
	})
	if greatest == 0 {
		return
	}
	d.layout.eachGroup(func(first, last, from, to int) {
		bar := d.merged(first, last)
		if !bar.Known() || !finite(bar.Volume) {
			return
		}
		height := max(1, int(math.Ceil(bar.Volume/greatest*float64(8*d.volume))))
		left, right := bodyColumns(from, to)
		for x := left; x < right; x++ {
			for y := range d.volume {
				if over := height - 8*(d.volume-1-y); over > 0 {
					d.grid.set(x, top+y, eighths[min(over, 8)], d.style(bar))
				}
			}
		}
	})
}

// drawHeights draws the closes as heights in a single row, for the smallest sizes.
func (c *Chart) drawHeights(th theme.Theme, width int) text.Line {
	bars := c.slots(c.Bars, 0)
	layout := newLayout(c.Slots, width)
	low, high := math.Inf(1), math.Inf(-1)
	closes := make([]float64, width)
	for i := range closes {
		closes[i] = math.NaN()
	}
	layout.eachGroup(func(first, last, from, to int) {
		for _, bar := range bars[first:last] {
			if !bar.Known() {
				continue
			}
			low, high = min(low, bar.Close), max(high, bar.Close)
			for x := from; x < to; x++ {
				closes[x] = bar.Close
			}
		}
	})
	grid := newGrid(width, 1)
	prices := newScale(Normal, low, high, 0, 8)
	for x, price := range closes {
		if finite(price) {
			grid.set(x, 0, eighths[1+prices.level(price)], th.Accent)
		}
	}
	return grid.lines()[0]
}

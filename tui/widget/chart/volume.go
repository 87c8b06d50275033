package chart

import (
	"math"

	"foredeck/theme"
	"foredeck/tui/text"
)

// eighths are the heights of a cell.
var eighths = [9]rune{0, '▁', '▂', '▃', '▄', '▅', '▆', '▇', '█'}

// drawVolume draws what was traded. A bar without a volume has none.
func (d *drawing) drawVolume() {
	if d.volume == 0 {
		return
	}
	top := d.plot + d.floor
	greatest := 0.0
	d.across.groups(func(first, last, _, _ int) {
		if bar := d.merged(first, last); bar.Known() && finite(bar.Volume) {
			greatest = max(greatest, bar.Volume)
		}
	})
	if greatest == 0 {
		return
	}
	d.across.groups(func(first, last, from, to int) {
		bar := d.merged(first, last)
		if !bar.Known() || !finite(bar.Volume) {
			return
		}
		height := max(1, int(math.Ceil(bar.Volume/greatest*float64(8*d.volume))))
		left, right := body(from, to)
		for x := left; x < right; x++ {
			for y := range d.volume {
				if over := height - 8*(d.volume-1-y); over > 0 {
					d.grid.set(x, top+y, eighths[min(over, 8)], d.style(bar))
				}
			}
		}
	})
}

// heights is the closes as heights in one row, for the smallest room.
func (c *Chart) heights(th theme.Theme, width int) text.Line {
	bars := c.slots(c.Bars, 0)
	across := spread(c.Slots, width)
	low, high := math.Inf(1), math.Inf(-1)
	closes := make([]float64, width)
	for i := range closes {
		closes[i] = math.NaN()
	}
	across.groups(func(first, last, from, to int) {
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
	drawn := newGrid(width, 1)
	prices := newScale(Normal, low, high, 0, 8)
	for x, price := range closes {
		if finite(price) {
			drawn.set(x, 0, eighths[1+prices.level(price)], th.Accent)
		}
	}
	return drawn.lines()[0]
}

package chart

import (
	"time"

	"foredeck/tui/text"
)

// labelInterval is the number of rows between price labels.
const labelInterval = 3

// axisWidth returns the width of the price axis.
func (d *drawing) axisWidth(width int) int {
	widest := 0
	for y := 0; y < d.plot; y += labelInterval {
		widest = max(widest, text.Width(d.prices.label(d.rowShare(y), d.plot)))
	}
	widest += 2
	if width >= minFullWidth {
		widest = max(widest, text.Width(d.Label)+2, len("│ volume"))
	}
	return min(widest, width/2)
}

// rowShare returns the height of a row as a share of the plot, 1 at the top.
func (d *drawing) rowShare(y int) float64 {
	if d.plot < 2 {
		return 0.5
	}
	return 1 - float64(y)/float64(d.plot-1)
}

// drawPriceAxis draws the price axis.
func (d *drawing) drawPriceAxis() {
	if d.columns == d.grid.width {
		return
	}
	for y := range d.plot {
		if y%labelInterval == 0 {
			d.grid.set(d.columns, y, '┤', d.theme.Faint)
			d.grid.write(d.columns+2, y, d.prices.label(d.rowShare(y), d.plot), d.theme.Faint)
			continue
		}
		d.grid.set(d.columns, y, '│', d.theme.Faint)
	}
	for y := d.plot; y < d.plot+d.markRows+d.volume; y++ {
		d.grid.set(d.columns, y, '│', d.theme.Faint)
	}
	if d.volume > 0 && d.grid.width >= minFullWidth {
		d.grid.write(d.columns+2, d.plot+d.markRows, "volume", d.theme.Faint)
	}
}

// tickIntervals are the possible intervals between time labels.
var tickIntervals = []time.Duration{
	time.Minute, 5 * time.Minute, 10 * time.Minute, 15 * time.Minute, 30 * time.Minute, time.Hour, 2 * time.Hour, 3 * time.Hour, 6 * time.Hour, 12 * time.Hour,
	day, 2 * day, 5 * day, 10 * day, 30 * day, 90 * day, 180 * day, 360 * day,
}

const (
	day = 24 * time.Hour
	// minTickColumns is the minimum number of columns per time label.
	minTickColumns = 9
)

// drawTimeAxis draws labels at round times, with the date where a day starts. A line chart with enough rows already has
// a time axis.
func (d *drawing) drawTimeAxis() {
	y := d.grid.height - 1
	if d.columns < d.grid.width {
		d.grid.set(d.columns, y, '└', d.theme.Faint)
		if d.grid.width >= minFullWidth {
			d.grid.write(d.columns+2, y, d.Label, d.theme.Faint)
		}
	}
	if d.axis == 2 && !d.isEmpty() {
		return
	}
	every := tickIntervals[len(tickIntervals)-1].Milliseconds()
	for _, interval := range tickIntervals {
		slots := float64(interval.Milliseconds()) / float64(d.Step)
		if slots*float64(d.columns)/float64(d.Slots) >= minTickColumns {
			every = interval.Milliseconds()
			break
		}
	}
	free := 0
	for slot := range d.Slots {
		at := d.Start + int64(slot)*d.Step
		isTick := d.wallClock(at)/every != d.wallClock(at-d.Step)/every
		x, _ := d.layout.columnsOf(slot)
		if !isTick && slot > 0 || x < free {
			continue
		}
		label := d.local(at).Format("15:04")
		if slot == 0 || d.wallClock(at)/day.Milliseconds() != d.wallClock(at-d.Step)/day.Milliseconds() {
			label = d.local(at).Format("01-02")
			if every >= 180*day.Milliseconds() {
				label = d.local(at).Format("2006-01")
			}
		}
		if x+len(label) > d.columns {
			break
		}
		if slot == 0 && d.tickWithin(every, len(label)+1) {
			continue // the tick takes precedence
		}
		d.grid.write(x, y, text.Safe(label), d.theme.Faint)
		free = x + len(label) + 1
	}
}

// local returns a time in the zone of the axis.
func (d *drawing) local(at int64) time.Time {
	if d.Zone == nil {
		return time.UnixMilli(at).UTC()
	}
	return time.UnixMilli(at).In(d.Zone)
}

// wallClock returns a time in milliseconds shifted by the zone offset, so that ticks fall on round local times.
func (d *drawing) wallClock(at int64) int64 {
	_, offset := d.local(at).Zone()
	return at + int64(offset)*time.Second.Milliseconds()
}

// tickWithin reports whether a tick falls within the first columns.
func (d *drawing) tickWithin(every int64, columns int) bool {
	for slot := 1; slot < d.Slots; slot++ {
		if x, _ := d.layout.columnsOf(slot); x >= columns+d.layout.left {
			return false
		}
		if at := d.Start + int64(slot)*d.Step; d.wallClock(at)/every != d.wallClock(at-d.Step)/every {
			return true
		}
	}
	return false
}

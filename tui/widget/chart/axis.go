package chart

import (
	"time"

	"foredeck/tui/text"
)

const labelInterval = 3

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

func (d *drawing) drawPriceAxis() {
	if d.columns == d.grid.width {
		return
	}
	for y := range d.plot + d.markRows + d.volume {
		d.grid.set(d.columns, y, '│', d.theme.Faint)
	}
	for y := 0; y < d.plot; y += labelInterval {
		d.grid.set(d.columns, y, '┤', d.theme.Faint)
		d.grid.write(d.columns+2, y, d.prices.label(d.rowShare(y), d.plot), d.theme.Faint)
	}
	if d.volume > 0 && d.grid.width >= minFullWidth {
		d.grid.write(d.columns+2, d.plot+d.markRows, text.Const("volume"), d.theme.Faint)
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

// drawTimeAxis draws labels at round times, with the date where a day starts.
func (d *drawing) drawTimeAxis() {
	y := d.grid.height - 1
	if d.columns < d.grid.width {
		d.grid.set(d.columns, y, '└', d.theme.Faint)
		if d.grid.width >= minFullWidth {
			d.grid.write(d.columns+2, y, d.Label, d.theme.Faint)
		}
	}
	every := d.tickInterval()
	free := 0
	for slot := range d.Slots {
		at := d.Start + int64(slot)*d.Step
		x, _ := d.layout.columnsOf(slot)
		if slot > 0 && !d.startsInterval(at, every) || x < free {
			continue
		}
		format := "15:04"
		if slot == 0 || d.startsInterval(at, day.Milliseconds()) {
			format = "01-02"
			if every >= 180*day.Milliseconds() {
				format = "2006-01"
			}
		}
		label := d.local(at).Format(format)
		if x+len(label) > d.columns {
			break
		}
		if slot == 0 && d.tickWithin(every, len(label)+1) {
			continue // the tick takes precedence
		}
		d.grid.write(x, y, text.Clean(label), d.theme.Faint)
		free = x + len(label) + 1
	}
}

// tickInterval returns the shortest interval in milliseconds whose labels have room.
func (d *drawing) tickInterval() int64 {
	for _, interval := range tickIntervals {
		slots := float64(interval.Milliseconds()) / float64(d.Step)
		if slots*float64(d.columns)/float64(d.Slots) >= minTickColumns {
			return interval.Milliseconds()
		}
	}
	return tickIntervals[len(tickIntervals)-1].Milliseconds()
}

// local returns a time in the zone of the axis.
func (d *drawing) local(at int64) time.Time {
	if d.Zone == nil {
		return time.UnixMilli(at).UTC()
	}
	return time.UnixMilli(at).In(d.Zone)
}

// startsInterval reports whether a round local time lies between the slot before a time and the time.
func (d *drawing) startsInterval(at, interval int64) bool {
	return d.intervals(at, interval) != d.intervals(at-d.Step, interval)
}

// intervals returns the number of whole intervals of local time up to a time.
func (d *drawing) intervals(at, interval int64) int64 {
	_, offset := d.local(at).Zone()
	return (at + int64(offset)*time.Second.Milliseconds()) / interval
}

// tickWithin reports whether a tick falls within the first columns.
func (d *drawing) tickWithin(every int64, columns int) bool {
	for slot := 1; slot < d.Slots; slot++ {
		if x, _ := d.layout.columnsOf(slot); x >= columns+d.layout.left {
			return false
		}
		if d.startsInterval(d.Start+int64(slot)*d.Step, every) {
			return true
		}
	}
	return false
}

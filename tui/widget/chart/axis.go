package chart

import (
	"time"

	"foredeck/tui/text"
)

// labelledRows is how many rows there are from one price of the axis to the next.
const labelledRows = 3

// axisWidth is the width of the axis of prices.
func (d *drawing) axisWidth(width int) int {
	widest := 0
	for y := 0; y < d.plot; y += labelledRows {
		widest = max(widest, text.Width(d.prices.label(d.shareOf(y), d.plot)))
	}
	widest += 2
	if width >= lineUnder {
		widest = max(widest, text.Width(d.Label)+2, len("│ volume"))
	}
	return min(widest, width/2)
}

// shareOf is how far up a row is.
func (d *drawing) shareOf(y int) float64 {
	if d.plot < 2 {
		return 0.5
	}
	return 1 - float64(y)/float64(d.plot-1)
}

// drawPrices draws the axis of prices.
func (d *drawing) drawPrices() {
	if d.columns == d.grid.width {
		return
	}
	for y := range d.plot {
		if y%labelledRows == 0 {
			d.grid.set(d.columns, y, '┤', d.theme.Faint)
			d.grid.write(d.columns+2, y, d.prices.label(d.shareOf(y), d.plot), d.theme.Faint)
			continue
		}
		d.grid.set(d.columns, y, '│', d.theme.Faint)
	}
	for y := d.plot; y < d.plot+d.floor+d.volume; y++ {
		d.grid.set(d.columns, y, '│', d.theme.Faint)
	}
	if d.volume > 0 && d.grid.width >= lineUnder {
		d.grid.write(d.columns+2, d.plot+d.floor, "volume", d.theme.Faint)
	}
}

// rounds are the lengths of time between two times of the axis.
var rounds = []time.Duration{
	time.Minute, 5 * time.Minute, 10 * time.Minute, 15 * time.Minute, 30 * time.Minute, time.Hour, 2 * time.Hour, 3 * time.Hour, 6 * time.Hour, 12 * time.Hour,
	day, 2 * day, 5 * day, 10 * day, 30 * day, 90 * day, 180 * day, 360 * day,
}

const (
	day = 24 * time.Hour
	// timeRoom is how many columns a time takes with what is around it.
	timeRoom = 9
)

// drawTimes draws the axis of times: round ones below their slots, with the day where it begins. A line has one already, where
// there is room for it.
func (d *drawing) drawTimes() {
	y := d.grid.height - 1
	if d.columns < d.grid.width {
		d.grid.set(d.columns, y, '└', d.theme.Faint)
		if d.grid.width >= lineUnder {
			d.grid.write(d.columns+2, y, d.Label, d.theme.Faint)
		}
	}
	if d.axis == 2 && !d.isEmpty() {
		return
	}
	every := rounds[len(rounds)-1].Milliseconds()
	for _, round := range rounds {
		slots := float64(round.Milliseconds()) / float64(d.Step)
		if slots*float64(d.columns)/float64(d.Slots) >= timeRoom {
			every = round.Milliseconds()
			break
		}
	}
	free := 0
	for slot := range d.Slots {
		at := d.Start + int64(slot)*d.Step
		isRound := d.wall(at)/every != d.wall(at-d.Step)/every
		x, _ := d.across.of(slot)
		if !isRound && slot > 0 || x < free {
			continue
		}
		written := d.local(at).Format("15:04")
		if slot == 0 || d.wall(at)/day.Milliseconds() != d.wall(at-d.Step)/day.Milliseconds() {
			written = d.local(at).Format("01-02")
			if every >= 180*day.Milliseconds() {
				written = d.local(at).Format("2006-01")
			}
		}
		if x+len(written) > d.columns {
			break
		}
		if slot == 0 && d.roundWithin(every, len(written)+1) {
			continue // the round one is worth more
		}
		d.grid.write(x, y, text.Safe(written), d.theme.Faint)
		free = x + len(written) + 1
	}
}

// local is a time of the axis in its time zone.
func (d *drawing) local(at int64) time.Time {
	if d.Zone == nil {
		return time.UnixMilli(at).UTC()
	}
	return time.UnixMilli(at).In(d.Zone)
}

// wall is a time of the axis as a clock on the wall shows it, in milliseconds: what is round there is round for who reads it.
func (d *drawing) wall(at int64) int64 {
	_, offset := d.local(at).Zone()
	return at + int64(offset)*time.Second.Milliseconds()
}

// roundWithin tells whether a round time stands in the first columns.
func (d *drawing) roundWithin(every int64, columns int) bool {
	for slot := 1; slot < d.Slots; slot++ {
		if x, _ := d.across.of(slot); x >= columns+d.across.left {
			return false
		}
		if at := d.Start + int64(slot)*d.Step; d.wall(at)/every != d.wall(at-d.Step)/every {
			return true
		}
	}
	return false
}

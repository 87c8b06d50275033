package chart

import (
	"time"

	"foredeck/tui/text"
)

const (
	millisecondsPerHour = int64(time.Hour / time.Millisecond)
	// minTickColumns is the minimum number of columns per time label.
	minTickColumns = 9
)

// tickPeriods are the possible distances of time labels, shortest first.
var tickPeriods = []Period{
	{Fixed: time.Minute}, {Fixed: 5 * time.Minute}, {Fixed: 10 * time.Minute}, {Fixed: 15 * time.Minute}, {Fixed: 30 * time.Minute},
	{Fixed: time.Hour}, {Fixed: 2 * time.Hour}, {Fixed: 3 * time.Hour}, {Fixed: 6 * time.Hour}, {Fixed: 12 * time.Hour},
	{Days: 1}, {Days: 2}, {Weeks: 1}, {Weeks: 2}, {Months: 1}, {Months: 2}, {Months: 3}, {Months: 6}, {Months: 12}, {Months: 24}, {Months: 60}, {Months: 120},
}

// timeTick is a label of the time axis.
type timeTick struct {
	column int
	label  string
}

// start returns the start of a slot of the window, or the end of the last one.
func (d *drawing) start(slot int) int64 { return d.Times[d.Lead+slot] }

// local returns a time in the zone of the axis.
func (d *drawing) local(at int64) time.Time { return time.UnixMilli(at).In(d.zone()) }

func (d *drawing) zone() *time.Location {
	if d.Zone == nil {
		return time.UTC
	}
	return d.Zone
}

// tickPeriod returns the shortest distance of labels that have room.
func (d *drawing) tickPeriod() Period {
	slots := d.layout.slots - d.layout.first
	perColumn := float64(d.start(d.layout.slots)-d.start(d.layout.first)) / float64(slots*d.layout.pitch)
	for _, period := range tickPeriods {
		if float64(period.Length().Milliseconds()) >= perColumn*minTickColumns {
			return period
		}
	}
	return tickPeriods[len(tickPeriods)-1]
}

// timeTicks returns the labels of the time axis: one at each natural border that has room, and one at the left edge for the date if
// there is room before the first border. The first label has the year if it is not the current one.
func (d *drawing) timeTicks() []timeTick {
	period := d.tickPeriod()
	var ticks []timeTick
	first := -1
	previous := d.border(d.start(d.layout.first)-1, period)
	for slot := d.layout.first; slot < d.layout.slots; slot++ {
		at := d.start(slot)
		border := d.border(at, period)
		if border == previous {
			continue
		}
		before := previous
		previous = border
		column, _ := d.layout.columnsOf(slot)
		label := d.tickLabel(at, before, period, len(ticks) == 0)
		if column+len(label) > d.columns {
			break
		}
		if count := len(ticks); count > 0 && column < ticks[count-1].column+len(ticks[count-1].label)+1 {
			continue
		}
		if first < 0 {
			first = column
		}
		ticks = append(ticks, timeTick{column, label})
	}
	edge, _ := d.layout.columnsOf(d.layout.first)
	at := d.local(d.start(d.layout.first))
	label := at.Format("01-02")
	if d.foreignYear(at.Year()) {
		label = at.Format(time.DateOnly)
	}
	if (first < 0 || first > edge+len(label)) && edge+len(label) <= d.columns {
		if len(ticks) > 0 && d.foreignYear(at.Year()) { // the year has been shown
			ticks[0].label = d.tickLabel(d.startAt(ticks[0].column), d.start(d.layout.first), period, false)
		}
		ticks = append([]timeTick{{edge, label}}, ticks...)
	}
	return ticks
}

// startAt returns the start of the slot at a column.
func (d *drawing) startAt(column int) int64 {
	slot, _ := d.layout.slotAt(column)
	return d.start(slot)
}

func (d *drawing) foreignYear(year int) bool { return d.Year != 0 && year != d.Year }

// border returns the start of the period that contains a time, for hours and minutes in local time.
func (d *drawing) border(at int64, period Period) int64 {
	if period.Fixed == 0 {
		return period.Start(at, d.zone())
	}
	_, offset := d.local(at).Zone()
	return period.Start(at+int64(offset)*1000, d.zone())
}

// tickLabel names a border by the largest unit that starts there: the year, the month, the day or the minute.
func (d *drawing) tickLabel(at, before int64, period Period, isFirst bool) string {
	local, last := d.local(at), d.local(before)
	newYear := local.Year() != last.Year() && period.Length() >= day
	switch {
	case period.Months%12 == 0 && period.Months > 0, newYear && !isFirst:
		return local.Format("2006")
	case period.Months > 0 && isFirst && d.foreignYear(local.Year()):
		return local.Format("2006-01")
	case period.Months > 0:
		return local.Format("Jan")
	case period.Fixed > 0 && Period(Period{Days: 1}).Start(at, d.zone()) != at:
		return local.Format("15:04")
	case isFirst && d.foreignYear(local.Year()):
		return local.Format(time.DateOnly)
	}
	return local.Format("01-02")
}

// drawTimeAxis draws the labels of the time axis.
func (d *drawing) drawTimeAxis() {
	y := d.grid.height - 1
	if d.hasAxis() {
		d.grid.set(d.columns, y, '└', d.theme.Faint)
		if d.grid.width >= minFullWidth {
			d.grid.write(d.columns+2, y, d.Label, d.theme.Faint)
		}
	}
	for _, tick := range d.timeTicks() {
		d.grid.write(tick.column, y, text.Clean(tick.label), d.theme.Faint)
	}
}

package chart

import (
	"slices"
	"time"

	"foredeck/tui/text"
)

const (
	millisecondsPerHour = int64(time.Hour / time.Millisecond)
	// minTickColumns is the minimum number of columns per time label: those of the longest one and a blank.
	minTickColumns = len(time.DateOnly) + 1
)

// tickPeriods are the possible distances of time labels, shortest first.
var tickPeriods = []Period{
	{Fixed: time.Minute}, {Fixed: 5 * time.Minute}, {Fixed: 10 * time.Minute}, {Fixed: 15 * time.Minute}, {Fixed: 30 * time.Minute},
	{Fixed: time.Hour}, {Fixed: 2 * time.Hour}, {Fixed: 3 * time.Hour}, {Fixed: 6 * time.Hour}, {Fixed: 12 * time.Hour},
	{Days: 1}, {Days: 2}, {Weeks: 1}, {Weeks: 2}, {Months: 1}, {Months: 2}, {Months: 3}, {Months: 6}, {Months: 12}, {Months: 24}, {Months: 60}, {Months: 120},
}

// timeTick is a label of the time axis.
type timeTick struct {
	column int // of the first letter
	label  string
	middle int // column of the middle of the bar, which the label is centered on
}

// start returns the start of a slot of the window, or the end of the last one.
func (d *drawing) start(slot int) int64 { return d.Times[slot] }

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
	perColumn := float64(d.slotLength()) / float64(d.layout.pitch)
	for _, period := range tickPeriods {
		if float64(period.Length()) >= perColumn*float64(minTickColumns) {
			return period
		}
	}
	return tickPeriods[len(tickPeriods)-1]
}

// slotLength returns the nominal length of a slot: the same for all windows of the same period, whatever their months and changes of the
// clock.
func (d *drawing) slotLength() time.Duration {
	slots := time.Duration(d.layout.slots - d.layout.first)
	average := time.Duration(d.start(d.layout.slots)-d.start(d.layout.first)) * time.Millisecond / slots
	month := Period{Months: 1}.Length()
	switch {
	case average >= 27*day:
		return max(average.Round(month), month)
	case average >= 20*time.Hour:
		return average.Round(day)
	}
	return average
}

// timeTicks returns the labels of the time axis: one at each natural border, and one at the left edge if there is no date among them.
// The first label with a date has the year if it is not the current one.
func (d *drawing) timeTicks() []timeTick {
	period := d.tickPeriod()
	var ticks []timeTick
	hasDate, end := false, 0
	previous := d.border(d.start(d.layout.first)-1, period)
	for slot := d.layout.first; slot < d.layout.slots; slot++ {
		at := d.start(slot)
		border := d.border(at, period)
		if border == previous {
			continue
		}
		before := previous
		previous = border
		label, isDate := d.tickLabel(at, before, period, !hasDate)
		middle, _ := d.columnOf(slot)
		column := max(middle-(len(label)-1)/2, 0)
		if column+len(label) > d.columns || column < end {
			continue
		}
		hasDate, end = hasDate || isDate, column+len(label)+1
		ticks = append(ticks, timeTick{column, label, middle})
	}
	edge, _ := d.layout.columnsOf(d.layout.first)
	at := d.local(d.start(d.layout.first))
	label := at.Format("01-02")
	if d.foreignYear(at.Year()) {
		label = at.Format(time.DateOnly)
	}
	if !hasDate && edge+len(label) <= d.columns {
		ticks = append([]timeTick{{edge, label, edge}}, slices.DeleteFunc(ticks, func(tick timeTick) bool { return tick.column <= edge+len(label) })...)
	}
	return ticks
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
func (d *drawing) tickLabel(at, before int64, period Period, isFirst bool) (label string, isDate bool) {
	local, last := d.local(at), d.local(before)
	newYear := local.Year() != last.Year() && period.Length() >= day
	switch {
	case period.Months%12 == 0 && period.Months > 0, newYear && !isFirst:
		return local.Format("2006"), true
	case period.Months > 0 && isFirst && d.foreignYear(local.Year()):
		return local.Format("2006-01"), true
	case period.Months > 0:
		return local.Format("Jan"), true
	case period.Fixed > 0 && Period(Period{Days: 1}).Start(at, d.zone()) != at:
		return local.Format("15:04"), false
	case isFirst && d.foreignYear(local.Year()):
		return local.Format(time.DateOnly), true
	}
	return local.Format("01-02"), true
}

// drawTimeAxis draws the labels of the time axis.
func (d *drawing) drawTimeAxis() {
	y := d.grid.height - 1
	if d.hasAxis() {
		d.grid.set(d.columns, y, '└', d.theme.Border)
		if d.grid.width >= minFullWidth {
			d.grid.write(d.columns+2, y, d.Label, d.theme.Hint)
		}
	}
	left, right := d.cursorTag()
	for _, tick := range d.timeTicks() {
		if tick.column <= right && tick.column+len(tick.label) >= left {
			continue // no room beside the tag of the crosshair
		}
		d.grid.write(tick.column, y, text.Clean(tick.label), d.theme.Faint)
	}
}

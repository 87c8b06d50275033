package chart

import (
	"strconv"
	"strings"
	"time"
)

// Period is a calendar-aware length of time. Exactly one of its fields is set.
type Period struct {
	Fixed  time.Duration // those of less than a day begin at midnight in UTC; the last one of a day is shorter if they do not divide it
	Days   int
	Weeks  int // weeks start on Monday
	Months int
}

const (
	day = 24 * time.Hour
	// mondayOffset is the number of days from 1970-01-01 to the first Monday.
	mondayOffset = 4
)

// Start returns the start of the period that contains a time, both in Unix milliseconds. Days, weeks and months are those of the
// local calendar, with daylight saving time, and groups of them are counted from 1970. Shorter periods start in UTC, as in the records
// of the price service.
func (p Period) Start(at int64, zone *time.Location) int64 {
	year, month, date := time.UnixMilli(at).In(zone).Date()
	switch {
	case p.isOdd():
		midnight := floor(at, day.Milliseconds())
		return midnight + floor(at-midnight, p.Fixed.Milliseconds())
	case p.Fixed > 0:
		return floor(at, p.Fixed.Milliseconds())
	case p.Months > 0:
		months := (year*12 + int(month) - 1) / p.Months * p.Months
		return midnight(months/12, time.Month(months%12+1), 1, zone)
	case p.Weeks > 0:
		return startOfDays(year, month, date, 7*p.Weeks, mondayOffset, zone)
	}
	return startOfDays(year, month, date, p.Days, 0, zone)
}

// isOdd reports whether a day is not a number of periods.
func (p Period) isOdd() bool { return p.Fixed > 0 && p.Fixed < day && day%p.Fixed != 0 }

// startOfDays returns the start of the group of days that contains a date. first is the number of days from 1970-01-01 to the start
// of a group.
func startOfDays(year int, month time.Month, date, count, first int, zone *time.Location) int64 {
	days := time.Date(year, month, date, 0, 0, 0, 0, time.UTC).Unix() / int64(day/time.Second)
	back := days - int64(first) - floor(days-int64(first), int64(count))
	return midnight(year, month, date-int(back), zone)
}

// midnight returns the first instant of a local date, which is not 00:00 where clocks change at midnight.
func midnight(year int, month time.Month, date int, zone *time.Location) int64 {
	wanted := time.Date(year, month, date, 12, 0, 0, 0, zone).Day()
	at := time.Date(year, month, date, 0, 0, 0, 0, zone)
	if at.Day() != wanted { // 00:00 does not exist
		return time.Date(year, month, date, 1, 0, 0, 0, zone).UnixMilli()
	}
	if before := at.Add(-time.Hour); before.Day() == wanted { // 00:00 exists twice
		return before.UnixMilli()
	}
	return at.UnixMilli()
}

// floor rounds down to a multiple of step.
func floor(at, step int64) int64 {
	rest := at % step
	if rest < 0 {
		rest += step
	}
	return at - rest
}

// Next returns the start of the period after the one that starts at start.
func (p Period) Next(start int64, zone *time.Location) int64 {
	year, month, date := time.UnixMilli(start).In(zone).Date()
	switch {
	case p.isOdd():
		return min(start+p.Fixed.Milliseconds(), floor(start, day.Milliseconds())+day.Milliseconds())
	case p.Fixed > 0:
		return start + p.Fixed.Milliseconds()
	case p.Months > 0:
		return midnight(year, month+time.Month(p.Months), 1, zone)
	}
	return midnight(year, month, date+7*p.Weeks+p.Days, zone)
}

// Count returns the number of periods from the one that starts at from to the one that starts at to, which is not earlier.
func (p Period) Count(from, to int64, zone *time.Location) int {
	first, last := time.UnixMilli(from).In(zone), time.UnixMilli(to).In(zone)
	switch {
	case p.isOdd():
		fromDay, toDay, step := floor(from, day.Milliseconds()), floor(to, day.Milliseconds()), p.Fixed.Milliseconds()
		perDay := int((day + p.Fixed - 1) / p.Fixed)
		return int((toDay-fromDay)/day.Milliseconds())*perDay + int((to-toDay)/step) - int((from-fromDay)/step)
	case p.Fixed > 0:
		return int((to - from) / p.Fixed.Milliseconds())
	case p.Months > 0:
		return ((last.Year()-first.Year())*12 + int(last.Month()) - int(first.Month())) / p.Months
	}
	days := int((to - from + day.Milliseconds()/2) / day.Milliseconds()) // a day with a clock change is an hour shorter or longer
	return days / (p.Days + 7*p.Weeks)
}

// Length returns the approximate length.
func (p Period) Length() time.Duration {
	return p.Fixed + time.Duration(p.Days+7*p.Weeks)*day + time.Duration(p.Months)*(365*day/12)
}

// String returns the name of the period: 30s, 5m, 4h, 1d, 1w, 1M.
func (p Period) String() string {
	switch {
	case p.Months > 0:
		return strconv.Itoa(p.Months) + "M"
	case p.Weeks > 0:
		return strconv.Itoa(p.Weeks) + "w"
	case p.Days > 0:
		return strconv.Itoa(p.Days) + "d"
	case p.Fixed >= time.Hour:
		return strconv.Itoa(int(p.Fixed/time.Hour)) + "h"
	case p.Fixed >= time.Minute:
		return strconv.Itoa(int(p.Fixed/time.Minute)) + "m"
	}
	return strconv.Itoa(int(p.Fixed/time.Second)) + "s"
}

// ParsePeriod returns the period with a name of days, weeks or months: 1d, 2w, 1M.
func ParsePeriod(name string) (p Period, ok bool) {
	for unit, field := range map[string]*int{"d": &p.Days, "w": &p.Weeks, "M": &p.Months} {
		if digits, found := strings.CutSuffix(name, unit); found {
			count, err := strconv.ParseUint(digits, 10, 10)
			*field = int(count)
			return p, err == nil && count > 0
		}
	}
	return p, false
}

// Times returns the borders of count consecutive periods, the last of which contains a time: count+1 times, ascending.
func (p Period) Times(at int64, count int, zone *time.Location) []int64 {
	times := make([]int64, count+1)
	start := p.Start(at, zone)
	times[count] = p.Next(start, zone)
	for i := count - 1; i >= 0; i-- {
		times[i] = start
		start = p.Start(start-1, zone)
	}
	return times
}

// BarSizes are the bar sizes to choose from, shortest first.
var BarSizes = []Period{
	{Fixed: 30 * time.Second}, {Fixed: time.Minute}, {Fixed: 5 * time.Minute}, {Fixed: 15 * time.Minute}, {Fixed: 30 * time.Minute},
	{Fixed: time.Hour}, {Fixed: 4 * time.Hour}, {Fixed: 12 * time.Hour}, {Days: 1}, {Weeks: 1}, {Months: 1},
}

// DefaultBarSize is the index of the initial size: an hour.
const DefaultBarSize = 5

package main

import (
	"time"

	"foredeck/client"
	"foredeck/tui/market"
	"foredeck/tui/widget/chart"
)

// barSize is the length of a bar of the history command: a fixed one, which the price service makes, or calendar weeks or months in UTC,
// which are merged from days.
type barSize struct {
	calendar chart.Period // zero for a fixed length
	step     time.Duration
}

func (b barSize) isCalendar() bool { return b.calendar != chart.Period{} }

// parseBar parses a bar size: 15s, 1h, 1d, 1w, 1M.
func parseBar(argument string) (b barSize, ok bool) {
	if period, ok := chart.ParsePeriod(argument); ok && period.Days == 0 {
		return barSize{calendar: period, step: period.Length()}, period.Length() < maxBar
	}
	step, err := parseSpan(argument)
	return barSize{step: step}, err == nil && step >= time.Second && step%time.Second == 0
}

// maxBar limits the length of calendar bars.
const maxBar = 50 * 365 * 24 * time.Hour

// resolution returns the resolution to request.
func (b barSize) resolution() time.Duration {
	if b.isCalendar() {
		return 24 * time.Hour
	}
	return b.step
}

// start returns the start of the bar that contains a time, or the time itself for a fixed length. Calendar bars are complete.
func (b barSize) start(at time.Time) time.Time {
	if !b.isCalendar() {
		return at
	}
	return time.UnixMilli(max(b.calendar.Start(at.UnixMilli(), time.UTC), 0))
}

// merge joins the records of days to calendar bars.
func (b barSize) merge(records []client.Candle) []client.Candle {
	if !b.isCalendar() {
		return records
	}
	return market.Join(records, b.calendar, time.UTC)
}

// borders returns the borders of the bars that contain the times from first to last.
func (b barSize) borders(first, last int64) []int64 {
	step := b.step.Milliseconds()
	start, next := first/step*step, func(at int64) int64 { return at + step }
	if b.isCalendar() {
		start, next = b.calendar.Start(first, time.UTC), func(at int64) int64 { return b.calendar.Next(at, time.UTC) }
	}
	times := []int64{start}
	for at := start; at <= last; {
		at = next(at)
		times = append(times, at)
	}
	return times
}

// longer returns bars of several of these.
func (b barSize) longer(count int) barSize {
	b.step *= time.Duration(count)
	b.calendar.Weeks *= count
	b.calendar.Months *= count
	return b
}

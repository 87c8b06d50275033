package main

import (
	"errors"
	"fmt"
	"io"
	"iter"
	"math"
	"strconv"
	"strings"
	"time"

	"github.com/charmbracelet/x/term"

	"foredeck/client"
	"foredeck/theme"
	"foredeck/tui/market"
	"foredeck/tui/record"
	"foredeck/tui/text"
	"foredeck/tui/widget/chart"
)

// checkChart reports a format that contradicts --chart.
func checkChart(in *invocation) error {
	return wrongIf(in.isSet("chart") && !in.prints("table"), "--chart and -o %s: use only one of them", in.output)
}

func init() {
	runners["history"] = &runner{check: checkChart, open: openCachedPrices, run: listHistory}
}

func listHistory(in *invocation) error {
	if in.isSet("chart") && !in.given("limit") && in.length > 0 {
		in.length = max(chartWidthFor(in.out())-axisColumns, in.length)
	}
	from, to, bar, err := in.historyRange(in.s.now())
	if err != nil {
		return err
	}
	candles, from, err := in.candles(from, to, bar)
	if in.isSet("chart") && len(candles) > 0 {
		for i := range candles {
			in.note(&candles[i])
		}
		return errors.Join(printChart(in.out(), in.args[0], bar, from, to, candles), err)
	}
	var pages iter.Seq2[[]client.Candle, error] = func(yield func([]client.Candle, error) bool) { yield(candles, err) }
	l := &list[client.Candle]{in: in, printer: newPrinter(in.out(), in.format, record.Candles)}
	l.isList = true
	return l.printPages(pages)
}

const (
	// gapRange is the range that is searched at once for bars before a gap, such as a weekend of a market. It takes one request.
	gapRange = 28 * 24 * time.Hour
	// maxGapRanges limits these searches.
	maxGapRanges = 24
)

// candles reads the bars of a range. Without --from they are the newest --limit ones, and start earlier if the range has gaps. It returns
// the start of the bars that were read.
func (in *invocation) candles(from, to time.Time, bar barSize) ([]client.Candle, time.Time, error) {
	progress := in.newProgress()
	defer progress.clear()
	read := func(from, to time.Time) ([]client.Candle, error) {
		return in.s.prices.History(in.ctx(), client.HistoryRequest{Pair: in.args[0], From: from, To: to, Resolution: bar.resolution(), Progress: progress.pieces})
	}
	if !in.given("from") { // the service may not have the bar that is not closed
		from = bar.start(later(from.Add(-bar.step), time.UnixMilli(0)))
	}
	records, err := read(from, to)
	for range maxGapRanges {
		isComplete := len(bar.merge(records)) >= in.length || from.UnixMilli() <= 0
		if in.given("from") || isComplete || err != nil && !errors.Is(err, client.ErrNotFound) {
			break
		}
		end := from.Add(-time.Millisecond)
		from = bar.start(later(end.Add(-max(gapRange, bar.step)), time.UnixMilli(0)))
		earlier, failed := read(from, end)
		if len(earlier) == 0 {
			if failed != nil && !errors.Is(failed, client.ErrNotFound) {
				err = failed
			}
			break
		}
		records, err = append(earlier, records...), failed
	}
	bars := bar.merge(records)
	if in.length > 0 && (in.given("limit") || !in.given("from")) {
		bars = bars[max(len(bars)-in.length, 0):]
	}
	return bars, from, err
}

// later returns the later of two times.
func later(a, b time.Time) time.Time {
	if a.After(b) {
		return a
	}
	return b
}

// historyRange parses the range and the length of a bar.
func (in *invocation) historyRange(now time.Time) (from, to time.Time, bar barSize, err error) {
	bar, ok := parseBar(in.value("bar"))
	if !ok {
		return from, to, bar, usagef("--bar %q: must be whole seconds, minutes, hours or days, or calendar weeks or months, such as 15s, 5m, 1h, 1d, 1w, 1M", in.value("bar"))
	}
	to = now
	if in.given("to") {
		if to, err = parseDate(in.value("to"), now); err != nil {
			return from, to, bar, usagef("--to %w", err)
		}
	}
	switch {
	case !in.given("from") && in.length == 0:
		return from, to, bar, usagef("--all: requires --from, as a price history has no start")
	case !in.given("from"):
		if time.Duration(in.length) > to.Sub(time.Unix(0, 0))/bar.step {
			return from, to, bar, usagef("--limit %d: starts before 1970 with bars of %s", in.length, in.value("bar"))
		}
		return bar.start(to.Add(-time.Duration(in.length) * bar.step)), to, bar, nil
	}
	if from, err = parseDate(in.value("from"), now); err != nil {
		return from, to, bar, usagef("--from %w", err)
	}
	if !from.Before(to) {
		return from, to, bar, usagef("--from %q: must be before the end of the range, %s", in.value("from"), text.Instant(to))
	}
	return bar.start(from), to, bar, nil
}

// dateLayouts are the accepted forms of a date, in UTC if it has no offset.
var dateLayouts = []string{
	time.RFC3339, "2006-01-02T15:04Z07:00", "2006-01-02T15:04:05", "2006-01-02T15:04", "2006-01-02 15:04:05", "2006-01-02 15:04", time.DateOnly,
}

func parseDate(argument string, now time.Time) (time.Time, error) {
	if before, ok := strings.CutPrefix(argument, "-"); ok {
		if span, err := parseSpan(before); err == nil {
			return now.Add(-span), nil
		}
	}
	if milliseconds, err := strconv.ParseInt(argument, 10, 64); err == nil && milliseconds >= 0 {
		return time.UnixMilli(milliseconds), nil
	}
	for _, layout := range dateLayouts {
		if at, err := time.Parse(layout, argument); err == nil {
			return at, nil
		}
	}
	return time.Time{}, fmt.Errorf("%q: must be a date such as 2026-11-21 or 2026-11-21T12:04 (UTC), milliseconds since 1970, or an age such as -7d", argument)
}

// parseSpan parses a duration, also in days: 15s, 4h, 7d.
func parseSpan(argument string) (time.Duration, error) {
	const day, maxDays = 24 * time.Hour, 100_000 // a Duration holds 106,751
	digits, ok := strings.CutSuffix(argument, "d")
	if !ok {
		span, err := time.ParseDuration(argument)
		if err == nil && span < 0 {
			err = errors.New("negative")
		}
		return span, err
	}
	days, err := strconv.ParseUint(digits, 10, 32)
	if err == nil && days > maxDays {
		err = strconv.ErrRange
	}
	return time.Duration(days) * day, err
}

const (
	// chartWidth and chartHeight are the size of a chart if the output is not a terminal.
	chartWidth  = 80
	chartHeight = 20
	// axisColumns is the width of the price axis.
	axisColumns = 12
)

// chartWidthFor returns the width of the terminal that out writes to, or chartWidth.
func chartWidthFor(out io.Writer) int {
	if file, ok := out.(interface{ Fd() uintptr }); ok && isTerminal(out) {
		if width, _, err := term.GetSize(file.Fd()); err == nil && width > 0 {
			return width
		}
	}
	return chartWidth
}

// printChart prints a history as a chart, below a line with its first and last price.
func printChart(out io.Writer, pair string, bar barSize, from, to time.Time, candles []client.Candle) error {
	columns := max(chartWidthFor(out)-axisColumns, 1)
	times := bar.borders(candles[0].Time, candles[len(candles)-1].Time)
	if count := (len(times)-2)/columns + 1; count > 1 {
		times = bar.longer(count).borders(candles[0].Time, candles[len(candles)-1].Time)
	}
	c := chart.Chart{
		Times: times, Decimals: market.Decimals(candles[len(candles)-1]), Year: to.UTC().Year(), From: from.UnixMilli(), To: to.UnixMilli(),
		Volume: true, AxisWidth: axisColumns, Cursor: -1, Unfinished: -1, Label: text.Const("UTC"),
	}
	if times[len(times)-1] > to.UnixMilli() {
		c.Unfinished = c.Slots() - 1
	}
	for _, candle := range candles {
		c.Bars = append(c.Bars, chart.Bar{
			Time: candle.Time, Open: parsePrice(candle.Open), High: parsePrice(candle.High), Low: parsePrice(candle.Low), Close: parsePrice(candle.Close), Volume: parsePrice(candle.Volume),
		})
	}
	open, closed := candles[0].Open, candles[len(candles)-1].Close
	const minute = "2006-01-02 15:04"
	start, end := time.UnixMilli(candles[0].Time).UTC().Format(minute), time.UnixMilli(candles[len(candles)-1].Time).UTC().Format(minute)
	if _, err := fmt.Fprintf(out, "%s  %s to %s UTC  from %s to %s\n", text.Clean(pair), start, end, record.OrNone(text.Clean(open)), record.OrNone(text.Clean(closed))); err != nil {
		return err
	}
	_, err := fmt.Fprintln(out, text.Render(trimLines(c.Draw(theme.NoColor(), chartWidthFor(out), chartHeight))))
	return err
}

// trimLines removes trailing spaces and all attributes.
func trimLines(lines []text.Line) []text.Line {
	for i, line := range lines {
		lines[i] = text.Clean(strings.TrimRight(line.Text().String(), " ")).Line()
	}
	return lines
}

// parsePrice parses a decimal number; NaN if there is none.
func parsePrice(digits string) float64 {
	number, err := strconv.ParseFloat(digits, 64)
	if err != nil {
		return math.NaN()
	}
	return number
}

// barSize is the length of a bar of the history command: a fixed one, which the price service makes, or one that is merged: calendar weeks
// or months in UTC from days, and bars that do not divide a day from shorter ones, as services disagree on where those begin.
type barSize struct {
	calendar chart.Period // zero for what the service makes
	step     time.Duration
}

func (b barSize) isCalendar() bool { return b.calendar != chart.Period{} }

const hoursOfDay = 24 * time.Hour

// parseBar parses a bar size: 15s, 1h, 1d, 1w, 1M.
func parseBar(argument string) (b barSize, ok bool) {
	if period, ok := chart.ParsePeriod(argument); ok && period.Days == 0 {
		return barSize{calendar: period, step: period.Length()}, period.Length() < maxBar
	}
	step, err := parseSpan(argument)
	b.step = step
	if step > 0 && step < hoursOfDay && hoursOfDay%step != 0 {
		b.calendar.Fixed = step
	}
	return b, err == nil && step >= time.Second && step%time.Second == 0
}

// maxBar limits the length of calendar bars.
const maxBar = 50 * 365 * 24 * time.Hour

// resolution returns the resolution to request.
func (b barSize) resolution() time.Duration {
	switch {
	case b.calendar.Fixed > 0:
		shorter, rest := b.step, hoursOfDay%b.step
		for rest > 0 { // the longest that divides both the bar and the day
			shorter, rest = rest, shorter%rest
		}
		return shorter
	case b.isCalendar():
		return hoursOfDay
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
	b.calendar.Fixed *= time.Duration(count)
	b.calendar.Weeks *= count
	b.calendar.Months *= count
	return b
}

package market

import (
	"slices"
	"time"

	"foredeck/tui/text"
	"foredeck/tui/widget/chart"
)

// drawable are the periods that bars are merged to when there is no room for them, shortest first.
var drawable = []chart.Period{
	{Fixed: 30 * time.Second}, {Fixed: time.Minute}, {Fixed: 2 * time.Minute}, {Fixed: 5 * time.Minute}, {Fixed: 10 * time.Minute}, {Fixed: 15 * time.Minute}, {Fixed: 30 * time.Minute},
	{Fixed: time.Hour}, {Fixed: 2 * time.Hour}, {Fixed: 4 * time.Hour}, {Fixed: 6 * time.Hour}, {Fixed: 12 * time.Hour},
	{Days: 1}, {Days: 2}, {Weeks: 1}, {Weeks: 2}, {Months: 1}, {Months: 2}, {Months: 3}, {Months: 6}, {Months: 12},
}

// BarCounts are the numbers of bars that a chart can be zoomed to.
var BarCounts = []int{15, 20, 30, 45, 60, 90, 120, 180, 240, 360, 480, 720, 960, 1400, 2000, 2800, 4000, 5600, 8000, 11000, 16000}

// AsWide stands for the index of a number of bars that nobody has chosen.
const AsWide = -1

// ZoomOf returns the chosen index of BarCounts, or for AsWide that of the number which is the closest to a bar in two columns, with which a
// candle has a body and a gap: at most 60.
func ZoomOf(chosen, columns int) int {
	if chosen != AsWide {
		return chosen
	}
	zoom := 0
	for next := 1; BarCounts[next] <= 60 && columns*columns >= 4*BarCounts[zoom]*BarCounts[next]; next++ {
		zoom = next
	}
	return zoom
}

// MaxSpan is the longest time that a chart shows.
const MaxSpan = 30 * 365 * 24 * time.Hour

// Span is the time that a chart shows: a number of bars of a size.
type Span struct {
	Size  chart.Period
	Bars  int
	Exact bool // the chart shows this time and no more, with as many bars as have a body and a gap
}

// Length returns the length of the span, at most MaxSpan.
func (s Span) Length() time.Duration {
	return time.Duration(min(int64(s.Bars), max(int64(MaxSpan/s.Size.Length()), 1))) * s.Size.Length()
}

// Period returns the length of a drawn bar: the size of the span, or a longer one that bars are merged to if columns has no room for them.
// If only a few bars have no room, those are left out: merged bars would show about twice the span.
func (s Span) Period(columns int) chart.Period {
	length := s.Length()
	if s.Exact {
		length *= 2 // columns
	} else if length*3/4 <= time.Duration(columns)*s.Size.Length() {
		return s.Size
	}
	at := slices.IndexFunc(drawable, func(p chart.Period) bool {
		return (s.Exact || p.Length() > s.Size.Length()) && length <= time.Duration(columns)*p.Length()
	})
	if at < 0 {
		at = len(drawable) - 1
	}
	return drawable[at]
}

// Slots returns the number of drawn bars: as many as fit, of the width with which their number is the closest to that of the span.
func (s Span) Slots(columns int) int {
	length := s.Period(columns).Length()
	wanted := max(int((s.Length()+length-1)/length), 1)
	if s.Exact {
		return min(wanted, max(columns, 1))
	}
	width := max((columns+wanted/2)/wanted, 1)
	return max(columns/width, 1)
}

// Resolution returns the resolution to request for a period: the longest one that the service offers with bars that do not cross the
// borders of the period in a time zone.
func Resolution(p chart.Period, year int, zone *time.Location) time.Duration {
	switch {
	case p.Fixed >= time.Hour:
		return time.Hour
	case p.Fixed >= time.Minute:
		return time.Minute
	case p.Fixed > 0:
		return p.Fixed
	}
	resolution := 24 * time.Hour
	for _, month := range []time.Month{time.January, time.July} { // with and without daylight saving time
		_, offset := time.Date(year, month, 1, 0, 0, 0, 0, zone).Zone()
		switch {
		case offset%3600 != 0:
			resolution = min(resolution, 15*time.Minute)
		case offset != 0:
			resolution = min(resolution, time.Hour)
		}
	}
	return resolution
}

// maxClockSkew is the largest plausible skew of the service's clock. If the latest price is older, there were no trades.
const maxClockSkew = 5 * time.Minute

// InProgress reports whether a bar of a pair that ends at a time is still in progress, by the clock of the service if it is known.
func (p *Prices) InProgress(pair string, end int64) bool {
	now := p.loader.Now().UnixMilli()
	if latest, ok := p.Latest(pair); ok && latest.Time != nil {
		if skew := time.Duration(now-*latest.Time) * time.Millisecond; skew.Abs() < maxClockSkew {
			now = *latest.Time
		}
	}
	return end > now
}

// AxisWidth returns the width of the price axis of a chart: that of the newest price with all decimals, and some more for a higher one.
func (s *Series) AxisWidth() int {
	if s.drawn.width == 0 || s.drawn.revision != s.revision {
		s.measure()
	}
	return s.drawn.width
}

// drawn is what charts need of all prices of a series, of a revision of its records. It is asked for many times per frame.
type drawn struct {
	revision uint64
	decimals int
	width    int // of the axis; 0: not measured yet
}

// measure measures the prices of the series.
func (s *Series) measure() {
	const narrowest, widest = 10, 18
	s.drawn = drawn{s.revision, s.mostDecimals(), narrowest}
	if newest, ok := s.Newest(); ok {
		s.drawn.width = max(narrowest, min(text.Width(FixedDigits(newest.Close, s.drawn.decimals))+4, widest))
	}
}

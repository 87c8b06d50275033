package price

import (
	"slices"
	"time"

	"foredeck/tui/widget/chart"
	"foredeck/tui/widget/panel"
)

// sizes are the bar sizes to choose from, shortest first.
var sizes = []chart.Period{
	{Fixed: 30 * time.Second}, {Fixed: time.Minute}, {Fixed: 5 * time.Minute}, {Fixed: 15 * time.Minute}, {Fixed: 30 * time.Minute},
	{Fixed: time.Hour}, {Fixed: 4 * time.Hour}, {Fixed: 12 * time.Hour}, {Days: 1}, {Weeks: 1}, {Months: 1},
}

// defaultSize is the index of the initial size: an hour.
const defaultSize = 5

// drawable are the periods that bars are merged to when there is no room for them, shortest first.
var drawable = []chart.Period{
	{Fixed: 30 * time.Second}, {Fixed: time.Minute}, {Fixed: 2 * time.Minute}, {Fixed: 5 * time.Minute}, {Fixed: 10 * time.Minute}, {Fixed: 15 * time.Minute}, {Fixed: 30 * time.Minute},
	{Fixed: time.Hour}, {Fixed: 2 * time.Hour}, {Fixed: 4 * time.Hour}, {Fixed: 6 * time.Hour}, {Fixed: 12 * time.Hour},
	{Days: 1}, {Days: 2}, {Weeks: 1}, {Weeks: 2}, {Months: 1}, {Months: 2}, {Months: 3}, {Months: 6}, {Months: 12},
}

// spans are the possible numbers of bars in the window. The wheel steps to the next one, the keys to the one after that.
var spans = []int{15, 20, 30, 45, 60, 90, 120, 180, 240, 360, 480, 720, 960, 1400, 2000, 2800, 4000, 5600, 8000, 11000, 16000}

const (
	// defaultSpan is the index of the initial span: 60 bars.
	defaultSpan = 4
	// spansPerKey is the number of spans by which a key zooms.
	spansPerKey = 2
)

const (
	averageBars = 20
	// maxWindow is the longest time in the window.
	maxWindow = 30 * 365 * 24 * time.Hour
)

// barSize returns the chosen bar size.
func (m *Model) barSize() chart.Period { return sizes[m.bar] }

// period returns the length of a drawn bar: the chosen size, or a longer one that it is merged to if there is no room.
func (m *Model) period() chart.Period {
	size, length := m.barSize(), m.spanLength()
	if length <= time.Duration(m.columns())*size.Length() {
		return size
	}
	at := slices.IndexFunc(drawable, func(p chart.Period) bool {
		return p.Length() > size.Length() && length <= time.Duration(m.columns())*p.Length()
	})
	if at < 0 {
		at = len(drawable) - 1
	}
	return drawable[at]
}

// spanLength returns the length of the window at the current zoom.
func (m *Model) spanLength() time.Duration {
	return time.Duration(min(int64(spans[m.span]), max(int64(maxWindow/m.barSize().Length()), 1))) * m.barSize().Length()
}

// source returns the resolution to request for a period: the longest one that the service offers with bars that do not cross its borders.
func (m *Model) source(p chart.Period) time.Duration {
	switch {
	case p.Fixed >= time.Hour:
		return time.Hour
	case p.Fixed >= time.Minute:
		return time.Minute
	case p.Fixed > 0:
		return p.Fixed
	}
	source := 24 * time.Hour
	for _, month := range []time.Month{time.January, time.July} { // with and without daylight saving time
		_, offset := time.Date(m.deps.Now().Year(), month, 1, 0, 0, 0, 0, m.location()).Zone()
		switch {
		case offset%3600 != 0:
			source = min(source, 15*time.Minute)
		case offset != 0:
			source = min(source, time.Hour)
		}
	}
	return source
}

// location returns the zone of days, weeks and months.
func (m *Model) location() *time.Location {
	if m.deps.Zone == nil {
		return time.UTC
	}
	return m.deps.Zone
}

// startOf returns the start of the drawn bar that contains a time.
func (m *Model) startOf(at int64) int64 { return m.period().Start(at, m.location()) }

// endOf returns the end of the drawn bar that starts at start.
func (m *Model) endOf(start int64) int64 { return m.period().Next(start, m.location()) }

// shift returns the start of the bar that is a number of bars after the one at start, before it if negative.
func (m *Model) shift(start int64, bars int) int64 {
	for ; bars > 0; bars-- {
		start = m.endOf(start)
	}
	for ; bars < 0; bars++ {
		start = m.startOf(start - 1)
	}
	return start
}

// chartSize returns the size of the chart panel's body.
func (m *Model) chartSize() (width, height int) {
	frameWidth, frameHeight := panel.Frame(m.size.IsPlain())
	return max(m.size.Width-m.split()-frameWidth, 0), max(m.size.Height-1-frameHeight, 0)
}

// columns returns the number of columns of the plot.
func (m *Model) columns() int {
	width, _ := m.chartSize()
	return max(chart.Columns(width, m.axisWidth()), 1)
}

// slots returns the number of drawn bars: those of the span, plus as many more of the same width as fit.
func (m *Model) slots() int {
	columns := m.columns()
	length := m.period().Length()
	wanted := max(int((m.spanLength()+length-1)/length), 1)
	return max(columns/max(columns/wanted, 1), 1)
}

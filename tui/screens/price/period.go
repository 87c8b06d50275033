package price

import (
	"time"

	"foredeck/tui/desk"
	"foredeck/tui/market"
	"foredeck/tui/pane"
	"foredeck/tui/widget/chart"
)

// spansPerKey is the number of spans by which a key zooms.
const spansPerKey = 2

// barSize returns the chosen bar size.
func (m *Model) barSize() chart.Period { return chart.BarSizes[m.bar] }

// spanOf returns the time in the window at the current zoom.
func (m *Model) spanOf() market.Span {
	return market.Span{Size: m.barSize(), Bars: market.BarCounts[m.span]}
}

// period returns the length of a drawn bar: the chosen size, or a longer one that it is merged to if there is no room.
func (m *Model) period() chart.Period { return m.spanOf().Period(m.columns()) }

// source returns the resolution to request for a period.
func (m *Model) source(p chart.Period) time.Duration {
	return desk.Resolution(m.deps, p)
}

// location returns the zone of days, weeks and months.
func (m *Model) location() *time.Location { return desk.Location(m.deps) }

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
	room := pane.Inside(m.size, m.size.Width-m.split(), m.size.Height-1)
	return room.Width, room.Height
}

// columns returns the number of columns of the plot.
func (m *Model) columns() int {
	width, _ := m.chartSize()
	return max(chart.Columns(width, m.axisWidth()), 1)
}

// slots returns the number of drawn bars: those of the span, plus as many more of the same width as fit.
func (m *Model) slots() int { return m.spanOf().Slots(m.columns()) }

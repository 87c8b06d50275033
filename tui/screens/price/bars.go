package price

import (
	"time"

	"foredeck/tui/desk"
	"foredeck/tui/market"
	"foredeck/tui/pane"
	"foredeck/tui/text"
	"foredeck/tui/widget"
	"foredeck/tui/widget/chart"
)

// minBars is the number of bars from which they are listed.
const minBars = 3

// sideParts returns the watchlist, as high as its content if the newest bars fit below it.
func (m *Model) sideParts() pane.Layout {
	if m.replay.on {
		return pane.Layout{{{Fill: true, Panel: m.barsPanel}}}
	}
	drawn := m.listPanel()
	list := pane.Part{Content: len(drawn.Body), Panel: func(pane.Area) widget.Panel { return drawn }}
	if m.size.Width < minWideList || m.split() == 0 || list.Left(m.size)-1 < minBars+3 || m.series().Count() == 0 {
		list.Content, list.Fill = 0, true
		return pane.Layout{{list}}
	}
	return pane.Layout{{list}, {{Fill: true, Panel: m.barsPanel}}}
}

// barsPanel lists the bars up to the crosshair, or the newest ones, with the digits of the service.
func (m *Model) barsPanel(room pane.Area) widget.Panel {
	th, width := m.deps.Theme, room.Width
	at, oldest := m.barTime(), m.startOf(m.oldestBar())
	p := widget.Panel{Title: widget.Title(th, text.Const("Bars"), false), State: text.In(th.Faint, "%s %s", m.periodName(), m.zone())}
	p.Body = append(p.Body, m.barLine(width, text.In(th.Faint, "BAR"), text.Span{Text: text.Const("CLOSE"), Style: th.Faint},
		text.Span{Text: text.Const("CHANGE"), Style: th.Faint}, text.Span{Text: text.Const("VOLUME"), Style: th.Faint}))
	for len(p.Body) < room.Height && at >= oldest {
		p.Body = append(p.Body, m.barRow(width, at))
		at = m.shift(at, -1)
	}
	for _, line := range p.Body {
		line.Silent() // the readout and the announcements read the bars
	}
	return p
}

// oldestBar returns the time of the oldest record that was requested.
func (m *Model) oldestBar() int64 {
	from, _ := m.series().Requested()
	return from
}

// barRow draws a bar; that of the crosshair is marked.
func (m *Model) barRow(width int, at int64) text.Line {
	th := m.deps.Theme
	when := text.In(th.Faint, "%s", text.Clean(m.barLabel(at)))
	if m.crosshair && at == m.barTime() {
		when[0].Style = th.Strong
	}
	record, ok := m.series().Record(at, m.endOf(at))
	if !ok {
		return m.barLine(width, when, text.Span{Text: text.None, Style: th.Hint}, text.Span{}, text.Span{})
	}
	return m.barLine(width, when, text.Span{Text: m.price(record.Close)}, market.ChangeSpan(th, market.ChangePercent(record.Open, record.Close)),
		text.Span{Text: market.Digits(record.Volume), Style: th.Faint})
}

// Widths of the columns of bars besides the time and the price.
const (
	changeWidth = 11
	volumeWidth = 14
)

// barLine draws the columns of a bar, numbers right-aligned.
func (m *Model) barLine(width int, when text.Line, closing, change, volume text.Span) text.Line {
	line := when.Fit(max(width-m.axisWidth()-changeWidth-volumeWidth, 0))
	for _, column := range []struct {
		text.Span
		width int
	}{{closing, m.axisWidth()}, {change, changeWidth}, {volume, volumeWidth}} {
		shown := text.CutNumber(column.Text, column.width-1)
		line = append(line, text.Span{Text: text.Spaces(column.width - text.Width(shown))}, text.Span{Text: shown, Style: column.Style})
	}
	return line.Fit(width)
}

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

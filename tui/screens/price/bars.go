package price

import (
	"time"

	"foredeck/client"
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
	th := m.deps.Theme
	at, oldest := m.barTime(), m.startOf(m.oldestBar())
	p := widget.Panel{Title: widget.Title(th, text.Const("Bars"), false), State: text.In(th.Faint, "%s %s", m.periodName(), m.zone())}
	var bars []listedBar
	decimals := 0 // of the volumes
	for len(bars) < room.Height-1 && at >= oldest {
		record, ok := m.series().Record(at, m.endOf(at))
		bars = append(bars, listedBar{at, record, ok})
		if ok {
			decimals = max(decimals, market.Places(record.Volume))
		}
		at = m.shift(at, -1)
	}
	columns := m.barColumns(room.Width, decimals)
	titles := make([]text.Span, len(columns))
	for i, column := range columns {
		titles[i] = text.Span{Text: column.title, Style: th.Faint}
	}
	p.Body = append(p.Body, barLine(room.Width, text.In(th.Faint, "BAR"), columns, titles))
	for _, bar := range bars {
		p.Body = append(p.Body, m.barRow(room.Width, bar, columns))
	}
	for _, line := range p.Body {
		line.Silent() // the readout and the announcements read the bars
	}
	return p
}

// listedBar is a row of the list. Without a record, has is false.
type listedBar struct {
	at     int64
	record client.Candle
	has    bool
}

// barColumn is a column of the list.
type barColumn struct {
	title text.Safe
	width int
	cell  func(client.Candle) text.Span
}

// barColumns returns the columns for which there is room: all, all but the change, or the close with change and volume.
func (m *Model) barColumns(width, volumeDecimals int) []barColumn {
	th, priceWidth := m.deps.Theme, m.axisWidth()-3
	price := func(title text.Safe, of func(client.Candle) string) barColumn {
		return barColumn{title, priceWidth, func(r client.Candle) text.Span { return text.Span{Text: m.price(of(r)), Style: th.Faint} }}
	}
	open := price(text.Const("OPEN"), func(r client.Candle) string { return r.Open })
	high := price(text.Const("HIGH"), func(r client.Candle) string { return r.High })
	low := price(text.Const("LOW"), func(r client.Candle) string { return r.Low })
	closing := price(text.Const("CLOSE"), func(r client.Candle) string { return r.Close })
	closing.cell = func(r client.Candle) text.Span { return text.Span{Text: m.price(r.Close)} }
	directed := closing
	directed.cell = func(r client.Candle) text.Span {
		return text.Span{Text: m.price(r.Close), Style: market.ChangeSpan(th, market.ChangePercent(r.Open, r.Close)).Style}
	}
	change := barColumn{text.Const("CHANGE"), changeWidth, func(r client.Candle) text.Span { return market.ChangeSpan(th, market.ChangePercent(r.Open, r.Close)) }}
	volume := barColumn{text.Const("VOLUME"), volumeWidth, func(r client.Candle) text.Span {
		return text.Span{Text: market.FixedDigits(r.Volume, volumeDecimals), Style: th.Faint}
	}}
	timeWidth := text.Width(text.Clean(m.barLabel(m.barTime())))
	for _, columns := range [][]barColumn{{open, high, low, closing, change, volume}, {open, high, low, directed, volume}} {
		needed := timeWidth
		for _, column := range columns {
			needed += column.width
		}
		if needed <= width {
			return columns
		}
	}
	closing.width = m.axisWidth()
	return []barColumn{closing, change, volume}
}

// oldestBar returns the time of the oldest record that was requested.
func (m *Model) oldestBar() int64 {
	from, _ := m.series().Requested()
	return from
}

// barRow draws a bar; that of the crosshair is marked.
func (m *Model) barRow(width int, bar listedBar, columns []barColumn) text.Line {
	th := m.deps.Theme
	when := text.In(th.Faint, "%s", text.Clean(m.barLabel(bar.at)))
	if m.crosshair && bar.at == m.barTime() {
		when[0].Style = th.Strong
	}
	cells := make([]text.Span, len(columns))
	for i, column := range columns {
		switch {
		case bar.has:
			cells[i] = column.cell(bar.record)
		case i == 0:
			cells[i] = text.Span{Text: text.None, Style: th.Hint}
		}
	}
	return barLine(width, when, columns, cells)
}

// Widths of the columns of bars besides the time and the prices.
const (
	changeWidth = 9
	volumeWidth = 13
)

// barLine draws the cells of a bar, right-aligned.
func barLine(width int, when text.Line, columns []barColumn, cells []text.Span) text.Line {
	free := width
	for _, column := range columns {
		free -= column.width
	}
	line := when.Fit(max(free, 0))
	for i, column := range columns {
		shown := text.CutNumber(cells[i].Text, column.width-1)
		line = append(line, text.Span{Text: text.Spaces(column.width - text.Width(shown))}, text.Span{Text: shown, Style: cells[i].Style})
	}
	return line.Fit(width)
}

// spansPerKey is the number of spans by which a key zooms.
const spansPerKey = 2

// barSize returns the chosen bar size.
func (m *Model) barSize() chart.Period { return chart.BarSizes[m.bar] }

// spanOf returns the time in the window at the current zoom.
func (m *Model) spanOf() market.Span { return m.spanIn(m.columns()) }

// spanIn returns the time in a window with a number of columns at the current zoom.
func (m *Model) spanIn(columns int) market.Span {
	return market.Span{Size: m.barSize(), Bars: market.BarCounts[market.ZoomOf(m.span, columns)]}
}

func (m *Model) zoomIndex() int { return market.ZoomOf(m.span, m.columns()) }

// period returns the length of a drawn bar: the chosen size, or a longer one that it is merged to if there is no room.
func (m *Model) period() chart.Period {
	columns := m.columns()
	return m.spanIn(columns).Period(columns)
}

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
func (m *Model) slots() int {
	columns := m.columns()
	return m.spanIn(columns).Slots(columns)
}

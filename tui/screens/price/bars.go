package price

import (
	"foredeck/tui/market"
	"foredeck/tui/pane"
	"foredeck/tui/text"
	"foredeck/tui/widget"
)

// minBars is the number of bars from which they are listed.
const minBars = 3

// sideParts returns the watchlist, as high as its content if the newest bars fit below it.
func (m *Model) sideParts() pane.Layout {
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

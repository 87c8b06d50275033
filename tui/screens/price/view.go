package price

import (
	"slices"
	"strings"
	"time"

	"foredeck/tui/desk"
	"foredeck/tui/load"
	"foredeck/tui/market"
	"foredeck/tui/pane"
	"foredeck/tui/screen"
	"foredeck/tui/text"
	"foredeck/tui/widget"
	"foredeck/tui/widget/chart"
)

const (
	listWidth = 26
	// From minWideList columns on, the list has a line per pair.
	minWideList   = 160
	wideListWidth = 58
	maxListWidth  = 70
)

// split returns the width of the list beside the chart; 0 if only one of them fits.
func (m *Model) split() int {
	if m.indicators.IsOpen() && !m.size.Maximized {
		return Width(m.size.Width)
	}
	if !m.size.HasColumns() {
		return 0
	}
	if m.size.Width < minWideList && m.replay.on {
		return 0 // the list has latest prices
	}
	if m.size.Width >= minWideList {
		return min(wideListWidth+(m.size.Width-minWideList)*2/5, maxListWidth)
	}
	return listWidth
}

// CanZoom reports whether chart and list are side by side.
func (m *Model) CanZoom() bool { return m.size.Class >= screen.Full }

// parts divides the window. Where there is no room for both, the chart or the list is shown.
func (m *Model) parts() pane.Layout {
	heading := pane.Part{Height: 1, Lines: func(room pane.Area) []text.Line { return []text.Line{m.heading(room.Width)} }}
	chart, side := pane.Part{Fill: true, Panel: m.chartPanel}, pane.Part{Width: m.split(), Fill: true}
	switch {
	case m.indicators.IsOpen():
		side.Panel = m.indicators.Panel
	case side.Width > 0 || m.coversChart():
		side.Inside = m.sideParts()
	}
	switch {
	case side.Width > 0:
		return pane.Layout{{heading}, {chart, side}}
	case m.coversChart() || m.indicators.IsOpen():
		return pane.Layout{{heading}, {side}}
	}
	return pane.Layout{{heading}, {chart}}
}

// View draws the body.
func (m *Model) View() []text.Line { return m.parts().View(m.deps.Theme, m.size) }

// heading draws the latest price, the last 24 hours and the bar sizes.
func (m *Model) heading(width int) text.Line {
	if m.replay.on {
		return m.replayHeading(width)
	}
	th := m.deps.Theme
	latest, ok := m.prices().Latest(m.pair)
	name := text.In(th.Strong, " %s", text.Clean(m.pair))
	last, day := text.Line{{Text: text.Const("last –")}}, text.Line(nil)
	low, high := text.Line(nil), text.Line(nil)
	if ok {
		lastStyle := th.Strong
		if _, isStale := m.prices().Age(m.pair); isStale {
			lastStyle = th.Faint // the state on the right has the age
		}
		last = text.Line{{Text: text.Const("last "), Style: th.Faint}, {Text: text.Cut(m.price(latest.Price), 16), Style: lastStyle}}
		day = text.Line{{Text: text.Const("24h "), Style: th.Faint}, market.ChangeSpan(m.deps.Theme, latest.Change24h)}
		low = text.Line{{Text: text.Const("low "), Style: th.Faint}, {Text: text.Cut(m.price(latest.Low24h), 16)}}
		high = text.Line{{Text: text.Const("high "), Style: th.Faint}, {Text: text.Cut(m.price(latest.High24h), 16)}}
	}
	sizes := market.BarSizesLines(m.deps.Theme, m.bar, targetSizes)
	state := append(m.deps.StateLine(m.prices().Status(m.pair)), text.Span{Text: text.Const(" ")})
	state = state.AnnounceAs(func() text.Safe { return text.Clean(strings.TrimSpace(state.Text().String())) })
	if wait := m.prices().Backoff(); wait > 0 {
		state = text.In(th.Warn, "rate limited %s ", desk.Seconds(wait))
	}
	forms := []headingForm{{[]text.Line{name, last, day, low, high}, []text.Line{sizes[0], state}}}
	for _, size := range sizes {
		forms = append(forms, headingForm{[]text.Line{name, last, day}, []text.Line{size, state}})
	}
	return widest(width, append(forms, headingForm{[]text.Line{name, last, day}, []text.Line{state}}, headingForm{[]text.Line{name, last, day}, nil},
		headingForm{[]text.Line{name, last}, nil}, headingForm{[]text.Line{name}, nil}))
}

// headingForm is a form of the heading: parts on the left and on the right.
type headingForm struct{ left, right []text.Line }

// widest draws the first form that fits, or what fits of the last one.
func widest(width int, forms []headingForm) text.Line {
	for _, form := range forms {
		left, right := join(form.left, text.Const("  ")), join(form.right, text.Const("   "))
		if gap := width - left.Width() - right.Width(); gap >= 2 {
			return append(append(left, text.Span{Text: text.Spaces(gap)}), right...)
		}
	}
	return join(forms[len(forms)-1].left, text.Const("  ")).Fit(width)
}

func join(parts []text.Line, separator text.Safe) text.Line {
	var line text.Line
	for i, part := range parts {
		if i > 0 {
			line = append(line, text.Span{Text: separator})
		}
		line = append(line, part...)
	}
	return line
}

// price formats a price with as many decimals as the pair's prices have.
func (m *Model) price(digits string) text.Safe {
	s := m.series()
	if s.Count() == 0 {
		s = m.newestSeries()
	}
	return market.FixedDigits(digits, s.Decimals())
}

func (m *Model) chartPanel(room pane.Area) widget.Panel {
	th, width, height := m.deps.Theme, room.Width, room.Height
	s, w := m.series(), m.window()
	title := strings.ToUpper(m.kind.String()[:1]) + m.kind.String()[1:]
	if m.period() != m.barSize() {
		title += " " + m.periodName().String()
	}
	if scale := m.effectiveScale(); scale != chart.Normal {
		title += ", " + scale.String() + " scale"
	}
	p := widget.Panel{Title: widget.Title(th, text.Clean(title), !m.indicators.IsOpen() || m.split() == 0)}
	p.State = loadedOf(w.slots(), int(time.Duration(s.Count())*s.Step/m.period().Length())).In(th.Faint)
	status := m.history().Status(m.deps.Now())
	if status.Loading && status.Waited >= load.SpinnerAfter {
		p.State = append(p.State, text.Span{Text: text.Format(", %s", status.Or(m.loading())), Style: th.Faint})
	}
	if notice := m.notice(status); notice != nil {
		p.Body = notice
		return p
	}
	c := m.chart()
	readouts, legend := m.readouts(width, height), m.legend(&c, width, height)
	p.Body = readouts
	sentences := m.sentences()
	for i, line := range c.Draw(th, width, chartHeight(height, readouts, legend)) {
		line = line.WithHit(chartHit).Silent()
		if i < len(sentences) {
			line = line.AnnounceAs(sentences[i])
		}
		p.Body = append(p.Body, line)
	}
	p.Body = append(p.Body, legend...)
	return p
}

// loading says which month is loaded, and which one is wanted, if that is an earlier one: loading 2024-03 of 2020-01.
func (m *Model) loading() text.Safe {
	from, to := m.history().Requested()
	month := func(at int64) string { return m.deps.Local(time.UnixMilli(at)).Format("2006-01") }
	wanted := month(m.warmUp().From)
	switch {
	case to == 0 && m.history().IsFar():
		return text.Format("loading %s", text.Clean(month(m.window().end()-1)))
	case to == 0 || month(from) <= wanted:
		return text.Const("loading")
	}
	return text.Format("loading %s of %s", text.Clean(month(from)), text.Clean(wanted))
}

// loadedOf describes how many of the loaded bars are visible.
func loadedOf(shown, loaded int) text.Safe {
	if loaded <= shown {
		return text.Format("%s loaded", text.Integer(uint64(loaded)))
	}
	return text.Format("%s of %s loaded", text.Integer(uint64(shown)), text.Integer(uint64(loaded)))
}

// notice explains an empty chart; nil if there is data.
func (m *Model) notice(status load.Status) []text.Line {
	th, s := m.deps.Theme, m.series()
	if s.Count() > 0 {
		return nil
	}
	quote := m.prices().Status(m.pair)
	failed := status.Err
	if failed == nil {
		failed = quote.Err
	}
	switch {
	case failed != nil && m.prices().Explain(failed).Kind == load.NotFound:
		return []text.Line{text.Plain("%s: unknown pair", text.Clean(m.pair)), text.In(th.Faint, "check the spelling · %s next pair · %s unwatch", m.deps.Key("price.next_pair"), m.deps.Key("price.watch"))}
	case failed != nil:
		failure := m.prices().Explain(failed)
		lines := []text.Line{text.In(th.Bad, "%s: %s", text.Clean(m.pair), failure.Reason)}
		if failure.Kind == load.Unauthorized && !m.prices().OnChain() {
			lines = []text.Line{text.In(th.Bad, "unauthorized: the API key of the price service is missing or invalid")}
			return append(lines, text.In(th.Faint, "set FOREDECK_API_KEY, or a key file or command in the config · %s retry", m.deps.Key("deck.refresh")))
		}
		return append(lines, text.In(th.Faint, "%s retry · %s", m.deps.Key("deck.refresh"), failure.Advice))
	case s.IsFar() && status.Has && !status.Loading:
		from, to := s.Requested()
		return []text.Line{text.Plain("%s: no data from %s to %s", text.Clean(m.pair), m.date(from), m.date(to)), text.In(th.Faint, "%s newest", m.deps.Key("price.newest"))}
	case s.Ended():
		return []text.Line{text.Plain("%s: no data at this resolution", text.Clean(m.pair))}
	case status.Loading:
		if line := m.deps.Spinner(status, text.Format("history of %s", text.Clean(m.pair))); line != nil {
			return []text.Line{line}
		}
		return []text.Line{nil}
	case status.Has:
		return []text.Line{text.In(th.Faint, "no data yet: loading older history")}
	}
	_, wait, _ := m.prices().Pace()
	if wait > 0 {
		return []text.Line{text.In(th.Faint, "waiting %s: request budget used up", desk.Seconds(wait))}
	}
	return []text.Line{text.In(th.Faint, "not loaded · %s load", m.deps.Key("deck.refresh"))}
}

// readout draws the values of the current bar with the service's digits.
func (m *Model) readout(width int) text.Line {
	th := m.deps.Theme
	at := m.barTime()
	when := text.Clean(m.barLabel(at))
	if width >= 40 {
		when = text.Format("%s %s", when, m.zone())
	}
	record, ok := m.series().Record(at, m.endOf(at))
	if !ok {
		from, to := m.series().Requested()
		reason := text.Const("  × no data")
		if at < from || at >= to {
			reason = text.Const("  not loaded")
		}
		return text.Line{{Text: when, Style: th.Strong}, {Text: reason, Style: th.Faint}}
	}
	mark := text.Span{}
	if m.unfinished(at) {
		mark = text.Span{Text: text.Const("  ~"), Style: th.Faint}
	}
	return desk.BarValues(th, when.In(th.Strong), record, m.price, mark, width)
}

// legend lists the curves of the chart if there is room, and explains the symbols at the first visit.
func (m *Model) legend(c *chart.Chart, width, height int) []text.Line {
	th := m.deps.Theme
	compared := m.comparisonLegend(width, height)
	if width < 60 || height < 8 {
		return compared
	}
	items := m.curveItems(c)
	if m.isSettling() {
		items = append([]legendItem{{line: m.settlingLine()}}, items...)
	}
	if height < minLegendHeight {
		return append(text.Height(flow(items, width), min(len(items), 1)), compared...)
	}
	if alerts := m.alertPrices(); !alerts.IsEmpty() {
		items = append(items, legendItem{line: text.In(th.Faint, "alerts: %s", alerts)})
	}
	if lines := m.linePrices(); !lines.IsEmpty() {
		items = append(items, legendItem{line: text.In(th.Faint, "lines: %s", lines)})
	}
	lines := flow(items, width)
	lines = lines[:min(len(lines), maxLegendLines)]
	if m.explains {
		lines = append([]text.Line{screen.SymbolLine(th, m.symbolsShown(c)).Silent()}, lines...)
	}
	if len(lines) > 0 {
		lines = append([]text.Line{nil}, lines...)
	}
	return append(lines, compared...)
}

const (
	// minLegendHeight is the height of a chart from which the legend explains the glyphs.
	minLegendHeight = 18
	// maxLegendLines is the maximum number of lines of curves.
	maxLegendLines = 3
)

// alertPrices lists the price levels of the alerts on the pair.
func (m *Model) alertPrices() text.Safe {
	var levels []string
	for _, alert := range m.prices().Alerts(m.pair) {
		if level, ok := market.Level(alert); ok {
			levels = append(levels, market.Digits(level).String())
		}
	}
	return text.Clean(strings.Join(levels, ", "))
}

// listRoom returns the greatest room of the list, beside the chart or in place of it.
func (m *Model) listRoom() pane.Area {
	width := m.split()
	if width == 0 {
		width = m.size.Width
	}
	return pane.Inside(m.size, width, m.size.Height-1)
}

// minListHeight is the height that the list keeps above the holdings, if it has as many lines.
const minListHeight = 8

// layoutList sizes the list for its panel, and returns the section below it.
func (m *Model) layoutList() (foot []text.Line) {
	room := m.listRoom()
	width, height := room.Width, room.Height
	foot = m.footLines(width)
	list := min(m.list.Rows()+1, minListHeight)
	if holdings := desk.PortfolioLines(m.deps, width, height-len(foot)-list-1); holdings != nil {
		foot = slices.Concat([]text.Line{nil}, holdings, foot)
	}
	if height < len(foot)+2 {
		foot = nil
	}
	m.list.SetSize(width, height-len(foot))
	return foot
}

func (m *Model) listPanel() widget.Panel {
	foot := m.layoutList()
	p := widget.Panel{Title: widget.Title(m.deps.Theme, text.Const("Watchlist"), m.split() == 0), State: m.list.State().In(m.deps.Theme.Faint)}
	p.Body = append(m.list.Lines(), foot...)
	return p
}

package charts

import (
	"time"

	"foredeck/tui/load"
	"foredeck/tui/prices"
	"foredeck/tui/text"
	"foredeck/tui/widget/chart"
	"foredeck/tui/widget/panel"
)

// Targets of clicks: the charts, then the bar sizes.
const targetSizes = 100

// cellHits mark the charts: a click selects, and the wheel zooms.
var cellHits = func() (hits [9]*text.Hit) {
	for i := range hits {
		hits[i] = &text.Hit{IsPoint: true, Target: i, Pointer: true}
	}
	return hits
}()

// View draws the body.
func (m *Model) View() []text.Line {
	lines := []text.Line{m.heading(m.size.Width)}
	pairs, first := m.visible()
	if len(pairs) == 0 {
		th := m.deps.Theme
		return text.Height(append(lines, text.Plain(" no watched pairs"), text.In(th.Faint, " type a pair such as btc_usdt on Home, then %s watch", m.deps.Key("price.watch"))), m.size.Height)
	}
	g, w, selected := m.grid(), m.window(), m.selected()-first
	for row := range g.rows {
		_, height := share(max(m.size.Height-1, 0), g.rows, row)
		var drawn []text.Line
		for column := range g.columns {
			left, width := share(m.size.Width, g.columns, column)
			at := row*g.columns + column
			if at >= len(pairs) {
				break
			}
			cell := m.drawCell(pairs[at], w, width, height, at == selected)
			for i := range cell {
				cell[i] = cell[i].WithHit(cellHits[at])
			}
			if column == 0 {
				drawn = cell
			} else {
				drawn = text.Beside(drawn, left, cell)
			}
		}
		lines = append(lines, drawn...)
	}
	return text.Height(lines, m.size.Height)
}

// heading draws what all charts share: the bar size, the type, and which pairs they are.
func (m *Model) heading(width int) text.Line {
	th, size := m.deps.Theme, m.spanOf().Size
	pairs, first := m.visible()
	label := text.Clean(size.String())
	if drawn := text.Clean(m.window().period.String()); drawn != label {
		label = text.Format("%s → %s", label, drawn)
	}
	left := text.Line{{Text: text.Format(" %s ", label), Style: th.Strong}, {Text: text.Clean(m.kind.String()), Style: th.Faint}}
	if all := len(m.pairs()); all > len(pairs) {
		left = append(left, text.Span{Text: text.Format("  pairs %s to %s of %s", text.Integer(uint64(first+1)), text.Integer(uint64(first+len(pairs))), text.Integer(uint64(all))), Style: th.Faint})
	}
	sizes := prices.BarSizesLine(m.deps.Theme, m.bar, targetSizes)
	if gap := width - left.Width() - sizes.Width() - 1; gap >= 2 {
		return append(append(left, text.Span{Text: text.Spaces(gap)}), sizes...)
	}
	return left.Fit(width)
}

// window is what all charts have in common, so that the same column is the same time.
type window struct {
	axisWidth int
	period    chart.Period // of a drawn bar
	slots     int          // number of drawn bars
	source    time.Duration
}

func (m *Model) spanOf() prices.Span {
	return prices.Span{Size: prices.BarSizes[m.bar], Bars: prices.BarCounts[m.span]}
}

// window returns the range of the charts on screen. The widest price decides the width of the price axes.
func (m *Model) window() window {
	span := m.spanOf()
	w := window{source: m.resolution(span.Size)}
	pairs, _ := m.visible()
	for _, pair := range pairs {
		w.axisWidth = max(w.axisWidth, m.prices().Series(pair, w.source).AxisWidth())
	}
	frame, _ := panel.Frame(m.isPlain())
	columns := max(chart.Columns(max(m.size.Width/m.grid().columns-frame, 1), w.axisWidth), 1)
	w.period, w.slots = span.Period(columns), span.Slots(columns)
	w.source = m.resolution(w.period)
	return w
}

// resolution returns the resolution to request for a period.
func (m *Model) resolution(p chart.Period) time.Duration {
	return prices.Resolution(p, m.deps.Now().Year(), m.location())
}

// isPlain reports whether the cells have a rule above instead of a box, which gives the chart more room.
func (m *Model) isPlain() bool {
	const minBox = 48
	return m.size.IsPlain() || m.size.Width/m.grid().columns < minBox
}

// cell is the chart of a pair.
type cell struct {
	window
	pair       string
	isSelected bool
	series     *prices.Series
	times      []int64 // borders of the drawn bars
}

// cell returns the chart of a pair. It ends with the newest bar of the pair.
func (m *Model) cell(pair string, w window) cell {
	c := cell{window: w, pair: pair, series: m.prices().Series(pair, w.source)}
	c.times = w.period.Times(m.newest(&c), w.slots, m.location())
	return c
}

// newest returns a time in the newest bar, or now if no data is loaded.
func (m *Model) newest(c *cell) int64 {
	if newest, ok := c.series.Newest(); ok {
		return newest.Time
	}
	return m.deps.Now().UnixMilli()
}

// location returns the zone of days, weeks and months.
func (m *Model) location() *time.Location {
	if m.deps.Zone == nil {
		return time.UTC
	}
	return m.deps.Zone
}

// drawCell draws the chart of a pair in a panel.
func (m *Model) drawCell(pair string, w window, width, height int, isSelected bool) []text.Line {
	th, plain := m.deps.Theme, m.isPlain()
	c := m.cell(pair, w)
	c.isSelected = isSelected
	p := panel.Panel{Title: m.title(&c), Plain: plain, Name: text.Clean(pair)}
	if status := m.prices().Status(pair); status.Err != nil && c.series.Count() > 0 {
		p.State = m.prices().Explain(status.Err).Reason.In(th.Bad)
	}
	frameWidth, frameHeight := panel.Frame(plain)
	width, height = width-frameWidth, height-frameHeight
	if notice := m.notice(&c, width); notice != nil {
		p.Body = notice
		return p.Draw(th, width+frameWidth, height+frameHeight)
	}
	drawn := m.chart(&c)
	for i, line := range drawn.Draw(th, width, height) {
		line = line.Silent()
		if i == 0 {
			line = line.AnnounceAs(func() text.Safe { return c.summary() })
		}
		p.Body = append(p.Body, line)
	}
	return p.Draw(th, width+frameWidth, height+frameHeight)
}

// title draws the pair, its latest price and the change in 24 hours. A stale price is faint and has its age.
func (m *Model) title(c *cell) text.Line {
	th := m.deps.Theme
	name := text.Span{Text: text.Clean(c.pair)}
	if c.isSelected {
		name = text.Span{Text: text.Format("▸ %s", name.Text), Style: th.Strong}
	}
	latest, ok := m.prices().Latest(c.pair)
	if !ok {
		if status := m.prices().Status(c.pair); status.Err == nil {
			return text.Line{name, {Text: text.Format("  %s", status.Text()), Style: th.Faint}}
		}
		return text.Line{name}
	}
	price := text.Span{Text: text.Format("  %s", text.Cut(prices.FixedDigits(latest.Price, c.series.Decimals()), 16)), Style: th.Strong}
	if age, isStale := m.prices().Age(c.pair); isStale {
		price.Style = th.Faint
		return text.Line{name, price, {Text: text.Format("  %s old", text.Elapsed(age)), Style: th.Faint}}
	}
	style := th.Text
	switch prices.Sign(latest.Change24h) {
	case 1:
		style = th.Up
	case -1:
		style = th.Down
	}
	return text.Line{name, price, {Text: text.Format("  %s", prices.Change(latest.Change24h)), Style: style}}
}

// notice explains an empty chart; nil if there is data.
func (m *Model) notice(c *cell, width int) []text.Line {
	th, status := m.deps.Theme, c.series.Status(m.deps.Now())
	if c.series.Count() > 0 {
		return nil
	}
	failed := status.Err
	if failed == nil {
		failed = m.prices().Status(c.pair).Err
	}
	if failed != nil {
		failure := m.prices().Explain(failed)
		if failure.Kind == load.NotFound {
			return []text.Line{text.In(th.Bad, "unknown pair"), text.In(th.Faint, "check the spelling")}
		}
		return append(text.WrapIn(th.Bad, failure.Reason, width, 2), text.WrapIn(th.Faint, failure.Advice, width, 2)...)
	}
	_, wait, _ := m.prices().Pace()
	switch {
	case c.series.Ended():
		return []text.Line{text.In(th.Faint, "no data at this resolution")}
	case status.Loading || status.Has:
		return []text.Line{status.Or(text.Const("loading history")).In(th.Faint)}
	case wait > 0:
		return []text.Line{text.In(th.Faint, "waiting %s for the request budget", seconds(wait))}
	}
	return []text.Line{text.In(th.Faint, "not loaded")}
}

func (m *Model) chart(c *cell) chart.Chart {
	from, to := c.series.Requested()
	start, end := c.times[0], c.times[len(c.times)-1]
	m.bars = c.series.Bars(m.bars[:0], start, end)
	drawn := chart.Chart{
		Bars: m.bars, Times: c.times, From: from, To: to, Type: m.kind, Cursor: -1, Unfinished: -1, Decimals: -1, AxisWidth: c.axisWidth,
		Loading: to != 0 && !c.series.Ended() && from > start && c.series.Status(m.deps.Now()).Err == nil,
		Zone:    m.deps.Zone, Year: m.deps.Local(m.deps.Now()).Year(), Label: text.Clean(c.period.String()),
		Octants: m.deps.Config.Octants && !m.deps.Config.ASCII,
	}
	if c.series.Count() > 0 {
		drawn.Decimals = c.series.Decimals()
	}
	last := c.times[len(c.times)-2]
	if bar, ok := c.series.Record(last, end); ok {
		drawn.Last, drawn.LastRose = prices.Float(bar.Close), prices.Sign(prices.ChangePercent(bar.Open, bar.Close)) >= 0
	}
	if m.prices().InProgress(c.pair, end) {
		drawn.Unfinished = drawn.Slots() - 1
	}
	return drawn
}

// summary describes the visible prices with the service's digits.
func (c *cell) summary() text.Safe {
	total, ok := c.series.Record(c.times[0], c.times[len(c.times)-1])
	if !ok {
		return text.Const("no data in view")
	}
	return text.Format("bars of %s: from %s to %s, low %s, high %s", text.Clean(c.period.String()), prices.Digits(total.Open), prices.Digits(total.Close), prices.Digits(total.Low), prices.Digits(total.High))
}

package price

import (
	"time"

	"foredeck/tui/prices"
	"foredeck/tui/text"
	"foredeck/tui/widget/chart"
	"foredeck/tui/widget/panel"
)

// size is a bar length. Lengths that the service does not offer are merged from shorter bars.
type size struct {
	name   text.Safe
	step   time.Duration
	source time.Duration // the resolution to request
}

// sizes are the bar lengths, shortest first.
var sizes = []size{
	{text.Const("30s"), 30 * time.Second, 30 * time.Second},
	{text.Const("1m"), time.Minute, time.Minute},
	{text.Const("5m"), 5 * time.Minute, time.Minute},
	{text.Const("1h"), time.Hour, time.Hour},
	{text.Const("4h"), 4 * time.Hour, time.Hour},
	{text.Const("1d"), 24 * time.Hour, 24 * time.Hour},
}

// defaultSize is the index of the initial size: an hour.
const defaultSize = 3

// spans are the possible numbers of bars in the window.
var spans = []int{15, 30, 60, 120, 240, 480, 960, 2000}

// defaultSpan is the index of the initial span: 60 bars.
const defaultSpan = 2

const averageBars = 20

// window is the visible range.
type window struct {
	start, step int64 // in Unix milliseconds
	slots       int
}

func (w window) end() int64 { return w.start + int64(w.slots)*w.step }

// slotAt returns the slot of a time, negative or past the end if it is not visible.
func (w window) slotAt(at int64) int {
	if at < w.start {
		return -1
	}
	return int((at - w.start) / w.step)
}

func (m *Model) barSize() size { return sizes[m.bar] }

func (m *Model) step() int64 { return m.barSize().step.Milliseconds() }

func (m *Model) series() *prices.Series { return m.prices().Series(m.pair, m.barSize().source) }

// newestSlot returns the start of the newest bar, or of the current one if no data is loaded.
func (m *Model) newestSlot() int64 {
	at := m.deps.Now().UnixMilli()
	if newest, ok := m.series().Newest(); ok {
		at = newest.Time
	}
	return at / m.step() * m.step()
}

// window returns the visible range. It follows the newest bar unless the user has scrolled back.
func (m *Model) window() window {
	end := m.newestSlot() + m.step()
	if m.end != 0 {
		end = m.end / m.step() * m.step()
	}
	slots := m.slots()
	return window{start: end - int64(slots)*m.step(), step: m.step(), slots: slots}
}

// axisWidth is the approximate width of the price axis.
const axisWidth = 10

// slots returns the number of visible bars: the span, plus as many more of the same width as fit.
func (m *Model) slots() int {
	frame, _ := panel.Frame(m.size.IsPlain())
	columns := m.size.Width - m.split() - frame - axisWidth
	return max(spans[m.span], columns/max(columns/spans[m.span], 1))
}

// oldest returns the earliest possible start of the window, 0 if it is not known.
func (m *Model) oldest() int64 {
	s := m.series()
	from, to := s.Requested()
	if !s.Ended() || to == 0 {
		return 0
	}
	return from / m.step() * m.step()
}

// moveCursor moves the crosshair and scrolls the window with it. Moving past the newest bar removes the crosshair and
// follows the newest bar again.
func (m *Model) moveCursor(bars int64) {
	w := m.window()
	at := m.newestSlot()
	if m.crosshair {
		at = m.cursor/m.step()*m.step() + bars*m.step()
	} else if bars < 0 {
		at += (bars + 1) * m.step() // the first step selects the newest visible bar
		at = min(at, w.end()-w.step)
	}
	if at > m.newestSlot() || !m.crosshair && bars > 0 {
		m.crosshair, m.end = false, 0
		return
	}
	m.crosshair, m.cursor = true, max(at, m.oldest())
	switch {
	case m.cursor < w.start:
		m.end = m.cursor + int64(w.slots)*w.step
	case m.cursor >= w.end():
		m.end = m.cursor + w.step
	}
	m.follow()
}

// follow resumes following if the newest bar is visible.
func (m *Model) follow() {
	if m.end > m.newestSlot() {
		m.end = 0
	}
}

// goFirst moves to the oldest loaded bar, which triggers loading older ones.
func (m *Model) goFirst() {
	from, to := m.series().Requested()
	if to == 0 {
		return
	}
	m.crosshair, m.cursor = true, from/m.step()*m.step()
	m.end = m.cursor + int64(m.slots())*m.step()
	m.follow()
}

// changeBarSize changes the bar size and preserves the visible time.
func (m *Model) changeBarSize(by int) {
	m.bar = max(0, min(m.bar+by, len(sizes)-1))
	if m.end == 0 {
		return
	}
	if m.crosshair {
		m.end = m.cursor/m.step()*m.step() + int64(m.slots()/4+1)*m.step()
	}
	m.follow()
}

// zoom changes the number of bars and keeps the crosshair visible.
func (m *Model) zoom(by int) {
	m.span = max(0, min(m.span+by, len(spans)-1))
	if w := m.window(); m.crosshair && m.cursor < w.start {
		m.end = m.cursor/m.step()*m.step() + int64(w.slots)*w.step
		m.follow()
	}
}

// barTime returns the start of the current bar: the one at the crosshair, else the newest.
func (m *Model) barTime() int64 {
	if m.crosshair {
		return m.cursor / m.step() * m.step()
	}
	return m.newestSlot()
}

func (m *Model) chart() chart.Chart {
	w, s := m.window(), m.series()
	from, to := s.Requested()
	m.bars = s.Bars(m.bars[:0], w.start-averageBars*w.step, w.end())
	c := chart.Chart{
		Bars: m.bars, Start: w.start, Step: w.step, Slots: w.slots, From: from, To: to,
		Type: m.kind, Scale: m.scale, Volume: m.volume, Cursor: -1, Unfinished: -1, Label: text.Format("%s %s", m.barSize().name, m.zone()), Zone: m.deps.Zone,
	}
	if m.crosshair {
		c.Cursor = w.slotAt(m.barTime())
	}
	if newest := m.newestSlot(); m.unfinished(newest) {
		c.Unfinished = w.slotAt(newest)
	}
	switch second := m.comparison(); {
	case m.overlay == 1:
		c.Average = averageBars
	case second != "":
		m.comparisonBars = m.prices().Series(second, m.barSize().source).Bars(m.comparisonBars[:0], w.start, w.end())
		c.Comparison = m.comparisonBars
	}
	for _, alert := range m.prices().Alerts(m.pair) {
		if level, ok := prices.Level(alert); ok {
			c.Levels = append(c.Levels, level)
		}
	}
	c.Marks = m.marks.times()
	return c
}

// maxClockSkew is the largest plausible skew of the service's clock. If the latest price is older, there were no
// trades.
const maxClockSkew = 5 * time.Minute

// unfinished reports whether a bar is still in progress by the clock of the service, if known.
func (m *Model) unfinished(start int64) bool {
	now := m.deps.Now().UnixMilli()
	if latest, ok := m.prices().Latest(m.pair); ok && latest.Time != nil {
		if skew := time.Duration(now-*latest.Time) * time.Millisecond; skew.Abs() < maxClockSkew {
			now = *latest.Time
		}
	}
	return start+m.step() > now
}

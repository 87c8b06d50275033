package price

import (
	"time"

	"foredeck/tui/prices"
	"foredeck/tui/text"
	"foredeck/tui/widget/chart"
	"foredeck/tui/widget/panel"
)

// size is a length of bars. Those that the service is not known to have are joined from shorter ones, exactly.
type size struct {
	name   text.Safe
	step   time.Duration
	source time.Duration // what is asked for
}

// sizes are the lengths of bars, the shortest first.
var sizes = []size{
	{"30s", 30 * time.Second, 30 * time.Second},
	{"1m", time.Minute, time.Minute},
	{"5m", 5 * time.Minute, time.Minute},
	{"1h", time.Hour, time.Hour},
	{"4h", 4 * time.Hour, time.Hour},
	{"1d", 24 * time.Hour, 24 * time.Hour},
}

// usualSize is the size of bars at first: an hour.
const usualSize = 3

// spans are how many bars there are in the window.
var spans = []int{15, 30, 60, 120, 240, 480, 960, 2000}

// usualSpan is the number of bars in the window at first: 60.
const usualSpan = 2

// averaged is over how many bars the moving average goes.
const averaged = 20

// window is the bars that are on the screen.
type window struct {
	start, step int64 // milliseconds
	slots       int
}

func (w window) end() int64 { return w.start + int64(w.slots)*w.step }

// slotOf is the slot of a time; below 0 or beyond the slots where it is not in the window.
func (w window) slotOf(at int64) int {
	if at < w.start {
		return -1
	}
	return int((at - w.start) / w.step)
}

func (m *Model) size() size { return sizes[m.bar] }

func (m *Model) step() int64 { return m.size().step.Milliseconds() }

// series is what is known of the pair at the resolution that the bars are made of.
func (m *Model) series() *prices.Series { return m.market().Series(m.pair, m.size().source) }

// newestSlot is when the newest bar begins; the one of now where none is known.
func (m *Model) newestSlot() int64 {
	at := m.deps.Now().UnixMilli()
	if newest, ok := m.series().Newest(); ok {
		at = newest.Time
	}
	return at / m.step() * m.step()
}

// window is the bars on the screen: the newest ones, unless one has gone back.
func (m *Model) window() window {
	end := m.newestSlot() + m.step()
	if m.end != 0 {
		end = m.end / m.step() * m.step()
	}
	slots := m.slots()
	return window{start: end - int64(slots)*m.step(), step: m.step(), slots: slots}
}

// axisWidth is about how wide the axis of prices is.
const axisWidth = 10

// slots is how many bars there are: those of the span, and as many more of the same width as the chart has room for.
func (m *Model) slots() int {
	frame, _ := panel.Frame(m.room.Plain())
	columns := m.room.Width - m.split() - frame - axisWidth
	return max(spans[m.span], columns/max(columns/spans[m.span], 1))
}

// oldest is where the window may begin: there is nothing before it, as far as is known.
func (m *Model) oldest() int64 {
	s := m.series()
	from, to := s.Requested()
	if !s.Ended() || to == 0 {
		return 0
	}
	return from / m.step() * m.step()
}

// moveCursor moves the crosshair by so many bars, and the window with it. Beyond the newest bar the crosshair goes, and the
// window follows the newest again.
func (m *Model) moveCursor(bars int64) {
	w := m.window()
	at := m.newestSlot()
	if m.crosshair {
		at = m.cursor/m.step()*m.step() + bars*m.step()
	} else if bars < 0 {
		at += (bars + 1) * m.step() // the first step puts it on the newest bar that is shown
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

// follow lets the window follow the newest bar where that is in it.
func (m *Model) follow() {
	if m.end > m.newestSlot() {
		m.end = 0
	}
}

// goFirst goes to the oldest bar that is loaded, which lets older ones be asked for.
func (m *Model) goFirst() {
	from, to := m.series().Requested()
	if to == 0 {
		return
	}
	m.crosshair, m.cursor = true, from/m.step()*m.step()
	m.end = m.cursor + int64(m.slots())*m.step()
	m.follow()
}

// resize chooses the size of bars and keeps the time on which one looks.
func (m *Model) resize(by int) {
	m.bar = max(0, min(m.bar+by, len(sizes)-1))
	if m.end == 0 {
		return
	}
	if m.crosshair {
		m.end = m.cursor/m.step()*m.step() + int64(m.slots()/4+1)*m.step()
	}
	m.follow()
}

// zoom chooses how many bars there are. The crosshair stays in the window.
func (m *Model) zoom(by int) {
	m.span = max(0, min(m.span+by, len(spans)-1))
	if w := m.window(); m.crosshair && m.cursor < w.start {
		m.end = m.cursor/m.step()*m.step() + int64(w.slots)*w.step
		m.follow()
	}
}

// pointed is the time of the bar that is read out: that of the crosshair, else the newest.
func (m *Model) pointed() int64 {
	if m.crosshair {
		return m.cursor / m.step() * m.step()
	}
	return m.newestSlot()
}

// chart is what is drawn.
func (m *Model) chart() chart.Chart {
	w, s := m.window(), m.series()
	from, to := s.Requested()
	m.drawn = s.Bars(m.drawn[:0], w.start-averaged*w.step, w.end())
	c := chart.Chart{
		Bars: m.drawn, Start: w.start, Step: w.step, Slots: w.slots, From: from, To: to,
		Type: m.kind, Scale: m.scale, Volume: m.volume, Cursor: -1, Unfinished: -1, Label: m.size().name + " " + m.zone(), Zone: m.deps.Zone,
	}
	if m.crosshair {
		c.Cursor = w.slotOf(m.pointed())
	}
	if newest := m.newestSlot(); m.unfinished(newest) {
		c.Unfinished = w.slotOf(newest)
	}
	switch second := m.second(); {
	case m.overlay == 1:
		c.Average = averaged
	case second != "":
		m.beside = m.market().Series(second, m.size().source).Bars(m.beside[:0], w.start, w.end())
		c.Comparison = m.beside
	}
	for _, alert := range m.market().Alerts(m.pair) {
		if level, ok := prices.Level(alert); ok {
			c.Levels = append(c.Levels, level)
		}
	}
	c.Marks = m.marks.times()
	return c
}

// clockDifference is by how much the clock of the service may be off. A newest price that is older is one of a market at rest.
const clockDifference = 5 * time.Minute

// unfinished tells that a bar is not over: by the clock of the service, as far as it tells one.
func (m *Model) unfinished(start int64) bool {
	now := m.deps.Now().UnixMilli()
	latest, ok := m.market().Latest(m.pair)
	if off := time.Duration(now-latest.Time) * time.Millisecond; ok && off.Abs() < clockDifference {
		now = latest.Time
	}
	return start+m.step() > now
}

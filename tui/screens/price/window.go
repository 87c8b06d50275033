package price

import (
	"fmt"
	"slices"
	"sort"
	"time"

	"foredeck/tui/desk"
	"foredeck/tui/market"
	"foredeck/tui/text"
	"foredeck/tui/widget/chart"
)

// window is the visible range.
type window struct {
	times []int64 // borders of the bars in Unix milliseconds: one more than bars
}

func (w window) start() int64 { return w.times[0] }

func (w window) end() int64 { return w.times[len(w.times)-1] }

func (w window) slots() int { return len(w.times) - 1 }

// slotAt returns the slot of a time, negative or past the end if it is not visible.
func (w window) slotAt(at int64) int {
	return sort.Search(len(w.times), func(i int) bool { return w.times[i] > at }) - 1
}

// history returns the loaded history of the window: one that reaches up to now, or one of its own if the window is far in the past.
func (m *Model) history() *market.Series {
	return m.prices().SeriesAt(m.pair, m.source(m.period()), m.historyEnd())
}

// historyEnd returns the end of what is loaded for the window, also of compared pairs; 0 if it follows the newest bar.
func (m *Model) historyEnd() int64 {
	end := m.end
	if m.replay.on && end == 0 { // some bars more, so that the next steps need not wait
		end = m.replayEnd() + int64(m.slots()/4)*m.period().Length().Milliseconds()
	}
	return min(end, m.deps.Now().UnixMilli())
}

// series returns the history to show: all that is loaded, or what was known at the moment of a replay. That of a replay has no requests.
func (m *Model) series() *market.Series {
	if m.replay.on {
		return m.past(m.history())
	}
	return m.history()
}

// newestSeries returns the history that reaches up to now.
func (m *Model) newestSeries() *market.Series {
	return m.prices().Series(m.pair, m.source(m.period()))
}

// newestSlot returns the start of the newest bar, or of the current one if no data is loaded; in a replay, of its newest bar.
func (m *Model) newestSlot() int64 {
	if m.replay.on {
		return m.startOf(m.replayEnd() - 1)
	}
	return m.liveSlot()
}

// liveSlot returns the start of the newest bar, or of the current one if no data is loaded.
func (m *Model) liveSlot() int64 {
	at := m.deps.Now().UnixMilli()
	if newest, ok := m.newestSeries().NewestTime(); ok {
		at = newest
	}
	return m.startOf(at)
}

// windowKey is what the visible range depends on.
type windowKey struct {
	period chart.Period
	last   int64 // a time in the last bar
	until  int64 // the end of a replay's last bar, which may not have ended
	slots  int
	zone   *time.Location
}

// barsKey is what the bars of a window depend on.
type barsKey struct {
	window   windowKey
	series   *market.Series
	revision uint64
}

// window returns the visible range. It follows the newest bar unless the user has scrolled back.
func (m *Model) window() window {
	key := windowKey{period: m.period(), last: m.newestSlot(), slots: m.slots(), zone: m.location()}
	switch {
	case m.end != 0:
		key.last = m.end - 1
	case m.replay.on:
		key.until = m.replayEnd()
	}
	if m.windowKey != key {
		m.windowKey = key
		m.cachedWindow = window{times: key.period.Times(key.last, key.slots, key.zone)}
		if key.until != 0 {
			m.cachedWindow.times[key.slots] = key.until
		}
	}
	return m.cachedWindow
}

// axisWidth returns the width of the price axis, the same for all spans of a bar size.
func (m *Model) axisWidth() int { return m.prices().Series(m.pair, m.source(m.barSize())).AxisWidth() }

// oldest returns the earliest possible start of the window, 0 if it is not known.
func (m *Model) oldest() int64 {
	s := m.series()
	from, to := s.Requested()
	if !s.Ended() || to == 0 {
		return 0
	}
	return m.startOf(from)
}

// moveCursor moves the crosshair and scrolls the window with it. Moving past the newest bar removes the crosshair and
// follows the newest bar again.
func (m *Model) moveCursor(bars int) {
	w, newest := m.window(), m.newestSlot()
	at := newest
	if m.crosshair {
		at = m.shift(m.startOf(m.cursor), bars)
	} else if bars < 0 {
		at = m.shift(at, bars+1) // the first step selects the newest visible bar
		at = min(at, m.startOf(w.end()-1))
	}
	if at > newest || !m.crosshair && bars > 0 {
		m.crosshair, m.end = false, 0
		return
	}
	m.crosshair, m.cursor = true, max(at, m.oldest())
	m.showCursor(0)
}

// showCursor scrolls so that the crosshair is visible, with a number of bars after it if it was not.
func (m *Model) showCursor(after int) {
	w := m.window()
	switch {
	case m.cursor < w.start():
		m.end = m.shift(m.endOf(m.startOf(m.cursor)), w.slots()-1-after)
	case m.cursor >= w.end():
		m.end = m.shift(m.endOf(m.startOf(m.cursor)), after)
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
	m.crosshair, m.cursor = true, m.startOf(from)
	m.end = m.shift(m.cursor, m.slots())
	m.follow()
}

// goTo moves the crosshair to the bar that contains a time and centers it.
func (m *Model) goTo(at int64) {
	m.crosshair, m.cursor = true, m.startOf(min(at, m.newestSlot()))
	m.end = m.shift(m.cursor, m.slots()/2+1)
	m.follow()
}

// changeBarSize changes the bar size and preserves the visible time.
func (m *Model) changeBarSize(by int) {
	m.setBarSize(m.bar + by)
}

// setBarSize chooses a bar size by its index. The crosshair stays on its moment, and on screen.
func (m *Model) setBarSize(index int) {
	m.bar = max(0, min(index, len(chart.BarSizes)-1))
	if m.end != 0 && m.crosshair {
		m.end = m.shift(m.startOf(m.cursor), m.slots()/4+1)
	}
	m.keepCursor()
}

// keepCursor follows the newest bar if that is visible, and scrolls to the crosshair if it is not.
func (m *Model) keepCursor() {
	m.follow()
	if m.crosshair {
		m.showCursor(m.slots() / 4)
	}
}

// zoom changes the number of bars. The crosshair keeps its column; without one, the newest bar does.
func (m *Model) zoom(by int) {
	anchor := m.window().end() - 1
	if m.crosshair {
		anchor = m.cursor
	}
	m.zoomAround(by, anchor)
}

// zoomAround changes the number of bars and keeps a time in its column.
func (m *Model) zoomAround(by int, anchor int64) {
	before := m.window()
	right := float64(before.slots()-before.slotAt(anchor)) / float64(before.slots()) // share of the window from the anchor on
	if !m.changeSpan(by) || m.end == 0 && m.startOf(anchor) >= m.newestSlot() {
		return
	}
	m.end = m.shift(m.startOf(anchor), max(int(right*float64(m.slots())+0.5), 1))
	m.keepCursor()
}

// changeSpan changes the number of bars by a number of steps, and by more if the chart would look the same. It reports whether the
// chart changes.
func (m *Model) changeSpan(by int) bool {
	span, slots, period := m.span, m.slots(), m.period()
	m.span = m.zoomIndex()
	for m.slots() == slots && m.period() == period {
		next := max(0, min(m.span+by, len(market.BarCounts)-1))
		if next == m.span || by > 0 && m.spanOf().Length() >= market.MaxSpan {
			m.span = span
			return false
		}
		m.span = next
	}
	return true
}

// barTime returns the start of the current bar: the one at the crosshair, else the newest.
func (m *Model) barTime() int64 {
	if m.crosshair {
		return m.startOf(m.cursor)
	}
	return m.newestSlot()
}

// periodName returns the name of the drawn period, with the chosen one if bars are merged: 1d → 1w.
func (m *Model) periodName() text.Safe {
	drawn, chosen := text.Clean(m.period().String()), text.Clean(m.barSize().String())
	if drawn == chosen {
		return drawn
	}
	return text.Format("%s → %s", chosen, drawn)
}

func (m *Model) chart() chart.Chart {
	w, s, newest := m.window(), m.series(), m.newestSlot()
	m.bars = s.MergedBars(m.bars[:0], w.times)
	c := desk.BaseChart(m.deps, s, w.times, newest, m.endOf(newest))
	c.Bars, c.Type, c.Scale, c.Volume, c.Grid, c.AxisWidth = m.bars, m.kind, m.effectiveScale(), m.volume, m.grid, m.axisWidth()
	c.Label = text.Format("%s %s", text.Clean(m.period().String()), m.zone())
	if m.crosshair {
		c.Cursor = w.slotAt(m.barTime())
	}
	if m.measure.on {
		c.Anchors = []int{w.slotAt(m.startOf(m.measure.anchor))}
	}
	if m.unfinished(newest) {
		c.Unfinished = w.slotAt(newest)
	}
	if m.unfinished(newest) && !m.replay.on {
		c.Left = untilClose(time.UnixMilli(m.endOf(newest)).Sub(m.deps.Now()))
	}
	added := m.indicators.Compute(Window{
		Key: barsKey{m.windowKey, s, s.Revision()},
		Bars: func() []chart.Bar {
			return append(slices.Clip(m.warmUpBars()), chart.Align(s.MergedBars(nil, w.times), w.times)...)
		},
		Slots: w.slots(), Length: m.period().Length(), Slot: w.slotAt(m.barTime()), Decimals: c.Decimals, Zone: m.deps.Zone, Settling: m.isSettling(),
	})
	m.updateComparison()
	c.Curves, c.Panes = append(slices.Clip(added.Curves), m.comparison.Curves()...), added.Panes
	c.Levels, c.Planned, c.Straights = m.levels(), m.planned(), m.straights(w)
	c.Marks = m.marks.times()
	return c
}

// untilClose formats the time until a bar closes: 52:09, 5h 12m, 3d 4h.
func untilClose(left time.Duration) text.Safe {
	days, hours, minutes, seconds := int(left.Hours())/24, int(left.Hours())%24, int(left.Minutes())%60, int(left.Seconds())%60
	switch {
	case left <= 0:
		return text.Safe{}
	case days > 0:
		return text.Clean(fmt.Sprintf("%dd %dh", days, hours))
	case hours > 0:
		return text.Clean(fmt.Sprintf("%dh %02dm", hours, minutes))
	}
	return text.Clean(fmt.Sprintf("%02d:%02d", minutes, seconds))
}

// unfinished reports whether a bar is still in progress, at the moment of a replay if there is one.
func (m *Model) unfinished(start int64) bool {
	if m.replay.on {
		return m.endOf(start) > m.replayEnd()
	}
	return m.prices().InProgress(m.pair, m.endOf(start))
}

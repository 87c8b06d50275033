package price

import (
	tea "github.com/charmbracelet/bubbletea"

	"foredeck/tui/screen"
	"foredeck/tui/text"
	"foredeck/tui/widget/chart"
)

// Targets of clicks: the chart, then the bar sizes.
const (
	targetChart = iota
	targetSizes
)

// chartHit marks the chart: a click moves the crosshair, a drag pans and the wheel zooms.
var chartHit = &text.Hit{IsPoint: true, Target: targetChart, Pointer: true}

// chartHeight returns the height left for the chart beside readouts and legend.
func chartHeight(height int, readouts, legend []text.Line) int {
	return max(height-len(readouts)-len(legend), 0)
}

// drawnChart returns the chart and the size at which it is drawn.
func (m *Model) drawnChart() (c chart.Chart, width, height int) {
	width, height = m.chartSize()
	c = m.chart()
	return c, width, chartHeight(height, m.readouts(width, height), m.legend(&c, width, height))
}

// slotAt returns the visible bar at a column of the chart, counted from the left edge of the window. If ok is false, the column is beside
// the bars and slot is the nearest one.
func (m *Model) slotAt(column int) (slot int, ok bool) {
	c, width, height := m.drawnChart()
	slot, ok = c.SlotAt(m.deps.Theme, column, width, height)
	return max(0, min(slot, m.window().slots()-1)), ok
}

// point handles a click on a bar size or in the chart.
func (m *Model) point(at screen.ClickMsg) {
	if at.Target >= targetSizes {
		m.changeBarSize(at.Target - targetSizes - m.bar)
		return
	}
	if m.level = m.levelAt(at); m.level.on {
		m.grabbed = false
		return
	}
	m.lineDrag = m.lineAt(at)
	slot, ok := m.slotAt(at.Column)
	if m.grabbed = ok; ok {
		w := m.window()
		m.crosshair, m.cursor = true, max(w.times[slot], m.oldest())
		m.snapToRow(at.Row)
		if m.measure.drag = at.IsModified; at.IsModified {
			m.measure.on, m.measure.anchor = true, m.cursor
		}
	}
}

// drag moves the window so that the bar that was clicked stays under the pointer. It measures if alt or ctrl was held, and moves the level of
// an alert whose tag was clicked, or a line.
func (m *Model) drag(to screen.DragMsg) tea.Cmd {
	switch {
	case m.level.on:
		return m.dragLevel(to)
	case m.lineDrag.on:
		return m.dragLine(to)
	case to.IsOver || !m.grabbed:
	case m.measure.drag:
		w := m.window()
		slot, _ := m.slotAt(to.Column)
		m.crosshair, m.cursor = true, max(w.times[slot], m.oldest())
	case m.crosshair:
		m.place(m.cursor, to.Column)
	}
	return nil
}

// panShare is the share of the window by which a step of a horizontal wheel pans.
const panShare = 12

// wheel zooms around the bar under the pointer, or pans.
func (m *Model) wheel(step screen.WheelMsg) {
	w := m.window()
	if step.Right != 0 {
		m.scrollTo(m.shift(w.end(), step.Right*max(w.slots()/panShare, 1)))
		return
	}
	slot, _ := m.slotAt(step.Column)
	anchor := w.times[slot]
	isNewest := m.end == 0 && slot == w.slots()-1
	if m.changeSpan(step.Down) && !isNewest {
		m.place(anchor, step.Column)
	}
}

// place scrolls so that the bar that contains a time is at a column.
func (m *Model) place(at int64, column int) {
	slot, _ := m.slotAt(column)
	m.scrollTo(m.shift(m.startOf(at), m.slots()-slot))
}

// scrollTo sets the end of the window, between the oldest bar, if known, and the newest.
func (m *Model) scrollTo(end int64) {
	if oldest := m.oldest(); oldest != 0 {
		end = max(end, m.shift(oldest, m.slots()))
	}
	m.end = end
	m.follow()
}

package price

import (
	"fmt"
	"math"
	"slices"

	tea "github.com/charmbracelet/bubbletea"

	"foredeck/tui/desk"
	"foredeck/tui/text"
	"foredeck/tui/widget/chart"
)

// updateComparison passes the visible range to the comparison with other pairs.
func (m *Model) updateComparison() {
	w := m.window()
	unfinished := -1
	if newest := m.newestSlot(); m.unfinished(newest) {
		unfinished = w.slotAt(newest)
	}
	label := func(at int64) text.Safe { return text.Clean(m.barLabel(at)) }
	m.comparison.SetView(desk.ComparisonView{Step: m.series().Step, End: m.historyEnd(), Times: w.times, Unfinished: unfinished, Label: label})
}

// Rows of the chart panel from which other pairs have a line with their changes, a second line in the legend, and a line each.
const (
	minComparedRows  = 10
	wrapComparedRows = 18
	eachComparedRows = 24
)

// readouts draws the values of the current bar, and the changes of other pairs up to it.
func (m *Model) readouts(width, height int) []text.Line {
	lines := []text.Line{m.readout(width)}
	if planned := m.positionLine(width); planned != nil && height >= minComparedRows {
		lines = append(lines, planned)
	}
	if m.measure.on {
		lines = append(lines, m.measureLine(width))
	}
	if m.ranged.on {
		lines = append(lines, m.rangeLines(width, height)...)
	}
	if m.comparison.IsOn() && height >= minComparedRows {
		w := m.window()
		lines = append(lines, m.comparison.Readout(w.slotAt(m.barTime()), width))
	}
	return lines
}

// comparisonLegend describes other pairs in the rows that a panel of this height has for it.
func (m *Model) comparisonLegend(width, height int) []text.Line {
	rows := 0
	switch {
	case height >= eachComparedRows:
		rows = desk.MaxPairs
	case height >= wrapComparedRows:
		rows = 2
	case height >= minComparedRows:
		rows = 1
	}
	return m.comparison.Legend(width, rows)
}

// show switches to a pair: its latest price is polled more often, and it has other pairs to compare with.
func (m *Model) show(pair string) {
	m.pair = pair
	m.endDraft()
	m.dropLine()
	m.prices().Show(pair)
	m.comparison.Show(pair)
	m.indicators.Show(pair)
}

// loadComparison requests missing history of other pairs.
func (m *Model) loadComparison(from int64) tea.Cmd {
	return m.comparison.Load(m.series().Step, from-2*m.period().Length().Milliseconds(), m.historyEnd())
}

// stop cancels the requests for history and reports whether there were any.
func (m *Model) stop() bool {
	step := m.history().Step
	ownStopped, otherStopped := m.history().Stop(), m.comparison.Stop(step, m.historyEnd())
	return ownStopped || otherStopped
}

// effectiveScale returns the scale that is drawn: percent with other pairs, otherwise the selected one.
func (m *Model) effectiveScale() chart.Scale {
	if m.comparison.IsOn() {
		return chart.Percent
	}
	return m.scale
}

// curveValue formats the value of a curve at the current bar: a price, or a change if the axis shows percent.
func (m *Model) curveValue(c *chart.Curve) text.Safe {
	w := m.window()
	slot := w.slotAt(m.barTime())
	if slot < 0 || slot >= len(c.Values) || math.IsNaN(c.Values[slot]) {
		return text.None
	}
	value := c.Values[slot]
	if m.effectiveScale() == chart.Percent {
		base := firstClose(chart.Align(m.bars, w.times))
		return text.Clean(fmt.Sprintf("%+.2f%%", 100*(value/base-1)))
	}
	return chart.FormatPrice(value, m.series().Decimals())
}

// firstClose returns the first known close, 0 if there is none.
func firstClose(bars []chart.Bar) float64 {
	if i := slices.IndexFunc(bars, chart.Bar.Known); i >= 0 {
		return bars[i].Close
	}
	return 0
}

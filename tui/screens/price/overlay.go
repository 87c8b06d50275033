package price

import (
	"fmt"
	"math"
	"slices"

	"foredeck/tui/text"
	"foredeck/tui/widget/chart"
)

// curveValue formats the value of a curve at the current bar: a price, or a change if the axis shows percent.
func (m *Model) curveValue(c *chart.Curve) text.Safe {
	w := m.window()
	slot := w.slotAt(m.barTime())
	if slot < 0 || slot >= len(c.Values) || math.IsNaN(c.Values[slot]) {
		return text.None
	}
	value := c.Values[slot]
	if m.effectiveScale() == chart.Percent {
		base := firstClose(chart.Align(m.bars, w.times[w.lead:]))
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

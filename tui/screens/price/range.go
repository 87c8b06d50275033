package price

import (
	"fmt"
	"math"
	"slices"

	"foredeck/client"
	"foredeck/tui/market"
	"foredeck/tui/text"
)

// rangeStatistics describe the visible bars. They are computed again when those change.
type rangeStatistics struct {
	on    bool
	key   barsKey
	found market.Statistics
}

// toggleRange shows or hides the statistics of the visible bars.
func (m *Model) toggleRange() { m.ranged.on = !m.ranged.on }

// endRange reports whether there was something to hide.
func (m *Model) endRange() bool {
	was := m.ranged.on
	m.ranged.on = false
	return was
}

// rangeNow returns the statistics of the visible bars.
func (m *Model) rangeNow() *market.Statistics {
	w, s := m.window(), m.series()
	key := barsKey{m.windowKey, s, s.Revision()}
	if m.ranged.key == key && m.ranged.found.Bars > 0 {
		return &m.ranged.found
	}
	times := w.times
	candles := make([]client.Candle, 0, len(times))
	for i := range len(times) - 1 {
		if record, ok := s.Record(times[i], times[i+1]); ok {
			candles = append(candles, record)
		}
	}
	m.ranged.key, m.ranged.found = key, market.StatisticsOf(candles)
	return &m.ranged.found
}

// notable returns the bars that the statistics name, in the order of time.
func (m *Model) notable() []int64 {
	var times []int64
	s := m.rangeNow()
	for _, bar := range []*client.Candle{s.High, s.Low, s.Peak, s.Trough, s.Rise, s.Drop} {
		if bar != nil {
			times = append(times, bar.Time)
		}
	}
	slices.Sort(times)
	return slices.Compact(times)
}

// maxRangeLines is the number of lines of the statistics above a chart, of minRangeHeight lines or more.
const (
	maxRangeLines  = 3
	minRangeHeight = 14
)

// rangeLines describe the visible bars, the most important facts first.
func (m *Model) rangeLines(width, height int) []text.Line {
	th, s := m.deps.Theme, m.rangeNow()
	faint := func(words text.Safe) text.Span { return text.Span{Text: words, Style: th.Faint} }
	if s.Bars == 0 {
		return []text.Line{{{Text: text.Const("range"), Style: th.Accent}, faint(text.Const("  no bars with prices"))}}
	}
	at := func(bar *client.Candle) text.Span {
		return faint(text.Format("  %s", text.Clean(m.barLabel(bar.Time))))
	}
	items := []legendItem{
		{line: text.Line{{Text: text.Const("range"), Style: th.Accent}, faint(text.Format("  %s  ", text.Plural(s.Bars, "bar"))), market.ChangeSpan(th, s.Change())}},
		{line: text.Line{faint(text.Const("high ")), {Text: m.price(s.High.High)}, at(s.High)}},
		{line: text.Line{faint(text.Const("low ")), {Text: m.price(s.Low.Low)}, at(s.Low)}},
	}
	if s.Trough != nil {
		items = append(items, legendItem{line: text.Line{faint(text.Const("drawdown ")), market.ChangeSpan(th, s.Drawdown), at(s.Peak), faint(text.Format(" → %s", text.Clean(m.barLabel(s.Trough.Time))))}})
	}
	if s.Rise != nil {
		items = append(items, legendItem{line: text.Line{faint(text.Const("largest rise ")), market.ChangeSpan(th, market.BarChange(s.Rise)), at(s.Rise)}})
	}
	if s.Drop != nil {
		items = append(items, legendItem{line: text.Line{faint(text.Const("largest drop ")), market.ChangeSpan(th, market.BarChange(s.Drop)), at(s.Drop)}})
	}
	if !math.IsNaN(s.Volatility) {
		items = append(items, legendItem{line: text.Line{faint(text.Const("volatility ")), {Text: text.Clean(fmt.Sprintf("%.2f%%", s.Volatility))}, faint(text.Const(" per bar"))}})
	}
	items = append(items, legendItem{line: text.Line{faint(text.Const("up ")), {Text: text.Clean(fmt.Sprintf("%d%%", (100*s.Up+s.Bars/2)/s.Bars))}, faint(text.Const(" of bars"))}})
	lines := flow(items, width)
	if height < minRangeHeight {
		return lines[:1]
	}
	return lines[:min(len(lines), maxRangeLines)]
}

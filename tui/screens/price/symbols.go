package price

import (
	"slices"

	"foredeck/theme"
	"foredeck/tui/screen"
	"foredeck/tui/text"
	"foredeck/tui/widget/chart"
)

// symbolsHint names the explanation of symbols among the hints that a user has seen.
const symbolsHint = "price.symbols"

// symbolsShown returns those of the symbols that stand in the chart, for the first one that a user sees.
func (m *Model) symbolsShown(c *chart.Chart) []screen.Symbol {
	absent := map[string]bool{"×": !c.HasGaps(), "~": c.Unfinished < 0, "┊": c.Cursor < 0}
	return slices.DeleteFunc(m.symbols(), func(symbol screen.Symbol) bool { return absent[symbol.Mark.Text.String()] })
}

// symbols returns what charts are drawn with, which the help explains.
func (m *Model) symbols() []screen.Symbol {
	th := m.deps.Theme
	width, _ := m.chartSize()
	c := chart.Chart{Times: m.window().times, AxisWidth: m.axisWidth()}
	var symbols []screen.Symbol
	add := func(mark rune, style theme.Style, words text.Safe) {
		symbols = append(symbols, screen.Symbol{Mark: text.Span{Text: text.Clean(string(mark)), Style: style}, Words: words})
	}
	switch m.kind {
	case chart.Candles:
		up, down := c.Bodies(th, width)
		add(up, th.Up, text.Const("up"))
		add(down, th.Down, text.Const("down"))
	case chart.Bars:
		add('┤', th.Text, text.Const("open"))
		add('├', th.Text, text.Const("close"))
	}
	add('×', th.Faint, text.Const("no data"))
	add('~', th.Faint, text.Const("in progress"))
	add('┊', th.Accent, text.Const("crosshair"))
	return symbols
}

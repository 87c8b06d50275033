// swatch.go draws samples of themes, to choose one.

package widget

import (
	"foredeck/theme"
	"foredeck/tui/text"
)

// SwatchLine draws the most important colors of a theme on its background.
func SwatchLine(th theme.Theme) text.Line {
	line := text.Line{
		{Text: text.Const(" text "), Style: th.Text}, {Text: text.Const("key "), Style: th.Accent},
		{Text: text.Const("✓ "), Style: th.Good}, {Text: text.Const("! "), Style: th.Warn}, {Text: text.Const("✗ "), Style: th.Bad},
		{Text: text.Const("▲ "), Style: th.Up}, {Text: text.Const("▼ "), Style: th.Down}, {Text: text.Const("▂▅▇ "), Style: th.Plot},
	}
	for _, curve := range th.Curves {
		line = append(line, text.Span{Text: text.Const("━"), Style: curve.Style})
	}
	return append(line, text.Span{Text: text.Const(" "), Style: th.Text})
}

// SampleWidth is the width of Sample.
const SampleWidth = 72

// ThemeSample draws parts of the deck in a theme.
func ThemeSample(th theme.Theme) []text.Line {
	tabs := Tabs(th, TabKeys{At: func(i int) text.Safe { return text.Integer(uint64(i + 1)) }},
		[]text.Safe{text.Const("Sent"), text.Const("Received"), text.Const("Events")}, 0)
	list := Panel{Title: text.Const("Transactions").In(th.Focus), State: text.Const("updated 2s ago").In(th.Faint), Focused: true, Body: []text.Line{
		text.Const("  SEQ     FUNCTION                  STATUS             GAS").In(th.Faint),
		row(th, text.Const("  1,202   "), th.Changed, text.Const("market::settle            "), text.Const("✓ success        "), th.Faint, text.Const("  964")),
		row(th, text.Const("▸ 1,201   "), th.Strong, text.Const("coin::transfer            "), text.Const("✗ out of gas     "), th.Bad, text.Const("2,000")).Fit(SampleWidth - 4).Selected(&th),
		row(th, text.Const("  1,200   "), th.Strong, text.Const("coin::transfer            "), text.Const("✓ success        "), th.Faint, text.Const("1,021")),
		row(th, text.Const("  1,199   "), th.Strong, text.Const("oracle::publish           "), text.Const("✗ aborted        "), th.Bad, text.Const("  870")),
	}}
	chain := Panel{Title: text.Const("Chain").In(th.Title), Body: []text.Line{
		{{Text: text.Const("height "), Style: th.Faint}, {Text: text.Const("48,211,858  "), Style: th.Strong}, {Text: text.Const("gap "), Style: th.Faint},
			{Text: text.Const("▂▃▂▂▃▂▂▃▂▂▃▂  "), Style: th.Plot}, {Text: text.Const("p95 "), Style: th.Faint}, {Text: text.Const("2.9 s over limit"), Style: th.Warn}},
		{{Text: text.Const("btc_usdt "), Style: th.Text}, {Text: text.Const("67,310.50 "), Style: th.Strong}, {Text: text.Const("▲ 1.20%  "), Style: th.Up},
			{Text: text.Const("eth_usdt "), Style: th.Text}, {Text: text.Const("3,140.07 "), Style: th.Strong}, {Text: text.Const("▼ 0.42%"), Style: th.Down}},
		append(curves(th), text.Span{Text: text.Const("   link "), Style: th.Text}, text.Span{Text: text.Const("0x1::coin"), Style: th.Link},
			text.Span{Text: text.Const("   found "), Style: th.Text}, text.Span{Text: text.Const("coin"), Style: th.Match}),
	}}
	lines := []text.Line{tabs}
	lines = append(lines, list.Draw(th, SampleWidth, len(list.Body)+2)...)
	lines = append(lines, chain.Draw(th, SampleWidth, len(chain.Body)+2)...)
	lines = append(lines, text.Line{{Text: text.Const(" enter"), Style: th.Accent}, {Text: text.Const(" open  "), Style: th.Hint}, {Text: text.Const("/"), Style: th.Accent},
		{Text: text.Const(" filter  "), Style: th.Hint}, {Text: text.Const("?"), Style: th.Accent}, {Text: text.Const(" help"), Style: th.Hint}})
	for i := range lines {
		lines[i] = lines[i].Fit(SampleWidth)
	}
	return lines
}

// row draws a row of the list: its columns have their widths.
func row(th theme.Theme, sequence text.Safe, style theme.Style, function, status text.Safe, statusStyle theme.Style, gas text.Safe) text.Line {
	return text.Line{
		{Text: sequence, Style: style}, {Text: function, Style: th.Text}, {Text: status, Style: statusStyle}, {Text: gas, Style: th.Text},
		{Text: text.Const(" units"), Style: th.Faint},
	}
}

// curves draws a piece of each curve.
func curves(th theme.Theme) text.Line {
	line := text.Line{{Text: text.Const("curves "), Style: th.Faint}}
	for _, curve := range th.Curves {
		line = append(line, text.Span{Text: text.Clean(string([]rune{curve.Mark, curve.Mark, curve.Mark})), Style: curve.Style}, text.Span{Text: text.Const(" "), Style: th.Text})
	}
	return line
}

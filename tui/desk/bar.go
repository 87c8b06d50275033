package desk

import (
	"foredeck/client"
	"foredeck/theme"
	"foredeck/tui/market"
	"foredeck/tui/text"
)

// barForms are the forms of the values of a bar, widest first.
var barForms = []struct {
	before, after text.Safe // around the letter of a value
	shown         int       // number of values
	change        bool
}{
	{text.Const("  "), text.Const(" "), 5, true},
	{text.Const(" "), text.Const(" "), 5, true},
	{text.Const(" "), text.Const(" "), 4, true},
	{text.Const(" "), text.Safe{}, 4, true},
	{text.Const(" "), text.Const(" "), 4, false},
	{text.Const(" "), text.Safe{}, 4, false},
	{text.Safe{}, text.Safe{}, 4, false},
}

// BarValues draws the values of a bar behind a heading: open, high, low and close, the change between them, the volume and a mark, or as many
// as fit in width columns; at least the close. price formats a price as the chart does.
func BarValues(th theme.Theme, heading text.Line, bar client.Candle, price func(string) text.Safe, mark text.Span, width int) text.Line {
	change := market.ChangeSpan(th, market.ChangePercent(bar.Open, bar.Close))
	for _, form := range barForms {
		line := append(text.Line(nil), heading...)
		for i, number := range []string{bar.Open, bar.High, bar.Low, bar.Close, bar.Volume}[:form.shown] {
			if form.before.IsEmpty() {
				line = append(line, text.Span{Text: text.Const(" ")})
			} else {
				line = append(line, text.Span{Text: text.Concat(form.before, text.Clean("OHLCV"[i:i+1]), form.after), Style: th.Faint})
			}
			value := price(number)
			if i == 4 {
				value = market.Digits(number)
			}
			line = append(line, text.Span{Text: value})
			if i == 3 && form.change {
				line = append(line, text.Span{Text: text.Const(" ")}, change)
			}
		}
		if line = append(line, mark); line.Width() <= width {
			return line
		}
	}
	closed := append(append(text.Line(nil), heading...), text.Span{Text: text.Const(" C "), Style: th.Faint}, text.Span{Text: price(bar.Close)})
	if line := append(append(text.Line(nil), closed...), text.Span{Text: text.Const(" ")}, change); line.Width() <= width {
		return line
	}
	return closed
}

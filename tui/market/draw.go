package market

import (
	"foredeck/theme"
	"foredeck/tui/text"
	"foredeck/tui/widget"
	"foredeck/tui/widget/chart"
)

// ChangeSpan formats a percentage change in the color of its direction.
func ChangeSpan(th theme.Theme, percent string) text.Span {
	style := th.Text
	switch Sign(percent) {
	case 1:
		style = th.Up
	case -1:
		style = th.Down
	}
	return text.Span{Text: Change(percent), Style: style}
}

// BarSizesLine draws the bar sizes as pills. A click on size i has the target first + i.
func BarSizesLine(th theme.Theme, selected, first int) text.Line {
	var line text.Line
	for i, size := range chart.BarSizes {
		line = append(line, widget.Pill(th, text.Clean(size.String()), i == selected, &text.Hit{IsPoint: true, Target: first + i}))
	}
	return line
}

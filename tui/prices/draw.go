package prices

import (
	"foredeck/theme"
	"foredeck/tui/text"
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

// BarSizesLine draws the bar sizes with the selected one in brackets. A click on size i has the target first + i.
func BarSizesLine(th theme.Theme, selected, first int) text.Line {
	var line text.Line
	for i, size := range BarSizes {
		if i > 0 {
			line = append(line, text.Span{Text: text.Const(" ")})
		}
		label, style := text.Clean(size.String()), th.Faint
		if i == selected {
			label, style = text.Format("[%s]", label), th.Strong
		}
		line = append(line, text.Span{Text: label, Style: style, Hit: &text.Hit{IsPoint: true, Target: first + i}})
	}
	return line
}

package market

import (
	"math"

	"foredeck/theme"
	"foredeck/tui/text"
	"foredeck/tui/widget"
	"foredeck/tui/widget/chart"
)

// Style returns the style of a direction: 1 up, -1 down, 0 neither.
func Style(th theme.Theme, direction int) theme.Style {
	return [...]theme.Style{th.Down, th.Text, th.Up}[direction+1]
}

// ChangeSpan formats a percentage change in the color of its direction.
func ChangeSpan(th theme.Theme, percent string) text.Span {
	return text.Span{Text: Change(percent), Style: ChangeStyle(th, Float(percent))}
}

// ChangeStyle returns the style of a percentage change: the color of its direction, paler if it is below 2.5 %, and faint if it is shown as
// 0.00 % or not known.
func ChangeStyle(th theme.Theme, percent float64) theme.Style {
	size := 0.32 + math.Abs(percent)/10
	switch {
	case percent >= 0.005:
		return th.Rise.At(size)
	case percent <= -0.005:
		return th.Fall.At(size)
	}
	return th.Faint
}

// BarSizesLines returns forms of the bar sizes, as pills: all of them, then fewer around the selected one. A click on size i has the target
// first + i. Screen reader mode reads the selected one.
func BarSizesLines(th theme.Theme, selected, first int) []text.Line {
	var forms []text.Line
	for _, shown := range []int{len(chart.BarSizes), 7, 5, 3, 1} {
		from := max(0, min(selected-shown/2, len(chart.BarSizes)-shown))
		forms = append(forms, barSizesLine(th, selected, first, from, from+shown))
	}
	return forms
}

// barSizesLine draws the bar sizes from one index to another, exclusive.
func barSizesLine(th theme.Theme, selected, first, from, to int) text.Line {
	var line text.Line
	for i := from; i < to; i++ {
		line = append(line, widget.Pill(th, text.Clean(chart.BarSizes[i].String()), i == selected, &text.Hit{IsPoint: true, Target: first + i}))
	}
	return line.AnnounceAs(func() text.Safe { return text.Format("bars of %s", text.Clean(chart.BarSizes[selected].String())) })
}

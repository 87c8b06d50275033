// Package tabs draws the row of tabs of a screen.
package tabs

import (
	"foredeck/theme"
	"foredeck/tui/text"
)

// Line is the row of tabs with their numbers, the open one in brackets. A click on one presses the key of its number.
func Line(th theme.Theme, names []text.Safe, open int) text.Line {
	var line text.Line
	for i, name := range names {
		label, style := text.Integer(uint64(i+1))+" "+name, th.Text
		if i == open {
			label, style = "["+label+"]", th.Strong
		}
		if i > 0 {
			line = append(line, text.Span{Text: "  "})
		}
		line = append(line, text.Span{Text: label, Style: style, Hit: Hit(i)})
	}
	return line
}

// Hit is a click on tab i.
func Hit(i int) *text.Hit { return &text.Hit{Key: string(rune('1' + i))} }

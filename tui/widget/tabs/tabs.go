// Package tabs draws the row of tabs of a screen.
package tabs

import (
	"foredeck/theme"
	"foredeck/tui/text"
)

// Line is the row of tabs with the keys that open them, the open one in brackets.
func Line(th theme.Theme, keys func(i int) text.Safe, names []text.Safe, open int) text.Line {
	var line text.Line
	for i, name := range names {
		label, style := Label(keys(i), name), th.Text
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

// Label is a tab as it is drawn: its key with its name, where there is room for that. A tab that the user has left without a key
// has a mark in its place.
func Label(key, name text.Safe) text.Safe {
	if key == "" {
		key = text.None
	}
	if name == "" {
		return key
	}
	return key + " " + name
}

// Hit is a click on tab i, which usually has the key of its number.
func Hit(i int) *text.Hit { return &text.Hit{Key: string(rune('1' + i)), IsTab: true} }

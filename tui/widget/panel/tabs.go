package panel

import (
	"foredeck/theme"
	"foredeck/tui/text"
)

// Tabs draws the tabs with their keys; the open one is in brackets.
func Tabs(th theme.Theme, keys func(i int) text.Safe, names []text.Safe, open int) text.Line {
	var line text.Line
	for i, name := range names {
		label, style := TabLabel(keys(i), name), th.Text
		if i == open {
			label, style = text.Format("[%s]", label), th.Strong
		}
		if i > 0 {
			line = append(line, text.Span{Text: text.Const("  ")})
		}
		line = append(line, text.Span{Text: label, Style: style, Hit: TabHit(i)})
	}
	return line
}

// TabLabel returns a tab's key and, if there is room for it, its name. A tab without a key shows a dash.
func TabLabel(key, name text.Safe) text.Safe {
	if key.IsEmpty() {
		key = text.None
	}
	if name.IsEmpty() {
		return key
	}
	return text.Format("%s %s", key, name)
}

// TabHit returns the mouse target of tab i, which stands for its default key.
func TabHit(i int) *text.Hit { return &text.Hit{Key: string(rune('1' + i)), IsTab: true} }

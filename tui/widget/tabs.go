package widget

import (
	"foredeck/theme"
	"foredeck/tui/text"
)

// TabKeys are the keys of the action that opens a tab, by its number.
type TabKeys struct {
	Action string // id
	At     func(i int) text.Safe
}

// Tabs draws the tabs with their keys as pills. Without colors the open one is in brackets.
func Tabs(th theme.Theme, keys TabKeys, names []text.Safe, open int) text.Line {
	return TabsWhere(th, keys, names, func(i int) bool { return i == open })
}

// TabsWhere draws tabs of which several can be open.
func TabsWhere(th theme.Theme, keys TabKeys, names []text.Safe, isOpen func(i int) bool) text.Line {
	line := make(text.Line, 0, len(names))
	for i, name := range names {
		line = append(line, pill(th, keys, i, name, isOpen(i)))
	}
	return line
}

// OpenTab draws only the open tab, and how many there are.
func OpenTab(th theme.Theme, keys TabKeys, name text.Safe, open, count int) text.Line {
	return text.Line{pill(th, keys, open, name, true), {Text: text.Format(" of %s", text.Integer(uint64(count))), Style: th.Faint}}
}

// pill draws tab i.
func pill(th theme.Theme, keys TabKeys, i int, name text.Safe, isOpen bool) text.Span {
	return Pill(th, tabLabel(keys.At(i), name), isOpen, &text.Hit{Action: keys.Action, Choice: i, IsTab: true, IsOpen: isOpen})
}

// Pill draws one of several options. Without colors the chosen one is in brackets.
func Pill(th theme.Theme, label text.Safe, isChosen bool, hit *text.Hit) text.Span {
	switch {
	case !isChosen:
		return text.Span{Text: text.Format(" %s ", label), Style: th.Tab, Hit: hit}
	case hasNoFill(th):
		return text.Span{Text: text.Format("[%s]", label), Style: th.OpenTab, Hit: hit}
	}
	return text.Span{Text: text.Format(" %s ", label), Style: th.OpenTab, Hit: hit}
}

// Button draws a button, filled if it has the focus or enter presses it from where the focus is.
func Button(th theme.Theme, label text.Safe, isFocused bool, hit *text.Hit) text.Span {
	style := th.Tab
	if isFocused {
		style = th.OpenTab
	}
	return text.Span{Text: text.Format("[ %s ]", label), Style: style, Hit: hit}
}

// hasNoFill reports whether pills cannot be told apart by their background.
func hasNoFill(th theme.Theme) bool { return th.Colorless || th.OpenTab == theme.Style{} }

// tabLabel returns a tab's key and, if there is room for it, its name. A tab without a key shows a dash.
func tabLabel(key, name text.Safe) text.Safe {
	if key.IsEmpty() {
		key = text.None
	}
	if name.IsEmpty() {
		return key
	}
	return text.Format("%s %s", key, name)
}

package widget

import (
	"foredeck/theme"
	"foredeck/tui/text"
)

// Glyph is the program's sign, beside its name. It is one column wide in all locales.
const Glyph = "▟"

// The name of the program in half blocks, in two halves of different color.
var (
	markLeft  = [...]text.Safe{text.Const("█▀▀ █▀█ █▀▄ █▀▀ "), text.Const("█▀  █ █ █▀▄ █▀  "), text.Const("▀   ▀▀▀ ▀ ▀ ▀▀▀ ")}
	markRight = [...]text.Safe{text.Const("█▀▄ █▀▀ █▀▀ █ █"), text.Const("█ █ █▀  █   █▀▄"), text.Const("▀▀  ▀▀▀ ▀▀▀ ▀ ▀")}
)

// MarkWidth is the width of the word mark, and MarkHeight its number of lines.
const MarkWidth, MarkHeight = 31, 3

// Mark draws the word mark.
func Mark(th theme.Theme) []text.Line {
	lines := make([]text.Line, MarkHeight)
	for i := range lines {
		lines[i] = text.Line{{Text: markLeft[i], Style: th.Accent}, {Text: markRight[i], Style: th.Strong}}.Silent()
	}
	return lines
}

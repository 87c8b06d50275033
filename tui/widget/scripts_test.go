package widget_test

import (
	"strings"
	"testing"

	"github.com/charmbracelet/lipgloss"
	"github.com/rivo/uniseg"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"foredeck/theme"
	"foredeck/tui/text"
	"foredeck/tui/widget"
)

// scripts are characters and sequences that terminals draw in another number of columns than they have code points: wide and half-width
// ones, marks that combine with what precedes them, emoji that are joined, colored or made of two letters, and marks without a base. On
// marks that take a column of their own, as in Devanagari, terminals disagree.
var scripts = []string{
	"a", "9", "0x1", "-", " ", "世", "界", "한", "글", "각", "ｗ", "ﾊﾟ", "か\u3099", "é", "e\u0301", "\u0301", "a\u0300\u0301\u0302\u0303", "เก็", "ไทย",
	"😀", "👍🏽", "👩\u200d🚀", "👨\u200d👩\u200d👧\u200d👦", "🏳\ufe0f\u200d🌈", "🇨🇭", "🇨", "❤\ufe0f", "❤", "☎\ufe0e", "1\ufe0f\u20e3", "\u20e3", "\ufe0f", "\u200d", "\u200b",
	"\u0627", "\ufdfa", "\u1800", "\u1160", "𝕏", "🀄", "\u302e", "…", "│", "\u202e", "\x1b[31m",
}

// name returns a generator of names in any script.
func name() *rapid.Generator[string] {
	return rapid.Custom(func(t *rapid.T) (name string) {
		for range rapid.IntRange(0, 12).Draw(t, "length") {
			name += rapid.SampledFrom(scripts).Draw(t, "part")
		}
		return name
	})
}

// Columns stay straight whatever a network, a service or a bookmark calls its things: every line is as wide as the window, as lipgloss and
// uniseg measure it, and every column begins where its title does.
func TestColumnsOfAnyScriptStayStraight(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		shape := []widget.Column{
			{Title: text.Const("NAME"), Width: rapid.IntRange(1, 20).Draw(t, "width"), Shorten: rapid.SampledFrom([]func(text.Safe, int) text.Safe{nil, text.CutMiddle, text.CutFront, text.Function}).Draw(t, "shorten")},
			{Title: text.Const("VALUE"), Width: 8, Right: true, Rank: 1}, {Title: text.Const("WHAT"), Width: 6, Flex: true}, {Title: text.Const("END"), Width: 3, Rank: 2},
		}
		cells := make([][]widget.Cell, 3)
		for i := range cells {
			cells[i] = []widget.Cell{
				{Text: text.Clean(name().Draw(t, "name"))}, {Text: text.Clean(name().Draw(t, "value")), Unit: text.Clean(name().Draw(t, "unit"))},
				{Text: text.Clean(name().Draw(t, "what"))}, {Text: text.Const("|||")},
			}
		}
		title := text.Clean(name().Draw(t, "title")).Line()
		var m widget.Table
		m.SetHeight(len(cells))
		m.SetLength(len(cells))
		width := rapid.IntRange(1, 100).Draw(t, "window")
		row := func(i int) []widget.Cell { return cells[i] }
		lines := m.View(theme.Theme{}, shape, width, row)
		ends := map[int]bool{}
		for _, line := range lines[1:] {
			if before, _, ok := strings.Cut(line.Text().String(), "|||"); ok {
				ends[uniseg.StringWidth(before)] = true
			}
		}
		require.LessOrEqual(t, len(ends), 1, "the last column begins at the same place in each row:\n%s", text.Render(lines))
		p := widget.Panel{Title: title, State: title, Body: m.View(theme.Theme{}, shape, max(width-4, 1), row)}
		for _, line := range append(lines, p.Draw(theme.Theme{}, width, 6)...) {
			drawn := text.Render([]text.Line{line})
			require.Equal(t, width, lipgloss.Width(drawn), "%q", drawn)
			require.Equal(t, width, uniseg.StringWidth(drawn), "%q", drawn)
		}
	})
}

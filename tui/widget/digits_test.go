package widget

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"foredeck/theme"
	"foredeck/tui/text"
)

func plain(lines []text.Line) string {
	var rows []string
	for _, line := range lines {
		rows = append(rows, strings.TrimRight(line.Text().String(), " "))
	}
	return "\n" + strings.Join(rows, "\n")
}

func TestDraw(t *testing.T) {
	t.Parallel()
	require.Equal(t, `
▄█    █▀▀ █▀█ ▀ ▄▀
 █    ▀▀█ ▀▀█  █▀
▀▀▀ ▀ ▀▀▀ ▀▀▀ ▀  ▀`, plain(DrawDigits(text.Const("1.59%"), Small, theme.Style{})))
	require.Equal(t, `
██████
    ██    ██      ████
██████  ██████  ████
██        ██      ████
██████          ████`, plain(DrawDigits(text.Const("2+s"), Large, theme.Style{})))
	require.Equal(t, `
█ █
█ █
███
  █
  █`, plain(DrawDigits(text.Const("4"), Narrow, theme.Style{})))
	require.Equal(t, "\n7 of 9", plain(DrawDigits(text.Const("7 of 9"), Large, theme.Style{})), "no large letters")
}

func TestGlyphsAreRectangles(t *testing.T) {
	t.Parallel()
	for _, character := range "0123456789.,-+:%smh—" {
		require.Contains(t, glyphs, character)
	}
	for character, glyph := range glyphs {
		for _, row := range glyph {
			require.Len(t, row, len(glyph[0]), "%q", character)
			require.Empty(t, strings.Trim(row, "#."), "%q", character)
		}
	}
}

// Each row is drawn with the same width, and what fits is not drawn larger than the room.
func TestFit(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		value := text.Clean(rapid.StringMatching(`[0-9.,:+%smh -]{1,14}`).Draw(t, "value"))
		longer := text.Format("%s0", value)
		width, height := rapid.IntRange(1, 250).Draw(t, "width"), rapid.IntRange(1, 40).Draw(t, "height")
		size := Fit(width, height, value, longer)
		lines := DrawDigits(value, size, theme.Style{})
		require.Len(t, lines, size.Height())
		if size == Text {
			require.Equal(t, value, lines[0].Text())
			return
		}
		require.LessOrEqual(t, len(lines), height)
		require.LessOrEqual(t, DrawDigits(longer, size, theme.Style{})[0].Width(), width)
		for _, line := range lines {
			require.Equal(t, lines[0].Width(), line.Width())
		}
		if size < maxSize {
			next := DrawDigits(longer, size+1, theme.Style{})
			require.True(t, len(next) > height || next[0].Width() > width, "a larger size fits")
		}
	})
	require.Equal(t, Text, Fit(200, 50, text.Const("7 of 9")), "no large letters")
}

func TestScreenReaderReadsTheNumber(t *testing.T) {
	t.Parallel()
	for i, line := range DrawDigits(text.Const("48,211,907"), maxSize, theme.Style{}) {
		if announced := line[0].Announcement.Text(80).String(); i == 0 {
			require.Equal(t, "48,211,907", announced)
		} else {
			require.Empty(t, announced)
		}
	}
}

// The dots of ASCII mode are characters that text.ASCII knows.
func TestASCII(t *testing.T) {
	t.Parallel()
	require.NotContains(t, text.ASCII(plain(DrawDigits(text.Const("0123456789.,:+%smh-—"), Small, theme.Style{}))), "?")
}

// number returns a number above captions.
func number(value string, captions ...Caption) *Number {
	return &Number{Value: text.Clean(value), Captions: captions}
}

func TestNumber(t *testing.T) {
	t.Parallel()
	seven := number("7", Captions(text.Plain("ab"))...)
	require.Equal(t, `
 ▀▀█
   █
   ▀

 ab
`, plain(seven.Draw(5, 6, 6)))
	require.Equal(t, `
 ▀▀█
   █
   ▀`, plain(seven.Draw(5, 3, 3)), "no room for the caption")
	require.Equal(t, "\n 7\nab", plain(seven.Draw(3, 2, 2)), "no room for large digits")
	require.Equal(t, []int{0, 3, 5, 10}, []int{seven.Height(3, 2), seven.Height(5, 6), seven.Height(5, 7), seven.Height(9, 12)})
	require.Equal(t, plain(seven.Draw(5, 6, 6)), plain(seven.Draw(5, 6, 3)))
	require.Len(t, strings.Fields(plain(seven.Draw(40, 20, 3))), 1+1+1+1, "rows of digits, and the caption")
}

// The number of a caption has small digits where there is room below large ones, and is read as one line.
func TestNumberOfACaption(t *testing.T) {
	t.Parallel()
	caption := Caption{Before: text.Plain("of "), Number: text.Span{Text: text.Const("41")}, After: text.Plain(" votes")}
	n := number("7", caption, caption)
	require.Equal(t, `
     ██████
         ██
         ██
         ██
         ██

   █ █ ▄█
   ▀▀█  █
of   ▀ ▀▀▀ votes
  of 41 votes`, plain(n.Draw(16, 10, 5)))
	require.NotContains(t, plain(n.Draw(15, 10, 5)), "▄", "too narrow")
	require.NotContains(t, plain(n.Draw(16, 9, 5)), "▄", "too low")
	require.Contains(t, plain(n.Draw(16, 10, 3)), "  of 41 votes\n  of 41 votes", "the digits above are not larger")
	row := n.Draw(16, 10, 5)[6]
	require.Equal(t, "of 41 votes", row[0].Announcement.Text(80).String())
	for _, span := range row[1:] {
		require.Nil(t, span.Announcement)
	}
}

// Decimals of an amount are cut, and its integer part is not.
func TestAmount(t *testing.T) {
	t.Parallel()
	amount := Number{Value: text.Const("1,234.56789"), IsAmount: true}
	number := func(width int) string {
		lines := amount.Draw(width, 3, 3)
		return lines[0][min(len(lines[0])-1, 0)].Announcement.Text(80).String()
	}
	require.Equal(t, "1,234.56789", number(60))
	require.Equal(t, "1,234.567…", number(39))
	require.Equal(t, "1,234.56…", number(35))
	require.Equal(t, "1,234…", number(26), "no room for two decimals")
	require.Equal(t, "\n 1,234.56789", plain(amount.Draw(14, 1, 1)))
	require.True(t, strings.HasSuffix(plain(amount.Draw(39, 5, 5)), " 1,234.56789"), "the whole number")
	require.NotContains(t, plain(amount.Draw(60, 5, 5)), "1,234.56789", "nothing is cut")
}

func TestNumberFillsTheRoom(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		n := number(rapid.StringMatching(`[0-9.,:a-c]{1,14}`).Draw(t, "value"))
		n.IsAmount = rapid.Bool().Draw(t, "is amount")
		width, height := rapid.IntRange(1, 120).Draw(t, "width"), rapid.IntRange(1, 30).Draw(t, "height")
		for range rapid.IntRange(0, 4).Draw(t, "captions") {
			n.Captions = append(n.Captions, Caption{Before: text.Plain("caption"), Number: text.Span{Text: text.Const("8")}})
		}
		rows := rapid.IntRange(1, 30).Draw(t, "rows")
		require.Len(t, n.Draw(width, height, rows), height)
		if own := n.Height(width, height); own > 0 {
			_, size, _, _ := n.fit(width, height, min(rows, own))
			require.LessOrEqual(t, size.Height(), max(rows, 1))
		}
	})
}

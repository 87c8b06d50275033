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

func TestFigure(t *testing.T) {
	t.Parallel()
	caption := []text.Line{text.Plain("ab")}
	require.Equal(t, `
 ▀▀█
   █
   ▀

 ab
`, plain(Figure(text.Const("7"), theme.Style{}, 5, 6, caption)))
	require.Equal(t, `
 ▀▀█
   █
   ▀`, plain(Figure(text.Const("7"), theme.Style{}, 5, 3, caption)), "no room for the caption")
	require.Equal(t, "\n 7\nab", plain(Figure(text.Const("7"), theme.Style{}, 3, 2, caption)), "no room for large digits")
}

// Decimals of an amount are cut, and its integer part is not.
func TestNumber(t *testing.T) {
	t.Parallel()
	number := func(width int) string {
		lines := NumberFigure(text.Const("1,234.56789"), theme.Style{}, width, 3, nil)
		return lines[0][min(len(lines[0])-1, 0)].Announcement.Text(80).String()
	}
	require.Equal(t, "1,234.56789", number(60))
	require.Equal(t, "1,234.567…", number(39))
	require.Equal(t, "1,234.56…", number(35))
	require.Equal(t, "\n 1,234.56789", plain(NumberFigure(text.Const("1,234.56789"), theme.Style{}, 14, 1, nil)))
}

func TestFigureFillsTheRoom(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		value := text.Clean(rapid.StringMatching(`[0-9.,:a-c]{1,14}`).Draw(t, "value"))
		width, height := rapid.IntRange(1, 120).Draw(t, "width"), rapid.IntRange(1, 30).Draw(t, "height")
		captions := make([]text.Line, rapid.IntRange(0, 4).Draw(t, "captions"))
		for i := range captions {
			captions[i] = text.Plain("caption")
		}
		require.Len(t, Figure(value, theme.Style{}, width, height, captions), height)
		require.Len(t, NumberFigure(value, theme.Style{}, width, height, captions), height)
	})
}

package terminal

import (
	"strings"
	"testing"

	uv "github.com/charmbracelet/ultraviolet"
	"github.com/stretchr/testify/require"

	"foredeck/theme"
	"foredeck/tui/text"
)

func draw(c *Canvas, frame Frame) string { return string(c.Draw(frame)) }

func frameOf(lines ...string) Frame {
	frame := Frame{Width: 20, Height: 5}
	for _, line := range lines {
		frame.Lines = append(frame.Lines, text.Clean(line).Line())
	}
	return frame
}

func TestCanvas_DrawsOnlyChanges(t *testing.T) {
	t.Parallel()
	c := NewCanvas([]string{"TERM=xterm-256color"})
	first := draw(c, frameOf("header", "one", "two"))
	require.True(t, strings.HasPrefix(first, "\x1b[m\x1b[H\x1b[2J"), "%q", first)
	require.Contains(t, first, "header")
	require.Empty(t, draw(c, frameOf("header", "one", "two")), "the same frame")
	change := draw(c, frameOf("header", "one", "twe"))
	require.Contains(t, change, "e")
	require.Less(t, len(change), 10, "%q", change)

	c.Erase()
	again := draw(c, frameOf("header", "one", "twe"))
	require.Contains(t, again, "\x1b[2J")
	require.Contains(t, again, "header")
	resized := frameOf("header", "one", "twe")
	resized.Width++
	require.Contains(t, draw(c, resized), "header", "a resize redraws everything")
	require.Empty(t, draw(c, Frame{}), "a frame without a size")
}

func TestCanvas_ScrollsRows(t *testing.T) {
	t.Parallel()
	rows := make([]string, 30)
	for i := range rows {
		rows[i] = strings.Repeat(string(rune('A'+i)), 60)
	}
	c := NewCanvas([]string{"TERM=xterm-256color"})
	frame := frameOf(rows[:20]...)
	frame.Width, frame.Height = 60, 20
	draw(c, frame)
	frame.Lines = append(frame.Lines[1:], text.Clean(rows[20]).Line())
	require.Less(t, len(draw(c, frame)), 120, "one new row and a scroll, not twenty rows")
}

// Rows of which each one's age has changed while they moved are scrolled. The panel beside them counts: if more of it would be drawn again,
// they are not.
func TestCanvas_ScrollsRowsWithAges(t *testing.T) {
	t.Parallel()
	for _, side := range []struct {
		width int // of what does not move
		most  int // bytes
	}{{0, 350}, {60, 1200}} {
		c, frame := NewCanvas([]string{"TERM=xterm-256color"}), Frame{Width: 50 + side.width, Height: 20}
		draws := func(newest int) string {
			frame.Lines = nil
			for i := range frame.Height {
				height := newest - i
				frame.Lines = append(frame.Lines, text.Line{
					{Text: text.Format("%s  ", text.Integer(uint64(height)))}, {Text: text.Format("%ss ", text.Integer(uint64(i%10)))},
					{Text: text.Clean(strings.Repeat(string(rune('A'+height%26)), 36))}, {Text: text.Clean(strings.Repeat(string(rune('a'+i)), side.width))},
				})
			}
			return draw(c, frame)
		}
		draws(48_000_000)
		require.Less(t, len(draws(48_000_001)), side.most, "%d columns beside the rows", side.width)
	}
}

// Rows that moved down and changed their style at once are drawn, not scrolled.
func TestCanvas_MovedRowsInAnotherStyle(t *testing.T) {
	t.Parallel()
	rows := []string{"one", "two", "three"}
	c := NewCanvas([]string{"TERM=xterm-256color"})
	frame := frameOf(append(rows, "a", "b", "c")...)
	frame.Height = 6
	draw(c, frame)
	frame.Lines = frameOf("d", "e", "f").Lines
	for _, row := range rows {
		frame.Lines = append(frame.Lines, text.Line{{Text: text.Clean(row), Style: theme.Terminal().Faint}})
	}
	out := draw(c, frame)
	for _, row := range rows {
		require.Contains(t, out, row)
	}
}

func TestCanvas_BaseStyleAndASCII(t *testing.T) {
	t.Parallel()
	c := NewCanvas([]string{"TERM=xterm-256color"})
	frame := frameOf("│ text")
	draw(c, frame)
	frame.ASCII = true
	require.Contains(t, draw(c, frame), "|")
	frame.Base = theme.Terminal().Accent
	require.Contains(t, draw(c, frame), "\x1b[36m")
	require.Empty(t, draw(c, frame))
}

// Colors are compared by their RGB values, so different styles of a theme must differ in those.
func TestAttributes_OfEveryTheme(t *testing.T) {
	t.Parallel()
	for _, name := range []string{"terminal", "dark", "light", "high-contrast", "color-blind"} {
		for _, depth := range []theme.Depth{theme.NoColors, theme.Sixteen, theme.TwoHundredFiftySix, theme.TrueColor} {
			adapted, ok := theme.Adapt(name, theme.Display{Depth: depth})
			th := adapted.Unknown
			require.True(t, ok, name)
			converted := map[uv.Style]theme.Style{}
			for _, style := range []theme.Style{th.Text, th.Faint, th.Strong, th.Accent, th.Selected, th.Border, th.Good, th.Warn, th.Bad, th.Link, th.Match, th.Up, th.Down} {
				attributes := attributes(style)
				require.Equal(t, style == (theme.Style{}), attributes == (uv.Style{}), name)
				for other, original := range converted {
					require.Equal(t, original == style, other.Equal(&attributes), name)
				}
				converted[attributes] = style
			}
		}
	}
}

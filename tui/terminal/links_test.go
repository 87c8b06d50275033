package terminal

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"foredeck/theme"
	"foredeck/tui/text"
)

// linked returns a frame with lines of which those of the form [ID] link to a page.
func linked(lines ...string) Frame {
	frame := frameOf(lines...)
	for _, line := range frame.Lines {
		if id, ok := strings.CutPrefix(line[0].Text.String(), "["); ok {
			line[0].Page = text.PageAt("https://scan.example.org/{}", strings.TrimSuffix(id, "]"))
		}
	}
	return frame
}

const linkTo = "\x1b]8;id=f;https://scan.example.org/"

func TestCanvas_Links(t *testing.T) {
	t.Parallel()
	c := NewCanvas([]string{"TERM=xterm-256color"})
	first := draw(c, linked("plain", "[17]", "plain"))
	require.Contains(t, first, linkTo+"17\x1b\\[17]\r\n"+linkEnd+"plain")
	require.Equal(t, 2, strings.Count(first, "\x1b]8;"), "%q", first)
	require.Equal(t, "\x1b[m", first[:3])
	require.Empty(t, draw(c, linked("plain", "[17]", "plain")))

	again := draw(c, linked("plain", "[18]", "plain"))
	require.Equal(t, linkTo+"18\x1b\\", again[strings.Index(again, "\x1b]"):strings.Index(again, "[18]")], "%q", again)
	require.NotContains(t, draw(c, linked("other", "[18]", "plain")), "\x1b]8;")
	unlinked := draw(c, frameOf("other", "[18]", "plain"))
	require.Contains(t, unlinked, "[18]", "only the link has changed")
	require.NotContains(t, unlinked, "\x1b]8;")
}

// A link that goes on in the next line is set once, and one that is drawn again in another frame is set again.
func TestCanvas_LinkOnSeveralLines(t *testing.T) {
	t.Parallel()
	c := NewCanvas([]string{"TERM=xterm-256color"})
	frame := linked("[17]", "[17]", "plain")
	first := draw(c, frame)
	require.Equal(t, 2, strings.Count(first, "\x1b]8;"), "%q", first)
	for y, style := range []theme.Style{theme.Terminal().Accent, theme.Terminal().Good} {
		frame.Lines[y][0].Style = style
		again := draw(c, frame)
		require.Contains(t, again, linkTo+"17\x1b\\[17]", "%q", again)
		require.True(t, strings.HasSuffix(again, linkEnd) || strings.HasSuffix(again, linkEnd+"\x1b[m"), "%q", again)
	}
}

func TestCanvas_LinksOfMovedRows(t *testing.T) {
	t.Parallel()
	rows := []string{"[1]", "[2]", "[3]", "[4]", "[5]", "[6]"}
	c := NewCanvas([]string{"TERM=xterm-256color"})
	frame := linked(rows[:5]...)
	draw(c, frame)
	frame.Lines = linked(rows[1:]...).Lines
	moved := draw(c, frame)
	require.Contains(t, moved, linkTo+"6\x1b\\")
	require.Equal(t, 2, strings.Count(moved, "\x1b]8;"), "the other rows keep their links: %q", moved)
}

func TestLinks_Rewrite(t *testing.T) {
	t.Parallel()
	for _, test := range []struct{ name, output, want string }{
		{"nothing", "", ""},
		{"moved within", "\x1b]8;;u\aA\x1b[m\x1b]8;;\a\r\nB\x1b]8;;\aC", "<A\x1b[m\r\nB>C"},
		{"moved to another", "\x1b]8;;u\aA\x1b]8;;\a\x1b[5;5H\x1b]8;;\aC", "<A\x1b[5;5H>C"},
		{"erased", "\x1b]8;;u\aA\x1b]8;;\a\x1b[K", "<A>\x1b[K"},
		{"letter of a style", "\x1b]8;;u\am\x1b[1mm", "<m\x1b[1mm"},
		{"not set again", "\x1b]8;;u\aA\x1b]8;;\a", "<A"},
		{"reverse index", "\x1b]8;;u\aA\x1b]8;;\a\x1bMB", "<A\x1bMB"},
	} {
		var l links
		want := strings.NewReplacer("<", linkStart+"u\x1b\\", ">", linkEnd).Replace(test.want)
		require.Equal(t, want, string(l.rewrite([]byte(test.output))), test.name)
	}
}

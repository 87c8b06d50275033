package text

import (
	"strings"

	"github.com/charmbracelet/x/ansi"
)

// plainForms are what the program draws boxes, marks and heights with, and what stands for each where there is only ASCII.
var plainForms = map[string]byte{
	"─": '-', "━": '-', "│": '|', "┃": '|', "┌": '+', "┐": '+', "└": '+', "┘": '+', "├": '+', "┤": '+', "┬": '+', "┴": '+', "┼": '+',
	"╵": '\'', "╷": ',', "╹": '\'', "╻": ',', "╽": '|', "╿": '|',
	"▁": '_', "▂": '.', "▃": '-', "▄": '=', "▅": '+', "▆": '*', "▇": '%', "█": '#', "■": '#', "▀": '"', "░": ':', "▒": '%', "▓": '#',
	"▸": '>', "▾": 'v', "›": '>', "●": '*', "×": 'x', "–": '-', "·": '.', "…": '~', "✓": '+', "✗": 'x', "≤": '<', "½": '/',
	"╭": '.', "╮": '.', "╰": '`', "╯": '\'', "╴": '-', "╶": '-', "╌": '-', "┊": ':', "∙": '*', "◆": 'o',
	"▲": '^', "▼": 'v', "↑": '^', "↓": 'v', "←": '<', "→": '>',
}

// ASCII writes what was drawn with ASCII alone, each character in as many columns as before: boxes and marks by their plain
// forms, pictures of control characters as ^, anything else as ?.
func ASCII(drawn string) string {
	if isASCII(Safe(drawn)) {
		return drawn
	}
	var plain strings.Builder
	plain.Grow(len(drawn))
	for len(drawn) > 0 {
		if drawn[0] < 0x80 && (len(drawn) == 1 || drawn[1] < 0x80) {
			plain.WriteByte(drawn[0])
			drawn = drawn[1:]
			continue
		}
		cluster, _ := ansi.FirstGraphemeCluster(drawn, ansi.GraphemeWidth)
		drawn = drawn[len(cluster):]
		width := ansi.StringWidth(cluster) // which is what the frame was laid out by
		form, known := plainForms[cluster]
		switch {
		case known:
		case cluster[0] < 0x80: // with marks, some of which take a column
			plain.WriteByte(cluster[0])
			form, width = '?', width-1
		case strings.HasPrefix(cluster, "␀"[:2]): // the block of the pictures
			form = '^'
		default:
			form = '?'
		}
		for range width {
			plain.WriteByte(form)
		}
	}
	return plain.String()
}

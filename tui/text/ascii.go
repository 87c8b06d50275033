package text

import (
	"strings"

	"github.com/charmbracelet/x/ansi"
)

// asciiForms maps the box, marker and bar characters that the program draws to ASCII.
var asciiForms = map[string]byte{
	"─": '-', "━": '-', "│": '|', "┃": '|', "┌": '+', "┐": '+', "└": '+', "┘": '+', "├": '+', "┤": '+', "┬": '+', "┴": '+', "┼": '+',
	"╵": '\'', "╷": ',', "╹": '\'', "╻": ',', "╽": '|', "╿": '|',
	"▁": '_', "▂": '.', "▃": '-', "▄": '=', "▅": '+', "▆": '*', "▇": '%', "█": '#', "■": '#', "▀": '"', "░": ':', "▒": '%', "▓": '#',
	"▸": '>', "▾": 'v', "›": '>', "●": '*', "×": 'x', "–": '-', "·": '.', "…": '~', "✓": '+', "✗": 'x', "≤": '<', "½": '/',
	"╭": '.', "╮": '.', "╰": '`', "╯": '\'', "╴": '-', "╶": '-', "╌": '-', "┊": ':', "∙": '*', "◆": 'o',
	"▲": '^', "▼": 'v', "↑": '^', "↓": 'v', "←": '<', "→": '>',
}

// ASCII converts drawn text to ASCII and preserves its column widths. Box and marker characters become their ASCII
// forms, control pictures become ^, everything else becomes ?.
func ASCII(drawn string) string {
	if isASCII(drawn) {
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
		width := ansi.StringWidth(cluster) // the width that the layout used
		form, known := asciiForms[cluster]
		switch {
		case known:
		case cluster[0] < 0x80: // combining marks, some of which take a column
			plain.WriteByte(cluster[0])
			form, width = '?', width-1
		case strings.HasPrefix(cluster, "␀"[:2]): // the Control Pictures block
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

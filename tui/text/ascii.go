package text

import (
	"fmt"
	"strings"
	"unicode/utf16"
	"unicode/utf8"

	"github.com/charmbracelet/x/ansi"
)

// asciiForms maps the box, marker and bar characters that the program draws to ASCII.
var asciiForms = map[string]byte{
	"─": '-', "━": '-', "│": '|', "┃": '#', "║": ':', "┌": '+', "┐": '+', "└": '+', "┘": '+', "├": '+', "┤": '+', "┬": '+', "┴": '+', "┼": '+',
	"╵": '\'', "╷": ',', "╹": '"', "╻": '=', "╽": '|', "╿": '|',
	"▁": '_', "▂": '.', "▃": '-', "▄": '=', "▅": '+', "▆": '*', "▇": '%', "█": '#', "■": '#', "▀": '"', "░": ':', "▒": '%', "▓": '#', "▌": '|',
	"▸": '>', "▾": 'v', "›": '>', "●": '*', "×": 'x', "–": '-', "·": '.', "…": '~', "✓": '+', "✗": 'x', "≤": '<', "½": '/',
	"╭": '.', "╮": '.', "╰": '`', "╯": '\'', "╴": '-', "╶": '-', "╌": '-', "┊": ':', "∙": '*', "◆": 'o',
	"┄": '-', "┈": '.', "┅": '=', "┆": ':', "◂": '<', "╱": '/',
	"▟": '/', "▲": '^', "▼": 'v', "↑": '^', "↓": 'v', "←": '<', "→": '>', "▴": '^', "⋯": '~', "—": '-', "±": '~', "≥": '>', "≠": '!',
}

// ASCII converts drawn text to ASCII and preserves its column widths. Box and marker characters become their ASCII
// forms, braille becomes dots in the same half of the line, control pictures become ^, everything else becomes ?.
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
		form, known := asciiForm(cluster)
		switch {
		case known:
		case cluster[0] < 0x80: // combining marks, some of which take a column
			plain.WriteByte(cluster[0])
			form, width = '?', width-1
		default:
			form = '?'
		}
		for range width {
			plain.WriteByte(form)
		}
	}
	return plain.String()
}

// asciiForm returns the ASCII form of a character that the program draws.
func asciiForm(character string) (form byte, known bool) {
	form, known = asciiForms[character]
	switch {
	case known:
	case isBraille(character):
		return brailleForm(character), true
	case strings.HasPrefix(character, "␀"[:2]): // the Control Pictures block
		return '^', true
	}
	return form, known
}

// AppendASCII appends text as ASCII: in what people read, what the program draws has its ASCII form; all other characters become \uXXXX, as
// in JSON.
func AppendASCII(out, written []byte, forPeople bool) []byte {
	for len(written) > 0 {
		character, length := utf8.DecodeRune(written)
		form, known := byte(character), character < utf8.RuneSelf
		if !known && forPeople {
			form, known = asciiForm(string(written[:length]))
		}
		switch written = written[length:]; {
		case known:
			out = append(out, form)
		case character > 0xffff:
			high, low := utf16.EncodeRune(character)
			out = fmt.Appendf(out, "\\u%04x\\u%04x", high, low)
		default:
			out = fmt.Appendf(out, "\\u%04x", character)
		}
	}
	return out
}

// Braille patterns, whose lowest bits are the dots.
const (
	firstBraille = '\u2800'
	lastBraille  = '\u28ff'
	upperDots    = 0x01 | 0x08 | 0x02 | 0x10
)

func isBraille(character string) bool {
	return character >= string(firstBraille) && character <= string(lastBraille)
}

// brailleForm returns the ASCII form of a braille pattern.
func brailleForm(character string) byte {
	pattern, _ := utf8.DecodeRuneInString(character)
	switch dots := pattern - firstBraille; {
	case dots == 0:
		return ' '
	case dots&upperDots == 0:
		return '.'
	case dots&^upperDots == 0:
		return '\''
	}
	return ':'
}

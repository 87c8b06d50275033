package text

import (
	"fmt"
	"strings"
	"unicode/utf16"
	"unicode/utf8"
)

// JSON is the same JSON with every character that is not safe to draw written as its escape: the value stays what it is, and
// a terminal shows it without doing anything. It must be valid JSON. Line ends between its parts stay; tabs and carriage
// returns, which can stand nowhere else, become spaces.
func JSON(valid []byte) Safe {
	if !hasUnsafe(valid) {
		return Safe(valid)
	}
	var escaped strings.Builder
	escaped.Grow(len(valid) + 32)
	marks := 0 // on the character before
	for len(valid) > 0 {
		r, size := utf8.DecodeRune(valid)
		if isMark(r) {
			marks++
		} else {
			marks = 0
		}
		switch {
		case r == utf8.RuneError && size == 1: // no UTF-8: any reader of JSON would make it the replacement character
			escaped.WriteString(`\ufffd`)
		case r == '\t' || r == '\r':
			escaped.WriteByte(' ')
		case r == '\n' || isVisible(r) || isMark(r) && marks <= marksPerCharacter:
			escaped.Write(valid[:size])
		case r > 0xffff:
			high, low := utf16.EncodeRune(r)
			fmt.Fprintf(&escaped, `\u%04x\u%04x`, high, low)
		default:
			fmt.Fprintf(&escaped, `\u%04x`, r)
		}
		valid = valid[size:]
	}
	return Safe(escaped.String())
}

func hasUnsafe(valid []byte) bool {
	for _, b := range valid {
		if b >= 0x7f || b < 0x20 && b != '\n' {
			return true
		}
	}
	return false
}

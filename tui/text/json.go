package text

import (
	"fmt"
	"strings"
	"unicode/utf16"
	"unicode/utf8"
)

// JSON escapes every character of a JSON document that is not safe to draw. The result encodes the same value. The
// input must be valid JSON. Newlines between tokens stay; tabs and carriage returns, which can occur only between
// tokens, become spaces.
func JSON(valid []byte) Safe {
	if !hasUnsafe(valid) {
		return Safe(valid)
	}
	var escaped strings.Builder
	escaped.Grow(len(valid) + 32)
	marks := 0 // combining marks on the current character
	for len(valid) > 0 {
		r, size := utf8.DecodeRune(valid)
		if isMark(r) {
			marks++
		} else {
			marks = 0
		}
		switch {
		case r == utf8.RuneError && size == 1: // invalid UTF-8: every JSON decoder substitutes the replacement character
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

package text

import (
	"fmt"
	"strings"
	"unicode/utf16"
	"unicode/utf8"
)

// JSON is the same JSON with every character that is not safe to draw written as its escape: the value stays what it is, and
// a terminal shows it without doing anything. It must be valid JSON, line ends between its parts included.
func JSON(valid []byte) Safe {
	if !hasUnsafe(valid) {
		return Safe(valid)
	}
	var escaped strings.Builder
	escaped.Grow(len(valid) + 32)
	for len(valid) > 0 {
		r, size := utf8.DecodeRune(valid)
		switch {
		case r == '\n' || isVisible(r) || isMark(r):
			escaped.Write(valid[:size])
		case r > 0xffff:
			high, low := utf16.EncodeRune(r)
			fmt.Fprintf(&escaped, `\u%04x\u%04x`, high, low)
		default: // what is no UTF-8 at all becomes the replacement character, as any reader of JSON would make it
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

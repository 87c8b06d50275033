package text

import (
	"encoding/binary"
	"encoding/json"
	"fmt"
	"unicode/utf16"
	"unicode/utf8"
)

// Unquote returns a JSON string without its quotes, and any other value unchanged. The result is exact and not safe to draw.
func Unquote(raw json.RawMessage) string {
	var decoded string
	switch {
	case isPlain(raw):
		return string(raw[1 : len(raw)-1])
	case len(raw) > 0 && raw[0] == '"' && json.Unmarshal(raw, &decoded) == nil:
		return decoded
	}
	return string(raw)
}

// isPlain reports whether a value is a string of ASCII characters without escapes, as nearly all are.
func isPlain(raw json.RawMessage) bool {
	last := len(raw) - 1
	if last < 1 || raw[0] != '"' || raw[last] != '"' {
		return false
	}
	for _, b := range raw[1:last] {
		if b < ' ' || b >= utf8.RuneSelf || b == '"' || b == '\\' {
			return false
		}
	}
	return true
}

// SafeJSON escapes every character of a JSON document that is not safe to print. The result encodes the same value; it
// is the document itself if all of it is safe. The input must be valid JSON. Newlines between tokens stay; tabs and
// carriage returns, which can occur only between tokens, become spaces.
func SafeJSON(valid []byte) []byte {
	if !hasUnsafe(valid) {
		return valid
	}
	escaped := make([]byte, 0, len(valid)+32)
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
			escaped = append(escaped, `\ufffd`...)
		case r == '\t' || r == '\r':
			escaped = append(escaped, ' ')
		case r == '\n' || isVisible(r) || isMark(r) && marks <= marksPerCharacter:
			escaped = append(escaped, valid[:size]...)
		case r > 0xffff:
			high, low := utf16.EncodeRune(r)
			escaped = fmt.Appendf(escaped, `\u%04x\u%04x`, high, low)
		default:
			escaped = fmt.Appendf(escaped, `\u%04x`, r)
		}
		valid = valid[size:]
	}
	return escaped
}

func hasUnsafe(valid []byte) bool {
	for len(valid) >= 8 {
		word := binary.LittleEndian.Uint64(valid)
		// A control character borrows, 0x7f carries, and larger bytes have the high bit.
		const each, high = 0x0101010101010101, 0x8080808080808080
		if ((word-0x20*each)|(word+each)|word)&high != 0 && hasUnsafeByte(valid[:8]) {
			return true
		}
		valid = valid[8:]
	}
	return hasUnsafeByte(valid)
}

func hasUnsafeByte(valid []byte) bool {
	for _, b := range valid {
		if b >= 0x7f || b < 0x20 && b != '\n' {
			return true
		}
	}
	return false
}

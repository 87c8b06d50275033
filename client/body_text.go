package client

import (
	"bytes"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/go-json-experiment/json/jsontext"
)

// unquoted returns the characters of a JSON string, and other values unchanged.
func unquoted(value []byte) []byte {
	if len(value) < 2 || value[0] != '"' {
		return value
	}
	inner := value[1 : len(value)-1]
	if bytes.IndexByte(inner, '\\') < 0 && utf8.Valid(inner) {
		return inner
	}
	// The value is valid JSON, so the error can only be invalid UTF-8, which is replaced.
	text, _ := jsontext.AppendUnquote(nil, value)
	return text
}

// quotedCharacters is the length to which errors shorten a value.
const quotedCharacters = 40

// quoted escapes and shortens text of a response for an error.
func quoted(text string) string { return strconv.Quote(truncate(text, quotedCharacters)) }

// hash returns 0x and 64 lower-case digits for 64 hex digits in any case, with or without 0x, and other text unchanged.
func hash(text string) string {
	const length = 64
	if isLowerHex(text, 2+length) {
		return text
	}
	digits := text
	if strings.HasPrefix(text, "0x") || strings.HasPrefix(text, "0X") {
		digits = text[2:]
	}
	if len(digits) != length || strings.Trim(digits, "0123456789abcdefABCDEF") != "" {
		return text
	}
	return "0x" + strings.ToLower(digits)
}

// isLowerHex reports whether text is 0x and lower-case digits, of a length in all.
func isLowerHex(text string, length int) bool {
	if len(text) != length || text[0] != '0' || text[1] != 'x' {
		return false
	}
	for _, b := range []byte(text[2:]) {
		if (b < '0' || b > '9') && (b < 'a' || b > 'f') {
			return false
		}
	}
	return true
}

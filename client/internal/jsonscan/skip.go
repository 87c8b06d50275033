package jsonscan

import (
	"encoding/binary"
	"math/bits"
)

// skipValue returns the end of the value that starts at an offset, -1 if it is not valid or nests objects and arrays more than
// depth levels deep.
func skipValue(input []byte, at, depth int) int {
	if at >= len(input) {
		return -1
	}
	switch b := input[at]; {
	case b == '"':
		return skipString(input, at)
	case b == '{' && depth > 0:
		return skipObject(input, at, depth-1)
	case b == '[' && depth > 0:
		return skipArray(input, at, depth-1)
	case b == 't':
		return skipLiteral(input, at, "true")
	case b == 'f':
		return skipLiteral(input, at, "false")
	case b == 'n':
		return skipLiteral(input, at, "null")
	default:
		return skipNumber(input, at)
	}
}

func skipObject(input []byte, at, depth int) int {
	at = skipSpace(input, at+1)
	if at < len(input) && input[at] == '}' {
		return at + 1
	}
	for {
		if at >= len(input) || input[at] != '"' {
			return -1
		}
		if at = skipString(input, at); at < 0 {
			return -1
		}
		at = skipSpace(input, at)
		if at >= len(input) || input[at] != ':' {
			return -1
		}
		if at = skipValue(input, skipSpace(input, at+1), depth); at < 0 {
			return -1
		}
		at = skipSpace(input, at)
		switch {
		case at >= len(input):
			return -1
		case input[at] == '}':
			return at + 1
		case input[at] != ',':
			return -1
		}
		at = skipSpace(input, at+1)
	}
}

func skipArray(input []byte, at, depth int) int {
	at = skipSpace(input, at+1)
	if at < len(input) && input[at] == ']' {
		return at + 1
	}
	for {
		if at = skipValue(input, at, depth); at < 0 {
			return -1
		}
		at = skipSpace(input, at)
		switch {
		case at >= len(input):
			return -1
		case input[at] == ']':
			return at + 1
		case input[at] != ',':
			return -1
		}
		at = skipSpace(input, at+1)
	}
}

// skipPlain returns the end of the string that starts at an offset, -1 if it is not valid or has other characters than ASCII
// without escapes.
func skipPlain(input []byte, at int) int {
	const each, high = 0x0101010101010101, 0x8080808080808080
	at++
	for at+8 <= len(input) {
		word := binary.LittleEndian.Uint64(input[at:])
		quote, backslash := word^'"'*each, word^'\\'*each
		found := ((quote-each)&^quote | (backslash-each)&^backslash | (word - 0x20*each) | word) & high
		if found == 0 {
			at += 8
			continue
		}
		at += bits.TrailingZeros64(found) / 8
		if input[at] == '"' {
			return at + 1
		}
		return -1
	}
	for ; at < len(input); at++ {
		switch b := input[at]; {
		case b == '"':
			return at + 1
		case b == '\\' || b < 0x20 || b >= 0x80:
			return -1
		}
	}
	return -1
}

// skipString returns the end of the string that starts at an offset, -1 if it is not valid. It checks 8 bytes at a time.
func skipString(input []byte, at int) int {
	const each, high = 0x0101010101010101, 0x8080808080808080
	at++
	for at+8 <= len(input) {
		word := binary.LittleEndian.Uint64(input[at:])
		quote, backslash := word^'"'*each, word^'\\'*each
		// The lowest bit that is set is that of the first quote, backslash or control character.
		found := ((quote-each)&^quote | (backslash-each)&^backslash | (word-0x20*each)&^word) & high
		if found == 0 {
			at += 8
			continue
		}
		at += bits.TrailingZeros64(found) / 8
		if input[at] == '"' {
			return at + 1
		}
		if at = skipEscape(input, at); at < 0 {
			return -1
		}
	}
	for at < len(input) {
		switch b := input[at]; {
		case b == '"':
			return at + 1
		case b == '\\' || b < 0x20:
			if at = skipEscape(input, at); at < 0 {
				return -1
			}
		default:
			at++
		}
	}
	return -1
}

// skipEscape returns the end of the escape that starts at an offset, -1 if there is no valid one.
func skipEscape(input []byte, at int) int {
	if input[at] != '\\' || at+1 >= len(input) {
		return -1
	}
	switch input[at+1] {
	case '"', '\\', '/', 'b', 'f', 'n', 'r', 't':
		return at + 2
	case 'u':
		if at+6 > len(input) {
			return -1
		}
		for _, b := range input[at+2 : at+6] {
			if (b < '0' || b > '9') && (b < 'a' || b > 'f') && (b < 'A' || b > 'F') {
				return -1
			}
		}
		return at + 6
	}
	return -1
}

func skipLiteral(input []byte, at int, literal string) int {
	end := at + len(literal)
	if end > len(input) || string(input[at:end]) != literal {
		return -1
	}
	return end
}

func skipNumber(input []byte, at int) int {
	if input[at] == '-' {
		at++
	}
	if at < len(input) && input[at] == '0' {
		at++
	} else if at = skipDigits(input, at); at < 0 {
		return -1
	}
	if at < len(input) && input[at] == '.' {
		if at = skipDigits(input, at+1); at < 0 {
			return -1
		}
	}
	if at < len(input) && (input[at] == 'e' || input[at] == 'E') {
		at++
		if at < len(input) && (input[at] == '+' || input[at] == '-') {
			at++
		}
		return skipDigits(input, at)
	}
	return at
}

// skipDigits returns the end of the digits at an offset, -1 if there are none.
func skipDigits(input []byte, at int) int {
	start := at
	for at < len(input) && '0' <= input[at] && input[at] <= '9' {
		at++
	}
	if at == start {
		return -1
	}
	return at
}

func skipSpace(input []byte, at int) int {
	for at < len(input) && (input[at] == ' ' || input[at] == '\n' || input[at] == '\t' || input[at] == '\r') {
		at++
	}
	return at
}

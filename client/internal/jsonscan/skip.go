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
		end, _ := skipString(input, at)
		return end
	case (b == '{' || b == '[') && depth > 0:
		return skipContainer(input, at, depth-1)
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

// skipContainer returns the end of the object or array that starts at an offset, -1 if it is not valid.
func skipContainer(input []byte, at, depth int) int {
	isObject := input[at] == '{'
	end := input[at] + 2 // both brackets are that far from theirs
	at = skipSpace(input, at+1)
	if at < len(input) && input[at] == end {
		return at + 1
	}
	for {
		if isObject {
			if at >= len(input) || input[at] != '"' {
				return -1
			}
			if at, _ = skipString(input, at); at < 0 {
				return -1
			}
			at = skipSpace(input, at)
			if at >= len(input) || input[at] != ':' {
				return -1
			}
			at = skipSpace(input, at+1)
		}
		if at = skipValue(input, at, depth); at < 0 {
			return -1
		}
		at = skipSpace(input, at)
		switch {
		case at >= len(input):
			return -1
		case input[at] == end:
			return at + 1
		case input[at] != ',':
			return -1
		}
		at = skipSpace(input, at+1)
	}
}

// skipString returns the end of the string that starts at an offset, -1 if it is not valid, and whether the string is what stands between
// its quotes: ASCII without escapes. It checks 8 bytes at a time.
func skipString(input []byte, at int) (end int, isPlain bool) {
	const each, high = 0x0101010101010101, 0x8080808080808080
	at++
	seen := uint64(0) // all bits of the bytes before at, 1<<7 of any byte if there was an escape
	for at+8 <= len(input) {
		word := binary.LittleEndian.Uint64(input[at:])
		quote, backslash := word^'"'*each, word^'\\'*each
		// The lowest bit that is set is that of the first quote, backslash or control character.
		found := ((quote-each)&^quote | (backslash-each)&^backslash | (word-0x20*each)&^word) & high
		if found == 0 {
			seen |= word
			at += 8
			continue
		}
		length := bits.TrailingZeros64(found) / 8
		seen |= word & (1<<(8*length) - 1)
		at += length
		if input[at] == '"' {
			return at + 1, seen&high == 0
		}
		if at = skipEscape(input, at); at < 0 {
			return -1, false
		}
		seen = high
	}
	for at < len(input) {
		switch b := input[at]; {
		case b == '"':
			return at + 1, seen&high == 0
		case b == '\\' || b < 0x20:
			if at = skipEscape(input, at); at < 0 {
				return -1, false
			}
			seen = high
		default:
			seen |= uint64(b)
			at++
		}
	}
	return -1, false
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

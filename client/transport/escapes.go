package transport

import (
	"bytes"
	"slices"
)

const (
	// escapeLevels is how many times a character can be escaped.
	escapeLevels = 2
	// maxEscape is the length of the longest character that is escaped that often: \u005c\u0075\u0030\u0030\u0036\u0038.
	maxEscape = 36
)

// findEscaped appends the parts of content that are encoded secrets with escaped characters.
func (s *spellings) findEscaped(found []span, content []byte) []span {
	searched := 0 // starts before it
	backslash, percent := indexFrom(content, '\\', 0), indexFrom(content, '%', 0)
	for {
		at := min(backslash, percent)
		if at == len(content) {
			return found
		}
		if s.canMatch(content, at) {
			// The characters of a match before its first escaped one are not escaped.
			for start := max(searched, at-s.longest+1); start <= at; start++ {
				found = s.findEscapedAt(found, content, start)
			}
			searched = at + 1
		}
		if at == backslash {
			backslash = indexFrom(content, '\\', at+1)
		} else {
			percent = indexFrom(content, '%', at+1)
		}
	}
}

// indexFrom returns the position of the next character, the length of content if there is none.
func indexFrom(content []byte, character byte, from int) int {
	if at := bytes.IndexByte(content[from:], character); at >= 0 {
		return from + at
	}
	return len(content)
}

// canMatch reports whether the escape at a position stands for a character of a secret.
func (s *spellings) canMatch(content []byte, at int) bool {
	if at+1 == len(content) {
		return false
	}
	switch next := content[at+1]; next { // most escapes in JSON are of quotes and line breaks
	case '"', '\'', '/':
		return s.has[next]
	case 'u', 'x', '\\', '%':
	default:
		if _, ok := hexDigit(next); !ok {
			return false
		}
	}
	for level := 1; level <= escapeLevels; level++ {
		if character, length := unescape(content, at, level); length > 1 && s.has[lower(character)] {
			return true
		}
	}
	return false
}

// findEscapedAt appends the encoded secrets that start at a position.
func (s *spellings) findEscapedAt(found []span, content []byte, start int) []span {
	before := 0
	for level := range escapeLevels + 1 {
		first, length := unescape(content, start, level)
		if length == before {
			continue // not escaped that often
		}
		before = length
		for _, encoded := range s.byFirst[lower(first)] {
			if end := matchEscaped(content, start+length, encoded[1:]); end > 0 {
				found = append(found, span{start, end})
			}
		}
	}
	return found
}

// matchEscaped returns the end of an encoded text, each of whose characters can be escaped, at a position; 0 if it is not there.
func matchEscaped(content []byte, start int, encoded string) int {
	// A text with % or \ can be read in several ways, which end at different positions.
	var buffers [2][8]int
	ends, next := append(buffers[0][:0], start), buffers[1][:0]
	for i := range len(encoded) {
		next = next[:0]
		for _, at := range ends {
			if at < len(content) && content[at] != '\\' && content[at] != '%' {
				if lower(content[at]) == encoded[i] && !slices.Contains(next, at+1) {
					next = append(next, at+1)
				}
				continue
			}
			before := 0
			for level := range escapeLevels + 1 {
				character, length := unescape(content, at, level)
				if length == before {
					continue
				}
				before = length
				if lower(character) == encoded[i] && !slices.Contains(next, at+length) {
					next = append(next, at+length)
				}
			}
		}
		if len(next) == 0 {
			return 0
		}
		ends, next = next, ends
	}
	return slices.Max(ends)
}

// unescape returns the character at a position, which is escaped up to a number of times, and the length of its escape; 0 at
// the end of content.
func unescape(content []byte, at, level int) (character byte, length int) {
	switch {
	case at >= len(content):
		return 0, 0
	case level == 0 || content[at] != '\\' && content[at] != '%':
		return content[at], 1
	}
	character, length = unescape(content, at, level-1)
	digits, marker := 2, 0
	if character == '\\' {
		var next byte
		switch next, marker = unescape(content, at+length, level-1); next {
		case '"', '\'', '/', '\\':
			if marker > 0 {
				return next, length + marker
			}
		case 'u':
			digits = 4
		case 'x':
		default:
			digits = 0
		}
	} else if character != '%' {
		digits = 0
	}
	if digits == 0 {
		return character, length
	}
	end, value := at+length+marker, 0
	for range digits {
		digit, width := unescape(content, end, level-1)
		half, ok := hexDigit(digit)
		if width == 0 || !ok {
			return character, length
		}
		end, value = end+width, value<<4|half
	}
	if value > '~' {
		return character, length
	}
	return byte(value), end - at
}

func hexDigit(digit byte) (value int, ok bool) {
	switch digit = lower(digit); {
	case '0' <= digit && digit <= '9':
		return int(digit - '0'), true
	case 'a' <= digit && digit <= 'f':
		return int(digit-'a') + 10, true
	}
	return 0, false
}

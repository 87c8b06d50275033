// Package text is everything between a value and the cells that show it: remote text made safe, lines of styled text,
// and the one way in which numbers, addresses, types and times are written.
package text

import (
	"fmt"
	"strings"
	"unicode"
	"unicode/utf8"
)

// Safe is text that can be drawn: it holds no control character, no escape sequence, nothing that changes the direction
// or is invisible. Screens and commands draw Safe only, so that text from the network has to pass Clean to compile.
// Constants of the program are safe as they stand.
type Safe string

// marksPerCharacter is how many combining marks one character may carry. Real writing needs up to three or four; more
// is used to paint over the lines above and below.
const marksPerCharacter = 4

// Clean makes text from a stranger safe. What it leaves out is shown as a visible mark: control characters as their
// Unicode pictures (escape is ␛), bytes that are no UTF-8 as <0xNN>, all else that is not meant to be seen (direction
// overrides, zero-width characters, line separators, private characters) as <U+NNNN>. Tabs and line ends become marks too.
func Clean(remote string) Safe {
	at := firstUnsafe(remote)
	if at == len(remote) {
		return Safe(remote)
	}
	var clean strings.Builder
	clean.Grow(len(remote) + 16)
	marks := marksPerCharacter // a mark at the very beginning has nothing to stand on
	for i := 0; i < len(remote); {
		r, size := utf8.DecodeRuneInString(remote[i:])
		switch {
		case r == utf8.RuneError && size == 1:
			fmt.Fprintf(&clean, "<0x%02X>", remote[i])
			marks = 0
		case r < 0x20:
			clean.WriteRune('␀' + r)
			marks = 0
		case r == 0x7f:
			clean.WriteRune('␡')
			marks = 0
		case isMark(r):
			if marks++; marks > marksPerCharacter {
				fmt.Fprintf(&clean, "<U+%04X>", r)
			} else {
				clean.WriteRune(r)
			}
		case isVisible(r):
			clean.WriteRune(r)
			marks = 0
		default:
			fmt.Fprintf(&clean, "<U+%04X>", r)
			marks = 0
		}
		i += size
	}
	return Safe(clean.String())
}

// firstUnsafe is the index of the first byte that Clean may have to change: nearly all text is plain ASCII and is taken as it is.
func firstUnsafe(s string) int {
	for i := 0; i < len(s); i++ {
		if s[i] < 0x20 || s[i] >= 0x7f {
			return i
		}
	}
	return len(s)
}

func isMark(r rune) bool {
	return unicode.In(r, unicode.Mn, unicode.Me, unicode.Mc) && !isIgnorable(r)
}

// isVisible tells characters that show themselves and keep the direction of the line. Emoji stay, but the invisible
// characters that join them do not: terminals disagree on the width of joined ones.
func isVisible(r rune) bool {
	return unicode.IsPrint(r) && !isMark(r) && !isIgnorable(r)
}

// isIgnorable tells the characters that Unicode prints as nothing although their category is a letter's or a mark's,
// and the letters of flags, whose width in pairs is the terminal's choice.
func isIgnorable(r rune) bool {
	switch {
	case r == 0x034f, // combining grapheme joiner
		r == 0x115f, r == 0x1160, r == 0x3164, r == 0xffa0, // Hangul fillers
		r == 0x17b4, r == 0x17b5, // Khmer inherent vowels
		r >= 0x180b && r <= 0x180f,   // Mongolian variation selectors
		r >= 0xfe00 && r <= 0xfe0f,   // variation selectors
		r >= 0x1f1e6 && r <= 0x1f1ff, // regional indicators
		r >= 0x1f3fb && r <= 0x1f3ff, // skin tones
		r >= 0xe0000 && r <= 0xe0fff: // tags and further variation selectors
		return true
	}
	return false
}

// Package text sanitizes remote text, lays out lines of styled text, and formats numbers, addresses, types and times
// the same way on every screen.
package text

import (
	"fmt"
	"strings"
	"unicode"
	"unicode/utf8"
)

// Safe is text that is safe to draw: it contains no control characters, escape sequences, direction changes or
// invisible characters. Screens draw only Safe, so remote text has to pass through Clean to compile. Constants of the
// program convert directly.
type Safe string

// marksPerCharacter limits the combining marks on one character. Scripts need up to four; longer stacks are used to
// paint over neighboring lines.
const marksPerCharacter = 4

// Clean sanitizes remote text. It replaces control characters with their Unicode pictures (escape is ␛), invalid UTF-8
// bytes with <0xNN>, and other invisible characters (direction overrides, zero-width characters, line separators,
// private use) with <U+NNNN>. Tabs and newlines are replaced too.
func Clean(remote string) Safe {
	at := firstUnsafe(remote)
	if at == len(remote) {
		return Safe(remote)
	}
	var clean strings.Builder
	clean.Grow(len(remote) + 16)
	marks := marksPerCharacter // a leading mark has no character to attach to
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

// firstUnsafe returns the index of the first byte that Clean may have to replace. Almost all text is plain ASCII and
// returned unchanged.
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

// isVisible reports whether a character is visible and preserves text direction. Emoji pass, but the invisible
// characters that join them do not: terminals disagree on the width of joined emoji.
func isVisible(r rune) bool {
	return unicode.IsPrint(r) && !isMark(r) && !isIgnorable(r)
}

// isIgnorable reports whether a character is drawn as nothing although its category is letter or mark. It includes
// regional indicators, whose width in pairs depends on the terminal.
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

// Limits of Bounded, in bytes: more than any line on screen has columns.
const (
	maxHead = 4000
	maxTail = 1000
)

// Bounded is Clean for drawing. It keeps only the two ends of a very long text, so that a frame costs the same however
// much text a node sends. Cut, CutMiddle, Short and Wrap give the same result as for the full text. Do not use it for
// text that is copied, exported or printed.
func Bounded(remote string) Safe {
	if len(remote) > maxHead+maxTail {
		return Clean(remote[:maxHead]) + Clean(remote[len(remote)-maxTail:])
	}
	return Clean(remote)
}

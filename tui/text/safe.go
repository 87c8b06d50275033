// Package text sanitizes remote text, lays out lines of styled text, and formats numbers, addresses, types and times
// the same way on every screen.
package text

import (
	"fmt"
	"strings"
	"unicode"
	"unicode/utf8"

	"foredeck/theme"
)

// Safe is text that is safe to draw: valid UTF-8 without control characters, escape sequences, direction changes or
// invisible characters. It is made from constants of the program (Const, Format), from remote text (Clean), and from
// other Safe text. Screens draw only Safe, so remote text has to pass through Clean to compile.
//
// It is not a string, because a string can be cut inside a character, which leaves bytes that terminals execute: cut it
// by columns (Cut, Slice), or take the String and Clean the part. Values can be compared with ==.
type Safe struct{ s string }

// constant is a parameter that accepts only constants: a string variable has another type, and the type of the
// parameter cannot be named in other packages.
type constant string

// Const returns a constant of the program.
func Const(c constant) Safe { return Safe{string(c)} }

// Consts returns constants of the program.
func Consts(constants ...constant) []Safe {
	all := make([]Safe, len(constants))
	for i, c := range constants {
		all[i] = Const(c)
	}
	return all
}

// Format replaces each %s of the format with the next argument, and %% with a percent sign. A test of the program
// checks that the numbers of verbs and arguments match.
func Format(format constant, args ...Safe) Safe {
	rest := string(format)
	at := strings.IndexByte(rest, '%')
	if at < 0 {
		return Safe{rest}
	}
	size := len(rest)
	for _, arg := range args {
		size += len(arg.s)
	}
	var formatted strings.Builder
	formatted.Grow(size)
	for ; at >= 0 && at+1 < len(rest); at = strings.IndexByte(rest, '%') {
		formatted.WriteString(rest[:at])
		switch verb := rest[at+1]; {
		case verb == 's' && len(args) > 0:
			formatted.WriteString(args[0].s)
			args = args[1:]
		case verb == '%':
			formatted.WriteByte('%')
		}
		rest = rest[at+2:]
	}
	formatted.WriteString(rest)
	return Safe{formatted.String()}
}

// Concat joins texts without a separator.
func Concat(parts ...Safe) Safe { return Join(parts, Safe{}) }

// Join joins texts with a separator.
func Join(parts []Safe, separator Safe) Safe {
	if len(parts) == 1 {
		return parts[0]
	}
	size := max(len(parts)-1, 0) * len(separator.s)
	for _, part := range parts {
		size += len(part.s)
	}
	var joined strings.Builder
	joined.Grow(size)
	for i, part := range parts {
		if i > 0 {
			joined.WriteString(separator.s)
		}
		joined.WriteString(part.s)
	}
	return Safe{joined.String()}
}

// String returns the text as a string. To draw a part of it, Clean the part.
func (s Safe) String() string { return s.s }

// IsEmpty reports whether the text has no characters.
func (s Safe) IsEmpty() bool { return s.s == "" }

// Line returns the text as an unstyled line.
func (s Safe) Line() Line { return Line{{Text: s}} }

// In returns the text as a line in one style.
func (s Safe) In(style theme.Style) Line { return Line{{Text: s, Style: style}} }

// marksPerCharacter limits the combining marks on one character. Scripts need up to four; longer stacks are used to
// paint over neighboring lines.
const marksPerCharacter = 4

// Clean sanitizes remote text. It replaces control characters with their Unicode pictures (escape is ␛), invalid UTF-8
// bytes with <0xNN>, and other invisible characters (direction overrides, zero-width characters, line separators,
// private use) with <U+NNNN>. Tabs and newlines are replaced too.
func Clean(remote string) Safe {
	at := firstUnsafe(remote)
	if at == len(remote) {
		return Safe{remote}
	}
	var clean strings.Builder
	clean.Grow(len(remote) + 16)
	clean.WriteString(remote[:at])
	marks := 0
	if at == 0 {
		marks = marksPerCharacter // a leading mark has no character to attach to
	}
	for i := at; i < len(remote); {
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
	return Safe{clean.String()}
}

// firstUnsafe returns the index of the first character that Clean may have to replace. Almost all text has none.
func firstUnsafe(s string) int {
	for i, r := range s {
		if !isNarrow(r) && (r == utf8.RuneError || !isVisible(r)) {
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
	return (unicode.IsPrint(r) || isOctant(r)) && !isMark(r) && !isIgnorable(r)
}

// isOctant reports whether a character is a block octant or quarter of Unicode 16, which package unicode does not know yet.
func isOctant(r rune) bool {
	return r >= 0x1cd00 && r <= 0x1cde5 || r == 0x1cea0 || r == 0x1cea3 || r == 0x1cea8 || r == 0x1ceab || r == 0x1fbe6 || r == 0x1fbe7
}

// isIgnorable reports whether a character is drawn as nothing although its category is letter or mark. It includes regional indicators
// and Hangul tone marks, whose width depends on the terminal.
func isIgnorable(r rune) bool {
	switch {
	case r == 0x034f, // combining grapheme joiner
		r == 0x115f, r == 0x1160, r == 0x3164, r == 0xffa0, // Hangul fillers
		r == 0x17b4, r == 0x17b5, // Khmer inherent vowels
		r == 0x302e, r == 0x302f, // Hangul tone marks
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
		return Concat(Clean(remote[:maxHead]), Clean(remote[len(remote)-maxTail:]))
	}
	return Clean(remote)
}

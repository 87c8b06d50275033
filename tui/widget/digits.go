// digits.go draws numbers in large digits of block characters, which are legible across a room and need no colors.

package widget

import (
	"strings"

	"foredeck/theme"
	"foredeck/tui/text"
)

// DigitSize is the size of large digits, which have five dots from top to bottom.
type DigitSize int

// The smallest sizes. Dots of larger ones have several columns and rows.
const (
	Text   DigitSize = iota - 1 // ordinary text in one row
	Small                       // half a row and one column per dot: three rows
	Narrow                      // one row and one column per dot
	Large                       // one row and two columns per dot, which is about square
)

// dots has the columns and rows of a dot by size, from Narrow on.
var dots = [...]struct{ columns, rows int }{{1, 1}, {2, 1}, {3, 2}, {4, 2}, {5, 3}, {6, 3}, {8, 4}, {10, 5}, {12, 6}}

// maxSize is the largest size.
const maxSize = Narrow + DigitSize(len(dots)) - 1

// Height returns the number of rows of text in this size.
func (s DigitSize) Height() int {
	switch s {
	case Text:
		return 1
	case Small:
		return (glyphHeight + 1) / 2
	}
	return glyphHeight * dots[s-Narrow].rows
}

// dotWidth returns the number of columns of a dot.
func (s DigitSize) dotWidth() int {
	if s < Narrow {
		return 1
	}
	return dots[s-Narrow].columns
}

// Fit returns the largest size in which each of the values fits into this room. Values that change, such as seconds, keep their size if
// a longer one is among the values. It is Text if there is no larger one, or if a value has a character without a large form.
func Fit(width, height int, values ...text.Safe) DigitSize {
	widest := 0
	for _, value := range values {
		count, ok := dotsOf(value)
		if !ok {
			return Text
		}
		widest = max(widest, count)
	}
	for size := maxSize; size >= Small; size-- {
		if widest*size.dotWidth() <= width && size.Height() <= height {
			return size
		}
	}
	return Text
}

// dotsOf returns the width of a text in dots, with one dot between two characters. ok is false if a character has no large form.
func dotsOf(value text.Safe) (count int, ok bool) {
	for _, character := range value.String() {
		glyph, ok := glyphs[character]
		if !ok {
			return 0, false
		}
		count += len(glyph[0]) + 1
	}
	return max(count-1, 0), true
}

// DrawDigits draws a text in s.Height() lines. Screen reader mode reads the text itself. A text with a character that has no large form is
// drawn as Text.
func DrawDigits(value text.Safe, s DigitSize, style theme.Style) []text.Line {
	if _, ok := dotsOf(value); s == Text || !ok {
		return []text.Line{value.In(style)}
	}
	rows := [glyphHeight + 1]string{} // the last one is empty: the lower half of the last row of Small
	for i, character := range []rune(value.String()) {
		for y := range glyphHeight {
			if i > 0 {
				rows[y] += "."
			}
			rows[y] += glyphs[character][y]
		}
	}
	rows[glyphHeight] = strings.Repeat(".", len(rows[0]))
	var lines []text.Line
	if s == Small {
		for y := 0; y < len(rows); y += 2 {
			lines = append(lines, text.Clean(halves(rows[y], rows[y+1])).In(style))
		}
	} else {
		dot := strings.NewReplacer("#", strings.Repeat("█", s.dotWidth()), ".", strings.Repeat(" ", s.dotWidth()))
		for _, row := range rows[:glyphHeight] {
			for range dots[s-Narrow].rows {
				lines = append(lines, text.Clean(dot.Replace(row)).In(style))
			}
		}
	}
	for i := range lines {
		lines[i] = lines[i].Silent()
	}
	lines[0] = lines[0].AnnounceAs(func() text.Safe { return value })
	return lines
}

// halves draws two rows of dots in one row of half blocks.
func halves(upper, lower string) string {
	var drawn strings.Builder
	for x := range upper {
		switch {
		case upper[x] == '#' && lower[x] == '#':
			drawn.WriteRune('█')
		case upper[x] == '#':
			drawn.WriteRune('▀')
		case lower[x] == '#':
			drawn.WriteRune('▄')
		default:
			drawn.WriteByte(' ')
		}
	}
	return drawn.String()
}

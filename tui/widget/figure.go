// figure.go draws numbers in large digits with captions below.

package widget

import (
	"slices"
	"strings"

	"foredeck/theme"
	"foredeck/tui/text"
)

// Number is a number in large digits above captions.
type Number struct {
	Value    text.Safe
	Style    theme.Style
	Captions []Caption
	// Longer are values as wide as Value may become, so that it keeps its size.
	Longer []text.Safe
	// IsAmount lets the decimals be cut where the number is then drawn larger, to two, or to none if there is room for large digits only then.
	// The cut is marked with …, and the whole number is the first caption.
	IsAmount bool
}

// Caption is a line below a number. Where there is room, its own number is drawn in small digits.
type Caption struct {
	Before text.Line
	Number text.Span // empty if the caption is only text
	After  text.Line
}

// Captions returns captions that are only text.
func Captions(lines ...text.Line) []Caption {
	captions := make([]Caption, len(lines))
	for i := range lines {
		captions[i].Before = lines[i]
	}
	return captions
}

// line returns the caption in one row.
func (c *Caption) line() text.Line {
	if c.Number.Text.IsEmpty() {
		return c.Before
	}
	return append(append(slices.Clone(c.Before), c.Number), c.After...)
}

// large returns the caption with its number in small digits, beside the texts. ok is false if that is too wide.
func (c *Caption) large(width int) (lines []text.Line, ok bool) {
	if c.Number.Text.IsEmpty() || Fit(width-c.Before.Width()-c.After.Width(), Small.Height(), c.Number.Text) == Text {
		return nil, false
	}
	whole := c.line()
	for i, drawn := range DrawDigits(c.Number.Text, Small, c.Number.Style) {
		digits := text.Span{Text: drawn.Text(), Style: c.Number.Style}
		line := append(text.Spaces(c.Before.Width()).Line(), digits, text.Span{Text: text.Spaces(c.After.Width())})
		if i == Small.Height()-1 { // the texts stand on the lower edge of the digits
			line = append(append(slices.Clone(c.Before), digits), c.After...)
		}
		lines = append(lines, line.Silent())
	}
	lines[0] = lines[0].AnnounceAs(whole.Text)
	return lines, true
}

// Height returns the number of rows of the largest digits for which there is room; 0 if there is none for large digits. Captions have
// room first, and those for which there is none are left out, the last ones first.
func (n *Number) Height(width, height int) int {
	if _, size, _, _ := n.fit(width, height, height); size > Text {
		return size.Height()
	}
	return 0
}

// Draw draws the number centered in a room, in the largest digits of at most this number of rows.
func (n *Number) Draw(width, height, rows int) []text.Line {
	value, size, captions, shown := n.fit(width, height, rows)
	lines := DrawDigits(value, size, n.Style)
	if size == Text {
		shown = len(captions)
	} else if shown > 0 {
		lines = append(lines, nil)
	}
	spare := height - len(lines) - shown // of rows, for captions in small digits
	for i := range captions[:shown] {
		const more = 2 // rows than in one row
		large, ok := captions[i].large(width)
		if ok && size.Height() > Small.Height() && spare >= more {
			lines = append(lines, large...)
			spare -= more
			continue
		}
		lines = append(lines, captions[i].line())
	}
	lines = lines[:min(len(lines), height)]
	centered := make([]text.Line, (height-len(lines))/2, height)
	for _, line := range lines {
		if left := (width - line.Width()) / 2; left > 0 {
			line = indent(line, left)
		}
		centered = append(centered, line)
	}
	return text.Height(centered, height)
}

// fit returns the value, perhaps with fewer decimals, its largest size of at most this number of rows, the captions, and how many of them
// have room below.
func (n *Number) fit(width, height, rows int) (value text.Safe, size DigitSize, captions []Caption, shown int) {
	size, shown = n.fitAbove(width, height, rows, n.Value, len(n.Captions))
	value, captions = n.Value, n.Captions
	point := strings.IndexByte(value.String(), '.')
	if !n.IsAmount || point <= 0 {
		return value, size, captions, shown
	}
	whole, fewest := text.Width(value), point+len(".00")+1
	for columns := whole - 1; columns > point && (columns >= fewest || size == Text); columns-- {
		if columns == point+len(".")+1 {
			continue // a point without decimals
		}
		short := text.CutNumber(n.Value, columns)
		if larger, room := n.fitAbove(width, height, rows, short, len(n.Captions)+1); larger > size {
			value, size, shown = short, larger, room
		}
	}
	if value != n.Value {
		captions = append(Captions(n.Value.Line()), n.Captions...)
	}
	return value, size, captions, shown
}

// fitAbove returns the largest size of a value above as many captions as there is room for, up to count.
func (n *Number) fitAbove(width, height, rows int, value text.Safe, count int) (size DigitSize, captions int) {
	values := append(append(make([]text.Safe, 0, len(n.Longer)+1), n.Longer...), value)
	for captions = count; captions >= 0; captions-- {
		room := height
		if captions > 0 {
			room -= captions + 1
		}
		if size = Fit(width, min(room, rows), values...); size > Text {
			return size, captions
		}
	}
	return Text, 0
}

// indent returns the line after blank columns, with the announcement of the line.
func indent(line text.Line, columns int) text.Line {
	if len(line) == 0 {
		return line
	}
	announcement := line[0].Announcement
	moved := append(text.Spaces(columns).Line(), line...)
	moved[1].Announcement = nil
	return moved.WithAnnouncement(announcement)
}

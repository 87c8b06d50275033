package widget

import (
	"strings"

	"foredeck/theme"
	"foredeck/tui/text"
)

// Figure draws a value in the largest digits that fit above captions, centered in a room. If there is no room for large digits, the last
// captions are left out first. longer are values as wide as the value may become, so that it keeps its size.
func Figure(value text.Safe, style theme.Style, width, height int, captions []text.Line, longer ...text.Safe) []text.Line {
	size, shown := fitAbove(width, height, len(captions), append(longer, value))
	lines := DrawDigits(value, size, style)
	if size > Text {
		captions = captions[:shown]
		if shown > 0 {
			lines = append(lines, nil)
		}
	}
	lines = append(lines, captions...)
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

// fitAbove returns the largest size above as many captions as there is room for, up to count.
func fitAbove(width, height, count int, values []text.Safe) (size DigitSize, captions int) {
	for captions = count; captions >= 0; captions-- {
		room := height
		if captions > 0 {
			room -= captions + 1
		}
		if size = Fit(width, room, values...); size > Text {
			return size, captions
		}
	}
	return Text, 0
}

// NumberFigure is Figure of an amount. Its decimals are cut, to two if need be, where that lets it be drawn larger. The cut is marked with ….
func NumberFigure(amount text.Safe, style theme.Style, width, height int, captions []text.Line) []text.Line {
	best, largest := amount, Text
	point := strings.IndexByte(amount.String(), '.')
	for columns := text.Width(amount); point > 0 && columns >= min(point+len(".00")+1, text.Width(amount)); columns-- {
		short := text.CutNumber(amount, columns)
		if size, _ := fitAbove(width, height, len(captions), []text.Safe{short}); size > largest {
			best, largest = short, size
		}
	}
	return Figure(best, style, width, height, captions)
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

package wall

import (
	"foredeck/tui/text"
	"foredeck/tui/widget"
)

// body is what is inside of a panel: parts from top to bottom.
type body []part

// part is a number in large digits, or else lines.
type part struct {
	lines  []text.Line
	number *widget.Number
	height int // of the number; 0: all of the panel
}

func words(lines ...text.Line) body    { return body{{lines: lines}} }
func large(number *widget.Number) body { return body{{number: number}} }

// room returns the number of rows for a number.
func (p *part) room(height int) int {
	if p.height > 0 {
		return p.height
	}
	return height
}

// digitRows returns the number of rows of the largest digits in which there is room for each number of the body. It is at most most.
// A number that has no room for large digits does not count.
func (b body) digitRows(width, height, most int) int {
	for i := range b {
		if number := b[i].number; number != nil {
			if rows := number.Height(width, b[i].room(height)); rows > 0 {
				most = min(most, rows)
			}
		}
	}
	return most
}

// draw draws the parts, with large digits of at most this number of rows.
func (b body) draw(width, height, rows int) []text.Line {
	var lines []text.Line
	for i := range b {
		if number := b[i].number; number != nil {
			lines = append(lines, number.Draw(width, b[i].room(height), rows)...)
		} else {
			lines = append(lines, b[i].lines...)
		}
	}
	return lines
}

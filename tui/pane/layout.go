// layout.go divides a window into panels.

package pane

import (
	"math"

	"foredeck/theme"
	"foredeck/tui/screen"
	"foredeck/tui/text"
	"foredeck/tui/widget"
)

// Area is the room of a panel inside its frame.
type Area struct {
	Width, Height int
	Plain         bool // panels have no boxes, only rules
}

// Less returns the area without some of its lines.
func (a Area) Less(lines int) Area {
	a.Height = max(a.Height-lines, 0)
	return a
}

// Inside returns the room inside a panel of this width and height.
func Inside(size screen.Size, width, height int) Area {
	return (&Part{}).area(width, height, size.IsPlain())
}

// Outer returns the size with the frame.
func (a Area) Outer() (width, height int) {
	width, height = widget.Frame(a.Plain)
	return a.Width + width, a.Height + height
}

// Part is a part of a layout: a panel, lines without a frame, or a layout of its own. A part without any size is hidden.
type Part struct {
	Width, Height int  // with the frame: of a part beside others, and of one above or below others; 0: what the others leave
	Content       int  // height without the frame, of which Height is the least; of a part with Fill the highest
	Most          int  // the greatest height; 0: any
	Fill          bool // the part gets the height that the others leave
	Resize        func(Area)
	Panel         func(Area) widget.Panel
	Lines         func(Area) []text.Line // in place of a panel
	Inside        Layout                 // in place of a panel; without Fill and Height as high as its rows
}

// Layout are the parts of a screen: rows of boxes beside each other.
type Layout [][]Part

// WithDetails arranges a list and what it shows of its selected record: beside the list if the details have a width, below it if they have
// a height, hidden if they have neither.
func WithDetails(list, details Part) Layout {
	if details.Width > 0 {
		return Layout{{list, details}}
	}
	return Layout{{list}, {details}}
}

// Fit returns a Resize of a table that is alone in its panel.
func Fit(rows *widget.Table) func(Area) {
	return func(room Area) { rows.SetHeight(max(room.Height-1, 0)) } // without the column titles
}

// Resize gives each visible part its room.
func (l Layout) Resize(size screen.Size) { l.resize(size.Width, size.Height, size.IsPlain()) }

func (l Layout) resize(width, height int, plain bool) {
	heights := l.heights(height, plain)
	for i, row := range l {
		for k, width := range widths(row, width) {
			switch part := &row[k]; {
			case !part.isShown():
			case part.Inside != nil:
				part.Inside.resize(width, heights[i], plain)
			case part.Resize != nil:
				part.Resize(part.area(width, heights[i], plain))
			}
		}
	}
}

// View draws the boxes.
func (l Layout) View(th theme.Theme, size screen.Size) []text.Line {
	return text.Height(l.draw(th, size.Width, size.Height, size.IsPlain()), size.Height)
}

func (l Layout) draw(th theme.Theme, width, height int, plain bool) []text.Line {
	heights := l.heights(height, plain)
	var lines []text.Line
	for i, row := range l {
		boxes := make([]widget.Box, 0, len(row))
		for k, width := range widths(row, width) {
			if width > 0 && heights[i] > 0 {
				boxes = append(boxes, row[k].box(th, width, heights[i], plain))
			}
		}
		lines = append(lines, widget.Beside(th, heights[i], boxes)...)
	}
	return lines
}

func (b *Part) box(th theme.Theme, width, height int, plain bool) widget.Box {
	box, room := widget.Box{Width: width}, b.area(width, height, plain)
	switch {
	case b.Inside != nil:
		box.Lines = b.Inside.draw(th, width, height, plain)
	case b.Lines != nil:
		box.Lines = b.Lines(room)
	default:
		box.Panel = b.Panel(room)
		box.Panel.Plain = plain
		return box
	}
	if box.Lines == nil {
		box.Lines = []text.Line{}
	}
	return box
}

// area returns the room inside a part of this size.
func (b *Part) area(width, height int, plain bool) Area {
	if b.Lines == nil {
		frameWidth, frameHeight := widget.Frame(plain)
		width, height = width-frameWidth, height-frameHeight
	}
	return Area{max(width, 1), max(height, 0), plain}
}

// Needs returns the height that the part needs in a window.
func (b *Part) Needs(size screen.Size) int { return b.height(size.IsPlain()) }

// Left returns the height that the part leaves of a window.
func (b *Part) Left(size screen.Size) int {
	return size.Height - b.height(size.IsPlain())
}

func (b *Part) isShown() bool { return b.Fill || b.Width > 0 || b.Height > 0 || b.Content > 0 }

// heights returns the heights of the rows; 0 is hidden.
func (l Layout) heights(room int, plain bool) []int {
	heights, fill, most := make([]int, len(l)), -1, 0
	for i, row := range l {
		for k := range row {
			height := row[k].height(plain)
			if row[k].Fill {
				fill, most = i, height
			}
			heights[i] = max(heights[i], height)
		}
	}
	for i := range heights {
		if i != fill {
			heights[i] = max(min(heights[i], room), 0)
			room -= heights[i]
		}
	}
	if fill >= 0 {
		heights[fill] = room
		if most > 0 {
			heights[fill] = min(room, most)
		}
	}
	return heights
}

// height returns the height that the part needs; 0 if it only gets what others leave.
func (b *Part) height(plain bool) int {
	height := b.Height
	switch {
	case b.Content > 0:
		_, frame := widget.Frame(plain)
		height = max(b.Content+frame, height)
	case b.Inside != nil && height == 0 && !b.Fill:
		for _, row := range b.Inside.heights(math.MaxInt, plain) {
			height += row
		}
	}
	switch {
	case b.Most > 0 && b.Fill && height == 0:
		return b.Most
	case b.Most > 0:
		return min(height, b.Most)
	}
	return height
}

// widths returns the widths of the boxes in a row; 0 is hidden. Those without a width share what the others leave.
func widths(row []Part, room int) []int {
	widths, shared := make([]int, len(row)), 0
	for i := range row {
		switch {
		case row[i].Width > 0:
			widths[i] = row[i].Width
			room -= row[i].Width
		case row[i].isShown():
			shared++
		}
	}
	for i := range row {
		if row[i].Width == 0 && row[i].isShown() {
			widths[i] = room / shared
			room, shared = room-widths[i], shared-1
		}
	}
	return widths
}

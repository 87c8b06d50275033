// panel.go draws the boxes and rules that divide a screen.

package widget

import (
	"slices"
	"strings"

	"foredeck/theme"
	"foredeck/tui/text"
)

// Panel is a titled part of a screen.
type Panel struct {
	Title text.Line // left part of the upper edge
	State text.Line // right part of the upper edge: updated 2s ago, 20 of ?, failed
	Body  []text.Line
	Name  text.Safe // short name for screen reader mode, if it differs from Title
	Plain bool      // a rule above instead of a box, for small windows
	// Focused draws the border of the focused panel. A title from Title implies it.
	Focused bool
}

// Frame returns the width and height that a panel's border takes.
func Frame(plain bool) (width, height int) {
	if plain {
		return 0, 1
	}
	return 4, 2
}

// Title returns a panel's title, highlighted if the panel has the focus.
func Title(th theme.Theme, name text.Safe, focused bool) text.Line {
	if focused {
		return name.In(th.Focus)
	}
	return name.In(th.Title)
}

// Draw returns exactly height lines of exactly width columns.
func (p Panel) Draw(th theme.Theme, width, height int) []text.Line {
	return Beside(th, height, []Box{{Panel: p, Width: width}})
}

// Box is a panel or lines, beside others.
type Box struct {
	Panel Panel
	Lines []text.Line // in place of a panel
	Width int
}

// Beside draws boxes beside each other, as exactly height lines.
func Beside(th theme.Theme, height int, boxes []Box) []text.Line {
	boxes = slices.DeleteFunc(boxes, func(box Box) bool { return box.Width <= 0 })
	switch {
	case height <= 0 || len(boxes) == 0:
		return nil
	case len(boxes) == 1 && boxes[0].Lines != nil:
		return fit(boxes[0].Lines, boxes[0].Width, height)
	}
	drawn := make([]framed, 0, len(boxes))
	for _, box := range boxes {
		if box.Lines != nil {
			drawn = append(drawn, framed{body: fit(box.Lines, box.Width, height)})
		} else {
			drawn = append(drawn, box.Panel.frame(th, box.Width, height))
		}
	}
	lines := make([]text.Line, height)
	for y := range lines {
		count := 0
		for i := range drawn {
			count += drawn[i].spans(y)
		}
		line := make(text.Line, 0, count) // once for all boxes: append would copy the spans of each again
		for i := range drawn {
			line = drawn[i].appendLine(line, y)
		}
		lines[y] = line
	}
	return lines
}

// framed is the lines of a box, with those of its body that are in a frame.
type framed struct {
	top, bottom text.Line   // the edges; without a bottom: none
	body        []text.Line // between them, or all of the lines
	width       int         // of the body in a frame; 0: the body has no frame
	border      theme.Style
}

// frame returns the lines of a panel.
func (p Panel) frame(th theme.Theme, width, height int) framed {
	border := th.Border
	if p.Focused || len(p.Title) > 0 && p.Title[0].Style == th.Focus && th.Focus != (theme.Style{}) {
		border = th.Focus
	}
	frameWidth, frameHeight := Frame(p.Plain)
	if width <= max(frameWidth, 1) || height <= frameHeight { // an edge needs two corners
		return framed{body: fit(p.Body, width, height)}
	}
	part := &text.Announcement{Part: &text.Part{Title: p.Title, State: p.State, Name: p.Name, Body: p.Body, Width: width, Height: height}}
	if p.Plain {
		return framed{top: p.topEdge(border, width, text.Const("─"), text.Const("─")).WithAnnouncement(part), body: fit(p.Body, width, height-1)}
	}
	return framed{
		top:  p.topEdge(border, width, text.Const("╭"), text.Const("╮")).WithAnnouncement(part),
		body: text.Height(p.Body, height-2), width: width - frameWidth, border: border,
		bottom: text.Clean("╰" + strings.Repeat("─", width-2) + "╯").In(border),
	}
}

// line returns a line of the frame, or one of the body.
func (f *framed) line(y int) (line text.Line, isFramed bool) {
	if f.top != nil {
		if y == 0 {
			return f.top, false
		}
		y--
	}
	if y < len(f.body) {
		return f.body[y], f.width > 0
	}
	return f.bottom, false
}

// spans returns how many spans a line has at most.
func (f *framed) spans(y int) int {
	const border, blank = 2, 1
	line, isFramed := f.line(y)
	if !isFramed {
		return len(line)
	}
	return len(line) + border + blank
}

func (f *framed) appendLine(to text.Line, y int) text.Line {
	line, isFramed := f.line(y)
	if !isFramed {
		return append(to, line...)
	}
	blank := f.width - line.Width()
	if blank < 0 {
		line = line.Fit(f.width)
	}
	to = append(append(to, text.Span{Text: text.Const("│ "), Style: f.border}), line...)
	if blank > 0 {
		to = append(to, text.Span{Text: text.Spaces(blank)})
	}
	return append(to, text.Span{Text: text.Const(" │"), Style: f.border})
}

// minTitle is the number of columns a title keeps beside a state.
const minTitle = 10

// topEdge draws corner, title, rule, state and corner. A narrow edge cuts the title first, since a panel can also be recognized
// by its position. The state is dropped if it would leave less than minTitle, or if the title is a row of tabs.
func (p Panel) topEdge(border theme.Style, width int, left, right text.Safe) text.Line {
	room := width - text.Width(left) - text.Width(right)
	title, state := padded(p.Title), padded(p.State)
	if available := room - state.Width() - 1; state != nil && title.Width() > available {
		if available >= minTitle && !slices.ContainsFunc(title, func(span text.Span) bool { return span.Hit != nil }) {
			title = padded(p.Title.Fit(available - 2))
		} else {
			state = nil
		}
	}
	if title.Width() > room {
		title = title.Fit(room)
	}
	line := append(left.In(border), title...)
	if rule := room - title.Width() - state.Width(); rule > 0 {
		line = append(line, text.Span{Text: text.Clean(strings.Repeat("─", rule)), Style: border})
	}
	line = append(line, state...)
	return append(line, text.Span{Text: right, Style: border})
}

func padded(line text.Line) text.Line {
	if line.Width() == 0 {
		return nil
	}
	framed := append(text.Plain(" "), line...)
	return append(framed, text.Span{Text: text.Const(" ")})
}

func fit(lines []text.Line, width, height int) []text.Line {
	fitted := make([]text.Line, height)
	for i, line := range text.Height(lines, height) {
		fitted[i] = line.Fit(width)
	}
	return fitted
}

// Package panel draws the boxes and rules that divide a screen.
package panel

import (
	"slices"
	"strings"

	"foredeck/theme"
	"foredeck/tui/text"
)

// Panel is a part of the screen with a name, a state in words and lines of content.
type Panel struct {
	Title text.Line // what it is, on the left of its upper edge
	State text.Line // how it is: fresh 2s, 20 of ?, failed; on the right
	Body  []text.Line
	Name  text.Safe // what it is called in a few words, where that is not its title
	Plain bool      // no box, only a rule above: for small windows
}

// Frame is what a panel takes of its width and height for itself.
func Frame(plain bool) (width, height int) {
	if plain {
		return 0, 1
	}
	return 4, 2
}

// Draw gives exactly height lines of exactly width columns.
func (p Panel) Draw(th theme.Theme, width, height int) []text.Line {
	if width <= 0 || height <= 0 {
		return nil
	}
	frameWidth, frameHeight := Frame(p.Plain)
	if width <= max(frameWidth, 1) || height <= frameHeight { // an edge has two corners
		return fit(p.Body, width, height)
	}
	lines := make([]text.Line, 0, height)
	part := &text.Announcement{Part: &text.Part{Title: p.Title, State: p.State, Name: p.Name, Body: p.Body, Width: width, Height: height}}
	if p.Plain {
		lines = append(lines, p.edge(th, width, "─", "─").WithAnnouncement(part))
		return append(lines, fit(p.Body, width, height-1)...)
	}
	lines = append(lines, p.edge(th, width, "┌", "┐").WithAnnouncement(part))
	left, right := text.Span{Text: "│ ", Style: th.Border}, text.Span{Text: " │", Style: th.Border}
	for _, line := range text.Height(p.Body, height-2) {
		line = line.Fit(width - 4)
		framed := make(text.Line, 0, len(line)+2)
		framed = append(append(framed, left), line...)
		lines = append(lines, append(framed, right))
	}
	return append(lines, text.In(th.Border, text.Safe("└"+strings.Repeat("─", width-2)+"┘")))
}

// leastTitle is how much of a title stays beside a state.
const leastTitle = 10

// edge is the upper edge: corner, title, rule, state, corner. A narrow edge cuts the title: the place of a panel tells what it
// is as well, and nothing else tells how it is. The state goes where no more than the beginning of the title would be left, and
// beside tabs, which are no name.
func (p Panel) edge(th theme.Theme, width int, left, right text.Safe) text.Line {
	room := width - text.Width(left) - text.Width(right)
	title, state := spaced(p.Title), spaced(p.State)
	if beside := room - state.Width() - 1; state != nil && title.Width() > beside {
		if beside >= leastTitle && !slices.ContainsFunc(title, func(span text.Span) bool { return span.Hit != nil }) {
			title = spaced(p.Title.Fit(beside - 2))
		} else {
			state = nil
		}
	}
	if title.Width() > room {
		title = title.Fit(room)
	}
	line := append(text.In(th.Border, left), title...)
	if rule := room - title.Width() - state.Width(); rule > 0 {
		line = append(line, text.Span{Text: text.Safe(strings.Repeat("─", rule)), Style: th.Border})
	}
	line = append(line, state...)
	return append(line, text.Span{Text: right, Style: th.Border})
}

func spaced(line text.Line) text.Line {
	if line.Width() == 0 {
		return nil
	}
	framed := append(text.Plain(" "), line...)
	return append(framed, text.Span{Text: " "})
}

func fit(lines []text.Line, width, height int) []text.Line {
	fitted := make([]text.Line, height)
	for i, line := range text.Height(lines, height) {
		fitted[i] = line.Fit(width)
	}
	return fitted
}

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
	if width <= 0 || height <= 0 {
		return nil
	}
	border := th.Border
	if p.Focused || len(p.Title) > 0 && p.Title[0].Style == th.Focus && th.Focus != (theme.Style{}) {
		border = th.Focus
	}
	frameWidth, frameHeight := Frame(p.Plain)
	if width <= max(frameWidth, 1) || height <= frameHeight { // an edge needs two corners
		return fit(p.Body, width, height)
	}
	lines := make([]text.Line, 0, height)
	part := &text.Announcement{Part: &text.Part{Title: p.Title, State: p.State, Name: p.Name, Body: p.Body, Width: width, Height: height}}
	if p.Plain {
		lines = append(lines, p.topEdge(border, width, text.Const("─"), text.Const("─")).WithAnnouncement(part))
		return append(lines, fit(p.Body, width, height-1)...)
	}
	lines = append(lines, p.topEdge(border, width, text.Const("╭"), text.Const("╮")).WithAnnouncement(part))
	left, right := text.Span{Text: text.Const("│ "), Style: border}, text.Span{Text: text.Const(" │"), Style: border}
	for _, line := range text.Height(p.Body, height-2) {
		blank := width - 4 - line.Width()
		if blank < 0 {
			line = line.Fit(width - 4)
		}
		framed := append(append(make(text.Line, 0, len(line)+3), left), line...)
		if blank > 0 {
			framed = append(framed, text.Span{Text: text.Spaces(blank)})
		}
		lines = append(lines, append(framed, right))
	}
	return append(lines, text.Clean("╰"+strings.Repeat("─", width-2)+"╯").In(border))
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

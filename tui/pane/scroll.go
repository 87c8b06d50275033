package pane

import (
	"slices"

	"foredeck/tui/text"
)

// Scroll is a text of which a part is visible. It implements screen.Rows.
type Scroll struct {
	first, height, length int
}

// Resize sets the number of lines and the visible height.
func (s *Scroll) Resize(length, height int) {
	s.length, s.height = length, height
	s.Select(s.first)
}

// Move scrolls by lines.
func (s *Scroll) Move(delta int) { s.Select(s.first + delta) }

// Page scrolls by parts of the visible height.
func (s *Scroll) Page(delta float64) { s.Move(int(delta * float64(max(s.height, 1)))) }

// Select scrolls to a line, or the nearest one that fills the height.
func (s *Scroll) Select(first int) { s.first = max(min(first, s.length-s.height), 0) }

// Len returns the number of lines.
func (s *Scroll) Len() int { return s.length }

// Visible returns the visible lines.
func (s *Scroll) Visible(lines []text.Line) []text.Line {
	return slices.Clip(lines[s.first:min(s.first+s.height, len(lines))])
}

// Below returns the number of lines below the visible ones.
func (s *Scroll) Below() int { return max(s.length-s.first-s.height, 0) }

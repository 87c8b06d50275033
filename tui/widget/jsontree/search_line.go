package jsontree

import (
	tea "github.com/charmbracelet/bubbletea"

	"foredeck/theme"
	"foredeck/tui/text"
	"foredeck/tui/widget/filter"
)

// Search is the line in which a search pattern for trees is typed. The pattern stays when the tree is replaced.
type Search struct{ filter.Line }

// NewSearch returns a search without a pattern.
func NewSearch() Search { return Search{filter.NewLine()} }

// In returns the search in a tree.
func (s *Search) In(tree *Model) Searched { return Searched{s, tree} }

// Searched is a tree with the search in it.
type Searched struct {
	*Search
	tree *Model
}

// Apply searches the tree for the pattern. The command finds the hits of a large tree.
func (s Searched) Apply() tea.Cmd { return s.tree.Search(s.Pattern()) }

// NextHit selects the next hit, or the previous one for -1.
func (s Searched) NextHit(delta int) { s.tree.NextHit(delta) }

// HasHits reports whether there are hits.
func (s Searched) HasHits() bool { return s.tree.HasHits() }

// Escape ends the search and reports whether there was one.
func (s Searched) Escape() bool {
	if !s.Visible() {
		return false
	}
	s.Clear()
	s.tree.Search(filter.Pattern{})
	return true
}

// Lines draws the line of the pattern with the number of hits; there is none without a search.
func (s Searched) Lines(th theme.Theme, width int) []text.Line {
	if !s.Visible() {
		return nil
	}
	return []text.Line{s.View(th, s.tree.Hits(), width)}
}

package screen

import (
	tea "github.com/charmbracelet/bubbletea"

	"foredeck/theme"
	"foredeck/tui/text"
	"foredeck/tui/widget/filter"
	"foredeck/tui/widget/jsontree"
)

// SearchKeys are the keys of a line in which a pattern is typed.
type SearchKeys struct {
	Begin, Keep    Action
	Clear          Action // esc, which the deck hands on
	Next, Previous Action
}

// NewSearchKeys are the keys that search and filter on every screen.
func NewSearchKeys() SearchKeys {
	return SearchKeys{
		Begin:    NewAction("search.begin", []string{"/"}, "/", "search"),
		Keep:     NewAction("search.keep", []string{"enter"}, "enter", "keep"),
		Clear:    NewAction("search.clear", []string{"esc"}, "esc", "clear"),
		Next:     NewAction("search.next", []string{"n"}, "n", "next hit"),
		Previous: NewAction("search.previous", []string{"N"}, "N", "previous hit"),
	}
}

// TreeSearch is the search of a tree as screens have it. The pattern stays while trees come and go.
type TreeSearch struct {
	filter.Line
	keys SearchKeys
}

// NewTreeSearch searches for nothing.
func NewTreeSearch() TreeSearch { return TreeSearch{Line: filter.NewLine(), keys: NewSearchKeys()} }

// Key takes a key that types a pattern or walks the hits of the tree, and tells whether it did.
func (s *TreeSearch) Key(tree *jsontree.Model, msg tea.KeyMsg) (cmd tea.Cmd, taken bool) {
	switch {
	case s.Captures(msg):
		if s.Type(msg) {
			cmd = tree.Search(s.Pattern())
		}
	case s.Typing() && s.keys.Keep.Matches(msg):
		s.Accept()
	case s.Typing():
		return nil, false
	case s.keys.Begin.Matches(msg):
		s.Focus()
	case s.keys.Next.Matches(msg):
		tree.NextHit(1)
	case s.keys.Previous.Matches(msg):
		tree.NextHit(-1)
	default:
		return nil, false
	}
	return cmd, true
}

// Escape searches for nothing any more, and tells whether anything was searched for.
func (s *TreeSearch) Escape(tree *jsontree.Model) bool {
	if !s.Visible() {
		return false
	}
	s.Clear()
	tree.Search(filter.Pattern{})
	return true
}

// Actions are the keys of the search that do something now. While a pattern is typed, they are all there is but for keys
// that move.
func (s *TreeSearch) Actions(tree *jsontree.Model) []Action {
	switch {
	case s.Typing():
		return []Action{s.keys.Keep, s.keys.Clear}
	case tree.HasHits():
		return []Action{s.keys.Next, s.keys.Previous, s.keys.Begin, s.keys.Clear.Quiet()}
	case s.Visible():
		return []Action{s.keys.Begin, s.keys.Clear}
	}
	return []Action{s.keys.Begin}
}

// Lines is the line in which the pattern is typed, with the number of hits; none where there is no search.
func (s *TreeSearch) Lines(tree *jsontree.Model, th theme.Theme, width int) []text.Line {
	if !s.Visible() {
		return nil
	}
	return []text.Line{s.View(th, tree.Hits(), width)}
}

package screen

import tea "github.com/charmbracelet/bubbletea"

// SearchKeys are the keys of a search or filter.
type SearchKeys struct {
	Begin, Accept  Action
	Clear          Action // esc, handled by Escape
	Next, Previous Action
}

// NewSearchKeys returns the keys of searches and filters, the same on every screen.
func NewSearchKeys() SearchKeys {
	return SearchKeys{
		Begin:    NewAction("search.begin", []string{"/"}, "/", "search"),
		Accept:   NewAction("search.accept", []string{"enter"}, "enter", "apply"),
		Clear:    NewAction("search.clear", []string{"esc"}, "esc", "clear"),
		Next:     NewAction("search.next", []string{"n"}, "n", "next match"),
		Previous: NewAction("search.previous", []string{"N"}, "N", "previous match"),
	}
}

// Searched is content that can be searched, such as a tree with its search line.
type Searched interface {
	Captures(tea.KeyMsg) bool
	// Type edits the pattern and reports whether that changed it.
	Type(tea.KeyMsg) bool
	Typing() bool
	Accept()
	Focus()
	Visible() bool
	Apply() tea.Cmd
	NextHit(delta int)
	HasHits() bool
}

var searchKeys = NewSearchKeys()

// SearchKey handles a key that edits the pattern or goes to the next or previous match.
func SearchKey(s Searched, msg tea.KeyMsg) (cmd tea.Cmd, handled bool) {
	switch {
	case s.Captures(msg):
		if s.Type(msg) {
			cmd = s.Apply()
		}
	case s.Typing() && searchKeys.Accept.Matches(msg):
		s.Accept()
	case s.Typing():
		return nil, false
	case searchKeys.Begin.Matches(msg):
		s.Focus()
	case searchKeys.Next.Matches(msg):
		s.NextHit(1)
	case searchKeys.Previous.Matches(msg):
		s.NextHit(-1)
	default:
		return nil, false
	}
	return cmd, true
}

// SearchActions returns the search actions that have an effect now. While the pattern is edited, only those and the keys that move
// apply.
func SearchActions(s Searched) []Action {
	switch {
	case s.Typing():
		return []Action{searchKeys.Accept, searchKeys.Clear}
	case s.HasHits():
		return []Action{searchKeys.Next, searchKeys.Previous, searchKeys.Begin, searchKeys.Clear.Hidden()}
	case s.Visible():
		return []Action{searchKeys.Begin, searchKeys.Clear}
	}
	return []Action{searchKeys.Begin}
}

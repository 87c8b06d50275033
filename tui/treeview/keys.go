package treeview

import (
	tea "github.com/charmbracelet/bubbletea"

	"foredeck/tui/query"
	"foredeck/tui/screen"
)

var moveKeys, foldKeys = screen.NewMoveKeys(), screen.NewFoldKeys()

// SearchKey handles the keys of the search, and all keys while the pattern is typed.
func (m *Model) SearchKey(msg tea.KeyMsg) (cmd tea.Cmd, handled bool) {
	defer m.fit()
	cmd, handled = screen.SearchKey(m, msg)
	if !handled && m.Typing() {
		moveKeys.Rows(m, msg)
		handled = true
	}
	return cmd, handled
}

// Key handles the keys that move in the tree and fold it.
func (m *Model) Key(msg tea.KeyMsg) {
	switch {
	case moveKeys.Rows(m, msg):
	case foldKeys.Unfold.Matches(msg):
		m.Open()
	case foldKeys.Fold.Matches(msg):
		m.Close()
	case foldKeys.Deeper.Matches(msg):
		m.AdjustDepth(1)
	case foldKeys.Shallower.Matches(msg):
		m.AdjustDepth(-1)
	case foldKeys.OpenAll.Matches(msg):
		m.OpenAll()
	case foldKeys.NextSibling.Matches(msg):
		m.Sibling(1)
	case foldKeys.PreviousSibling.Matches(msg):
		m.Sibling(-1)
	}
}

// IsExit reports whether the key returns from the tree to the list beside it: it folds, and the first line is selected.
func (m *Model) IsExit(msg tea.KeyMsg) bool { return foldKeys.Fold.Matches(msg) && m.Position() == 0 }

// Apply searches the tree for the pattern. The command finds the hits.
func (m *Model) Apply() tea.Cmd { return m.Search(m.Pattern()) }

// Escape ends the search and reports whether there was one.
func (m *Model) Escape() bool {
	if !m.Visible() {
		return false
	}
	m.Clear()
	m.Search(query.Pattern{})
	m.fit()
	return true
}

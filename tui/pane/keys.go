package pane

import (
	tea "github.com/charmbracelet/bubbletea"

	"foredeck/tui/query"
)

// Apply searches the tree for the pattern. The command finds the hits.
func (m *TreeView) Apply() tea.Cmd { return m.Search(m.Pattern()) }

// Escape ends the search and reports whether there was one.
func (m *TreeView) Escape() bool {
	if !m.Visible() {
		return false
	}
	m.Clear()
	m.Search(query.Pattern{})
	m.fit()
	return true
}

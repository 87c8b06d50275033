package screen

import tea "github.com/charmbracelet/bubbletea"

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

package tui

import (
	tea "github.com/charmbracelet/bubbletea"

	"foredeck/tui/screen"
)

// looksAfresh tells that the screen that is shown can ask for all of it again.
func (m *Model) looksAfresh() bool {
	_, ok := m.shown().(screen.HardReloader)
	return ok
}

// lookAfresh asks for all that the screen shows, past all that is kept of it.
func (m *Model) lookAfresh() tea.Cmd {
	m.deps.Expire()
	m.said = screen.StatusMsg{Text: "asking for all of it again, past what is kept"}
	return m.shown().(screen.HardReloader).HardReload()
}

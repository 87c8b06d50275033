package view

import (
	tea "github.com/charmbracelet/bubbletea"

	"foredeck/tui/callform"
	"foredeck/tui/screen"
	"foredeck/tui/text"
)

// handleEdited writes the edited text to its field.
func (m *Model) handleEdited(msg callform.EditedMsg) tea.Cmd {
	if err := m.form.Apply(msg); err != nil {
		return m.deps.Post(screen.StatusMsg{Text: text.Clean(err.Error()), Warn: true})
	}
	m.parse()
	return nil
}

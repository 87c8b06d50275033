package view

import (
	tea "github.com/charmbracelet/bubbletea"

	"foredeck/tui/callform"
	"foredeck/tui/screen"
	"foredeck/tui/text"
)

// editedMsg is the result of an editor session.
type editedMsg struct {
	field *callform.Field
	typed string
	err   error
}

// openEditor opens the field's text in the user's editor.
func (m *Model) openEditor() tea.Cmd {
	field := m.field()
	return m.deps.Post(screen.EditMsg{Text: field.Text(), Done: func(edited string, err error) tea.Msg {
		return editedMsg{field: field, typed: edited, err: err}
	}})
}

// handleEdited writes the edited text to its field.
func (m *Model) handleEdited(msg editedMsg) tea.Cmd {
	if msg.err != nil {
		return m.deps.Post(screen.StatusMsg{Text: text.Clean(msg.err.Error()), Warn: true})
	}
	msg.field.Set(msg.typed)
	m.form.Parse()
	m.parse()
	m.applyLayout()
	return nil
}

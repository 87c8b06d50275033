package callform

import (
	tea "github.com/charmbracelet/bubbletea"

	"foredeck/tui/screen"
	"foredeck/tui/text"
)

// EditedMsg is the result of an editor session.
type EditedMsg struct {
	field *Field
	typed string
	err   error
}

// Edit opens the text of the focused field in the user's editor. It results in an EditedMsg.
func (m *Form) Edit() tea.Cmd {
	f := m.field(m.Focus)
	return m.deps.Post(screen.EditMsg{Text: f.Text(), Done: func(edited string, err error) tea.Msg { return EditedMsg{f, edited, err} }})
}

// Apply writes the edited text to its field and parses the form, or reports why the editor failed.
func (m *Form) Apply(edited EditedMsg) tea.Cmd {
	if edited.err != nil {
		return m.deps.Post(screen.StatusMsg{Text: text.Clean(edited.err.Error()), Warn: true})
	}
	edited.field.Set(edited.typed)
	m.Parse()
	return nil
}

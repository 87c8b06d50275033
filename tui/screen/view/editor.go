package view

import (
	"errors"
	"os"
	"os/exec"
	"strings"

	tea "github.com/charmbracelet/bubbletea"

	"foredeck/tui/screen"
	"foredeck/tui/text"
)

// editedMsg is what came back from an editor.
type editedMsg struct {
	field *field
	typed string
	err   error
}

// edit opens the text of the field in the user's editor.
func (m *Model) edit() tea.Cmd {
	editor := os.Getenv("VISUAL")
	if editor == "" {
		editor = os.Getenv("EDITOR")
	}
	words := strings.Fields(editor)
	if len(words) == 0 {
		return m.deps.Post(screen.StatusMsg{Text: "no editor is set: VISUAL or EDITOR names one", Warn: true})
	}
	file, err := os.CreateTemp("", "foredeck-*.txt")
	if err == nil {
		_, err = file.WriteString(m.field().box.Value())
		err = errors.Join(err, file.Close())
	}
	if err != nil {
		return m.deps.Post(screen.StatusMsg{Text: "no file for the editor: " + text.Clean(err.Error()), Warn: true})
	}
	edited := editedMsg{field: m.field()}
	command := exec.Command(words[0], append(words[1:], file.Name())...)
	command.Stdin, command.Stdout = os.Stdin, os.Stdout // and not what the deck reads and draws on, which can be a pipe or nothing
	return tea.ExecProcess(command, func(err error) tea.Msg {
		typed, unread := os.ReadFile(file.Name())
		edited.typed, edited.err = strings.TrimSuffix(string(typed), "\n"), errors.Join(err, unread, os.Remove(file.Name()))
		return edited
	})
}

// edited takes the text back into its field.
func (m *Model) edited(msg editedMsg) tea.Cmd {
	m.deps.Post(screen.TerminalBackMsg{})
	if msg.err != nil {
		return m.deps.Post(screen.StatusMsg{Text: "the editor: " + text.Clean(msg.err.Error()), Warn: true})
	}
	msg.field.box.SetValue(msg.typed)
	msg.field.box.CursorEnd()
	msg.field.begun = true
	m.read()
	m.lay()
	return nil
}

package view

import (
	"cmp"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"strings"

	tea "github.com/charmbracelet/bubbletea"

	"foredeck/tui/screen"
	"foredeck/tui/terminal"
	"foredeck/tui/text"
)

// editedMsg is the result of an editor session.
type editedMsg struct {
	field *field
	typed string
	err   error
}

// openEditor opens the field's text in the user's editor.
func (m *Model) openEditor() tea.Cmd {
	words := strings.Fields(cmp.Or(os.Getenv("VISUAL"), os.Getenv("EDITOR")))
	if len(words) == 0 {
		return m.deps.Post(screen.StatusMsg{Text: "no editor: set VISUAL or EDITOR", Warn: true})
	}
	session, field := &editorSession{words: words, text: m.field().box.Value()}, m.field()
	return terminal.Exec(session, func(err error) tea.Msg {
		return editedMsg{field: field, typed: strings.TrimSuffix(session.text, "\n"), err: err}
	})
}

// editorSession edits a text in an editor.
type editorSession struct {
	words []string // editor command and arguments
	text  string
}

// Run writes the text to a temporary file, runs the editor on it, and reads the result.
func (e *editorSession) Run() (err error) {
	file, err := os.CreateTemp("", "foredeck-*.txt")
	if err != nil {
		return fmt.Errorf("temporary file for the editor: %w", err)
	}
	defer func() { err = errors.Join(err, os.Remove(file.Name())) }()
	_, err = file.WriteString(e.text)
	if err = errors.Join(err, file.Close()); err != nil {
		return fmt.Errorf("temporary file for the editor: %w", err)
	}
	command := exec.Command(e.words[0], append(e.words[1:len(e.words):len(e.words)], file.Name())...)
	command.Stdin, command.Stdout = os.Stdin, os.Stdout // the deck's own input and output may not be a terminal
	if err := command.Run(); err != nil {
		return fmt.Errorf("editor: %w", err)
	}
	typed, err := os.ReadFile(file.Name())
	e.text = string(typed)
	return err
}

// SetStdin does nothing: the editor uses the process's terminal.
func (e *editorSession) SetStdin(io.Reader) {}

// SetStdout does nothing.
func (e *editorSession) SetStdout(io.Writer) {}

// SetStderr does nothing.
func (e *editorSession) SetStderr(io.Writer) {}

// handleEdited writes the edited text to its field.
func (m *Model) handleEdited(msg editedMsg) tea.Cmd {
	if msg.err != nil {
		return m.deps.Post(screen.StatusMsg{Text: text.Clean(msg.err.Error()), Warn: true})
	}
	msg.field.set(msg.typed)
	m.parse()
	m.applyLayout()
	return nil
}

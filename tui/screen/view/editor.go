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
	words := strings.Fields(cmp.Or(os.Getenv("VISUAL"), os.Getenv("EDITOR")))
	if len(words) == 0 {
		return m.deps.Post(screen.StatusMsg{Text: "no editor is set: VISUAL or EDITOR names one", Warn: true})
	}
	session, field := &editing{words: words, text: m.field().box.Value()}, m.field()
	return tea.Exec(session, func(err error) tea.Msg {
		return editedMsg{field: field, typed: strings.TrimSuffix(session.text, "\n"), err: err}
	})
}

// editing is a text in an editor. It is run by Bubble Tea while that leaves the terminal to it.
type editing struct {
	words []string // of the editor's command line
	text  string
}

// Run writes the text into a temporary file, runs the editor on it, and reads the text from there.
func (e *editing) Run() (err error) {
	file, err := os.CreateTemp("", "foredeck-*.txt")
	if err != nil {
		return fmt.Errorf("no file for the editor: %w", err)
	}
	defer func() { err = errors.Join(err, os.Remove(file.Name())) }()
	_, err = file.WriteString(e.text)
	if err = errors.Join(err, file.Close()); err != nil {
		return fmt.Errorf("no file for the editor: %w", err)
	}
	command := exec.Command(e.words[0], append(e.words[1:len(e.words):len(e.words)], file.Name())...)
	command.Stdin, command.Stdout = os.Stdin, os.Stdout // not what the deck reads from and draws on, which may be a pipe or nothing
	if err := command.Run(); err != nil {
		return fmt.Errorf("the editor: %w", err)
	}
	typed, err := os.ReadFile(file.Name())
	e.text = string(typed)
	return err
}

// SetStdin does nothing: the editor has the terminal of the process.
func (e *editing) SetStdin(io.Reader) {}

// SetStdout does nothing.
func (e *editing) SetStdout(io.Writer) {}

// SetStderr does nothing.
func (e *editing) SetStderr(io.Writer) {}

// edited puts the text back into its field.
func (m *Model) edited(msg editedMsg) tea.Cmd {
	m.deps.Post(screen.TerminalBackMsg{})
	if msg.err != nil {
		return m.deps.Post(screen.StatusMsg{Text: text.Clean(msg.err.Error()), Warn: true})
	}
	msg.field.box.SetValue(msg.typed)
	msg.field.box.CursorEnd()
	msg.field.begun = true
	m.read()
	m.lay()
	return nil
}

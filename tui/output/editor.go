package output

import (
	"cmp"
	"context"
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

// Editor opens texts in the user's editor.
type Editor struct {
	deps *screen.Deps
}

// Switch makes the editor serve another network.
func (e *Editor) Switch(_ context.Context, deps *screen.Deps) { e.deps = deps }

// Update opens the text of a screen.EditMsg.
func (e *Editor) Update(msg tea.Msg) (cmd tea.Cmd, handled bool) {
	edit, ok := msg.(screen.EditMsg)
	if !ok {
		return nil, false
	}
	words := strings.Fields(cmp.Or(os.Getenv("VISUAL"), os.Getenv("EDITOR")))
	if len(words) == 0 {
		return e.deps.Post(screen.StatusMsg{Text: text.Const("no editor: set VISUAL or EDITOR"), Warn: true}), true
	}
	session := &editorSession{words: words, text: edit.Text}
	return terminal.Exec(session, func(err error) tea.Msg {
		return edit.Done(strings.TrimSuffix(session.text, "\n"), err)
	}), true
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

package output

import (
	"cmp"
	"context"
	"errors"
	"fmt"
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
	edited := edit.Text
	run := func() (err error) {
		edited, err = runEditor(words, edit.Text)
		return err
	}
	return terminal.Exec(run, func(err error) tea.Msg { return edit.Done(strings.TrimSuffix(edited, "\n"), err) }), true
}

// runEditor writes a text to a temporary file, runs an editor with its arguments on it, and returns the edited text.
func runEditor(words []string, text string) (edited string, err error) {
	file, err := os.CreateTemp("", "foredeck-*.txt")
	if err != nil {
		return text, fmt.Errorf("temporary file for the editor: %w", err)
	}
	defer func() { err = errors.Join(err, os.Remove(file.Name())) }()
	_, err = file.WriteString(text)
	if err = errors.Join(err, file.Close()); err != nil {
		return text, fmt.Errorf("temporary file for the editor: %w", err)
	}
	command := exec.Command(words[0], append(words[1:len(words):len(words)], file.Name())...)
	command.Stdin, command.Stdout = os.Stdin, os.Stdout // the deck's own input and output may not be a terminal
	if err := command.Run(); err != nil {
		return text, fmt.Errorf("editor: %w", err)
	}
	typed, err := os.ReadFile(file.Name())
	return string(typed), err
}

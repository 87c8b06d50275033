package output

import (
	"os"
	"path/filepath"
	"testing"

	tea "github.com/charmbracelet/bubbletea"
	"github.com/stretchr/testify/require"

	"foredeck/tui/screen"
)

func TestEditor(t *testing.T) {
	folder := t.TempDir()
	t.Setenv("TMPDIR", folder)
	t.Setenv("VISUAL", "")
	program := filepath.Join(t.TempDir(), "editor")
	t.Setenv("EDITOR", program+" -w")
	script := "#!/bin/sh\nprintf '%s, edited\\n' \"$(cat \"$2\")\" > \"$2\"\n"
	require.NoError(t, os.WriteFile(program, []byte(script), 0o700))

	var editor Editor
	cmd, handled := editor.Update(screen.EditMsg{Text: "7", Done: func(string, error) tea.Msg { return nil }})
	require.True(t, handled)
	require.NotNil(t, cmd)
	files, err := os.ReadDir(folder)
	require.NoError(t, err)
	require.Empty(t, files, "nothing is written before the command runs")
	_, handled = editor.Update(screen.StatusMsg{})
	require.False(t, handled)

	edited, err := runEditor([]string{program, "-w"}, "7")
	require.NoError(t, err)
	require.Equal(t, "7, edited\n", edited)
	files, err = os.ReadDir(folder)
	require.NoError(t, err)
	require.Empty(t, files, "the file is removed")

	t.Setenv("TMPDIR", filepath.Join(folder, "missing"))
	_, err = runEditor([]string{program, "-w"}, "7")
	require.ErrorContains(t, err, "temporary file for the editor: ")
	t.Setenv("TMPDIR", folder)
	_, err = runEditor([]string{"false"}, "")
	require.ErrorContains(t, err, "editor: ")
}

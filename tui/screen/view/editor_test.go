package view

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"

	"foredeck/client/move"
	"foredeck/tui/screen"
	"foredeck/tui/store"
	"foredeck/tui/target"
	"foredeck/tui/text"
)

type deck struct{ screen.Keys }

func (deck) Key(string) text.Safe { return "" }

func TestEditorGetsTheTextInAFile(t *testing.T) {
	folder := t.TempDir()
	t.Setenv("TMPDIR", folder)
	t.Setenv("VISUAL", "")
	editor := filepath.Join(t.TempDir(), "editor")
	t.Setenv("EDITOR", editor+" -w")
	script := "#!/bin/sh\nprintf '%s, edited\\n' \"$(cat \"$2\")\" > \"$2\"\n"
	require.NoError(t, os.WriteFile(editor, []byte(script), 0o700))

	db, err := store.Open("")
	require.NoError(t, err)
	deps := &screen.Deps{Env: &screen.Env{Keys: deck{}}}
	deps.Connect(db, nil)
	abi := &move.ModuleABI{Functions: []move.FunctionABI{{Name: "balance", IsView: true, Parameters: []string{"u64"}}}}
	m := New(deps, move.FunctionID{Module: "coin", Name: "balance"}, abi, target.Call{})
	m.field().box.SetValue("7")
	require.NotNil(t, m.openEditor())
	files, err := os.ReadDir(folder)
	require.NoError(t, err)
	require.Empty(t, files, "nothing is written before the command runs")

	session := &editorSession{words: []string{editor, "-w"}, text: "7"}
	require.NoError(t, session.Run())
	require.Equal(t, "7, edited\n", session.text)
	files, err = os.ReadDir(folder)
	require.NoError(t, err)
	require.Empty(t, files, "the file is removed")

	t.Setenv("TMPDIR", filepath.Join(folder, "missing"))
	require.ErrorContains(t, session.Run(), "temporary file for the editor: ")
	t.Setenv("TMPDIR", folder)
	require.ErrorContains(t, (&editorSession{words: []string{"false"}}).Run(), "editor: ")
}

package main

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"
)

// Errors of a wall are found before a node is contacted, and before a terminal is required.
func TestWallErrors(t *testing.T) {
	withoutTerminal(t)
	folder := t.TempDir()
	wrong := filepath.Join(folder, "wrong.toml")
	require.NoError(t, os.WriteFile(wrong, []byte("[[page]]\n[[page.row]]\n[[page.row.panel]]\nkind = \"price\"\n"), 0o600))
	for name, wanted := range map[string]string{
		"office":                           `wall "office": must be one of validator, market, or a file such as ./office.toml`,
		filepath.Join(folder, "none.toml"): "none.toml",
		folder:                             folder,
		wrong:                              "wrong.toml: page 1, row 1, panel 1 (price): pair: missing: a price panel must have it",
	} {
		got := foredeck(t, "wall", name, "--base-url", "http://127.0.0.1:1")
		require.Equal(t, exitUsage, got.code)
		require.Contains(t, got.stderr, wanted)
		require.Empty(t, got.stdout)
	}
	require.Contains(t, foredeck(t, "wall", "market").stderr, "requires a terminal")
	require.Contains(t, foredeck(t, "wall", "market", "-o", "json").stderr, "a wall prints no records")
}

package main

import (
	"os"
	"path/filepath"
	"runtime"
	"testing"

	"github.com/stretchr/testify/require"
)

// A terminal that cannot move its cursor gets lines, not a screen.
func TestMovesCursor(t *testing.T) {
	t.Parallel()
	folder := t.TempDir()
	for _, entry := range []string{"h/homemade", "68/hex-made"} {
		require.NoError(t, os.MkdirAll(filepath.Dir(filepath.Join(folder, entry)), 0o700))
		require.NoError(t, os.WriteFile(filepath.Join(folder, entry), nil, 0o600))
	}
	isWindows := runtime.GOOS == "windows"
	for name, want := range map[string]bool{
		"xterm-256color": true, "vt100": true, "linux": true, "st-256color": true, "Eterm": true, "dumb": false, "unknown": false, "": isWindows,
		"nosuchterm": isWindows, "homemade": true, "hex-made": true, "../h/homemade": isWindows,
	} {
		for variable, value := range map[string]string{"TERMINFO": folder, "TERMINFO_DIRS": folder} {
			require.Equal(t, want, movesCursor(name, func(asked string) string { return map[string]string{variable: value}[asked] }, false), name)
		}
	}
	require.True(t, movesCursor("nosuchterm", func(string) string { return "" }, true), "the terminal of a visitor is on another machine")
}

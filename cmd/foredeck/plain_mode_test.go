package main

import (
	"runtime"
	"testing"

	"github.com/stretchr/testify/require"
)

// A terminal that cannot move its cursor gets lines, not a screen.
func TestMovesCursor(t *testing.T) {
	t.Parallel()
	for name, want := range map[string]bool{"xterm-256color": true, "vt100": true, "linux": true, "dumb": false, "unknown": false, "": runtime.GOOS == "windows"} {
		require.Equal(t, want, movesCursor(name), name)
	}
}

package main

import (
	"bytes"
	"path/filepath"
	"runtime"
	"testing"

	"github.com/stretchr/testify/require"

	"foredeck/tui/custom"
)

// A command of the config file that calls foredeck uses the same config file.
func TestCommandsGetTheConfigFile(t *testing.T) {
	t.Parallel()
	if runtime.GOOS == "windows" {
		t.Skip("needs a shell")
	}
	var output bytes.Buffer
	process := custom.Process{Words: []string{"sh", "-c", `printf %s "$FOREDECK_CONFIG"`}, Output: &output}
	require.NoError(t, (&globalFlags{configFile: "mine.toml"}).runCommand(t.Context(), process))
	require.True(t, filepath.IsAbs(output.String()), output.String())
	require.Equal(t, "mine.toml", filepath.Base(output.String()))
}

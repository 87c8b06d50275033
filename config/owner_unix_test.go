//go:build unix

package config_test

import (
	"os"
	"path/filepath"
	"syscall"
	"testing"

	"github.com/stretchr/testify/require"

	"foredeck/config"
)

// A write under sudo leaves the file owned by the user.
func TestWritePreservesOwner(t *testing.T) {
	if os.Geteuid() != 0 {
		t.Skip("only root writes for others")
	}
	path := filepath.Join(t.TempDir(), "config.toml")
	require.NoError(t, os.WriteFile(path, []byte("theme = \"dark\"\n"), 0o640))
	require.NoError(t, os.Chown(path, 4711, 4712))
	require.NoError(t, config.Edit{Path: []string{"theme"}, Value: `"light"`}.Write(path))
	require.Equal(t, "theme = \"light\"\n", readBack(t, path))
	found, err := os.Stat(path)
	require.NoError(t, err)
	owner, ok := found.Sys().(*syscall.Stat_t)
	require.True(t, ok)
	require.Equal(t, [2]uint32{4711, 4712}, [2]uint32{owner.Uid, owner.Gid})
	require.Equal(t, os.FileMode(0o640), found.Mode().Perm())
}

// An endless device is not a config file.
func TestEndlessDeviceIsNotRead(t *testing.T) {
	_, err := config.ReadFile(t.Context(), "/dev/zero", true)
	require.ErrorContains(t, err, "/dev/zero: larger than 1048576 bytes, the limit of a config file")
}

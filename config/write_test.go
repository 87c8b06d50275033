package config_test

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"foredeck/config"
)

func readBack(t *testing.T, path string) string {
	t.Helper()
	content, err := os.ReadFile(path)
	require.NoError(t, err)
	return string(content)
}

func TestWriteCreatesFileFromSample(t *testing.T) {
	path := filepath.Join(t.TempDir(), "deep", "config.toml")
	require.NoError(t, config.Edit{Path: []string{"theme"}}.Write(path))
	require.NoFileExists(t, path, "unset does not create a file")
	require.NoError(t, config.Edit{Path: []string{"theme"}, Value: `"dark"`}.Write(path))
	content := readBack(t, path)
	require.Contains(t, content, "\n# theme = \"auto\"\ntheme = \"dark\"\n")
	found, err := os.Stat(path)
	require.NoError(t, err)
	require.Equal(t, os.FileMode(0o600), found.Mode().Perm())
	require.NoError(t, config.Edit{Path: []string{"theme"}}.Write(path))
	require.Equal(t, config.Sample(), readBack(t, path), "after unset it is the sample again")

	// The sample contains the built-in networks.
	require.NoError(t, config.Edit{Path: []string{"networks", "mainnet", "chain_id"}, Value: "9"}.Write(path))
	require.Contains(t, readBack(t, path), "\n# [networks.mainnet]\n[networks.mainnet]\nchain_id = 9\n# base_urls =")
	require.NoError(t, config.Edit{Path: []string{"networks", "mainnet", "decimals"}, Value: "6"}.Write(path))
	require.NoError(t, config.Edit{Path: []string{"networks", "local", "chain_id"}, Value: "5"}.Write(path))
	settings := resolved(t, readBack(t, path))
	require.Empty(t, settings.Problems)
	require.EqualValues(t, 9, settings.Networks[2].ChainID)
	require.EqualValues(t, 5, settings.Networks[1].ChainID)
}

func TestWritePreservesModeAndSymlink(t *testing.T) {
	folder := t.TempDir()
	behind, path := filepath.Join(folder, "dotfiles.toml"), filepath.Join(folder, "config.toml")
	require.NoError(t, os.WriteFile(behind, []byte("# mine\ntheme = \"dark\"\n"), 0o640))
	require.NoError(t, os.Chmod(behind, 0o640))
	require.NoError(t, os.Symlink("dotfiles.toml", path))
	before := config.StampOf(path)
	require.NoError(t, config.Edit{Path: []string{"theme"}, Value: `"light"`}.Write(path))
	require.Equal(t, "# mine\ntheme = \"light\"\n", readBack(t, behind))
	require.NotEqual(t, before, config.StampOf(path))
	link, err := os.Readlink(path)
	require.NoError(t, err)
	require.Equal(t, "dotfiles.toml", link)
	found, err := os.Stat(behind)
	require.NoError(t, err)
	require.Equal(t, os.FileMode(0o640), found.Mode().Perm())
	entries, err := os.ReadDir(folder)
	require.NoError(t, err)
	require.Len(t, entries, 2, "no temporary files remain")

	require.NoError(t, os.Chmod(behind, 0o440))
	require.ErrorContains(t, config.Edit{Path: []string{"theme"}, Value: `"dark"`}.Write(path), ": read-only (mode 0440)")
	require.NoError(t, os.Remove(behind))
	require.ErrorContains(t, config.Edit{Path: []string{"theme"}, Value: `"dark"`}.Write(path), "broken symbolic link")
	require.Zero(t, config.StampOf(path))
}

func TestWriteDetectsConcurrentChange(t *testing.T) {
	folder := t.TempDir()
	path := filepath.Join(folder, "config.toml")
	require.NoError(t, os.WriteFile(path, []byte("theme = \"dark\"\n"), 0o600))
	meanwhile := errors.New("it was changed")
	require.ErrorIs(t, config.Replace(path, []byte("theme = \"light\"\n"), 0o600, nil, func() error { return meanwhile }), meanwhile)
	require.Equal(t, "theme = \"dark\"\n", readBack(t, path))
	entries, err := os.ReadDir(folder)
	require.NoError(t, err)
	require.Len(t, entries, 1)
}

func TestUnreadableFileIsNotWritten(t *testing.T) {
	path := filepath.Join(t.TempDir(), "config.toml")
	require.NoError(t, os.WriteFile(path, []byte("motion = true\ntheme = dark\n"), 0o600))
	require.ErrorContains(t, config.Edit{Path: []string{"ascii"}, Value: "true"}.Write(path), path+", line 2: invalid TOML: ")
	require.Equal(t, "motion = true\ntheme = dark\n", readBack(t, path))
}

// --config <(command) is a pipe, which is empty on the second read.
func TestIrregularFileIsNotReread(t *testing.T) {
	folder := t.TempDir()
	before := config.StampOf(folder)
	require.NoError(t, os.Chtimes(folder, time.Time{}, time.Unix(1, 0)))
	require.Equal(t, before, config.StampOf(folder))
	require.NotZero(t, before, "the file exists")
}

// Only a folder is safe to test with: a bug would replace a device, or block on a pipe.
func TestIrregularFileIsNotReplaced(t *testing.T) {
	require.ErrorContains(t, config.Edit{Path: []string{"theme"}, Value: `"dark"`}.Write(t.TempDir()), "not a regular file")
}

func TestUnwritableFolderIsNamed(t *testing.T) {
	folder := filepath.Join(t.TempDir(), "gone")
	err := config.Replace(filepath.Join(folder, "config.toml"), nil, 0o600, nil, func() error { return nil })
	require.ErrorIs(t, err, fs.ErrNotExist)
	require.ErrorContains(t, err, "its folder must be writable")
}

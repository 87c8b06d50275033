package config_test

import (
	"context"
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"

	"foredeck/config"
)

func TestWatch(t *testing.T) {
	t.Parallel()
	root := t.TempDir()
	folder := filepath.Join(root, "foredeck") // does not exist yet
	path, themes := filepath.Join(folder, "config.toml"), filepath.Join(folder, "themes")
	ctx, cancel := context.WithCancel(t.Context())
	changes, err := config.Watch(ctx, path, themes)
	require.NoError(t, err)
	change := func(step func() error) {
		t.Helper()
		require.NoError(t, step())
		_, open := <-changes
		require.True(t, open)
	}
	write := func(path string) func() error {
		return func() error { return os.WriteFile(path, []byte("ascii = true\n"), 0o600) }
	}
	change(func() error { return os.Mkdir(folder, 0o700) })
	change(write(path))
	change(func() error { // as editors do
		require.NoError(t, write(path+"~")())
		return os.Rename(path+"~", path)
	})
	change(func() error { return os.Mkdir(themes, 0o700) })
	mine := filepath.Join(themes, "mine.toml")
	change(write(mine))
	change(func() error { return os.Remove(mine) })

	linked := filepath.Join(root, "dotfiles", "mine.toml")
	require.NoError(t, os.Mkdir(filepath.Dir(linked), 0o700))
	require.NoError(t, write(linked)())
	change(func() error { return os.Symlink(linked, mine) })
	change(write(linked))
	change(func() error { return os.RemoveAll(folder) })
	change(func() error { return os.Mkdir(folder, 0o700) })
	change(write(path))

	cancel()
	for range changes { // closed
	}
}

func TestWatchedPaths(t *testing.T) {
	t.Parallel()
	path := filepath.FromSlash("/home/me/.config/foredeck/config.toml")
	for event, want := range map[string]bool{
		"/home/me/.config/foredeck/config.toml": true, "/home/me/.config/foredeck": true, "/home/me/.config": true, "/": true,
		"/home/me/.config/foredeck/config.toml/x": true,
		"/home/me/.config/foredeck/config.toml~":  false, "/home/me/.config/other": false, "/home/me/.conf": false,
	} {
		require.Equal(t, want, config.Related(path, filepath.FromSlash(event)), event)
	}
}

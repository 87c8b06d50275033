//go:build unix

package main

import (
	"context"
	"os"
	"path/filepath"
	"strconv"
	"syscall"
	"testing"

	"github.com/stretchr/testify/require"
)

// pipe returns the path of a new named pipe.
func pipe(t *testing.T, folder, name string) string {
	t.Helper()
	path := filepath.Join(folder, name)
	require.NoError(t, syscall.Mkfifo(path, 0o600))
	return path
}

// Files that must be regular are refused if they are pipes. Opening a pipe without a writer would block the process for ever.
func TestPipesInsteadOfFiles(t *testing.T) {
	folder := t.TempDir()
	path := pipe(t, folder, "pipe")
	got := foredeck(t, "account", "0x1", "--replay", path)
	require.Equal(t, exitUsage, got.code)
	require.Equal(t, "foredeck: --replay: "+path+": is a pipe, must be a regular file\n", got.stderr)

	themes := filepath.Join(filepath.Dir(settingsOf(t, "theme = \"mine\"\n")), "themes")
	require.NoError(t, os.Mkdir(themes, 0o700))
	theme := pipe(t, themes, "mine.toml")
	got = foredeck(t, "config", "show")
	require.Equal(t, exitDone, got.code)
	require.Equal(t, "foredeck: theme mine: "+theme+": is a pipe, must be a regular file; using the default\n", got.stderr)

	wall := pipe(t, folder, "wall.toml")
	got = foredeck(t, "wall", wall)
	require.Equal(t, exitUsage, got.code)
	require.Equal(t, "foredeck: wall: "+wall+": is a pipe, must be a regular file\n", got.stderr)

	manual := pipe(t, folder, "foredeck.1")
	got = foredeck(t, "man", folder)
	require.Equal(t, exitOther, got.code)
	require.Contains(t, got.stderr, manual+": is a pipe, must be a regular file")
}

// The config file, files of keys, modules and the log may be pipes. Waiting for their other end ends when the command is interrupted.
func TestPipesEndWithContext(t *testing.T) {
	folder, err := os.MkdirTemp("", "pipes") // not that of the test: --log may make its file after the command has ended and the pipe is gone
	require.NoError(t, err)
	t.Cleanup(func() { _ = os.RemoveAll(folder) })
	path := pipe(t, folder, "pipe")
	defer func() { // releases what still waits for a writer
		writer, err := os.OpenFile(path, os.O_RDWR, 0)
		require.NoError(t, err)
		require.NoError(t, os.Remove(path))
		require.NoError(t, writer.Close())
	}()
	interrupted, cancel := context.WithCancel(t.Context())
	cancel()
	got := foredeckUntil(interrupted, "config", "show", "--config", path)
	require.Equal(t, exitOther, got.code)
	require.Contains(t, got.stderr, "foredeck: cancelled\n")

	for _, command := range [][]string{{"diff", "module", path, "0x1::coin"}, {"config", "show", "--log", path}} {
		got = foredeckUntil(interrupted, append(command, "--base-url", "http://127.0.0.1:1")...)
		require.Equal(t, exitOther, got.code, got.stderr)
		require.Contains(t, got.stderr, "foredeck: cancelled\n")
	}

	settingsOf(t, "[networks.n]\nbase_urls = [\"http://127.0.0.1:1\"]\noracle_url = \"http://127.0.0.1:1\"\napi_key_file = \""+path+"\"\n")
	got = foredeckUntil(interrupted, "price", "btc_usdt", "--network", "n")
	require.Equal(t, exitOther, got.code)
	require.Contains(t, got.stderr, "foredeck: cancelled\n")
}

// A pipe with a writer is read, as in --config <(command).
func TestConfigFromPipe(t *testing.T) {
	reader, writer, err := os.Pipe()
	require.NoError(t, err)
	defer reader.Close()
	_, err = writer.WriteString("theme = \"light\"\n")
	require.NoError(t, err)
	require.NoError(t, writer.Close())
	descriptor, err := syscall.Dup(int(reader.Fd()))
	require.NoError(t, err)
	defer syscall.Close(descriptor)
	got := foredeck(t, "config", "show", "--config", filepath.Join("/dev/fd", strconv.Itoa(descriptor)))
	require.Equal(t, exitDone, got.code, got.stderr)
	require.Regexp(t, `(?m)^theme +line 1 +"light"`, got.stdout)
}

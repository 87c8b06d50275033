package main

import (
	"os"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"foredeck/config"
	screens "foredeck/tui/screen"
)

// readAgain reloads the config as a running deck does.
func readAgain(t *testing.T, before *config.Settings, arguments ...string) (settings *config.Settings, networks []screens.Network) {
	t.Helper()
	flags := &globalFlags{}
	root := rootCommand(flags)
	root.SetContext(t.Context())
	require.NoError(t, root.ParseFlags(arguments))
	reading, err := flags.settingsSource(root).Read(before)
	require.NoError(t, err)
	return reading.Settings, reading.Networks
}

func TestReloadKeepsFlags(t *testing.T) {
	path := settingsOf(t, "theme = \"dark\"\n[keys]\n\"deck.quit\" = \"ctrl+q\"\n[networks.mine]\nbase_urls = [\"https://rpc.mine.example.org\"]\n")
	before, networks := readAgain(t, defaultSettings(t), "--theme", "light", "--base-url", "http://127.0.0.1:1")
	require.Equal(t, "light", before.Theme, "a flag goes before the file")
	require.Equal(t, "127.0.0.1:1", networks[0].Name)
	require.Equal(t, "mine", networks[len(networks)-1].Name)

	require.NoError(t, os.WriteFile(path, []byte("[keys]\n\"deck.quit\" = \"ctrl+c\"\n[decimals]\n\"0x1::a::B<u8>\" = 4\n\"0x1::a::B<>>\" = 4\n"), 0o600))
	now, networks := readAgain(t, before, "--base-url", "http://127.0.0.1:1")
	require.Len(t, networks, 5)
	require.Equal(t, []string{"ctrl+q"}, now.Keys[0].Keys, "a key that cannot be leaves the one before")
	require.Len(t, now.Problems, 2)

	got := foredeck(t, "config", "check")
	require.Equal(t, exitUsage, got.code)
	require.Contains(t, got.stdout, "line 2: keys.\"deck.quit\": ctrl+c is already bound to deck.quit_now")
	require.Contains(t, got.stdout, `line 5: decimals."0x1::a::B<>>"`)
}

// The file may change while a token command waits for a password during startup: the deck has to detect that.
func TestWriteAfterLoadIsDetected(t *testing.T) {
	path := settingsOf(t, "theme = \"dark\"\n")
	earlier := time.Now().Add(-time.Hour)
	require.NoError(t, os.Chtimes(path, earlier, earlier)) // a file that was just changed has another stamp each time
	flags := &globalFlags{}
	root := rootCommand(flags)
	root.SetContext(t.Context())
	settings, err := flags.readSettings(root)
	require.NoError(t, err)
	require.Equal(t, config.StampOf(path), flags.reading(settings, nil).Stamp)
	require.NoError(t, os.WriteFile(path, []byte("theme = \"light\"\n"), 0o600))
	require.NotEqual(t, config.StampOf(path), flags.reading(settings, nil).Stamp)
}

func defaultSettings(t *testing.T) *config.Settings {
	t.Helper()
	settings, err := config.Resolve(config.Flags{}, func(string) string { return "" }, nil)
	require.NoError(t, err)
	return settings
}

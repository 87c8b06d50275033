package tui

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"

	"foredeck/client/move"
	"foredeck/config"
	"foredeck/theme"
	"foredeck/tui/keymap"
	"foredeck/tui/screen"
	"foredeck/tui/target"
)

// settingsFile is a file of settings in a folder of its own, whose path is the same in every run.
func settingsFile(t testing.TB, content string) (path string) {
	t.Helper()
	path = filepath.Join(t.TempDir(), "config.toml")
	if content != "" {
		require.NoError(t, os.WriteFile(path, []byte(content), 0o600))
	}
	return path
}

// settingsEnvironment is the environment of the decks of tests.
func settingsEnvironment(name string) string {
	return map[string]string{"NO_COLOR": "1", "MINE": "hunter2"}[name]
}

// readingOf reads the settings of a file as the program does.
func readingOf(path string) func(before *config.Settings) (Reading, error) {
	return func(before *config.Settings) (Reading, error) {
		stamp := config.StampOf(path)
		file, err := config.ReadFile(path, false)
		if err != nil {
			return Reading{}, err
		}
		settings, err := config.Resolve(config.Flags{}, settingsEnvironment, file)
		if err != nil {
			return Reading{}, err
		}
		if before != nil {
			settings.KeepInvalid(before)
		}
		bindings, problems := keymap.NewBindings(Keys(), settings.Keys)
		settings.Problems = append(settings.Problems, problems...)
		reading := Reading{
			Settings: settings, Fields: settings.Fields(settingsEnvironment), Bindings: bindings, Stamp: stamp,
			Looks: Looks{ASCII: settings.ASCII, Still: !settings.Motion, Sizes: settings.Sizes, Names: config.Themes},
			Coins: map[string]int{},
		}
		reading.Looks.Read = func(name string) (theme.Theme, error) {
			look, _ := theme.Named(name, theme.TrueColour)
			return look, nil
		}
		reading.Looks.Theme, reading.Wrong = reading.Looks.Read(settings.Theme)
		for _, name := range settings.Names {
			address, _ := move.ParseAddress(name.Address)
			reading.Names = append(reading.Names, target.Name{Name: name.Name, Address: address})
		}
		for _, coin := range settings.Coins {
			reading.Coins[coin.Type] = coin.Decimals
		}
		for _, network := range settings.Networks {
			listed := screen.Network{Name: network.Name, ChainID: network.ChainID}
			if len(network.BaseURLs) > 0 {
				listed.Address = network.BaseURLs[0]
			}
			reading.Networks = append(reading.Networks, listed)
		}
		return reading, nil
	}
}

func firstReading(t testing.TB, path string) Reading {
	t.Helper()
	reading, err := readingOf(path)(nil)
	require.NoError(t, err)
	return reading
}

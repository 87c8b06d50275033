package tuitest

import (
	"context"
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"foredeck/config"
	"foredeck/theme"
	"foredeck/tui"
	"foredeck/tui/prefs"
	"foredeck/tui/screen"
)

// writeConfigFile writes a config file, unless it is empty, and returns its path.
func writeConfigFile(t testing.TB, content string) (path string) {
	t.Helper()
	path = filepath.Join(t.TempDir(), "config.toml")
	if content != "" {
		require.NoError(t, os.WriteFile(path, []byte(content), 0o600))
	}
	return path
}

// ReadConfigFile returns the content of the deck's config file.
func (d *Deck) ReadConfigFile() string {
	d.Helper()
	content, err := os.ReadFile(d.Config)
	require.NoError(d, err)
	return string(content)
}

// ReportFiles reports that the config file or a theme file may have changed, as the watch of the files does.
func (d *Deck) ReportFiles() { d.Send(prefs.FileMsg{}) }

// WriteConfigFile writes the config file and reports the change.
func (d *Deck) WriteConfigFile(content string) {
	d.Helper()
	require.NoError(d, os.WriteFile(d.Config, []byte(content), 0o600))
	// Two writes within the resolution of the file system's clock must have different times.
	d.configWrites++
	at := Start.Add(time.Duration(d.configWrites) * time.Second)
	require.NoError(d, os.Chtimes(d.Config, at, at))
	d.ReportFiles()
}

// environment returns the environment variables of every deck.
func environment(name string) string {
	return map[string]string{"LANG": "C.UTF-8", "NO_COLOR": "1", "MINE": "hunter2"}[name]
}

// readConfig returns a function that reads a config file as the program does.
func readConfig(path string) func(before *config.Settings) (prefs.Reading, error) {
	return func(before *config.Settings) (prefs.Reading, error) {
		stamp := config.StampOf(path)
		file, err := config.ReadFile(context.Background(), path, false)
		if err != nil {
			return prefs.Reading{}, err
		}
		settings, err := config.Resolve(config.Flags{}, environment, file)
		if err != nil {
			return prefs.Reading{}, err
		}
		if before != nil {
			settings.KeepInvalid(before)
		}
		bindings := tui.Bindings(settings)
		reading := prefs.Reading{
			Settings: settings, Fields: func() []config.Field { return settings.Fields(environment) }, Bindings: bindings, Stamp: stamp,
			Themes: prefs.Themes{Depth: theme.TrueColor, Names: config.Themes},
		}
		reading.Themes.Read = func(name string) (theme.Adaptive, error) {
			named, _ := theme.Adapt(name, theme.Display{Depth: theme.TrueColor, Transparent: settings.Background == config.TerminalBackground, QuietBorders: settings.Borders == config.QuietBorders})
			return named, nil
		}
		reading.Themes.Theme, reading.ThemeErr = reading.Themes.Read(settings.Theme)
		for _, network := range settings.Networks {
			listed := screen.Network{Name: network.Name, Addresses: network.BaseURLs, ChainID: network.ChainID}
			reading.Networks = append(reading.Networks, listed)
		}
		return reading, nil
	}
}

func firstReading(t testing.TB, path string) prefs.Reading {
	t.Helper()
	reading, err := readConfig(path)(nil)
	require.NoError(t, err)
	return reading
}

// ExampleConfig is a config file with comments and unusual formatting.
const ExampleConfig = `# My own. The order matters to me.
theme   = 'dark'   # easy on the eyes
no_color = false

[names]
boss = "0xb055" # the boss

[keys]
# as in another program
"deck.quit" = "ctrl+q"

[networks.mine]
base_urls = [
  "https://rpc.mine.example.org", # in the cellar
]
chain_id = 7
api_key_env = "MINE"

[refresh]
home = "20s"
`

// WithExplorer gives the network of a deck a web explorer, to which its terminal can link.
func WithExplorer(o *tui.Options) {
	network := &o.Reading.Settings.Network
	network.Name, o.HasHyperlinks = o.Endpoint.Network, true
	network.Explorer = config.Explorer{
		Account: "https://scan.example.org/account/{}", Transaction: "https://scan.example.org/tx/{}",
		Module: "https://scan.example.org/module/{}", Block: "https://scan.example.org/block/{}",
	}
}

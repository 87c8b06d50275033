package prefs_test

import (
	"context"
	"errors"
	"os"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/charmbracelet/x/ansi"
	"github.com/stretchr/testify/require"

	"foredeck/client"
	"foredeck/config"
	"foredeck/theme"
	"foredeck/tui"
	"foredeck/tui/load"
	"foredeck/tui/prefs"
	"foredeck/tui/screen"
	"foredeck/tui/terminal"
	"foredeck/tui/tuitest"
	"foredeck/tui/tuitest/effort"
)

// openForm opens the settings screen.
func openForm(d *tuitest.Deck) { d.Press("esc", "space", "s") }

// configured opens a deck with a config file and all themes.
func configured(t *testing.T, content string, change ...func(*tui.Options)) *tuitest.Deck {
	return tuitest.New(t, 100, 30, tuitest.Setup{Theme: theme.NoColor(), Handler: tuitest.Node{Records: 5}, Config: content, Options: func(o *tui.Options) {
		o.Themes.Read = o.Reading.Themes.Read
		for _, change := range change {
			change(o)
		}
	}})
}

// other opens a network of another name.
func other(t *testing.T) func(context.Context, string) (screen.Connection, error) {
	return func(_ context.Context, name string) (screen.Connection, error) {
		node, err := client.NewNode("http://127.0.0.1:1")
		return screen.Connection{Endpoint: load.Endpoint{Network: name, BaseURL: tuitest.BaseURL}, Node: node, Store: tuitest.EmptyStore(t), Networks: []screen.Network{{Name: name}}, Open: other(t)}, err
	}
}

func TestChangedFile(t *testing.T) {
	t.Parallel()
	d := configured(t, tuitest.ExampleConfig)
	require.Equal(t, 20*time.Second, d.Deps().Config.Periods.Home)
	d.ReportFiles()
	require.Empty(t, d.Model.Status().Text, "nothing has changed")
	d.WriteConfigFile(`theme = "light"
ascii = true
motion = false
units = "raw"
alert_command = "beep"
[refresh]
account = "1m"
[names]
chief = "0xc4ief"
[keys]
"deck.quit" = "ctrl+x"
[sizes]
wide = "160x50"
full = "110x30"
[decimals]
"0x1::coins::Coin" = 3
[networks.local]
explorer_account = "https://scan.example.org/{}"
decimals = 4
`)
	d.Shows("! config.toml, line 9: names.chief: must be an address")
	require.Contains(t, d.Model.Status().Text.String(), "; keeping the previous values")
	require.Equal(t, "light", d.Deps().Theme.Name)
	require.True(t, d.Deps().Config.ASCII)
	require.False(t, d.Deps().Config.Motion)
	require.Equal(t, "raw", d.Deps().Units.String())
	require.Equal(t, []string{"beep"}, d.Deps().Config.AlertCommand)
	require.Equal(t, config.Periods{Account: time.Minute, Home: 5 * time.Second, Transaction: 5 * time.Second}, d.Deps().Config.Periods)
	require.Equal(t, "ctrl+x", d.Deps().Key("deck.quit").String())
	require.Equal(t, 4, d.Deps().Amounts.Native())
	require.Equal(t, "0x1::coins::Coin", d.Deps().Config.Coins[0].Type)
	for _, name := range d.Deps().Names.List() {
		require.NotEqual(t, "boss", name.Name)
	}

	d.WriteConfigFile("theme = \"light\"\n[names]\nchief = \"0xc41ef\"\n")
	d.Shows("config file reloaded: ascii, motion, alert_command, units, refresh, sizes")
	d.Press("chief", "enter")
	d.Shows("Account chief")
}

// A theme that could not be read before does not hide what was written.
func TestEarlierThemeError(t *testing.T) {
	t.Parallel()
	d := configured(t, "theme = \"light\"\n", func(o *tui.Options) {
		read := o.Config.Read
		o.Config.Read = func(before *config.Settings) (prefs.Reading, error) {
			reading, err := read(before)
			reading.ThemeErr = errors.New("light: no such file")
			return reading, err
		}
	})
	d.WriteConfigFile("theme = \"light\"\nmotion = true\n")
	d.Shows("! light: no such file; keeping the current theme")
	openForm(d)
	d.Press("2", "/", "motion", "enter", "enter")
	d.Shows("saved: motion = false")
}

// A file that cannot be read is reported once, and the configuration stays.
func TestUnreadableFile(t *testing.T) {
	t.Parallel()
	d := configured(t, tuitest.ExampleConfig)
	path := d.Config
	require.NoError(t, os.Remove(path))
	require.NoError(t, os.Mkdir(path, 0o700))
	d.ReportFiles()
	require.Contains(t, d.Model.Status().Text.String(), "is a directory")
	require.Equal(t, 20*time.Second, d.Deps().Config.Periods.Home)
	d.Press("ctrl+l") // clears the status message
	d.ReportFiles()
	require.Empty(t, d.Model.Status().Text)
	require.NoError(t, os.Remove(path))
	d.ReportFiles()
	require.Equal(t, 5*time.Second, d.Deps().Config.Periods.Home, "the default")
}

func TestPreview(t *testing.T) {
	t.Parallel()
	d := configured(t, tuitest.ExampleConfig)
	before := d.Deps().Theme
	openForm(d)
	d.Press("2", "enter")
	require.Regexp(t, `▸ dark +dark · current`, d.Frame())
	d.Press("down")
	require.Equal(t, "light", d.Deps().Theme.Name)
	require.Contains(t, d.Model.View(), "\x1b[", "the list is drawn in the theme")
	d.ReportFiles()
	d.Press("esc")
	require.Equal(t, before, d.Deps().Theme)
	d.Press("enter", "down", "down", "enter")
	require.Equal(t, "high-contrast", d.Deps().Theme.Name)

	// The theme of the terminal's own colors depends on the background.
	d.Send(terminal.BackgroundMsg{Light: true})
	d.Press("enter", "up", "up", "up")
	require.Equal(t, theme.TerminalOnLight(), d.Deps().Theme)
	d.Press("enter")
	require.Equal(t, theme.TerminalOnLight().Name, d.Deps().Theme.Name)
	d.Press("enter", "down", "down", "down", "enter")
	require.Equal(t, "high-contrast", d.Deps().Theme.Name)

	// A theme that cannot be written is not applied.
	d.WriteConfigFile("theme = dark")
	d.Press("enter", "up", "enter")
	d.Shows("config.toml, line 1: invalid TOML")
	require.Equal(t, "high-contrast", d.Deps().Theme.Name)
}

// A preview ends with the choice, however that ends.
func TestPreviewEnds(t *testing.T) {
	t.Parallel()
	previewing := func(change ...func(*tui.Options)) *tuitest.Deck {
		d := configured(t, tuitest.ExampleConfig, change...)
		openForm(d)
		d.Press("2", "enter", "down")
		require.Equal(t, "light", d.Deps().Theme.Name)
		return d
	}
	d := previewing(func(o *tui.Options) { o.Open = other(t) })
	d.Send(screen.SwitchMsg{Network: "mine"})
	require.Equal(t, "mine", d.Deps().Endpoint.Network)
	require.Equal(t, theme.NoColor(), d.Deps().Theme, "the deck has switched the network")

	d = previewing()
	d.WriteConfigFile(strings.Replace(tuitest.ExampleConfig, "'dark'", "'high-contrast'", 1))
	require.Equal(t, "high-contrast", d.Deps().Theme.Name)
	d.Press("down", "esc")
	require.Equal(t, "high-contrast", d.Deps().Theme.Name, "changed in the file")

	d = previewing(func(o *tui.Options) { o.Config.Path = "" })
	d.Press("enter")
	d.Shows("no config directory on this machine")
	require.Equal(t, theme.NoColor(), d.Deps().Theme)
}

func TestReconfiguredNetwork(t *testing.T) {
	t.Parallel()
	d := configured(t, "[networks.local]\nbase_urls = [\"http://127.0.0.1:1\"]\n", func(o *tui.Options) { o.Open = other(t) })
	d.Press("esc", ":", "network local", "enter")
	d.Shows("already on local")
	d.WriteConfigFile("[networks.local]\nbase_urls = [\"http://127.0.0.1:2\"]\n")
	d.Shows("config file reloaded: networks; :network local reopens it with the new settings")
	d.Press(":", "network local", "enter")
	d.Shows("switched to local")
	d.Press(":", "network local", "enter")
	d.Shows("already on local")

	// The open network stays in the list.
	d.WriteConfigFile("[networks.local]\nchain_id = 77\n")
	i := slices.IndexFunc(d.Deps().Networks, func(network screen.Network) bool { return network.Name == "local" })
	require.EqualValues(t, 77, d.Deps().Networks[i].ChainID)
}

func TestListOfNetworks(t *testing.T) {
	t.Parallel()
	d := configured(t, tuitest.ExampleConfig)
	d.Press("esc", "space", "n", "end")
	d.Shows("rpc.mine.example.org")
	d.WriteConfigFile(tuitest.ExampleConfig + "[networks.another]\nbase_urls = [\"https://another.example.org\"]\n")
	d.Shows("another.example.org")
	d.WriteConfigFile("")
	d.Hides("example.org")
	d.Press("end", "up", "down")
	require.Len(t, strings.Split(ansi.Strip(d.Model.View()), "\n"), 30)
}

func TestConcurrentWrites(t *testing.T) {
	t.Parallel()
	d := configured(t, "")
	d.Press("esc", "space", "s", "2", "down", "down", "down", "down")
	d.Paused = true
	d.Press("enter", "down", "enter", "down", "down", "enter")
	d.Resume()
	require.Contains(t, d.ReadConfigFile(), "\nascii = true\n")
	require.Contains(t, d.ReadConfigFile(), "\noctants = true\n")
	require.Contains(t, d.ReadConfigFile(), "\nmotion = false\n")
	require.True(t, d.Deps().Config.ASCII)
	require.True(t, d.Deps().Config.Octants)
	require.False(t, d.Deps().Config.Motion)
}

func TestSizes(t *testing.T) {
	t.Parallel()
	effort.SkipUnderRace(t)
	for _, sizes := range []string{"wide = \"100x30\"\nfull = \"80x24\"\ncompact = \"60x20\"\nrules = \"40x12\"\nsmall = \"20x6\"\n", "wide = \"300x100\"\nfull = \"250x90\"\ncompact = \"200x80\"\nrules = \"150x60\"\nsmall = \"100x30\"\n"} {
		d := configured(t, "[sizes]\n"+sizes)
		for _, keys := range [][]string{{"esc"}, {"busy", "enter"}, {"enter"}, {"3"}, {"space", "s"}, {"2", "enter"}} {
			d.Press(keys...)
			for width := 1; width <= 160; width += 7 {
				for height := 1; height <= 60; height += 3 {
					d.Resize(width, height)
					tuitest.CheckFrame(t, ansi.Strip(d.Model.View()), width, height)
				}
			}
			d.Resize(100, 30)
		}
	}
}

// Another configured network applies from the next start.
func TestOtherNetwork(t *testing.T) {
	t.Parallel()
	d := configured(t, tuitest.ExampleConfig)
	d.WriteConfigFile("network = 'mine'\n" + tuitest.ExampleConfig)
	d.Shows("config file reloaded: network; takes effect at the next start, or with :network mine")
	require.NotEqual(t, "mine", d.Deps().Endpoint.Network)
}

// The go-to key of the current screen does not open it again.
func TestOpeningCurrentScreenDoesNothing(t *testing.T) {
	t.Parallel()
	d := configured(t, tuitest.ExampleConfig)
	d.Press("esc", "space", "s", "5", "space", "s")
	d.Shows("Home › Settings › Names")
	d.Hides("Names › ")
	d.Press("space", "n", "space", "n")
	d.Shows("Home › Networks")
	d.Hides("Networks › ")
}

// Without a watch, the files are read every second while the settings screen or an overlay is open.
func TestUnwatchedFile(t *testing.T) {
	t.Parallel()
	d := configured(t, "motion = true\n")
	write := func(content string) {
		require.NoError(t, os.WriteFile(d.Config, []byte(content), 0o600))
	}
	write("ascii = true\nmotion = true\n")
	d.Advance(time.Second)
	require.False(t, d.Deps().Config.ASCII)
	openForm(d)
	d.Advance(time.Second)
	require.True(t, d.Deps().Config.ASCII)
}

func TestWatchedFile(t *testing.T) {
	t.Parallel()
	changes := make(chan struct{}, 1)
	var watched context.Context
	d := configured(t, "motion = true\n", func(o *tui.Options) {
		o.Config.Watch = func(ctx context.Context) (<-chan struct{}, error) {
			watched = ctx
			require.NoError(t, os.WriteFile(o.Config.Path, []byte("ascii = true\nmotion = true\n"), 0o600)) // before the watch
			changes <- struct{}{}
			close(changes) // ends the command that waits
			return changes, nil
		}
	})
	require.NoError(t, watched.Err())
	require.True(t, d.Deps().Config.ASCII)
	openForm(d)
	require.NoError(t, os.WriteFile(d.Config, []byte("motion = false\n"), 0o600))
	d.Advance(time.Second)
	require.True(t, d.Deps().Config.ASCII, "a watched file is not polled")
	d.ReportFiles()
	require.False(t, d.Deps().Config.ASCII)
}

package settings_test

import (
	"os"
	"slices"
	"strings"
	"testing"
	"time"

	tea "github.com/charmbracelet/bubbletea"
	"github.com/stretchr/testify/require"

	"foredeck/theme"
	"foredeck/tui"
	"foredeck/tui/screen"
	"foredeck/tui/tuitest"
)

// openForm opens the form of the config file, whose path is the same in every run.
func openForm(d *tuitest.Deck) {
	d.Deps().ConfigFile.Path = "/home/me/.config/foredeck/config.toml"
	d.Press("esc", "space", "s")
}

// configured opens a deck with a config file and all themes.
func configured(t *testing.T, content string) *tuitest.Deck {
	return tuitest.New(t, 100, 30, tuitest.Setup{Theme: theme.NoColor(), Handler: tuitest.Node{Records: 5}, Config: content, Options: func(o *tui.Options) {
		o.Themes.Read = o.Reading.Themes.Read
	}})
}

func TestFirstSetup(t *testing.T) {
	t.Parallel()
	d := configured(t, tuitest.ExampleConfig)
	d.Press("esc", "space", "s")
	d.Shows("Home › Settings › Appearance")
	d.Press("1")
	d.Shows("Home › Settings › Networks", "2 of 5, → next")
	d.Press("a", "second one", "enter")
	d.Shows("the name of a network must consist of letters, digits")
	d.Press("ctrl+u", "second", "enter", "rpc.second.example.org")
	d.Shows("must be an http or https address")
	d.Press("ctrl+u", "enter")
	d.Shows("> ", "value required: type one or press esc to cancel")
	d.Press("rpc.second.example.org", "enter")
	d.Shows("> rpc.second.example.org", "must be an http or https address")
	d.Press("ctrl+u", "https://rpc.second.example.org https://rpc2.example.org", "enter")
	d.Shows(`saved: networks.second.base_urls = ["https://rpc.second.example.org", "https://rpc2`)
	d.Shows("▸ base_urls", "Network second")
	d.Press("2", "g", "enter")
	require.Regexp(t, `▸ dark +dark · current`, d.Frame())
	d.Press("down", "enter")
	require.Equal(t, "light", d.Deps().Theme.Name)
	d.Press("6", "/", "list.down", "enter")
	d.Shows("Keys for: down (all lists).")
	d.Press("esc", "/", "deck.requests", "enter", "enter")
	d.Shows("> `", "key names separated by spaces · enter save")
	d.Press("ctrl+u", "?")
	d.Shows("? is already bound to deck.help")
	d.Press("enter")
	d.Shows("? is already bound to deck.help")
	d.Press("ctrl+u", "ctrl+t f9", "enter")
	d.Shows(`saved: keys."deck.requests" = ["ctrl+t", "f9"]`)
	d.Send(tea.KeyMsg{Type: tea.KeyF9})
	d.Shows("Requests")
	d.Send(tea.KeyMsg{Type: tea.KeyF9})
	d.Press("esc", "space", "n")
	d.Shows("second", "rpc.second.example.org", "mine")

	want := strings.NewReplacer(
		"'dark'", `"light"`,
		"\"ctrl+q\"\n", "\"ctrl+q\"\n\"deck.requests\" = [\"ctrl+t\", \"f9\"]\n",
	).Replace(tuitest.ExampleConfig) + "\n[networks.second]\nbase_urls = [\"https://rpc.second.example.org\", \"https://rpc2.example.org\"]\n"
	require.Equal(t, want, d.ReadConfigFile())
}

func TestFormShowsSources(t *testing.T) {
	t.Parallel()
	d := configured(t, tuitest.ExampleConfig)
	openForm(d)
	d.Press("2")
	require.Regexp(t, `theme +dark +line 2`, d.Frame())
	require.Regexp(t, `no_color +true +environment NO_COLOR`, d.Frame())
	require.Regexp(t, `motion +true +default`, d.Frame())
	d.Press("down", "down", "down")
	d.Shows("line 3: false · overridden by the environment NO_COLOR")
	d.Press("enter")
	d.Shows("saved: no_color = true (overridden by the environment NO_COLOR)")
	d.Press("1", "h", "h")
	require.Regexp(t, `api_key_env +MINE +line 17`, d.Frame())
	d.Press("end")
	d.Press("/", "api_key", "enter")
	require.Regexp(t, `api_key +set +environment MINE`, d.Frame())
	d.Hides("hunter2")
	require.NotContains(t, d.Model.View(), "hunter2")
	d.Press("end")
	before := d.Frame()
	d.Press("enter")
	require.Equal(t, before, d.Frame(), "a secret is not typed here")
}

func TestResetRemovesLine(t *testing.T) {
	t.Parallel()
	d := configured(t, tuitest.ExampleConfig)
	openForm(d)
	d.Press("3", "/", "refresh.h", "enter", "d")
	d.Shows("unset: refresh.home")
	require.Regexp(t, `refresh.home +5s +default`, d.Frame())
	require.Equal(t, 5*time.Second, d.Deps().Config.Periods.Home)
	require.Equal(t, strings.Replace(tuitest.ExampleConfig, "home = \"20s\"\n", "", 1), d.ReadConfigFile())
	d.Press("enter", "ctrl+u", "enter")
	require.Equal(t, strings.Replace(tuitest.ExampleConfig, "home = \"20s\"\n", "", 1), d.ReadConfigFile(), "the file is unchanged after cancel")

	d.Press("1", "h", "h", "down", "d")
	d.Shows("Remove mine from the config file?", "cancel", "remove")
	d.Press("down", "enter")
	d.Shows("removed from the config file: mine", "1 of 4, → next")
	require.NotContains(t, d.ReadConfigFile(), "mine")
	require.False(t, slices.ContainsFunc(d.Deps().Networks, func(network screen.Network) bool { return network.Name == "mine" }))
}

func TestInvalidLineIsReported(t *testing.T) {
	t.Parallel()
	d := configured(t, tuitest.ExampleConfig)
	d.WriteConfigFile(strings.Replace(tuitest.ExampleConfig, `home = "20s"`, `home = 20`, 1))
	d.Shows("! config.toml, line 20: refresh.home: must be a positive duration")
	require.Equal(t, 20*time.Second, d.Deps().Config.Periods.Home, "the old value stays")
	openForm(d)
	d.Press("3")
	require.Regexp(t, `refresh.home +20s +! line 20`, d.Frame())
	d.Shows("! config.toml, line 20")
	d.Press("/", "refresh.h", "enter", "enter", "ctrl+u", "7s", "enter")
	require.Equal(t, strings.Replace(tuitest.ExampleConfig, `"20s"`, `"7s"`, 1), d.ReadConfigFile())
	require.Empty(t, d.Deps().ConfigFile.Problems)

	d.WriteConfigFile("theme = \"dark\n")
	require.Equal(t, 7*time.Second, d.Deps().Config.Periods.Home)
	d.Press("enter", "ctrl+u", "9s", "enter")
	d.Shows("config.toml, line 1: invalid TOML")
	require.Equal(t, "theme = \"dark\n", d.ReadConfigFile(), "an unreadable file is not written")
}

func TestWriteIsReportedDespiteOldErrors(t *testing.T) {
	t.Parallel()
	d := configured(t, "motion = true\n[keys]\n\"home.nope\" = \"x\"\n")
	openForm(d)
	d.Press("2")
	d.Shows("! config.toml, line 3: keys.\"home.nope\": unknown action")
	d.Press("/", "motion", "enter", "enter")
	d.Shows("saved: motion = false; line 3 of config.toml is still invalid")
	d.Hides("keeping the previous values")
	d.Press("esc", "/", "ascii", "enter", "enter")
	d.Shows("saved: ascii = true; line 4 of config.toml is still invalid")

	d.WriteConfigFile("motion = true\nnope = 1\n[keys]\n\"home.nope\" = \"x\"\n")
	d.Shows("! config.toml, line 2: nope: unknown option (and 1 more: foredeck config check)")
	d.Press("end")
	d.Shows("! 2 errors in config.toml (details: foredeck config check): 2 nope, 4 keys.\"home.nope\"")
	d.Press("esc", "/", "motion", "enter", "enter")
	d.Shows("saved: motion = false; 2 lines of config.toml are still invalid")

	// Errors introduced by another program at the same time are reported.
	path := d.Config
	require.NoError(d, os.WriteFile(path, []byte(d.ReadConfigFile()+"\"home.odd\" = \"y\"\n"), 0o600))
	d.Press("enter")
	d.Shows("! config.toml, line 5: keys.\"home.odd\": unknown action")
}

func TestCopySetting(t *testing.T) {
	t.Parallel()
	d := configured(t, tuitest.ExampleConfig)
	openForm(d)
	d.Press("3", "/", "refresh.h", "enter", "y")
	require.Equal(t, "20s", d.Clipboard())
	d.Press("Y", "down", "enter")
	require.Equal(t, `refresh.home = "20s"`, d.Clipboard())
}

func TestConflictingKeysAreRejected(t *testing.T) {
	t.Parallel()
	d := configured(t, tuitest.ExampleConfig)
	d.WriteConfigFile(strings.Replace(tuitest.ExampleConfig, `"ctrl+q"`, `"ctrl+c"`, 1))
	d.Shows(`! config.toml, line 10: keys."deck.quit": ctrl+c is already bound to deck.quit_now`)
	d.WriteConfigFile("[keys]\n\"deck.no_such\" = \"x\"\n")
	openForm(d)
	d.Press("6", "G")
	require.Regexp(t, `deck.no_such +x +! line 2`, d.Frame())
	d.Shows("unknown action")
}

// The list of themes shows the colors of each on its background, and the deck previews the selected one.
func TestThemeGallery(t *testing.T) {
	t.Parallel()
	adapted, _ := theme.Adapt("nord", theme.Display{Depth: theme.TrueColor})
	nord := adapted.Unknown
	var accent strings.Builder
	nord.Accent.Paint(&accent, "key ")
	for depth, isShown := range map[theme.Depth]bool{theme.TrueColor: true, theme.NoColors: false} {
		d := tuitest.New(t, 100, 30, tuitest.Setup{Handler: tuitest.Node{Records: 1}, Config: tuitest.ExampleConfig, Options: func(o *tui.Options) {
			o.Themes.Depth, o.Themes.Read = depth, o.Reading.Themes.Read
		}})
		openForm(d)
		d.Press("2", "enter")
		require.Regexp(t, `nord-light +light`, d.Frame())
		require.Equal(t, isShown, strings.Contains(d.Model.View(), accent.String()))
		d.Press("down")
		require.Equal(t, "light", d.Deps().Theme.Name)
		require.Equal(t, isShown, strings.Contains(d.Model.View(), accent.String()), "the samples keep their colors in a preview")
		d.Press("esc")
	}
}

// A group of accounts is added with @ in front of its name, changed as a list, and removed like a name.
func TestGroupOfAccounts(t *testing.T) {
	t.Parallel()
	d := configured(t, "[names]\nboss = \"0x1\"\n")
	d.Press("esc", "space", "s", "5", "a", "@te m", "enter")
	d.Shows("the name of a group must consist of letters, digits")
	d.Press("ctrl+u", "@saved", "enter")
	d.Shows("@saved is the group of all saved names: choose another name")
	d.Press("ctrl+u", "@team", "enter", "boss 0xzz", "enter")
	d.Shows(`"0xzz" must be an address`)
	d.Press("ctrl+u", "boss 0x5eed", "enter")
	d.Shows(`saved: groups.team = ["boss", "0x5eed"]`)
	require.Equal(t, "[names]\nboss = \"0x1\"\n\n[groups]\nteam = [\"boss\", \"0x5eed\"]\n", d.ReadConfigFile())
	d.Press("d")
	require.NotContains(t, d.ReadConfigFile(), "team")
}

package tui

import (
	"errors"
	"os"
	"strings"
	"testing"
	"time"

	"github.com/charmbracelet/x/ansi"
	"github.com/stretchr/testify/require"

	"foredeck/config"
	"foredeck/theme"
	"foredeck/tui/screen"
)

// mySettings is a file of settings as people write them.
const mySettings = `# My own. The order matters to me.
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

// openForm opens the form at a file whose path is the same in every run.
func openForm(d *deck) {
	d.model.deps.Settings.Path = "/home/me/.config/foredeck/config.toml"
	d.press("esc")
	d.run(d.model.history.OpenSettings())
}

// file is what the file of settings says by now.
func (d *deck) file() string {
	d.Helper()
	content, err := os.ReadFile(d.model.following.source.Path)
	require.NoError(d, err)
	return string(content)
}

// save writes the file of settings as an editor does.
func (d *deck) save(content string) {
	d.Helper()
	path := d.model.following.source.Path
	require.NoError(d, os.WriteFile(path, []byte(content), 0o600))
	// Two writes can fall into the same tick of a file system's clock.
	d.writes++
	later := start.Add(time.Duration(d.writes) * time.Second)
	require.NoError(d, os.Chtimes(path, later, later))
	d.pass(time.Second)
}

func formDeck(t *testing.T, content string) *deck {
	d := newDeck(t, 100, 30, setup{theme: theme.NoColour(), handler: fixture{records: 5, record: ordinary}, settings: content})
	d.model.looks.Read = d.model.following.reading.Looks.Read
	return d
}

// A second network, another theme and a key of one's own, all without leaving; then the file says so, with its comments.
func TestTheFileIsReadAgainWhenItIsSaved(t *testing.T) {
	d := formDeck(t, mySettings)
	require.Equal(t, 20*time.Second, d.model.deps.Config.Periods.Home)
	d.pass(time.Second)
	require.Empty(t, d.model.said.Text, "what has not changed is not spoken of")
	d.save(`theme = "light"
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
	d.shows("! config.toml, line 9: names.chief: must be an address")
	require.Contains(t, d.model.said.Text, "; what was before stays")
	require.Equal(t, "light", d.model.deps.Theme.Name)
	require.True(t, d.model.looks.ASCII)
	require.False(t, d.model.deps.Config.Motion)
	require.Equal(t, "raw", d.model.deps.Units.String())
	require.Equal(t, []string{"beep"}, d.model.alerts.Command)
	require.Equal(t, config.Periods{Account: time.Minute, Home: 5 * time.Second, Transaction: 5 * time.Second}, d.model.deps.Config.Periods)
	require.Equal(t, []string{"ctrl+x"}, d.model.keymap.Bindings[d.model.keys.Quit.ID])
	require.Equal(t, screen.Compact, d.model.class(), "the window is smaller than full is now")
	require.Equal(t, "https://scan.example.org/{}", d.model.browser.Explorer.Account)
	require.Equal(t, 4, d.model.deps.Amounts.Native())
	require.Equal(t, map[string]int{"0x1::coins::Coin": 3}, d.model.following.reading.Coins)
	for _, name := range d.model.deps.Names.List() {
		require.NotEqual(t, "boss", name.Name)
	}

	d.save("theme = \"light\"\n[names]\nchief = \"0xc41ef\"\n")
	d.shows("the settings are as their file is now: ascii, motion, sizes, units, look-again periods")
	require.Equal(t, screen.Full, d.model.class())
	d.press("chief", "enter")
	d.shows("Account chief")
}

// What was wrong in the file before does not hide that a value was written, and a line that becomes wrong by it is named.
// A theme that could not be read before does not hide it either.
func TestAnOldWrongThemeDoesNotHideWhatWasWritten(t *testing.T) {
	d := formDeck(t, "theme = \"light\"\n")
	read := d.model.following.source.Read
	d.model.following.source.Read = func(before *config.Settings) (Reading, error) {
		reading, err := read(before)
		reading.Wrong = errors.New("light: no such file")
		return reading, err
	}
	d.save("theme = \"light\"\nmotion = true\n")
	d.shows("! light: no such file; the look stays as it is")
	openForm(d)
	d.press("2", "/", "motion", "enter", "enter")
	d.shows("saved: motion = false")
}

// A file that is gone is said once, and what it said stays for as long as it cannot be read.
func TestAFileThatCannotBeReadAnyMore(t *testing.T) {
	d := formDeck(t, mySettings)
	path := d.model.following.source.Path
	require.NoError(t, os.Remove(path))
	require.NoError(t, os.Mkdir(path, 0o700))
	d.pass(time.Second)
	require.Contains(t, d.model.said.Text, "is a directory")
	require.Equal(t, 20*time.Second, d.model.deps.Config.Periods.Home)
	d.model.said = screen.StatusMsg{}
	d.pass(time.Second)
	require.Empty(t, d.model.said.Text)
	require.NoError(t, os.Remove(path))
	d.pass(time.Second)
	require.Equal(t, 5*time.Second, d.model.deps.Config.Periods.Home, "without a file nothing is said")
}

func TestWhoHasNoFileIsToldWhereOneIsMade(t *testing.T) {
	d := formDeck(t, "")
	d.model.welcome()
	d.shows("space s sets up networks, looks, names and keys: there is no file of settings yet")
	d.press("esc", ":", "settings", "enter", "2", "enter", "down", "enter")
	d.shows(`saved: theme = "dark"`)
	require.Contains(t, d.file(), "# theme = \"terminal\"\ntheme = \"dark\"\n")
	d.model.said = screen.StatusMsg{}
	d.model.welcome()
	require.Empty(t, d.model.said.Text)
}

func TestThemesAreWornWhileOneChooses(t *testing.T) {
	d := formDeck(t, mySettings)
	before := d.model.deps.Theme
	openForm(d)
	d.press("2", "enter")
	d.shows("▸ dark           now")
	d.press("down")
	require.Equal(t, "light", d.model.deps.Theme.Name)
	require.Contains(t, d.model.View(), "\x1b[", "the choice itself wears it too")
	d.pass(time.Second)
	d.press("esc")
	require.Equal(t, before, d.model.deps.Theme)
	d.send(themeReadMsg{name: "light", trial: true})
	require.Equal(t, before, d.model.deps.Theme, "what comes late is not worn")
	d.press("enter", "down", "down", "enter")
	require.Equal(t, "high-contrast", d.model.deps.Theme.Name)
	require.Nil(t, d.model.untried)

	// That of the terminal's own colours is another on a light ground.
	d.model.light = true
	d.press("enter", "up", "up", "up")
	require.Equal(t, theme.TerminalOnLight(), d.model.deps.Theme)
	d.press("enter")
	require.Equal(t, theme.TerminalOnLight().Name, d.model.deps.Theme.Name)
	d.press("enter", "down", "down", "down", "enter")
	require.Equal(t, "high-contrast", d.model.deps.Theme.Name)

	// What cannot be written is not worn.
	d.save("theme = dark")
	d.press("enter", "up", "enter")
	d.shows("config.toml, line 1: invalid TOML")
	require.Equal(t, "high-contrast", d.model.deps.Theme.Name)
}

// A theme that is tried is worn no longer than it is chosen, however the choice ends.
func TestAThemeThatIsTriedIsNotKept(t *testing.T) {
	tried := func() *deck {
		d := formDeck(t, mySettings)
		openForm(d)
		d.press("2", "enter", "down")
		require.Equal(t, "light", d.model.deps.Theme.Name)
		return d
	}
	d := tried()
	var closed bool
	d.model.networks.Open = other(t, d, &closed)
	d.run(d.model.switchTo("mine"))
	require.Equal(t, "mine", d.model.deps.Endpoint.Network)
	require.Equal(t, theme.NoColour(), d.model.deps.Theme, "another network takes the choice away")
	require.Nil(t, d.model.untried)

	d = tried()
	d.save(strings.Replace(mySettings, "'dark'", "'high-contrast'", 1))
	require.Equal(t, "high-contrast", d.model.deps.Theme.Name)
	d.press("down", "esc")
	require.Equal(t, "high-contrast", d.model.deps.Theme.Name, "the file says so by now")

	d = tried()
	d.model.following.source.Path = ""
	d.press("enter")
	d.shows("there is no place for a file of settings")
	require.Equal(t, theme.NoColour(), d.model.deps.Theme)
	require.Nil(t, d.model.untried)

	d = tried()
	d.model.untried = new(theme.Terminal())
	d.send(groundMsg{light: true})
	d.press("esc")
	require.Equal(t, theme.TerminalOnLight(), d.model.deps.Theme, "the terminal told its ground meanwhile")
}

// Line by line nothing moves, and the window is the same, whatever the settings say.
func TestSettingsThatAreReadAgainLineByLine(t *testing.T) {
	p := newPlain(t, setup{handler: fixture{records: 5, record: ordinary}, settings: "motion = false\n"})
	before := p.model.class()
	p.save("motion = true\n[sizes]\nwide = \"300x100\"\nfull = \"300x90\"\ncompact = \"300x80\"\n")
	require.False(t, p.model.deps.Config.Motion)
	require.Equal(t, before, p.model.class())
	require.Contains(t, p.said.String(), "the settings are as their file is now: motion, sizes")
	openBusy(p.deck)
	require.Contains(t, p.said.String(), "…")
	p.save("ascii = true\n")
	length := p.said.Len()
	p.types("home", "down", "ctrl+l")
	require.NotContains(t, p.said.String()[length:], "…")
	require.Contains(t, p.said.String()[length:], "0x9c0e~")
}

func TestAnOpenNetworkThatMovesIsOpenedAnew(t *testing.T) {
	d := formDeck(t, "[networks.local]\nbase_urls = [\"http://127.0.0.1:1\"]\n")
	closed := false
	d.model.networks.Open = other(t, d, &closed)
	d.press("esc", ":", "network local", "enter")
	d.shows("local is the network that is looked at")
	d.save("[networks.local]\nbase_urls = [\"http://127.0.0.1:2\"]\n")
	d.shows("the settings are as their file is now: networks; local is opened anew with that by :network local")
	d.press(":", "network local", "enter")
	d.shows("the network is local")
	d.press(":", "network local", "enter")
	d.shows("local is the network that is looked at")

	// One that is taken out stays for as long as one looks at it.
	d.save("[networks.local]\nchain_id = 77\n")
	require.EqualValues(t, 77, d.model.deps.Networks[1].ChainID)
}

func TestTheListOfNetworksFollowsTheFile(t *testing.T) {
	d := formDeck(t, mySettings)
	d.press("esc", "space", "n", "end")
	d.shows("https://rpc.mine.example.org")
	d.save(mySettings + "[networks.another]\nbase_urls = [\"https://another.example.org\"]\n")
	d.shows("https://another.example.org")
	d.save("")
	d.hides("example.org")
	d.press("end", "up", "down")
	require.Len(t, strings.Split(ansi.Strip(d.model.View()), "\n"), 30)
}

func TestWhatIsWrittenAtTheSameTimeIsWrittenOneAfterTheOther(t *testing.T) {
	d := formDeck(t, "")
	d.press("esc", "space", "s", "2", "down", "down")
	d.held = true
	d.press("enter", "down", "enter")
	d.release()
	require.Contains(t, d.file(), "\nascii = true\n")
	require.Contains(t, d.file(), "\nmotion = false\n")
	require.True(t, d.model.looks.ASCII)
	require.False(t, d.model.deps.Config.Motion)
}

func TestSizesOfTheSettingsHoldAtEverySize(t *testing.T) {
	enumerates(t)
	for _, sizes := range []string{"wide = \"100x30\"\nfull = \"80x24\"\ncompact = \"60x20\"\nrules = \"40x12\"\nsmall = \"20x6\"\n", "wide = \"300x100\"\nfull = \"250x90\"\ncompact = \"200x80\"\nrules = \"150x60\"\nsmall = \"100x30\"\n"} {
		d := formDeck(t, "[sizes]\n"+sizes)
		d.model.looks.Sizes = d.model.following.reading.Looks.Sizes
		for _, place := range [][]string{{"esc"}, {"busy", "enter"}, {"enter"}, {"3"}, {"space", "s"}, {"2", "enter"}} {
			d.press(place...)
			for width := 1; width <= 160; width += 7 {
				for height := 1; height <= 60; height += 3 {
					d.model.width, d.model.height = width, height
					d.model.history.SetSize(d.model.bodySize())
					lines := strings.Split(d.model.View(), "\n")
					require.LessOrEqual(t, len(lines), height)
					for _, line := range lines {
						require.LessOrEqual(t, ansi.StringWidth(line), width)
					}
				}
			}
			d.model.width, d.model.height = 100, 30
			d.model.history.SetSize(d.model.bodySize())
		}
	}
}

// A network that is written into the file is that of the next start: the deck goes on looking at its own, and says so.
func TestAnotherNetworkInTheFileIsThatOfTheNextStart(t *testing.T) {
	d := formDeck(t, mySettings)
	d.save("network = 'mine'\n" + mySettings)
	d.shows("the settings are as their file is now: network; from the next start on, or by :network mine")
	require.NotEqual(t, "mine", d.model.deps.Endpoint.Network)
}

// The key of a place that one is at stays there: its breadcrumb would be the way to itself.
func TestThePlaceOneIsAtIsNotOpenedAgain(t *testing.T) {
	d := formDeck(t, mySettings)
	d.press("esc", "space", "s", "5", "space", "s")
	d.shows("Home › Settings › Names")
	d.hides("Names › ")
	d.press("space", "n", "space", "n")
	d.shows("Names › Networks")
	d.hides("Networks › ")
}

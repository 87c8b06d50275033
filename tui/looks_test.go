package tui

import (
	"errors"
	"fmt"
	"io/fs"
	"strings"
	"testing"
	"time"

	tea "github.com/charmbracelet/bubbletea"
	"github.com/charmbracelet/x/ansi"
	"github.com/stretchr/testify/require"

	"foredeck/theme"
)

func TestASCIILooks(t *testing.T) {
	for _, place := range []string{"home", "account-decoded", "account-value", "transaction-events", "account-hostile"} {
		t.Run("ascii "+place, func(t *testing.T) {
			d := newDeck(t, 100, 30, scenes[place].setup(theme.NoColour()))
			scenes[place].play(d)
			drawn := d.model.View()
			d.model.looks.ASCII = true
			plain := d.model.View()
			for _, r := range plain {
				require.Less(t, r, rune(0x80), "%q", r)
			}
			want, got := strings.Split(drawn, "\n"), strings.Split(plain, "\n")
			require.Len(t, got, len(want))
			for i := range want {
				require.Equal(t, ansi.StringWidth(want[i]), ansi.StringWidth(got[i]))
			}
		})
	}
}

func TestThemesOfTheDeck(t *testing.T) {
	d := newDeck(t, 100, 30, setup{theme: theme.Terminal(), handler: fixture{records: 5, record: ordinary}})
	own, err := theme.Read("mine", []byte(`good = "#123456"`), theme.TrueColour)
	require.NoError(t, err)
	var wrong error
	d.model.looks.Names = []string{"terminal", "dark", "mine"}
	d.model.looks.Read = func(name string) (theme.Theme, error) {
		if name == "mine" {
			return own, wrong
		}
		if name == "fern" {
			return theme.Read(name, nil, theme.TrueColour)
		}
		if name == "gone" {
			return theme.Theme{}, fmt.Errorf("stat gone.toml: %w", fs.ErrNotExist)
		}
		look, _ := theme.Named(name, theme.TrueColour)
		return look, nil
	}
	openBusy(d)
	d.press("enter", "6", ":", "theme da")
	require.Contains(t, ansi.Strip(d.model.View()), "theme dark")
	d.press("enter")
	require.Equal(t, "dark", d.model.deps.Theme.Name)
	require.Contains(t, d.model.View(), "the theme is dark")
	require.NotContains(t, d.model.View(), "\x1b[36m", "the tree that is shown wears it too")

	d.press(":", "theme mine", "enter")
	require.Equal(t, own, d.model.deps.Theme)
	d.model.said.Text = ""
	d.send(clockMsg{})
	require.Empty(t, d.model.said.Text, "what has not changed is not spoken of")

	old := own
	own, err = theme.Read("mine", []byte(`good = "#654321"`), theme.TrueColour)
	require.NoError(t, err)
	wrong = errors.New("mine.toml, line 3: there is no such colour")
	d.send(clockMsg{})
	require.Equal(t, old, d.model.deps.Theme)
	require.Contains(t, d.model.View(), "! theme mine: mine.toml, line 3: there is no such colour; the look stays as it is")
	d.model.said.Text = ""
	d.send(clockMsg{})
	require.Empty(t, d.model.said.Text, "it is said once")
	wrong = nil
	d.send(clockMsg{})
	require.Equal(t, own, d.model.deps.Theme)
	require.Contains(t, d.model.View(), "the theme is mine, as its file is now")

	// A file that was made while the deck is open.
	d.model.looks.List = func() []string { return []string{"terminal", "dark", "mine", "fern"} }
	d.press(":", "theme fern")
	require.Contains(t, ansi.Strip(d.model.View()), "theme fern   ")
	require.NotContains(t, d.model.looks.Names, "fern")
	d.press("enter")
	require.Contains(t, d.model.View(), "the theme is fern")
	d.press(":", "theme f")
	d.send(clockMsg{})
	require.Contains(t, d.model.looks.Names, "fern")
	for _, field := range d.model.deps.Settings.Fields {
		if field.Key() == "theme" {
			require.Contains(t, field.Choices, "fern")
		}
	}
	require.Contains(t, ansi.Strip(d.model.View()), "▸ theme fern  ")
	d.press("enter")
	require.Contains(t, d.model.View(), "the theme is fern")
	d.press(":", "theme gone", "enter")
	d.send(clockMsg{}) // reads the one that is worn again
	require.Contains(t, d.model.View(), "! there is no theme gone; the look stays as it is")

	// One that was read for another theme than the one that is worn by now is left.
	d.press(":", "theme dark", "enter")
	d.send(themeReadMsg{name: "mine", theme: own, again: true})
	require.Equal(t, "dark", d.model.deps.Theme.Name)
}

func TestNothingMovesWithoutMotion(t *testing.T) {
	d := newDeck(t, 100, 30, setup{theme: theme.NoColour(), handler: fixture{records: 5, record: ordinary}, held: true})
	var paces []time.Duration
	d.model.after = func(pace time.Duration, _ tea.Msg) tea.Cmd {
		paces = append(paces, pace)
		return nil
	}
	d.motion(false)
	d.press("0x1", "enter")
	d.now = d.now.Add(time.Second)
	d.send(quickMsg{})
	require.Contains(t, ansi.Strip(d.model.View()), "* asking for")
	require.NotContains(t, paces, spinPace)
	d.motion(true)
	d.send(quickMsg{})
	require.Contains(t, paces, spinPace)
}

package tui

import (
	"slices"
	"strings"
	"testing"

	tea "github.com/charmbracelet/bubbletea"
	"github.com/stretchr/testify/require"

	"foredeck/theme"
	"foredeck/tui/screen"
)

// openScene is a deck at the place of a scene, on which nothing runs by itself any more.
func openScene(t *testing.T, s scene) *deck {
	d := newDeck(t, 100, 30, s.setup(theme.Terminal()))
	s.play(d)
	d.held = true
	return d
}

// frame is what a key can change: all but the message row, which may say why a key does nothing.
func (d *deck) frame() string {
	lines := strings.Split(d.model.View(), "\n")
	return strings.Join(slices.Delete(lines, len(lines)-2, len(lines)-1), "\n")
}

// TestKeysThatAreNotListedDoNothing presses every key at every place that the help there does not list and that is no text.
func TestKeysThatAreNotListedDoNothing(t *testing.T) {
	enumerates(t)
	keys := []string{"enter", "tab", "shift+tab", "left", "right", "up", "down", "pgup", "pgdown", "home", "end", "ctrl+u", "ctrl+d", "ctrl+n", "ctrl+p"}
	for r := '!'; r <= '~'; r++ {
		keys = append(keys, string(r))
	}
	for name, scene := range scenes {
		d := openScene(t, scene)
		if d.model.overlay.Open() != nil {
			continue // it takes all keys: the menu closes with any
		}
		before := d.frame()
		for _, key := range keys {
			listed := func() bool {
				for _, action := range d.model.actions() {
					if slices.Contains(action.Keys(), key) {
						return true
					}
				}
				return false
			}
			msg, isNamed := namedKeys[key]
			if !isNamed {
				msg = tea.KeyMsg{Type: tea.KeyRunes, Runes: []rune(key)}
			}
			if listed() || d.model.history.Visible().Captures(msg) || key == "]" || key == "[" { // those two say that there is nowhere to go
				continue
			}
			d.press(key)
			require.Equal(t, before, d.frame(), "%s at %s", key, name)
			require.Empty(t, d.waiting, "%s at %s", key, name)
			require.Nil(t, d.model.overlay.Open(), "%s at %s", key, name)
		}
	}
}

// TestKeysThatAreListedDoSomething presses what the help lists, but for keys that move in a list and are at its end, and those
// of the tab that is open.
func TestKeysThatAreListedDoSomething(t *testing.T) {
	enumerates(t)
	for name, scene := range scenes {
		d := openScene(t, scene)
		if d.model.overlay.Open() != nil {
			continue
		}
		for _, action := range d.model.actions() {
			group, what, _ := strings.Cut(action.ID, ".")
			switch {
			case action.Help().Desc == "open or close", group == "list", group == "tree", group == "deck", what == "tab", what == "account", action.ID == "view.earlier", action.ID == "view.later":
				continue
			case action.ID == "view.run" && strings.HasPrefix(name, "view-"):
				continue // the field that is wrong has the focus already
			}
			key := action.Keys()[0]
			d := openScene(t, scene)
			before := d.model.View()
			d.press(key)
			if d.model.View() == before && len(d.waiting) == 0 && d.model.overlay.Open() == nil {
				t.Errorf("%s (%s) does nothing at %s", key, action.ID, name)
			}
		}
	}
}

// The help lists of an action's keys those alone that act: the others are text at the moment.
func TestKeysThatAreTextAreNotListed(t *testing.T) {
	d := newDeck(t, 100, 30, setup{})
	for _, action := range d.model.actions() {
		require.NotContains(t, action.Keys(), "j", action.ID)
		require.NotContains(t, action.Keys(), "k", action.ID)
	}
	d.press("tab")
	require.True(t, slices.ContainsFunc(d.model.actions(), func(action screen.Action) bool { return slices.Contains(action.Keys(), "j") }))
}

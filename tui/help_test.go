package tui_test

import (
	"slices"
	"strings"
	"testing"

	tea "github.com/charmbracelet/bubbletea"
	"github.com/stretchr/testify/require"

	"foredeck/tui/screen"

	"foredeck/tui/tuitest"
)

// withoutMessage returns the frame without the message row, which may report why a key does nothing.
func withoutMessage(d *tuitest.Deck) string {
	lines := strings.Split(d.Model.View(), "\n")
	return strings.Join(slices.Delete(lines, len(lines)-2, len(lines)-1), "\n")
}

// Keys that the help does not list, and that are no text, do nothing.
func TestKeysThatAreNotListed(t *testing.T) {
	tuitest.SkipUnderRace(t)
	keys := []string{"enter", "tab", "shift+tab", "left", "right", "up", "down", "pgup", "pgdown", "home", "end", "ctrl+u", "ctrl+d", "ctrl+n", "ctrl+p"}
	for r := '!'; r <= '~'; r++ {
		keys = append(keys, string(r))
	}
	for name := range tuitest.Places() {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			d := tuitest.OpenPlace(t, name, 100, 30)
			if d.Model.HasOverlay() {
				t.Skip("an overlay takes all keys: the menu closes with any")
			}
			d.Held = true
			before := withoutMessage(d)
			for _, key := range keys {
				msg, isNamed := tuitest.Keys[key]
				if !isNamed {
					msg = tea.KeyMsg{Type: tea.KeyRunes, Runes: []rune(key)}
				}
				isListed := slices.ContainsFunc(d.Model.Actions(), func(action screen.Action) bool { return slices.Contains(action.Keys(), key) })
				if isListed || d.Screen().Captures(msg) || key == "]" || key == "[" { // those two report that there is no next location
					continue
				}
				d.Press(key)
				require.Equal(t, before, withoutMessage(d), key)
				require.Empty(t, d.Waiting, key)
				require.False(t, d.Model.HasOverlay(), key)
			}
		})
	}
}

// Keys that the help lists do something, but for keys that move in a list and are at its end, and those of the open tab.
func TestKeysThatAreListed(t *testing.T) {
	tuitest.SkipUnderRace(t)
	for name := range tuitest.Places() {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			d := tuitest.OpenPlace(t, name, 100, 30)
			if d.Model.HasOverlay() {
				t.Skip("an overlay takes all keys")
			}
			for _, action := range d.Model.Actions() {
				group, what, _ := strings.Cut(action.ID, ".")
				switch {
				case action.Help().Desc == "expand or collapse", group == "list", group == "tree", group == "deck", group == "search", what == "tab", what == "account", action.ID == "view.earlier", action.ID == "view.later":
					continue
				}
				key := action.Keys()[0]
				d := tuitest.OpenPlace(t, name, 100, 30)
				d.Held = true
				before := d.Model.View()
				d.Press(key)
				if d.Model.View() == before && len(d.Waiting) == 0 && !d.Model.HasOverlay() {
					t.Errorf("%s (%s) does nothing", key, action.ID)
				}
			}
		})
	}
}

// The help lists only the keys of an action that act: the others are taken as text at the moment.
func TestKeysThatAreTextAreNotListed(t *testing.T) {
	t.Parallel()
	d := tuitest.New(t, 100, 30, tuitest.Setup{})
	for _, action := range d.Model.Actions() {
		require.NotContains(t, action.Keys(), "j", action.ID)
		require.NotContains(t, action.Keys(), "k", action.ID)
	}
	d.Press("tab")
	require.True(t, slices.ContainsFunc(d.Model.Actions(), func(action screen.Action) bool { return slices.Contains(action.Keys(), "j") }))
}

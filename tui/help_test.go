package tui_test

import (
	"slices"
	"strings"
	"testing"

	tea "github.com/charmbracelet/bubbletea"
	"github.com/stretchr/testify/require"

	"foredeck/tui/screen"
	"foredeck/tui/tuitest"
	"foredeck/tui/tuitest/effort"
)

// withoutMessage returns the frame without the message row, which may explain why a key has no effect.
func withoutMessage(d *tuitest.Deck) string {
	lines := strings.Split(d.Model.View(), "\n")
	return strings.Join(slices.Delete(lines, len(lines)-2, len(lines)-1), "\n")
}

// Keys that are neither listed in the help nor text have no effect.
func TestUnlistedKeysDoNothing(t *testing.T) {
	effort.SkipUnderRace(t)
	keys := []string{"enter", "tab", "shift+tab", "left", "right", "up", "down", "pgup", "pgdown", "home", "end", "ctrl+u", "ctrl+d", "ctrl+n", "ctrl+p"}
	for r := '!'; r <= '~'; r++ {
		keys = append(keys, string(r))
	}
	for name := range allScenes() {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			d := openScene(t, name, 100, 30)
			if d.Model.HasOverlay() {
				t.Skip("any key closes the menu")
			}
			d.Paused = true
			before := withoutMessage(d)
			for _, key := range keys {
				msg, isNamed := tuitest.Keys[key]
				if !isNamed {
					msg = tea.KeyMsg{Type: tea.KeyRunes, Runes: []rune(key)}
				}
				isListed := slices.ContainsFunc(d.Model.Actions(), func(action screen.Action) bool { return slices.Contains(action.Keys(), key) })
				if isListed || d.Screen().Captures(msg) || key == "]" || key == "[" { // they report that there is no next location
					continue
				}
				d.Press(key)
				require.Equal(t, before, withoutMessage(d), key)
				require.Empty(t, d.Pending, key)
				require.False(t, d.Model.HasOverlay(), key)
			}
		})
	}
}

// Keys that the help lists have an effect, except in lists at their end and for the open tab.
func TestListedKeysHaveEffect(t *testing.T) {
	effort.SkipUnderRace(t)
	for name := range allScenes() {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			d := openScene(t, name, 100, 30)
			if d.Model.HasOverlay() {
				t.Skip("overlays handle all keys")
			}
			for _, action := range d.Model.Actions() {
				group, what, _ := strings.Cut(action.ID, ".")
				switch {
				case action.Help().Desc == "expand or collapse", group == "list", group == "tree", group == "deck", group == "search", what == "tab", what == "account", action.ID == "view.earlier", action.ID == "view.later":
					continue
				}
				key := action.Keys()[0]
				d := openScene(t, name, 100, 30)
				d.Paused = true
				before := d.Model.View()
				d.Press(key)
				if d.Model.View() == before && len(d.Pending) == 0 && !d.Model.HasOverlay() {
					t.Errorf("%s (%s) has no effect", key, action.ID)
				}
			}
		})
	}
}

// The help does not list keys of an action that are currently text.
func TestTextKeysAreNotListed(t *testing.T) {
	t.Parallel()
	d := tuitest.New(t, 100, 30, tuitest.Setup{})
	for _, action := range d.Model.Actions() {
		require.NotContains(t, action.Keys(), "n", action.ID)
		require.NotContains(t, action.Keys(), "k", action.ID)
	}
	d.Press("tab")
	require.True(t, slices.ContainsFunc(d.Model.Actions(), func(action screen.Action) bool { return slices.Contains(action.Keys(), "j") }))
}

package tui

import (
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"foredeck/tui/text"
)

// Every screen has a hint, of actions that it has, whose first part fits in 60 columns.
func TestFirstVisitHintOfEveryScreen(t *testing.T) {
	t.Parallel()
	everywhere := map[string]bool{}
	for _, group := range Keys() {
		for _, action := range group.Actions() {
			everywhere[action.ID] = everywhere[action.ID] || group.Everywhere
		}
	}
	for _, kind := range Screens {
		name, hints := kind.Title(), kind.FirstHints()
		if slices.Contains([]string{"home", "settings", "diff", "view", "call", "requests", "wall"}, name) { // they have a note, or no user in front of them
			continue
		}
		require.NotEmpty(t, hints, name)
		own := map[string]bool{}
		for _, action := range kind.All() {
			own[action.ID] = true
		}
		for i, h := range hints {
			require.True(t, own[h.ID] || everywhere[h.ID], "%s: %s", name, h.ID)
			require.True(t, i > 0 || text.Width(h.Words)+len("shift+tab ") <= 58, "%s: %s", name, h.Words)
		}
	}
}

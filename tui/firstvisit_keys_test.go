package tui

import (
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"foredeck/tui/screen/all"
	"foredeck/tui/text"
)

// Every screen has a hint, of actions that it has, whose first part fits in 60 columns.
func TestFirstVisitHintOfEveryScreen(t *testing.T) {
	t.Parallel()
	everywhere := map[string]bool{}
	for _, group := range Keys() {
		if group.Everywhere {
			for _, action := range group.Actions {
				everywhere[action.ID] = true
			}
			continue
		}
		name := group.Name
		if name == "calls" {
			name = "callers" // the name of its package
		}
		if group.Overlay || slices.Contains([]string{"home", "settings", "diff", "view", "call", "requests", "wall"}, name) { // they have a note, or no user in front of them
			continue
		}
		hints := firstHints[name]
		if kind := all.Named(group.Name); kind != nil {
			hints = nil
			for _, h := range kind.FirstHints() {
				hints = append(hints, hint{h.ID, h.Words})
			}
		}
		require.NotEmpty(t, hints, name)
		own := map[string]bool{}
		for _, action := range group.Actions {
			own[action.ID] = true
		}
		for i, h := range hints {
			require.True(t, own[h.action] || everywhere[h.action], "%s: %s", name, h.action)
			require.True(t, i > 0 || text.Width(h.words)+len("shift+tab ") <= 58, "%s: %s", name, h.words)
		}
	}
}

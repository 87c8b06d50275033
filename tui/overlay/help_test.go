package overlay_test

import (
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"foredeck/tui/tuitest"
)

func openHelp(t *testing.T, width, height int) *tuitest.Deck {
	t.Helper()
	d := tuitest.New(t, width, height, tuitest.Setup{Handler: tuitest.Node{Records: 57}})
	d.Press("busy", "enter", "?")
	require.True(t, d.Model.HasOverlay())
	return d
}

func TestSearch(t *testing.T) {
	t.Parallel()
	d := openHelp(t, 100, 30)
	count := regexp.MustCompile(`\d+ rows`).FindString(d.Body())
	d.Shows("Keys on this screen", "[ alt+←        back", "oldest first")
	d.Press("half")
	d.Shows("search half", "─ 1 key ", "ctrl+u ctrl+d  half page up / down")
	d.Hides("oldest first")
	d.Press("backspace", "xyz")
	d.Shows("search halxyz", "─ 0 keys ", "no matching keys")
	d.Press("esc")
	d.Shows(count, "oldest first")
	d.Press("deck.quit") // ids match, too
	d.Shows("─ 1 key ", "quit / quit now")
	d.Press("esc", "esc")
	require.False(t, d.Model.HasOverlay())
}

// The ids of actions, for rebinding, are shown on demand.
func TestIDs(t *testing.T) {
	t.Parallel()
	d := openHelp(t, 160, 50)
	d.Shows("tab shows the ids for rebinding")
	d.Hides("list.up")
	d.Press("tab")
	d.Shows("up / down", "list.up list.down", "account.order", `such as "deck.help" = "f1"`)
	d.Press("tab")
	d.Hides("list.up")
}

// Every action that can be triggered is in the help once, alone or in a pair.
func TestAllActionsAreListed(t *testing.T) {
	t.Parallel()
	for _, keys := range [][]string{
		nil, {"busy", "enter"}, {"busy", "enter", "enter"}, {"0x1::coin", "enter"}, {"0x1::coin::balance", "enter", "v", "esc"}, {"esc", "space", "b"}, {"esc", "space", "p"},
	} {
		d := tuitest.New(t, 200, 120, tuitest.Setup{Handler: tuitest.Node{Records: 57, Chain: tuitest.NewChain()}, Pairs: tuitest.WatchedPairs})
		d.Press(keys...)
		actions := d.Model.Actions()
		d.Press("?", "tab")
		require.True(t, d.Model.HasOverlay(), "%v", keys)
		listed := map[string]int{}
		for _, word := range strings.Fields(d.Body()) {
			listed[word]++
		}
		for _, action := range actions {
			if action.Enabled() {
				require.Equal(t, 1, listed[action.ID], "%s, after %v", action.ID, keys)
			}
		}
	}
}

// The help describes a key in full, as long as the screen does not give it another meaning.
func TestDescriptions(t *testing.T) {
	t.Parallel()
	d := openHelp(t, 100, 40)
	d.Shows("up to the parent screen", "save location")
	d.Press("esc", "z", "?")
	d.Shows("all panels")
	d.Hides("up to the parent screen")
}

func TestClose(t *testing.T) {
	t.Parallel()
	d := openHelp(t, 100, 30)
	d.Press("a", "?")
	d.Shows("search a?")
	d.Press("esc", "?")
	require.False(t, d.Model.HasOverlay())
}

func TestScroll(t *testing.T) {
	t.Parallel()
	d := openHelp(t, 60, 14)
	d.Shows("↑↓ scroll", "Move", "page up / down")
	before := d.Body()
	d.Press("up")
	require.Equal(t, before, d.Body(), "already at the top")
	d.Press("down")
	require.NotEqual(t, before, d.Body())
	d.Press("pgdown", "pgdown", "pgdown", "pgdown", "pgdown", "pgdown", "pgdown")
	d.Shows("suspend")
	d.Press("pgup", "pgup", "pgup", "pgup", "pgup", "pgup", "pgup")
	require.Equal(t, before, d.Body())
}

// The footer is never cut: a narrow box has a short one.
func TestNarrowFooter(t *testing.T) {
	t.Parallel()
	d := openHelp(t, 60, 20)
	d.Shows("type to search · tab shows the ids")
	d.Hides("rebind")
	d.Press("tab")
	d.Shows("rebind in [keys] of the config file")
	d.Shows("list.page_up list.page_down ", "list.half_up list.half_down ")
	d.Hides("such as", "…")
}

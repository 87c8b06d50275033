package help_test

import (
	"regexp"
	"testing"

	"github.com/stretchr/testify/require"

	"foredeck/tui/tuitest"
)

func open(t *testing.T, width, height int) *tuitest.Deck {
	t.Helper()
	d := tuitest.New(t, width, height, tuitest.Setup{Handler: tuitest.Node{Records: 57}})
	d.Press("busy", "enter", "?")
	require.True(t, d.Model.HasOverlay())
	return d
}

func TestSearch(t *testing.T) {
	t.Parallel()
	d := open(t, 100, 30)
	count := regexp.MustCompile(`\d+ keys`).FindString(d.Body())
	d.Shows("Keys on this screen", "[ alt+← backspace  back", "oldest first")
	d.Press("half")
	d.Shows("search half", "─ 2 keys ", "half page up", "half page down")
	d.Hides("oldest first")
	d.Press("backspace", "xyz")
	d.Shows("search halxyz", "─ 0 keys ", "no matching keys")
	d.Press("esc")
	d.Shows(count, "oldest first")
	d.Press("deck.quit") // ids match, too
	d.Shows("─ 2 keys ", "quit now")
	d.Press("esc", "esc")
	require.False(t, d.Model.HasOverlay())
}

// The help describes a key in full, as long as the screen does not give it another meaning.
func TestDescriptions(t *testing.T) {
	t.Parallel()
	d := open(t, 100, 40)
	d.Shows("up to the parent screen", "save location")
	d.Press("esc", "z", "?")
	d.Shows("all panels")
	d.Hides("up to the parent screen")
}

func TestClose(t *testing.T) {
	t.Parallel()
	d := open(t, 100, 30)
	d.Press("a", "?")
	d.Shows("search a?")
	d.Press("esc", "?")
	require.False(t, d.Model.HasOverlay())
}

func TestScroll(t *testing.T) {
	t.Parallel()
	d := open(t, 60, 14)
	d.Shows("↑↓ scroll", "enter  ")
	before := d.Body()
	d.Press("up")
	require.Equal(t, before, d.Body(), "already at the top")
	d.Press("down")
	require.NotEqual(t, before, d.Body())
	d.Press("pgdown", "pgdown", "pgdown", "pgdown", "pgdown", "pgdown")
	d.Shows("suspend")
	d.Press("pgup", "pgup", "pgup", "pgup", "pgup", "pgup", "pgup")
	require.Equal(t, before, d.Body())
}

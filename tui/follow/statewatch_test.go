package follow_test

import (
	"path/filepath"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"foredeck/tui/store"
	"foredeck/tui/tuitest"
)

func TestWatch(t *testing.T) {
	t.Parallel()
	book, err := store.Open(filepath.Join(t.TempDir(), "state"))
	require.NoError(t, err)
	d := tuitest.New(t, 160, 45, tuitest.Setup{Store: book})
	d.Press("framework", "enter", "5", "/", "BlockResource", "enter", "W")
	d.Shows("watching: changes are kept while foredeck runs")
	d.Press("esc", " ", "h") // the account is not visible
	d.Shows("watched", "no change")
	for range 2 {
		d.ProduceBlock()
		d.Advance(6 * time.Second)
	}
	watches := d.Deps().Store.Watches()
	require.Len(t, watches, 1)
	require.Equal(t, 2, watches[0].Changes)
	require.NotNil(t, watches[0].Height)
	d.Shows("BlockResource", "2 changes, block 1,5")

	states, err := d.Deps().Store.States(watches[0].Link)
	require.NoError(t, err)
	require.Len(t, states, 3)

	d.Press(" ", "a", "framework", "enter", "5", "/", "BlockResource", "enter", "D")
	d.Shows("change 2 of 2", "at block 1,549", ".height", `"1548"`, `"1549"`)
	d.Press("left")
	d.Shows("change 1 of 2", `"1547"`, `"1548"`)
	d.Press("esc", "W")
	d.Shows("no longer watched")
	require.Empty(t, d.Deps().Store.Watches())
}

package wall_test

import (
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"foredeck/client/health"
	"foredeck/tui/live"
	"foredeck/tui/screen"
	"foredeck/tui/tuitest"
)

// fail makes a node fail, or respond again.
func fail(d *tuitest.Deck, name string, down bool) {
	node := live.Node{Name: name, Down: down, Reason: "connection refused", Since: d.Now()}
	d.Deps().Raise(d.Deps().Monitor.Nodes([]live.Node{node}, d.Now()))
	d.Send(screen.SpinnerMsg{}) // delivers what was posted
}

// A critical alert fills the screen and stops the rotation until it ends or the user has seen it.
func TestAlertFillsTheScreen(t *testing.T) {
	t.Parallel()
	for _, leave := range []string{"enter", "esc", "right"} {
		d := openMarket(t, tuitest.Setup{}, tuitest.AllPairs)
		fail(d, "a:28000", true)
		d.Shows("╭ Alert ", "node a:28000 down: connection refused", "back to the pages")
		d.Hides("next page in")
		d.Wait(90)
		d.Shows("node a:28000 down")
		d.Press(leave)
		d.Hides("back to the pages")
		d.Shows("next page in 30 s", "page 1 of 2")
		fail(d, "a:28000", false)
		fail(d, "a:28000", true)
		d.Shows("back to the pages") // it is another alert
		fail(d, "a:28000", false)
		d.Hides("back to the pages")
	}
}

const office = `
validator = 17
[[page]]
  [[page.row]]
    [[page.row.panel]]
    kind = "validator"
    [[page.row.panel]]
    kind = "nodes"
`

// The validator of a file is watched while the wall is shown, and then the user's again.
func TestValidatorOfTheWall(t *testing.T) {
	t.Parallel()
	d := tuitest.New(t, 120, 40, tuitest.Setup{Handler: tuitest.Node{Records: 57, Chain: tuitest.NewChain()}, Options: withFile(t, office)})
	require.Equal(t, 17, d.Deps().Monitor.Member())
	d.Press("esc")
	require.Equal(t, -1, d.Deps().Monitor.Member())
	require.Nil(t, d.Deps().Store.Member(), "it is not stored")
}

func TestNodes(t *testing.T) {
	t.Parallel()
	d := tuitest.New(t, 120, 40, tuitest.Setup{Handler: tuitest.Node{Records: 57, Chain: tuitest.NewChain()}, Options: withFile(t, office)})
	d.Shows("no node was checked yet")
	d.Deps().Checks.Statuses = []health.Status{
		{Name: ":28000", State: health.OK, CheckedAt: d.Now(), P50: 12 * time.Millisecond}, {Name: ":28001", State: health.Frozen, CheckedAt: d.Now(), Lag: 29}, {Name: ":28002", State: health.NoBlocks, CheckedAt: d.Now()},
	}
	d.Send(screen.HealthMsg{})
	d.Shows("of 3 nodes", ":28000  ok  12 ms", ":28001  frozen  29 blocks behind", ":28002  no blocks")
}

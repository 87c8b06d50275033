package activity_test

import (
	"testing"

	"github.com/stretchr/testify/require"
	"go.uber.org/goleak"

	"foredeck/tui/screen"
	"foredeck/tui/tuitest"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

var open = []string{"esc", "space", "t"}

func deck(t *testing.T) (*tuitest.Deck, *tuitest.Chain) {
	chain := tuitest.NewChain()
	d := tuitest.New(t, 120, 30, tuitest.Setup{Handler: tuitest.Node{Records: 57, Chain: chain, Executed: true}})
	d.Press(open...)
	return d, chain
}

func TestFrames(t *testing.T) {
	tuitest.Frames(t, map[string]tuitest.Scene{
		"activity": {Executed: true, Keys: append(open, "down"), AllSizes: true},
		"metadata": {Executed: true, Keys: append(open, "m", "down"), Sizes: [][2]int{{120, 40}}},
		"filter":   {Executed: true, Keys: append(open, "/", "status:fail fn:swap", "enter")},
		"none":     {Keys: open},
	})
}

func TestActivity(t *testing.T) {
	t.Parallel()
	d, _ := deck(t)
	d.Shows("Activity", "Transactions of the chain", " blocks scanned to 48,211,", "48,211,907", "automated")
	d.Hides("block_metadata")
	link, ok := screen.LinkOf(d.Screen())
	require.True(t, ok)
	require.Equal(t, "local/activity", link.String())
	d.Press("enter")
	d.Shows("Home › Activity › seq ", "row 1 of Activity (newest first)")
	d.Press("J", "J")
	d.Shows("row 3 of Activity")
	d.Press("esc")
	d.Shows("▸ 48,211,9")
	d.Press("m")
	d.Shows("block_metadata")
	d.Press("m", "/", "type:auto", "enter")
	d.Shows("automated", "type:auto")
	d.Hides(" user ")
}

// New blocks arrive on top while the first row is selected.
func TestNewBlocks(t *testing.T) {
	t.Parallel()
	d, chain := deck(t)
	d.Shows("▸ 48,211,907")
	chain.Grow(2)
	d.ReceiveUntil("▸ 48,211,909")
	d.Press("down", "down", "down", "down")
	chain.Grow(5)
	d.ReceiveUntil("head 48,211,914")
	d.Hides("  48,211,914")
	d.Press("home")
	chain.Grow(1)
	d.ReceiveUntil("▸ 48,211,914")
	d.Shows("blocks scanned to 48,211,")
}

// The walk stops after some blocks, and where the data of the node start.
func TestPrunedNode(t *testing.T) {
	t.Parallel()
	d, chain := deck(t)
	before := chain.Count()
	for range 80 {
		d.Press("end")
	}
	d.Shows("701 blocks scanned to 48,211,207, where the data of this node start", "end")
	require.Less(t, chain.Count()-before, 760, "each block is read once")
	d.Press("r")
	d.Shows("48,211,907", " blocks scanned to 48,21")
}

func TestFailure(t *testing.T) {
	t.Parallel()
	line := &tuitest.FailingTransport{}
	d := tuitest.New(t, 120, 30, tuitest.Setup{Handler: tuitest.Node{Executed: true}, Transport: line.Wrap})
	line.On.Store(true)
	d.Press(open...)
	d.Shows("no response from", "r retry")
	line.On.Store(false)
	d.Press("r")
	d.Shows("▸ 48,211,907")
}

// A node of the specification has no blocks with transactions.
func TestNodeWithoutExecutedBlocks(t *testing.T) {
	t.Parallel()
	d := tuitest.New(t, 120, 30, tuitest.Setup{})
	d.Press(open...)
	d.Shows("this node has no blocks with transactions", "open an account to list its transactions")
}

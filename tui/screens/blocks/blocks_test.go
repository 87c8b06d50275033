package blocks_test

import (
	"strings"
	"testing"
	"time"

	tea "github.com/charmbracelet/bubbletea"
	"github.com/stretchr/testify/require"

	"foredeck/client/localnet"
	"foredeck/config"
	"foredeck/tui/screen"
	"foredeck/tui/store"
	"foredeck/tui/text"
	"foredeck/tui/tuitest"
)

// blocksDeck returns a deck on a fixture chain with the blocks screen open.
func blocksDeck(t *testing.T, change func(*tuitest.Chain)) (*tuitest.Deck, *tuitest.Chain) {
	chain := tuitest.NewChain()
	if change != nil {
		change(chain)
	}
	d := tuitest.New(t, 100, 30, tuitest.Setup{Handler: tuitest.Node{Records: 57, Chain: chain}})
	d.Press("esc", "space", "b")
	return d, chain
}

func TestBlocksAreFollowed(t *testing.T) {
	t.Parallel()
	d, _ := blocksDeck(t, nil)
	d.Shows("Home › Blocks", "following", "▸ 48,211,907", "median 0.81 s", "head 48,211,907")
}

func TestNewBlocksDoNotMoveTheSelectedRow(t *testing.T) {
	t.Parallel()
	d, chain := blocksDeck(t, nil)
	chain.Grow(1)
	d.ReceiveUntil("▸ 48,211,908")
	d.Shows("following")
	d.Press("down", "down", "down")
	d.Shows("▸ 48,211,905", "viewing 48,211,905")
	line := d.LineOf("▸ 48,211,905")
	chain.Grow(3)
	d.ReceiveUntil("height 48,211,911")
	require.Equal(t, line, d.LineOf("▸ 48,211,905"), "it stays on its line")
	d.Press("f")
	d.Shows("▸ 48,211,911", "following")
}

func TestOlderBlocksAreRequestedOnce(t *testing.T) {
	t.Parallel()
	d, chain := blocksDeck(t, nil)
	d.Press("end")
	d.Press("end")
	d.Press("end")
	for height := tuitest.NewestHeight; height > tuitest.NewestHeight-300; height-- {
		require.LessOrEqual(t, chain.Requests(height), 3, height) // Home and the searches may have tried it
	}
	require.Equal(t, 1, chain.Requests(tuitest.NewestHeight-250))
	chain.Change(func() { chain.Oldest = tuitest.NewestHeight - 400 })
	for range 5 {
		d.Press("end")
	}
	d.Shows("rows, end")
}

func TestPauseAndResume(t *testing.T) {
	t.Parallel()
	d, chain := blocksDeck(t, nil)
	d.Press("p")
	d.Shows("paused · p resume")
	d.Streams = nil
	chain.Grow(2)
	d.Press("p")
	d.ReceiveUntil("▸ 48,211,909")
	d.Shows("following")
}

// The chain is followed while other screens are open: on return there is no hole.
// Opening is the first key of the row, and resuming while paused.
func TestKeyRow(t *testing.T) {
	t.Parallel()
	d, _ := blocksDeck(t, nil)
	d.Shows("\n enter open  n next slow or missed  / search  ")
	d.Press("p")
	d.Shows("\n p resume  enter open  ")
}

func TestReturningShowsAllBlocks(t *testing.T) {
	t.Parallel()
	d, chain := blocksDeck(t, nil)
	chain.Grow(1)
	d.ReceiveUntil("48,211,908")
	d.Press("esc")
	chain.Grow(20)
	d.ReceiveUntil("head 48,211,928")
	d.Press("space", "b")
	d.Shows("▸ 48,211,928", "following")
	d.Hides("not loaded")
	for height := tuitest.NewestHeight - 100; height <= tuitest.NewestHeight+21; height++ {
		require.NotNil(t, d.Deps().Blocks.Block(uint64(height)), height)
	}
	require.LessOrEqual(t, chain.Requests(tuitest.NewestHeight+10), 2, "the search may have tried it")
}

func TestGapCanBeLoaded(t *testing.T) {
	t.Parallel()
	d, chain := blocksDeck(t, nil)
	chain.Grow(12_000)
	d.ReceiveUntil("▸ 48,223,907")
	for range 200 {
		if d.Press("down"); strings.Contains(d.Frame(), "▸ — ") {
			break
		}
	}
	d.Shows("▸ — ")
	const inside = 48_223_500
	require.Zero(t, chain.Requests(inside))
	line := d.LineOf("▸ ")
	d.Press("enter")
	require.Equal(t, 1, chain.Requests(inside))
	require.Equal(t, line, d.LineOf("▸ "), "what comes in stands below the selected row")
	d.Hides("▸ — ")
}

func TestMissedVotesAreReportedOnce(t *testing.T) {
	t.Parallel()
	d, chain := blocksDeck(t, nil)
	d.Press("m", "0", "enter")
	missed := 0
	for height := tuitest.NewestHeight + 1; height <= tuitest.NewestHeight+60; height++ {
		if !tuitest.Voted(height, 0) {
			missed++
		}
	}
	require.Positive(t, missed)
	chain.Grow(60)
	d.ReceiveUntil("height 48,211,967")
	count := uint64(0)
	for _, condition := range append(d.Deps().Store.PastAlerts(), d.Deps().Monitor.Open()...) {
		if condition.Kind == config.AlertMissed {
			count += condition.Facts.Count
		}
	}
	require.EqualValues(t, missed, count, "also those that were caught up")
	d.Press("a")
	d.Shows("Home › Blocks › Alerts", "your validator (00) ")
	d.Advance(time.Hour) // suspended
	d.Wait(29)
	d.Hides("no new block for")
	d.Wait(2)
	d.Shows("no new block for 31s, last block 48,211,967")
	d.Wait(31) // the alert about the time after the suspension
	before := strings.Count(d.Bell.String(), "\a")
	d.Wait(61)
	require.Equal(t, before, strings.Count(d.Bell.String(), "\a"), "once until the next block")
	d.Press("home", "enter")
	d.Shows("Home › Blocks › block 48,2")
}

func TestNodeRequiresToken(t *testing.T) {
	t.Parallel()
	d, chain := blocksDeck(t, func(c *tuitest.Chain) { c.NeedsToken = true })
	d.Shows("unauthorized", "set FOREDECK_CONSENSUS_TOKEN", "everything else works")
	chain.Change(func() { chain.NeedsToken = false })
	d.Press("r")
	d.Shows("▸ 48,211,907", "following")
}

func TestNodeRollbackAndChainChange(t *testing.T) {
	t.Parallel()
	d, chain := blocksDeck(t, nil)
	chain.Grow(1)
	d.ReceiveUntil("48,211,908")
	chain.Change(func() { chain.Head -= 50 })
	d.ReceiveUntil("node is behind")
	d.Shows("! alert: node is 50 blocks behind, at 48,211,858")
	d.Press("home") // a key clears the message
	d.Shows("node is behind at 48,211,858, last seen 48,211,908")
	chain.Change(func() { chain.Head, chain.Number = chain.Head+51, 1 })
	d.ReceiveUntil("another chain")
	d.ReceiveUntil("▸ 48,211,9") // the replacing block may be announced separately
}

// After a fork, the deck replaces the blocks that changed, reports their missed votes again, and keeps the others.
func TestFork(t *testing.T) {
	t.Parallel()
	for name, elsewhere := range map[string]bool{"while following": false, "while another screen is open": true} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			d, chain := blocksDeck(t, nil)
			index := d.Deps().Blocks
			chain.Grow(20)
			d.ReceiveUntil("▸ 48,211,927")
			if elsewhere {
				d.Press("esc")
			}
			const from = tuitest.NewestHeight + 16
			chain.Change(func() { chain.From, chain.Number, chain.Head = from, 1, chain.Head+2 })
			if elsewhere {
				d.Press("space", "b")
			}
			d.ReceiveUntil("▸ 48,211,929")
			for height := tuitest.NewestHeight - 100; height <= tuitest.NewestHeight+22; height++ {
				require.NotNil(t, index.Block(uint64(height)), height)
				require.Equal(t, chain.Digest(height), index.Block(uint64(height)).Digest.String(), height)
			}
			newest, _ := index.Newest()
			require.EqualValues(t, tuitest.NewestHeight+22, newest.Height)
			d.Shows("chain forked: the node replaced blocks 48,211,923 to 48,211,927")
			require.Equal(t, 1, strings.Count(d.Bell.String(), "\a"))
		})
	}
}

// Blocks that Home loaded before the chain was followed are replaced if they are not on the chain that the follower finds.
func TestForkAfterHome(t *testing.T) {
	t.Parallel()
	for _, more := range []int{2, 100, 1_000} { // blocks before the chain is followed
		chain, saved := tuitest.NewChain(), tuitest.EmptyStore(t)
		saved.SetHead(store.Head{Height: tuitest.NewestHeight - 10})
		d := tuitest.New(t, 100, 30, tuitest.Setup{Handler: tuitest.Node{Records: 57, Chain: chain}, Store: saved})
		index := d.Deps().Blocks
		d.Press("esc")
		d.Wait(25)
		newest, _ := index.Newest()
		require.Greater(t, int(newest.Height), tuitest.NewestHeight-10, "loaded by Home")
		chain.Change(func() { chain.From, chain.Number, chain.Head = tuitest.NewestHeight-8, 1, chain.Head+more })
		d.Press("space", "b")
		d.ReceiveUntil("▸ " + text.Integer(uint64(chain.Head)).String())
		chain.Grow(1)
		d.ReceiveUntil("▸ " + text.Integer(uint64(chain.Head)).String())
		for height := chain.Head - 121; height <= chain.Head; height++ {
			require.NotNil(t, index.Block(uint64(height)), height)
			require.Equal(t, chain.Digest(height), index.Block(uint64(height)).Digest.String(), "%d after %d blocks", height, more)
		}
	}
}

// Older blocks that were requested before the chain was replaced are not added to the new one.
func TestLateBlocksOfReplacedChain(t *testing.T) {
	t.Parallel()
	d, chain := blocksDeck(t, nil)
	chain.Grow(1)
	d.ReceiveUntil("▸ 48,211,908")
	d.Paused = true
	d.Press("end")
	pending := d.Pending
	d.Pending = nil
	var late []tea.Msg
	for len(pending) > 0 {
		msg := pending[0]()
		pending = pending[1:]
		if batch, ok := msg.(tea.BatchMsg); ok {
			pending = append(pending, batch...)
		} else if msg != nil {
			late = append(late, msg)
		}
	}
	require.NotEmpty(t, late)
	d.Paused = false
	chain.Change(func() { chain.Number, chain.Head = 1, chain.Head+1 })
	d.ReceiveUntil("another chain")
	for _, msg := range late {
		d.Send(msg)
	}
	for height := tuitest.NewestHeight - 300; height <= tuitest.NewestHeight; height++ {
		if row := d.Deps().Blocks.Block(uint64(height)); row != nil {
			require.Equal(t, chain.Digest(height), row.Digest.String(), height)
		}
	}
}

func TestNodeFailure(t *testing.T) {
	t.Parallel()
	d, chain := blocksDeck(t, nil)
	chain.Grow(1)
	d.ReceiveUntil("48,211,908")
	chain.Change(func() { chain.Down = true })
	d.ReceiveUntil("no response for")
	d.Shows("! alert: node down: ", "▸ 48,211,908", "failing")
	d.Press("home") // a key clears the message
	d.Shows("store lookup failed; retrying")
	chain.Change(func() { chain.Down = false })
	chain.Grow(1)
	d.ReceiveUntil("▸ 48,211,909")
	d.Hides("failing", "retrying")
}

func TestStatisticsAreExported(t *testing.T) {
	t.Parallel()
	d, _ := blocksDeck(t, nil)
	d.Press("S")
	d.Shows("Members", "121 of 1,000 blocks, 48,211,787 to 48,211,907", "MISSED")
	d.Press("tab")
	d.Shows("Authors", "SHARE", "11.6%")
	d.Press("=", "rival", "enter")
	d.Shows("rival 0x")
	d.Press("e", "enter")
	d.Shows("wrote 9 records")
}

// The statistics name what is selected in them, not the author of the block that is selected in the list.
func TestSubjectOfStatistics(t *testing.T) {
	t.Parallel()
	d, _ := blocksDeck(t, nil)
	subject := func() store.Subject {
		t.Helper()
		subject, ok := d.Screen().(screen.Namer).Subject()
		require.True(t, ok)
		return subject
	}
	require.Equal(t, store.AuthorSubject(tuitest.AuthorOf(tuitest.NewestHeight)), subject())
	d.Press("S")
	d.Shows("Members")
	first := subject()
	require.Equal(t, store.Member, first.Kind)
	d.Press("down")
	require.Equal(t, store.Member, subject().Kind)
	require.NotEqual(t, first, subject())
	d.Press("=", "rival", "enter")
	require.Contains(t, d.SelectedRow(), "rival")
	d.Press("tab")
	d.Shows("Authors")
	authors := map[store.Subject]bool{}
	for range 9 {
		require.Equal(t, store.Author, subject().Kind)
		authors[subject()] = true
		d.Press("down")
	}
	require.Len(t, authors, 9)
}

// The screen pages through all blocks of a live network.
func TestSimulatedBlocks(t *testing.T) {
	t.Parallel()
	d := tuitest.New(t, 100, 30, tuitest.Setup{Network: localnet.Options{}})
	d.Press("esc", "space", "b")
	d.Shows("following", "29/31")
	for range 3 {
		d.ProduceBlock()
		d.ReceiveStreams()
	}
	d.Press("n")
	d.Send(tea.WindowSizeMsg{Width: 30, Height: 5})
	d.Shows("/31")
}

func TestGoToHeight(t *testing.T) {
	t.Parallel()
	d, chain := blocksDeck(t, nil)
	d.Press(":", "height 48,211,300", "enter")
	d.Shows("▸ 48,211,300", "viewing 48,211,300")
	require.Equal(t, 1, chain.Requests(48_211_300))
	d.Press("home", "end")
	d.Press("#", "48211801", "enter")
	d.Shows("▸ 48,211,801")
	require.Equal(t, 1, chain.Requests(48_211_801))
	d.Press("#", "nowhere", "enter")
	d.Shows("must be a whole number")
	d.Press("esc", "#", "49000000", "enter")
	d.Shows("! the node does not have these blocks: not created yet, or pruned", "▸ 48,211,801")
	d.Press("f")
	d.Shows("▸ 48,211,907")
}

// The height prompt opens the blocks from any screen, whether or not the newest one is known.
func TestGoToHeightFromAnywhere(t *testing.T) {
	t.Parallel()
	d := tuitest.New(t, 100, 30, tuitest.Setup{Handler: tuitest.Node{Records: 57, Chain: tuitest.NewChain()}})
	for _, height := range []string{"48,211,300", "48,211,850", "48,211,801"} {
		d.Press("esc", ":", "height "+height)
		d.Shows("open blocks at height")
		d.Press("enter")
		d.Shows("Home › Blocks", "▸ "+height, "viewing "+height, "height 48,211,907")
	}
}

// Reaching the end of a recording raises no alert.
func TestEndOfRecordingRaisesNoAlert(t *testing.T) {
	t.Parallel()
	d, chain := blocksDeck(t, nil)
	d.Deps().Blocks.SetLast(tuitest.NewestHeight + 1)
	d.Shows("following")
	d.Deps().Blocks.SetLast(tuitest.NewestHeight)
	d.Wait(40)
	d.Shows("end of recording")
	d.Hides("no new block for")
	require.Empty(t, d.Bell.String())
	require.Zero(t, d.Deps().Monitor.Count())
	d.Deps().End = d.Now().Add(time.Second)
	d.Advance(time.Second)
	require.NotEmpty(t, d.Streams)
	for _, cmd := range d.Streams {
		d.Deliver(cmd()) // would block forever if the stream were still open
	}
	d.Streams = nil
	requests := chain.Requests(tuitest.NewestHeight + 1)
	d.Press("esc", "space", "b")
	d.Press("r")
	d.Shows("end of recording")
	require.Empty(t, d.Streams)
	require.Equal(t, requests, chain.Requests(tuitest.NewestHeight+1))
}

// Resetting the chain while a pattern is typed leaves nothing to search.
func TestSearchAfterChainReset(t *testing.T) {
	t.Parallel()
	d, _ := blocksDeck(t, nil)
	d.Press("/", "9")
	d.Deps().Blocks.Clear()
	d.Press("0")
	d.Shows("enter apply")
	d.Press("enter", "n", "N", "esc")
	d.Hides("enter apply")
}

// A pattern matches height, author, votes and digest, starting from the selected block. After
// esc, n and N go to slow and missed blocks again.
func TestSearchBlocks(t *testing.T) {
	t.Parallel()
	d, _ := blocksDeck(t, nil)
	d.Press("/", "0x1077")
	d.Shows("/ 0x1077", "▸ 48,211,901", "viewing 48,211,901")
	d.Press("enter", "n")
	d.Shows("▸ 48,211,892")
	d.Press("N", "/")
	d.Press("backspace", "backspace", "backspace", "backspace", "backspace", "backspace", "907$")
	d.Shows("no more matches in this direction", "▸ 48,211,901")
	d.Press("enter", "a", "n")
	d.Hides("no more matches in this direction")
	d.Press("esc")
	d.Shows("/ 907")
	d.Press("esc")
	d.Hides("/ 907")
	d.Press("/", "q?", "esc")
	d.Shows("Home › Blocks")
	d.Press("f", "n")
	d.Shows("▸ 48,211,903", "2.41!")
	d.Press("S", "/")
	d.Hides("height, author, votes or digest")
}

// The votes panel marks the selected block, which enter opens.
func TestVotesMarkSelectedBlock(t *testing.T) {
	t.Parallel()
	d, _ := blocksDeck(t, nil)
	d.Press("v")
	column := func() int {
		line, _, _ := strings.Cut(d.LineWith("▲"), "▲")
		return len([]rune(line))
	}
	d.Shows("48,211,907 ▲")
	newest := column()
	d.Press("left", "left")
	d.Shows("48,211,905 ▲")
	require.Equal(t, newest-2, column())
	d.Press("enter")
	d.Shows("block 48,211,905")
}

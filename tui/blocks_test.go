package tui

import (
	"strings"
	"testing"
	"time"

	tea "github.com/charmbracelet/bubbletea"
	"github.com/stretchr/testify/require"

	"foredeck/client/localnet"
)

// blocksDeck is a deck on a fixture's chain, at its blocks.
func blocksDeck(t *testing.T, change func(*testChain)) (*deck, *testChain) {
	chain := newTestChain()
	if change != nil {
		change(chain)
	}
	d := newDeck(t, 100, 30, setup{handler: fixture{records: 57, record: ordinary, chain: chain}})
	openBlocks(d)
	return d, chain
}

func TestBlocksAreFollowed(t *testing.T) {
	d, _ := blocksDeck(t, nil)
	d.shows("Home › Blocks", "following", "▸ 48,211,907", "median 0.81 s", "head 48,211,907")
}

func TestNewBlocksDoNotMoveTheSelectedRow(t *testing.T) {
	d, chain := blocksDeck(t, nil)
	chain.grow(1)
	d.hearUntil("▸ 48,211,908")
	d.shows("following")
	d.press("down", "down", "down")
	d.shows("▸ 48,211,905", "held at 48,211,905")
	line := lineOf(t, d.screen(), "▸ 48,211,905")
	chain.grow(3)
	d.hearUntil("height 48,211,911")
	require.Equal(t, line, lineOf(t, d.screen(), "▸ 48,211,905"), "it stays on its line")
	d.press("f")
	d.shows("▸ 48,211,911", "following")
}

func TestOlderBlocksAreAskedForOnce(t *testing.T) {
	d, chain := blocksDeck(t, nil)
	d.press("end")
	d.press("end")
	d.press("end")
	for height := newestHeight; height > newestHeight-300; height-- {
		require.LessOrEqual(t, chain.times(height), 2, height) // the newest may have been tried by the search
	}
	require.Equal(t, 1, chain.times(newestHeight-250))
	chain.change(func() { chain.oldest = newestHeight - 400 })
	for range 5 {
		d.press("end")
	}
	d.shows("rows, end")
}

func TestPausedAndGoneOn(t *testing.T) {
	d, chain := blocksDeck(t, nil)
	d.press("p")
	d.shows("paused: p goes on")
	d.streams = nil
	chain.grow(2)
	d.press("p")
	d.hearUntil("▸ 48,211,909")
	d.shows("following")
}

func TestLeavingEndsFollowingAndComingBackCatchesUp(t *testing.T) {
	d, chain := blocksDeck(t, nil)
	chain.grow(1)
	d.hearUntil("48,211,908")
	d.press("esc")
	chain.grow(20)
	for _, cmd := range d.streams {
		d.deliver(cmd())
	}
	d.streams = nil
	d.hides("48,211,928")
	openBlocks(d)
	d.hearUntil("▸ 48,211,928")
	d.hides("not asked")
	require.LessOrEqual(t, chain.times(newestHeight+10), 2, "the search may have tried it")
}

func TestALongWayBehindLeavesAHoleThatCanBeLoaded(t *testing.T) {
	d, chain := blocksDeck(t, nil)
	chain.grow(12_000)
	d.hearUntil("▸ 48,223,907")
	for !strings.Contains(d.screen(), "▸   — ") && !strings.Contains(d.screen(), "▸ — ") {
		d.press("down")
	}
	const inside = 48_223_500
	require.Zero(t, chain.times(inside))
	line := lineOf(t, d.screen(), "▸ ")
	d.press("enter")
	require.Equal(t, 1, chain.times(inside))
	require.Equal(t, line, lineOf(t, d.screen(), "▸ "), "what comes in stands below the selected row")
	d.hides("▸ — ")
}

func TestMissesAreToldOnce(t *testing.T) {
	d, chain := blocksDeck(t, nil)
	var bell strings.Builder
	d.model.terminal = &bell
	d.press("m", "0", "enter")
	missed := 0
	for height := newestHeight + 1; height <= newestHeight+60; height++ {
		if !voted(height, 0) {
			missed++
		}
	}
	require.Positive(t, missed)
	chain.grow(60)
	d.hearUntil("height 48,211,967")
	words := 0
	d.press("a", "end")
	for _, alert := range d.model.deps.Blocks.Watch.Alerts() {
		if strings.Contains(string(alert.Text), "has no vote of mine (00)") {
			words++
		}
	}
	require.Equal(t, missed, words, "also those that were caught up")
	require.Equal(t, d.model.deps.Blocks.Watch.Count(), strings.Count(bell.String(), "\a"))
	d.shows("Home › Blocks › Alerts")
	before := d.model.deps.Blocks.Watch.Count()
	d.pass(31 * time.Second)
	d.shows("no block for 31s after 48,211,967")
	d.pass(31 * time.Second)
	require.Equal(t, before+1, d.model.deps.Blocks.Watch.Count(), "once until the next block")
	d.press("enter")
	d.shows("Home › Blocks › Alerts › block 48,2")
}

func TestLimitsAreSetAndKept(t *testing.T) {
	d, chain := blocksDeck(t, nil)
	d.press("a", "down", "enter")
	d.shows("Gap over")
	for range 5 {
		d.press("backspace")
	}
	d.press("never", "enter")
	d.shows(`"never": must be a time`)
	for range 5 {
		d.press("backspace")
	}
	d.press("0.5", "enter")
	d.shows("500ms")
	require.Equal(t, 500*time.Millisecond, d.model.deps.Store.Limits().Gap)
	d.press("home", "enter")
	d.shows("my miss       off")
	d.press("end", "enter")
	d.shows("quiet until 13:04 UTC")
	var bell strings.Builder
	d.model.terminal = &bell
	chain.grow(1)
	d.hearUntil("48,211,908")
	require.Positive(t, d.model.deps.Blocks.Watch.Count(), "every block is slow now")
	require.Empty(t, bell.String())
}

func TestANodeThatWantsAToken(t *testing.T) {
	d, chain := blocksDeck(t, func(c *testChain) { c.token = true })
	d.shows("refused", "set FOREDECK_CONSENSUS_TOKEN", "everything else goes on")
	chain.change(func() { chain.token = false })
	d.press("r")
	d.shows("▸ 48,211,907", "following")
}

func TestANodeThatGoesBackAndAnotherChain(t *testing.T) {
	d, chain := blocksDeck(t, nil)
	chain.grow(1)
	d.hearUntil("48,211,908")
	chain.change(func() { chain.head -= 50 })
	d.hearUntil("the node is behind")
	d.shows("it holds up to 48,211,858, 48,211,908 was seen")
	chain.change(func() { chain.head, chain.number = chain.head+51, 1 })
	d.hearUntil("another chain")
	d.hearUntil("▸ 48,211,9") // the block that replaced them may be told apart from that it did
}

func TestANodeThatFails(t *testing.T) {
	d, chain := blocksDeck(t, nil)
	chain.grow(1)
	d.hearUntil("48,211,908")
	chain.change(func() { chain.down = true })
	d.hearUntil("no answer for")
	d.shows("store lookup failed; trying on", "▸ 48,211,908", "failing")
	chain.change(func() { chain.down = false })
	chain.grow(1)
	d.hearUntil("▸ 48,211,909")
	d.hides("failing", "trying on")
}

func TestStatisticsAreCountedAndWritten(t *testing.T) {
	d, _ := blocksDeck(t, nil)
	d.press("S")
	d.shows("Members", "121 blocks, 48,211,787 to 48,211,907", "MISSES")
	d.press("tab")
	d.shows("Authors", "SHARE", "11.6%")
	d.press("=", "rival", "enter")
	d.shows("rival 0x")
	d.press("e", "enter")
	d.shows("wrote 9 records")
}

// The screen goes through a network that makes blocks, with those of the whole chain.
func TestBlocksOfTheSimulatedNetwork(t *testing.T) {
	d := newDeck(t, 100, 30, setup{network: localnet.Options{}})
	openBlocks(d)
	d.shows("following", "29/31")
	for range 3 {
		d.produce()
		d.hear()
	}
	d.press("n")
	d.send(tea.WindowSizeMsg{Width: 30, Height: 5})
	d.shows("/31")
}

func TestHomeLooksAtOneBlockAtATime(t *testing.T) {
	chain := newTestChain()
	d := newDeck(t, 100, 30, setup{handler: fixture{records: 57, record: ordinary, chain: chain}})
	d.shows("Chain", "no block asked for yet")
	asked := func() int {
		chain.lock.Lock()
		defer chain.lock.Unlock()
		return len(chain.asked)
	}
	for look := range 6 {
		require.Equal(t, look, asked(), "one each time")
		d.pass(5 * time.Second)
	}
	d.shows("head     48,211,86", "in the newest certificate", "cadence")
	d.press("esc", "tab", "enter")
	d.shows("Home › Blocks", "▸ 48,211,907")

	chain.change(func() { chain.token = true })
	d.press("esc")
	d.shows("refused", "FOREDECK_CONSENSUS_TOKEN")
	before := asked()
	d.pass(5 * time.Second)
	require.Equal(t, before, asked(), "not asked for again and again")
	d.hides("rpc v3  refused")
	chain.change(func() { chain.token = false })
	d.press("r")
	d.shows("in the newest certificate")
}

func TestAHeightIsGoneTo(t *testing.T) {
	d, chain := blocksDeck(t, nil)
	d.press(":", "height 48,211,300", "enter")
	d.shows("▸ 48,211,300", "held at 48,211,300")
	require.Equal(t, 1, chain.times(48_211_300))
	d.press("home", "end")
	d.press("#", "48211801", "enter")
	d.shows("▸ 48,211,801")
	require.Equal(t, 1, chain.times(48_211_801))
	d.press("#", "nowhere", "enter")
	d.shows("must be a whole number")
	d.press("esc", "#", "49000000", "enter")
	d.shows("! the node does not hold these blocks, not yet or no more", "▸ 48,211,801")
	d.press("f")
	d.shows("▸ 48,211,907")
}

// The line for a height opens the blocks where one is elsewhere, whether or not their newest one is known.
func TestAHeightIsGoneToFromAnywhere(t *testing.T) {
	d := newDeck(t, 100, 30, setup{handler: fixture{records: 57, record: ordinary, chain: newTestChain()}})
	for _, height := range []string{"48,211,300", "48,211,850", "48,211,801"} {
		d.press("esc", ":", "height "+height)
		d.shows("open the blocks there")
		d.press("enter")
		d.shows("Home › Blocks", "▸ "+height, "held at "+height, "height 48,211,907")
	}
}

// A recording comes to its end, which is nothing to be alarmed by.
func TestARecordingEndsWithoutAnAlert(t *testing.T) {
	d, chain := blocksDeck(t, nil)
	d.model.deps.Replayed, d.model.deps.Recorded = true, newestHeight+1
	d.shows("following")
	d.model.deps.Recorded = newestHeight
	d.pass(5 * time.Minute)
	d.shows("the recording ends here")
	d.hides("no block for")
	require.Empty(t, d.bell.String())
	require.Zero(t, d.model.deps.Blocks.Watch.Count())
	d.model.deps.Ends = d.now.Add(time.Second)
	d.pass(time.Second)
	require.NotEmpty(t, d.streams)
	for _, cmd := range d.streams {
		d.deliver(cmd()) // which would wait for ever if the blocks were still followed
	}
	d.streams = nil
	asked := chain.times(newestHeight + 1)
	openBlocks(d)
	d.press("r")
	d.shows("the recording ends here")
	require.Empty(t, d.streams)
	require.Equal(t, asked, chain.times(newestHeight+1))
}

// A chain that is forgotten while one types a pattern leaves nothing to look for.
func TestAChainThatGoesWhileItIsSearched(t *testing.T) {
	d, _ := blocksDeck(t, nil)
	d.press("/", "9")
	d.model.deps.Blocks.Clear()
	d.press("0")
	d.shows("enter keep")
	d.press("enter", "n", "N", "esc")
	d.hides("enter keep")
}

// A pattern is looked for among the blocks by height, author, votes and digest, from where the search was begun, and ends with
// esc; n and N are the slow and missed ones again then.
func TestBlocksAreSearched(t *testing.T) {
	d, _ := blocksDeck(t, nil)
	d.press("/", "0x1077")
	d.shows("/ 0x1077", "▸ 48,211,901", "held at 48,211,901")
	d.press("enter", "n")
	d.shows("▸ 48,211,892")
	d.press("N", "/")
	d.press("backspace", "backspace", "backspace", "backspace", "backspace", "backspace", "907$")
	d.shows("no block this way fits", "▸ 48,211,901")
	d.press("enter", "a", "n")
	d.hides("no block this way fits")
	d.press("esc")
	d.shows("/ 907")
	d.press("esc")
	d.hides("/ 907")
	d.press("/", "q?", "esc")
	d.shows("Home › Blocks")
	d.press("f", "n")
	d.shows("▸ 48,211,903", "2.41!")
	d.press("S", "/")
	d.hides("height, author, votes or digest")
}

// The votes tell which block is selected, for enter opens it.
func TestTheVotesMarkTheSelectedBlock(t *testing.T) {
	d, _ := blocksDeck(t, nil)
	d.press("v")
	column := func() int {
		line, _, _ := strings.Cut(lineWith(d, "▲"), "▲")
		return len([]rune(line))
	}
	d.shows("48,211,907 ▲")
	newest := column()
	d.press("down", "down")
	d.shows("48,211,905 ▲")
	require.Equal(t, newest-2, column())
	d.press("enter")
	d.shows("block 48,211,905")
}

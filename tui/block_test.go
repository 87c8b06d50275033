package tui

import (
	"testing"

	"github.com/stretchr/testify/require"
)

func TestABlockAndItsNeighbours(t *testing.T) {
	d, chain := blocksDeck(t, nil)
	d.press("down", "down", "enter")
	d.shows("Home › Blocks › block 48,211,905", "2 below head", "parent matches the digest of 48,211,904  ✓", "round follows the round before it  ✓")
	d.press("J")
	d.shows("block 48,211,906", "committee  0x46cf…5233   same as parent")
	d.press("K", "K")
	d.shows("block 48,211,904")
	before := chain.times(newestHeight - 1)
	d.press("J", "J")
	d.shows("block 48,211,906")
	require.Equal(t, before, chain.times(newestHeight-1), "it is final")
	d.press("esc")
	d.shows("Home › Blocks", "▸ 48,211,905")
}

func TestParentsThatAreNotHereAreNotAskedFor(t *testing.T) {
	chain := newTestChain()
	d := newDeck(t, 100, 30, setup{handler: fixture{records: 57, record: ordinary, chain: chain}})
	d.press("48211500", "enter")
	d.shows("Home › block 48,211,500", "gap        parent not asked")
	require.Zero(t, chain.times(48_211_499))
	d.press("tab", "down", "down", "enter")
	d.shows("block 48,211,499", "parent not asked")
	d.press("J")
	d.shows("block 48,211,500", "parent matches the digest")
	d.press("esc", "0", "enter")
	d.shows("not found on local")
	d.press("K")
	d.shows("this is the first block of the chain")
}

func TestBatchesAreAskedFor(t *testing.T) {
	d, chain := blocksDeck(t, nil)
	d.press("down", "down", "enter")
	before := chain.times(48_211_905)
	d.press("B")
	require.Equal(t, before+1, chain.times(48_211_905))
	d.shows("OF THE SELECTED", "000000  02 00 ff 41 42", "121")
	d.press("down", "enter", "end")
	d.shows("000078")
	d.press("Y", "down", "enter")
	require.Equal(t, "0x0200ff4142", d.clipboard()[:12])
	d.press("esc", "[", "]")
	d.shows("000000")
	require.Equal(t, before+1, chain.times(48_211_905))
}

func TestMembersAndAuthorsAreNamed(t *testing.T) {
	d, _ := blocksDeck(t, nil)
	d.press("enter", "tab", "tab", "right", "right", "right", "right", "=", "rival", "enter")
	d.shows("04 rival")
	d.press("shift+tab", "down", "down", "down", "=", "me", "enter")
	d.shows("me 0xaaab")
	d.press("esc")
	d.shows("me 0xaaab", "rival")
	d.press("m", "1", "enter")
	d.shows("proposed 14", "me: 118 of 118 newest blocks")
}

func TestABlockIsCopiedSavedAndWritten(t *testing.T) {
	d, chain := blocksDeck(t, nil)
	d.press("y")
	require.Equal(t, "48211907", d.clipboard())
	d.press("enter", "tab", "y")
	require.Equal(t, "48211907", d.clipboard())
	d.press("down", "y")
	require.Equal(t, chain.digest(newestHeight), d.clipboard())
	d.press("3", "down", "down", "down", "y")
	require.Equal(t, chain.digest(newestHeight), d.clipboard()[1:67])
	d.press("b", "enter", "e", "enter")
	d.shows("wrote 1 record to local-block-48211907.csv in /")
	require.Equal(t, "local/block/48211907", d.model.deps.Store.Bookmarks()[0].Link.String())
	d.press("esc", "b", "enter", "e", "enter")
	d.shows("wrote 121 records")
	require.Equal(t, "local/blocks", d.model.deps.Store.Bookmarks()[1].Link.String())
	d.press("esc")
	d.shows("blocks")
}

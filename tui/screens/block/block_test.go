package block_test

import (
	"fmt"
	"net/http"
	"strings"
	"testing"

	tea "github.com/charmbracelet/bubbletea"
	"github.com/stretchr/testify/require"

	"foredeck/client/localnet"
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

func TestBlockAndNeighbors(t *testing.T) {
	t.Parallel()
	d, chain := blocksDeck(t, nil)
	d.Press("down", "down", "enter")
	d.Shows("Home › Blocks › block 48,211,905", "2 below head", "parent digest matches block 48,211,904  ✓", "round follows the parent's round  ✓")
	d.Press("J")
	d.Shows("block 48,211,906", "committee  0x46cf…5233   same as parent")
	d.Press("K", "K")
	d.Shows("block 48,211,904")
	before := chain.Requests(tuitest.NewestHeight - 1)
	d.Press("J", "J")
	d.Shows("block 48,211,906")
	require.Equal(t, before, chain.Requests(tuitest.NewestHeight-1), "it is final")
	d.Press("esc")
	d.Shows("Home › Blocks", "▸ 48,211,905")
}

// A node that responds with another block has not responded with this one.
func TestWrongBlockIsAnError(t *testing.T) {
	t.Parallel()
	node := tuitest.Node{Records: 57, Chain: tuitest.NewChain()}
	d := tuitest.New(t, 130, 30, tuitest.Setup{Handler: http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		r.URL.Path = strings.Replace(r.URL.Path, "/height/48211500", "/height/48211501", 1)
		node.ServeHTTP(w, r)
	})})
	d.Press("48211500", "enter")
	d.Shows("block 48,211,500", "block 48211501 instead of 48211500")
	d.Hides("parent digest")
}

// The parent is requested with the block, once: the gap and the link of the digests need it.
func TestParentIsRequestedOnce(t *testing.T) {
	t.Parallel()
	chain := tuitest.NewChain()
	d := tuitest.New(t, 100, 30, tuitest.Setup{Handler: tuitest.Node{Records: 57, Chain: chain}})
	d.Press("48211500", "enter")
	d.Shows("Home › Blocks › block 48,211,500", "s after parent", "parent digest matches")
	require.Equal(t, 1, chain.Requests(48_211_499))
	require.Zero(t, chain.Requests(48_211_498))
	d.Press("tab", "down", "down", "enter")
	d.Shows("block 48,211,499", "parent digest matches")
	require.Equal(t, 1, chain.Requests(48_211_499))
	d.Press("J")
	d.Shows("block 48,211,500", "parent digest matches")
	d.Press("esc", "esc", "0", "enter")
	d.Shows("not found on local")
	d.Press("K")
	d.Shows("first block of the chain")
}

func TestBatchesAreRequested(t *testing.T) {
	t.Parallel()
	d, chain := blocksDeck(t, nil)
	d.Press("down", "down", "enter")
	before := chain.Requests(48_211_905)
	d.Press("B")
	require.Equal(t, before+1, chain.Requests(48_211_905))
	d.Shows("SELECTED BATCH", "000000  02 00 ff 41 42", "121")
	d.Press("down", "enter", "end")
	d.Shows("000078")
	d.Press("Y", "down", "enter")
	require.Equal(t, "0x0200ff4142", d.Clipboard()[:12])
	d.Press("esc", "[", "]")
	d.Shows("000000")
	require.Equal(t, before+1, chain.Requests(48_211_905))
}

func TestValidatorNames(t *testing.T) {
	t.Parallel()
	d, _ := blocksDeck(t, nil)
	d.Press("enter", "tab", "tab", "right", "right", "right", "right", "=", "rival", "enter")
	d.Shows("04 rival")
	d.Press("shift+tab", "down", "down", "down", "=", "me", "enter")
	d.Shows("me 0xaaab")
	d.Press("esc")
	d.Shows("me 0xaaab", "rival")
	d.Press("m", "1", "enter")
	d.Shows("proposed 14", "my validator: 118 of 118, proposed 14")
}

func TestCopySaveAndExportBlock(t *testing.T) {
	t.Parallel()
	d, chain := blocksDeck(t, nil)
	d.Press("y")
	require.Equal(t, "48211907", d.Clipboard())
	d.Press("enter", "tab", "y")
	require.Equal(t, "48211907", d.Clipboard())
	d.Press("down", "y")
	require.Equal(t, chain.Digest(tuitest.NewestHeight), d.Clipboard())
	d.Press("3", "down", "down", "down", "y")
	require.Equal(t, chain.Digest(tuitest.NewestHeight), d.Clipboard())
	d.Press("b", "enter", "e", "enter")
	d.Shows("wrote 1 record to local-block-48211907.csv in /")
	require.Equal(t, "local/block/48211907", d.Deps().Store.Bookmarks()[0].Link.String())
	d.Press("esc", "b", "enter", "e", "enter")
	d.Shows("wrote 121 records")
	require.Equal(t, "local/blocks", d.Deps().Store.Bookmarks()[1].Link.String())
	d.Press("esc")
	d.Shows("blocks")
}

// A large window lists the blocks around, requests at most those that it shows and the parent of the lowest, and opens a clicked one.
func TestBlocksAround(t *testing.T) {
	t.Parallel()
	chain := tuitest.NewChain()
	d := tuitest.New(t, 200, 60, tuitest.Setup{Handler: tuitest.Node{Records: 57, Chain: chain}})
	d.Press("48211500", "enter")
	d.Shows("block 48,211,500", "Around", "48,211,496", "48,211,504")
	d.Hides("not loaded")
	for height := 48_211_495; height <= 48_211_504; height++ {
		require.Equal(t, 1, chain.Requests(height), height)
	}
	require.Zero(t, chain.Requests(48_211_494)+chain.Requests(48_211_505))
	d.Wait(3)
	require.Equal(t, 1, chain.Requests(48_211_495))
	d.Click("48,211,497")
	d.Shows("Home › Blocks › block 48,211,497")
	require.Equal(t, 1, chain.Requests(48_211_497))
}

// A window that became larger requests what it shows then.
func TestBlocksAroundAfterResize(t *testing.T) {
	t.Parallel()
	chain := tuitest.NewChain()
	d := tuitest.New(t, 120, 40, tuitest.Setup{Handler: tuitest.Node{Records: 57, Chain: chain}})
	d.Press("48211500", "enter")
	d.Hides("Around")
	require.Zero(t, chain.Requests(48_211_497))
	d.Send(tea.WindowSizeMsg{Width: 200, Height: 60})
	d.Wait(1)
	d.Shows("Around", "48,211,496")
	d.Hides("not loaded")
	require.Equal(t, 1, chain.Requests(48_211_497))
}

// Without a token, the votes of a block far from those that are followed are read from the event of the next one.
func TestVotesFromEvents(t *testing.T) {
	t.Parallel()
	d := tuitest.New(t, 120, 40, tuitest.Setup{Network: localnet.Options{NodeVersion: localnet.Node12, Blocks: 400, ConsensusToken: "let-me-in-please"}})
	newest, err := d.Deps().Node.NewestBlock(t.Context())
	require.NoError(t, err)
	d.Press(fmt.Sprint(newest.Height-30), "enter")
	d.Shows("kind       NewBlock", "votes      29 of 31", "absent  02", "absent  06")
	d.Press("B")
	d.Shows("votes      29 of 31") // the batches come with a block without votes
	d.Press("K")
	d.Shows(fmt.Sprintf("block %s", text.Integer(newest.Height-31)), "kind       NewBlock")
}

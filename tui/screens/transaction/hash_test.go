package transaction_test

import (
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"foredeck/tui/screen"
	"foredeck/tui/target"
	"foredeck/tui/tuitest"
)

// executed is a height with transactions of users and an automated one.
const executed = 48_211_884

func hashDeck(t *testing.T) (*tuitest.Deck, *tuitest.Chain) {
	chain := tuitest.NewChain()
	return tuitest.New(t, 100, 30, tuitest.Setup{Handler: tuitest.Node{Records: 57, Chain: chain, Executed: true}}), chain
}

func TestOpenByHash(t *testing.T) {
	t.Parallel()
	d, _ := hashDeck(t)
	hash := tuitest.HashOf(executed, 1)
	d.Press(hash, "down", "enter")
	d.Shows("by its hash", "✓ Success", "block      48,211,884")
	d.Press("esc", "esc", "esc")
	automated := tuitest.HashOf(executed, 4)
	for _, keys := range [][]string{{":", "tx " + automated, "enter"}, {"space", "h", "local/transaction/" + automated, "enter"}} {
		d.Press(keys...)
		d.Shows("type automated", "block      48,211,884")
		link, ok := screen.LinkOf(d.Screen())
		require.True(t, ok)
		require.Equal(t, "local/transaction/"+automated, link.String())
		read, err := target.ParseLink(link.String())
		require.NoError(t, err)
		d.Press("space", "h")
		d.Send(screen.OpenLinkMsg{Link: read})
		d.Shows("type automated")
		d.Press("space", "h")
	}
}

// The same digits can be the hash of a block, or an address.
func TestHashOfSomethingElse(t *testing.T) {
	t.Parallel()
	d, chain := hashDeck(t)
	d.Press(":", "tx "+chain.Digest(executed), "enter")
	d.Shows("no transaction has this hash: the node does not know it, or has pruned it", "block      48,211,884  has this hash", "account    ")
	d.Press("enter")
	d.Shows("block 48,211,884")
	d.Press("[", "down", "enter")
	d.Shows("› Account ")
	d.Press("[", "up", "r", "enter")
	d.Shows("block 48,211,884")
	d.Press(":", "tx "+tuitest.Busy, "enter")
	d.Shows("no transaction has this hash", "account    busy")
	d.Hides("has this hash\n", "has this hash  ")
}

func TestPendingTransaction(t *testing.T) {
	t.Parallel()
	d, chain := hashDeck(t)
	d.Press(":", "tx "+tuitest.Waiting, "enter")
	d.Shows("Pending", "following", "not final yet · checks every 1s")
	d.Press("2")
	d.Advance(time.Second)
	d.Shows("checks every 2s", "[2 Payload]")
	for range 20 {
		d.Advance(time.Second)
	}
	d.Shows("checks every 5s")
	chain.Change(func() { chain.Dropped = true })
	d.Press("r")
	d.Shows("! the node does not know this transaction any more")
	chain.Change(func() { chain.Dropped, chain.Final = false, true })
	for range 5 {
		d.Advance(time.Second)
	}
	d.Shows("✓ Success", "the transaction is final: Success", "[2 Payload]", "block      48,211,907")
	d.Hides("following")
	d.Press("esc")
	d.Shows("Account busy", "Sent")
	d.Press(":", "tx "+tuitest.Waiting, "enter")
	d.Shows("✓ Success", "previously seen")
}

// A failure is shown, and the next attempt follows.
func TestHashDuringFailure(t *testing.T) {
	t.Parallel()
	line := &tuitest.FailingTransport{}
	chain := tuitest.NewChain()
	d := tuitest.New(t, 100, 30, tuitest.Setup{Handler: tuitest.Node{Records: 57, Chain: chain, Executed: true}, Transport: line.Wrap})
	line.On.Store(true)
	d.Press(":", "tx "+tuitest.Waiting, "enter")
	d.Shows("no response from", "r retry")
	line.On.Store(false)
	d.Press("r")
	d.Shows("Pending")
	line.On.Store(true)
	d.Advance(time.Second)
	d.Shows("! no response from")
}

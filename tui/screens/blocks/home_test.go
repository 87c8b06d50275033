package blocks_test

import (
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"foredeck/tui/store"
	"foredeck/tui/tuitest"
)

// Home follows the chain without a key while it is visible, with some earlier blocks, and no longer.
func TestHomeFollowsTheChain(t *testing.T) {
	t.Parallel()
	chain := tuitest.NewChain()
	d := tuitest.New(t, 100, 30, tuitest.Setup{Handler: tuitest.Node{Records: 57, Chain: chain}})
	d.ReceiveUntil("worst")
	d.Shows("head      48,211,907", "40 of 41", "head 48,211,907")
	chain.Grow(1)
	d.ReceiveUntil("head      48,211,908")
	d.Press("esc", "space", "s")
	before := chain.Count()
	d.Wait(120)
	require.Equal(t, before, chain.Count(), "nothing shows the chain")
	require.False(t, d.Deps().Following().Started)
	chain.Grow(500)
	d.Press("esc")
	d.ReceiveUntil("head      48,212,408")
	require.Less(t, chain.Count(), before+100, "continues at the newest block")

	d.Press("space", "b")
	d.ReceiveUntil("▸ 48,212,408")
	d.Press("esc")
	before = chain.Count()
	chain.Grow(1)
	d.ReceiveUntil("head      48,212,409")
	require.LessOrEqual(t, chain.Count(), before+3, "one follower")
}

// Alerts need somebody who follows the chain for them: a slow block does not ring on Home.
func TestHomeDoesNotRing(t *testing.T) {
	t.Parallel()
	chain := tuitest.NewChain()
	d := tuitest.New(t, 100, 30, tuitest.Setup{Handler: tuitest.Node{Records: 57, Chain: chain}})
	d.ReceiveUntil("worst")
	chain.Change(func() { chain.Later = 20_000_000 })
	chain.Grow(1)
	d.ReceiveUntil("head      48,211,908")
	require.Empty(t, d.Bell.String())
}

func TestHomeDoesNotRepeatARefusedRequest(t *testing.T) {
	t.Parallel()
	chain, saved := tuitest.NewChain(), tuitest.EmptyStore(t)
	chain.NeedsToken = true
	saved.SetHead(store.Head{Height: tuitest.NewestHeight})
	d := tuitest.New(t, 100, 30, tuitest.Setup{Handler: tuitest.Node{Records: 57, Chain: chain}, Store: saved})
	d.Shows("unauthorized", "FOREDECK_CONSENSUS_TOKEN")
	before := chain.Count()
	d.Advance(5 * time.Second)
	require.Equal(t, before, chain.Count(), "not requested repeatedly")
	d.Hides("rpc v3  unauthorized")
	chain.Change(func() { chain.NeedsToken = false })
	d.Press("esc", "r")
	d.ReceiveUntil("worst")
}

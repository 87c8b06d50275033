package follow_test

import (
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/require"

	"foredeck/tui/store"
	"foredeck/tui/tuitest"
)

// A search that failed is repeated, less and less often.
func TestRetryAfterFailure(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		chain := tuitest.NewChain()
		chain.Down = true
		d := tuitest.New(t, 100, 30, tuitest.Setup{Handler: tuitest.Node{Records: 57, Chain: chain}})
		d.Press("esc", "space", "b")
		d.Shows("failed, retrying in 1s", "store lookup failed")
		attempts, last := 0, d.Deps().Following().RetryAt
		for range 60 {
			d.Advance(time.Second)
			if at := d.Deps().Following().RetryAt; !at.Equal(last) {
				attempts, last = attempts+1, at
			}
		}
		require.Equal(t, 5, attempts, "after 1, 2, 4, 8 and 16 seconds")
		d.Press("esc")
		chain.Change(func() { chain.Down = false })
		d.Wait(30)
		require.True(t, d.Deps().Following().Running, "on any screen")
		d.Shows("head 48,211,907")
	})
}

// A refused token is not tried again by itself.
func TestNoRetryWithoutAToken(t *testing.T) {
	t.Parallel()
	chain := tuitest.NewChain()
	chain.NeedsToken = true
	d := tuitest.New(t, 100, 30, tuitest.Setup{Handler: tuitest.Node{Records: 57, Chain: chain}, Config: "watch_blocks = true\n"})
	d.Wait(1)
	d.Press("esc", "space", "b")
	d.Shows("unauthorized", "set FOREDECK_CONSENSUS_TOKEN")
	d.Hides("retrying")
	before := chain.Count()
	d.Wait(600)
	require.Equal(t, before, chain.Count())
	chain.Change(func() { chain.NeedsToken = false })
	d.Press("r")
	d.Shows("following")
}

// A search without a known height, which takes hundreds of requests, is repeated once a height is known.
func TestSearchAgainNearAKnownHeight(t *testing.T) {
	t.Parallel()
	chain, saved := tuitest.NewChain(), tuitest.EmptyStore(t)
	mine := member
	saved.SetMember(&mine)
	d := tuitest.New(t, 100, 30, tuitest.Setup{Handler: tuitest.Node{Chain: chain}, Store: saved})
	d.Wait(1)
	require.ErrorContains(t, d.Deps().Following().Err, "no block at any of")
	before := chain.Count()
	d.Wait(200)
	require.Equal(t, before, chain.Count())
	d.Deps().Seen.AddHeight(tuitest.NewestHeight-50, d.Now())
	d.Wait(1)
	require.True(t, d.Deps().Following().Running)
	require.Less(t, chain.Count()-before, 200)
	d.Shows("head 48,211,907")
}

// A chain that was replaced by a shorter one, such as the simulated network at each start, is found from a height that it has.
func TestStoredHeightIsTooHigh(t *testing.T) {
	t.Parallel()
	saved := tuitest.EmptyStore(t)
	saved.SetHead(store.Head{Height: tuitest.NewestHeight + 400})
	d := tuitest.New(t, 100, 30, tuitest.Setup{Handler: tuitest.Node{Chain: tuitest.NewChain()}, Store: saved})
	d.Deps().Seen.AddHeight(tuitest.NewestHeight-50, d.Now())
	d.Wait(10)
	require.NoError(t, d.Deps().Following().Err)
	d.Shows("head 48,211,907")
}

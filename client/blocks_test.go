package client

import (
	"fmt"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"
)

// A thousand blocks with a latency of 50 ms.
func TestBlocksConcurrency(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		chain := newLive(100_000, time.Second)
		chain.respond = func(height uint64) (int, string) {
			chain.lock.Unlock()
			time.Sleep(50*time.Millisecond + time.Duration(height%3)*time.Millisecond) // the bubble's clock
			chain.lock.Lock()
			return chain.at(height, 0)
		}
		began := time.Now()
		next := uint64(10_000)
		for block, err := range chain.node(t).Blocks(t.Context(), 10_000, 10_999) {
			require.NoError(t, err)
			require.Equal(t, next, block.Height)
			next++
		}
		require.Equal(t, uint64(11_000), next)
		require.Less(t, time.Since(began), 5*time.Second)
		require.Equal(t, blocksAtOnce, chain.maxInFlight)
		require.Equal(t, 1_000, chain.total)
	})
}

func TestBlocksDirections(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(rt *rapid.T) {
		oldest, newest := uint64(100), uint64(200)
		chain := &chainNode{respond: holdsUpTo(oldest, newest)}
		from, to := rapid.Uint64Range(90, 210).Draw(rt, "from"), rapid.Uint64Range(90, 210).Draw(rt, "to")
		enough := rapid.IntRange(1, 150).Draw(rt, "enough")
		place := 0
		for block, err := range chain.node(rt).Blocks(t.Context(), from, to) {
			height := from + uint64(place)
			if to < from {
				height = from - uint64(place)
			}
			require.Equal(rt, height, block.Height)
			if height < oldest || height > newest {
				require.ErrorIs(rt, err, ErrNotFound)
				return
			}
			require.NoError(rt, err)
			if place++; place == enough {
				return
			}
		}
		require.Equal(rt, max(from, to)-min(from, to)+1, uint64(place))
	})
}

func BenchmarkBlocks(b *testing.B) {
	chain := &chainNode{respond: holdsUpTo(0, 1<<40)}
	node := chain.node(b)
	for _, count := range []uint64{100, 10_000} {
		b.Run(fmt.Sprint(count), func(b *testing.B) {
			for b.Loop() {
				for _, err := range node.Blocks(b.Context(), 1, count) {
					if err != nil {
						b.Fatal(err)
					}
				}
			}
		})
	}
}

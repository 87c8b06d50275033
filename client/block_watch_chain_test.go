package client

import (
	"context"
	"net/http"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/require"
)

// forked makes a chain serve other blocks from a height on, after a while without responses.
func forked(chain *live, from uint64, after, outage time.Duration) {
	chain.respond = func(height uint64) (int, string) {
		at := time.Since(chain.begun)
		switch {
		case at >= after && at < after+outage:
			return 0, ""
		case at >= after && height >= from && height <= chain.head():
			body := chainBlock(2, height)
			if height == from {
				body = chainBlockAbove(1, 2, height, height*1_000_000)
			}
			return http.StatusOK, body
		}
		return chain.at(height, 0)
	}
}

// After a fork, the watch reports the replaced blocks again, and no others.
func TestWatchFork(t *testing.T) {
	t.Parallel()
	for _, depth := range []uint64{1, 2, 7, 100, 499} {
		for _, outage := range []time.Duration{0, 5 * time.Second, 200 * time.Second} {
			synctest.Test(t, func(t *testing.T) {
				chain := newLive(5_000, time.Second)
				from := 5_600 - depth
				forked(chain, from, 600*time.Second, outage)
				ctx, cancel := context.WithTimeout(t.Context(), 900*time.Second)
				defer cancel()
				f := &watchResult{t: t, next: 5_000}
				for update, err := range chain.node(t).WatchBlocks(ctx, 5_000) {
					require.NoError(t, err)
					f.collect(update)
				}
				require.Zero(t, f.countUpdates(ChainReplaced))
				require.Zero(t, f.countUpdates(BlocksSkipped))
				require.Equal(t, 1, f.countUpdates(BlocksReplaced))
				for _, update := range f.updates {
					if update.Kind == BlocksReplaced {
						require.Equal(t, from, update.First)
						require.InDelta(t, 5_600, update.Last, 2)
					}
				}
				require.InDelta(t, 5_900, f.next, 3)
				require.Contains(t, f.digest, "0x00000000000000000000000000000002")
			})
		}
	}
}

// A watch that continues an earlier one notices what the node has replaced in between.
func TestWatchAfterBlocks(t *testing.T) {
	t.Parallel()
	watch := func(t *testing.T, respond func(*live)) *watchResult {
		chain := newLive(5_000, time.Second)
		var seen []Block
		for block, err := range chain.node(t).Blocks(t.Context(), 4_900, 5_000) {
			require.NoError(t, err)
			seen = append(seen, block)
		}
		respond(chain)
		ctx, cancel := context.WithTimeout(t.Context(), 100*time.Second)
		defer cancel()
		f := &watchResult{t: t, next: 5_001}
		for update, err := range chain.node(t).WatchBlocks(ctx, 5_001, AfterBlocks(seen...)) {
			require.NoError(t, err)
			f.collect(update)
		}
		return f
	}
	for _, outage := range []time.Duration{0, 30 * time.Second} {
		synctest.Test(t, func(t *testing.T) { // nothing has changed
			f := watch(t, func(chain *live) { forked(chain, 10_000, 0, outage) })
			require.Zero(t, f.countUpdates(ChainReplaced)+f.countUpdates(BlocksReplaced))
			require.InDelta(t, 5_100, f.next, 3)
		})
		synctest.Test(t, func(t *testing.T) { // a fork
			f := watch(t, func(chain *live) { forked(chain, 4_990, 0, outage) })
			require.Equal(t, 1, f.countUpdates(BlocksReplaced))
			require.Zero(t, f.countUpdates(ChainReplaced))
			require.InDelta(t, 5_100, f.next, 3)
		})
		synctest.Test(t, func(t *testing.T) { // another, shorter chain
			f := watch(t, func(chain *live) {
				chain.respond = func(height uint64) (int, string) {
					at := time.Since(chain.begun)
					if at < outage {
						return 0, ""
					}
					if height > 50+uint64(at/time.Second) {
						return http.StatusOK, "null"
					}
					return http.StatusOK, chainBlockAt(2, height, 20_000_000_000+height*1_000_000)
				}
			})
			require.Equal(t, 1, f.countUpdates(ChainReplaced))
			require.InDelta(t, 150, f.next, 3)
		})
	}
}

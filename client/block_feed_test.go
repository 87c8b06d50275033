package client

import (
	"context"
	"net/http"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"
)

// consume collects the updates of a consumer until a height or the end of ctx. It waits after each update.
func consume(t require.TestingT, ctx context.Context, feed *BlockFeed, from, until uint64, wait time.Duration) *watchResult {
	f := &watchResult{t: t, next: from}
	for update, err := range feed.WatchBlocks(ctx, from) {
		require.NoError(t, err)
		f.collect(update)
		if f.next > until {
			break
		}
		time.Sleep(wait) // the clock of the bubble
	}
	return f
}

// Any number of consumers cost the requests of one.
func TestBlockFeedSharesRequests(t *testing.T) {
	t.Parallel()
	requests := map[int]int{}
	for _, consumers := range []int{1, 100} {
		synctest.Test(t, func(t *testing.T) {
			chain := newLive(1_000, time.Second)
			feed := NewBlockFeed(t.Context(), chain.node(t))
			var all sync.WaitGroup
			for i := range consumers {
				all.Go(func() {
					time.Sleep(time.Duration(i) * 300 * time.Millisecond) // the clock of the bubble
					head, err := feed.FindHead(t.Context(), HeadSearch{Hints: []uint64{1_000}})
					require.NoError(t, err)
					f := consume(t, t.Context(), feed, head.Height-20, 1_100, 0)
					require.Equal(t, uint64(1_101), f.next)
					require.Equal(t, int(1_101-(head.Height-20)), len(f.updates), "only blocks")
				})
			}
			all.Wait()
			requests[consumers] = chain.total
			synctest.Wait()
			require.Nil(t, feed.stop, "the watch ends with its last consumer")
		})
	}
	require.LessOrEqual(t, requests[100], requests[1]+20)
}

// A consumer that reads slowly, or never, delays no other one, and still gets every block.
func TestBlockFeedSlowConsumer(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		chain := newLive(1_000, time.Second)
		feed := NewBlockFeed(t.Context(), chain.node(t))
		var all sync.WaitGroup
		began := time.Now()
		stuck, release := context.WithCancel(t.Context())
		all.Go(func() {
			for range feed.WatchBlocks(t.Context(), 1_000) {
				<-stuck.Done()
				return
			}
		})
		all.Go(func() { // a block takes two
			f := consume(t, t.Context(), feed, 1_000, 1_200, 2*time.Second)
			require.Equal(t, uint64(1_201), f.next)
			require.Equal(t, 201, len(f.updates), "only blocks")
		})
		all.Go(func() {
			f := consume(t, t.Context(), feed, 1_000, 1_200, 0)
			require.Equal(t, uint64(1_201), f.next)
			require.Less(t, time.Since(began), 203*time.Second)
			release()
		})
		all.Wait()
	})
}

// A node without blocks ends the watch of all consumers with its error.
func TestBlockFeedError(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		node := &chainNode{respond: func(uint64) (int, string) { return http.StatusUnauthorized, "" }}
		feed := NewBlockFeed(t.Context(), node.node(t))
		for range 2 {
			var all sync.WaitGroup
			for range 3 {
				all.Go(func() {
					for _, err := range feed.WatchBlocks(t.Context(), 5) {
						require.ErrorIs(t, err, ErrUnauthorized)
					}
				})
			}
			all.Wait()
		}
	})
}

// The end of the feed ends the consumers.
func TestBlockFeedEnd(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		chain := newLive(1_000, time.Second)
		ctx, cancel := context.WithTimeout(t.Context(), 10*time.Second)
		defer cancel()
		feed := NewBlockFeed(ctx, chain.node(t))
		var last error
		for _, err := range feed.WatchBlocks(t.Context(), 1_000) {
			last = err
		}
		require.ErrorIs(t, last, context.DeadlineExceeded)
	})
}

// Consumers that start anywhere, join at any time and read at any speed get every height once and in order, through outages, forks and
// resets of the chain.
func TestBlockFeedProperty(t *testing.T) {
	t.Parallel()
	type consumer struct {
		behind      uint64
		joins, wait time.Duration
	}
	rapid.Check(t, func(rt *rapid.T) {
		kinds := rapid.SliceOfN(rapid.SampledFrom([]string{"well", "refused", "lag", "some lag", "fork", "reset"}), 1, 6).Draw(rt, "kinds")
		var consumers []consumer
		for range rapid.IntRange(2, 5).Draw(rt, "consumers") {
			consumers = append(consumers, consumer{
				rapid.Uint64Range(0, 400).Draw(rt, "behind"),
				time.Duration(rapid.IntRange(0, 200).Draw(rt, "joins")) * time.Second,
				time.Duration(rapid.SampledFrom([]int{0, 0, 1, 700, 1500}).Draw(rt, "wait")) * time.Millisecond,
			})
		}
		const phase = 60 * time.Second
		whole := time.Duration(len(kinds)) * phase
		failed := make([]failures, len(consumers))
		results := make([]*watchResult, len(consumers))
		var head, last uint64
		synctest.Test(t, func(t *testing.T) {
			chain := newLive(2_000, time.Second)
			forks := uint64(0)
			chain.respond = func(height uint64) (int, string) {
				at := time.Since(chain.begun)
				number := min(int(at/phase), len(kinds))
				chain.chain = 1
				forks = 0
				for i, kind := range kinds[:number] {
					if kind == "fork" || kind == "reset" {
						chain.chain = uint64(i + 2)
						if forks = 0; kind == "fork" {
							forks = 2_000 + uint64(i+1)*60 - 10
						}
					}
				}
				if number < len(kinds) {
					switch kinds[number] {
					case "refused":
						return 0, ""
					case "lag":
						return chain.at(height, 20)
					case "some lag":
						return chain.at(height, 5*uint64(chain.total%2))
					}
				}
				if height < forks && height <= chain.head() { // below the fork the first chain stays; its blocks are the same
					return http.StatusOK, chainBlock(1, height)
				}
				if height == forks && height > 0 && height <= chain.head() {
					return http.StatusOK, chainBlockAbove(1, chain.chain, height, height*1_000_000)
				}
				return chain.at(height, 0)
			}
			ctx, cancel := context.WithTimeout(t.Context(), whole+900*time.Second)
			defer cancel()
			feed := NewBlockFeed(ctx, chain.node(t))
			var all sync.WaitGroup
			for i, c := range consumers {
				all.Go(func() {
					failures := &failed[i]
					defer failures.end()
					time.Sleep(c.joins) // the clock of the bubble
					from := chain.head() - c.behind
					f := &watchResult{t: failures, next: from}
					results[i] = f
					for update, err := range feed.WatchBlocks(ctx, from) {
						if ctx.Err() != nil {
							return
						}
						require.NoError(failures, err)
						f.collect(update)
						time.Sleep(c.wait) // the clock of the bubble
						if time.Since(chain.begun) > whole {
							c.wait = 0
						}
					}
				})
			}
			all.Wait()
			chain.lock.Lock()
			defer chain.lock.Unlock()
			head, last = chain.head(), chain.chain
		})
		for i, f := range results {
			require.Empty(rt, failed[i].texts)
			require.InDelta(rt, head+1, f.next, 3, "not caught up at the end")
			block, err := decodeConsensusBlock(apiResponse{body: []byte(chainBlock(last, f.next-1))}, f.next-1)
			require.NoError(rt, err)
			require.Equal(rt, block.Digest, f.digest, "of another chain")
		}
	})
}

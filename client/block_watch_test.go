package client

import (
	"context"
	"fmt"
	"net/http"
	"runtime"
	"slices"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	_ "foredeck/tui/tuitest/effort" // fewer cases of property tests
)

// watchResult checks the updates of a watch: every height is reported exactly once, and every outage ends before the next
// block.
type watchResult struct {
	t       require.TestingT
	next    uint64
	updates []BlockUpdate
	trouble BlockUpdateKind
	digest  string
}

func (f *watchResult) collect(update BlockUpdate) {
	f.updates = append(f.updates, update)
	switch update.Kind {
	case BlockArrived:
		require.Equal(f.t, f.next, update.Block.Height, "lost or reported twice")
		require.Zero(f.t, f.trouble, "outage not ended before a block")
		f.next++
		f.digest = update.Block.Digest
	case BlocksSkipped:
		require.Equal(f.t, f.next, update.First)
		require.GreaterOrEqual(f.t, update.Last, update.First)
		f.next = update.Last + 1
	case NodeSilent, NodeBehind:
		require.NotEqual(f.t, f.trouble, update.Kind, "outage reported twice")
		f.trouble = update.Kind
	case NodeBack:
		require.NotZero(f.t, f.trouble, "no error")
		f.trouble = 0
	case ChainReplaced, BlocksReplaced:
		f.trouble, f.next = 0, update.First
	}
}

func (f *watchResult) countUpdates(kind BlockUpdateKind) int {
	count := 0
	for _, update := range f.updates {
		if update.Kind == kind {
			count++
		}
	}
	return count
}

// startWatch watches until a height or a time limit is reached.
func startWatch(t require.TestingT, ctx context.Context, node *Node, from, until uint64, limit time.Duration) *watchResult {
	ctx, cancel := context.WithTimeout(ctx, limit)
	defer cancel()
	f := &watchResult{t: t, next: from}
	for update, err := range node.WatchBlocks(ctx, from) {
		require.NoError(t, err)
		f.collect(update)
		if f.next > until {
			break
		}
	}
	return f
}

// live is a chain that produces a block per interval from now on.
type live struct {
	chainNode
	begun    time.Time
	begin    uint64
	interval time.Duration
	chain    uint64
}

func newLive(begin uint64, interval time.Duration) *live {
	l := &live{begun: time.Now(), begin: begin, interval: interval, chain: 1}
	l.respond = func(height uint64) (int, string) { return l.at(height, 0) }
	return l
}

func (l *live) head() uint64 { return l.begin + uint64(time.Since(l.begun)/l.interval) }

// at responds like a node that is a number of blocks behind.
func (l *live) at(height, lag uint64) (int, string) {
	if height+lag > l.head() {
		return http.StatusOK, "null"
	}
	return http.StatusOK, chainBlock(l.chain, height)
}

func TestWatchPollInterval(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		chain := newLive(1_000, time.Second)
		began := time.Now()
		f := startWatch(t, t.Context(), chain.node(t), 991, 1_300, time.Hour)
		require.Equal(t, uint64(1_301), f.next)
		require.Equal(t, 310, len(f.updates), "only blocks")
		require.Less(t, time.Since(began), 305*time.Second)
		require.LessOrEqual(t, chain.total, 1_000, "too many requests")
		require.LessOrEqual(t, chain.maxInFlight, blocksAtOnce)
	})
}

// The polling interval has limits, whatever the block time.
func TestWatchPollIntervalBounds(t *testing.T) {
	t.Parallel()
	for interval, perSecond := range map[time.Duration]float64{10 * time.Millisecond: 200, time.Hour: 2.1 / 5} {
		synctest.Test(t, func(t *testing.T) {
			chain := newLive(100, interval)
			chain.respond = func(height uint64) (int, string) {
				status, _ := chain.at(height, 0)
				if height > chain.head() {
					return status, "null"
				}
				return status, chainBlockAt(1, height, height*uint64(interval/time.Microsecond))
			}
			began := time.Now()
			f := startWatch(t, t.Context(), chain.node(t), 90, 104, 10*time.Hour)
			require.Equal(t, uint64(105), f.next)
			require.Less(t, float64(chain.total), 70+perSecond*time.Since(began).Seconds())
			require.Less(t, time.Since(began), 5*interval+5*time.Second)
		})
	}
}

// A watch up to 500 blocks behind catches up; beyond that it skips to the head and reports the skipped heights.
func TestWatchCatchUpAndSkip(t *testing.T) {
	t.Parallel()
	for _, behind := range []uint64{1, 30, 400, 100_000} {
		synctest.Test(t, func(t *testing.T) {
			chain := newLive(200_000, time.Second)
			node := chain.node(t)
			f := startWatch(t, t.Context(), node, 200_000-behind, 200_010, time.Minute)
			require.Equal(t, uint64(200_011), f.next)
			require.LessOrEqual(t, chain.maxInFlight, blocksAtOnce)
			if behind < maxBehind {
				require.Zero(t, f.countUpdates(BlocksSkipped))
				return
			}
			require.Equal(t, 1, f.countUpdates(BlocksSkipped))
			for _, update := range f.updates {
				if update.Kind == BlocksSkipped {
					require.Equal(t, uint64(199_999), update.Last)
					for block, err := range node.Blocks(t.Context(), update.First, update.First+100) {
						require.NoError(t, err)
						require.LessOrEqual(t, block.Height, update.Last)
					}
				}
			}
		})
	}
}

// Outages, lagging nodes, wrong blocks and failing requests in any order are reported, and every height exactly once.
func TestWatchProperty(t *testing.T) {
	t.Parallel()
	type phase struct {
		kind string
		last time.Duration
		lag  uint64
	}
	rapid.Check(t, func(rt *rapid.T) {
		begin := rapid.Uint64Range(0, 5_000).Draw(rt, "begin")
		interval := rapid.SampledFrom([]time.Duration{100 * time.Millisecond, time.Second, 7 * time.Second}).Draw(rt, "interval")
		behind := rapid.Uint64Range(0, min(begin, 600)).Draw(rt, "behind")
		var phases []phase
		var whole time.Duration
		for range rapid.IntRange(1, 6).Draw(rt, "phases") {
			phases = append(phases, phase{
				rapid.SampledFrom([]string{"well", "refused", "503", "lag", "some lag", "doubles", "slow"}).Draw(rt, "kind"),
				time.Duration(rapid.IntRange(1, 200).Draw(rt, "seconds")) * time.Second,
				rapid.Uint64Range(1, 40).Draw(rt, "lag"),
			})
			whole += phases[len(phases)-1].last
		}
		until := begin + uint64(whole/interval) + 20
		// The synctest bubble has its own testing.T; report its failures here.
		failures := &failures{}
		var f *watchResult
		var chain *live
		synctest.Test(t, func(t *testing.T) {
			defer failures.end()
			chain = newLive(begin, interval)
			chain.respond = func(height uint64) (int, string) {
				at := time.Since(chain.begun)
				for _, p := range phases {
					if at -= p.last; at >= 0 {
						continue
					}
					switch p.kind {
					case "refused":
						return 0, ""
					case "503":
						return http.StatusServiceUnavailable, "starting"
					case "lag":
						return chain.at(height, p.lag)
					case "some lag":
						return chain.at(height, p.lag*uint64(chain.total%2))
					case "doubles":
						if chain.total%3 == 0 && height > 0 {
							return chain.at(height-1, 0)
						}
					case "slow":
						delay := time.Duration(chain.total%5) * 90 * time.Millisecond
						chain.lock.Unlock()
						time.Sleep(delay) // the clock of the bubble
						chain.lock.Lock()
					}
				}
				return chain.at(height, 0)
			}
			f = startWatch(failures, t.Context(), chain.node(t), begin-behind, until, whole+40*interval+time.Minute)
		})
		require.Empty(rt, failures.texts)
		require.Greater(rt, f.next, until, "not caught up at the end")
		require.LessOrEqual(rt, chain.maxInFlight, blocksAtOnce)
		require.Zero(rt, f.countUpdates(ChainReplaced))
		if !slices.ContainsFunc(phases, func(p phase) bool { return p.kind != "well" && p.kind != "slow" }) {
			require.Zero(rt, f.countUpdates(NodeSilent)+f.countUpdates(NodeBehind))
		}
		if len(phases) == 1 && (phases[0].kind == "refused" || phases[0].kind == "503") {
			require.Equal(rt, 1, f.countUpdates(NodeSilent))
			require.Equal(rt, 1, f.countUpdates(NodeBack))
		}
	})
}

// failures collects failures where the test cannot stop at once.
type failures struct{ texts []string }

func (f *failures) Errorf(format string, arguments ...any) {
	f.texts = append(f.texts, fmt.Sprintf(format, arguments...))
}

func (f *failures) FailNow() { panic(f) }

func (f *failures) end() {
	if failed := recover(); failed != nil && failed != any(f) {
		panic(failed)
	}
}

// A node that falls behind reported blocks is reported with both heights and waited for.
func TestWatchNodeBehind(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		chain := newLive(5_000, time.Second)
		chain.respond = func(height uint64) (int, string) {
			if at := time.Since(chain.begun); at > 20*time.Second && at < 60*time.Second {
				return chain.at(height, 300)
			}
			return chain.at(height, 0)
		}
		f := startWatch(t, t.Context(), chain.node(t), 5_000, 5_100, time.Hour)
		require.Equal(t, uint64(5_101), f.next)
		require.Equal(t, 1, f.countUpdates(NodeBehind))
		require.Equal(t, 1, f.countUpdates(NodeBack))
		for _, update := range f.updates {
			if update.Kind == NodeBehind {
				require.InDelta(t, 5_020, update.Last, 3)
				require.InDelta(t, 4_722, update.First, 3)
			}
		}
	})
}

// A node that is a few blocks behind, as after a failover, is reported only if it does not catch up.
func TestWatchNodeSlightlyBehind(t *testing.T) {
	t.Parallel()
	for _, stuck := range []bool{false, true} {
		synctest.Test(t, func(t *testing.T) {
			chain := newLive(5_000, time.Second)
			chain.respond = func(height uint64) (int, string) {
				switch at := time.Since(chain.begun); {
				case stuck && at > 20*time.Second && at < 60*time.Second && height > 5_017:
					return http.StatusOK, "null"
				case !stuck && at > 20*time.Second:
					return chain.at(height, 3)
				}
				return chain.at(height, 0)
			}
			f := startWatch(t, t.Context(), chain.node(t), 5_000, 5_100, time.Hour)
			require.Equal(t, uint64(5_101), f.next)
			if !stuck {
				require.Equal(t, 101, len(f.updates), "only blocks")
				require.LessOrEqual(t, chain.total, 400, "too many requests")
				return
			}
			require.Equal(t, 1, f.countUpdates(NodeBehind))
			require.Equal(t, 1, f.countUpdates(NodeBack))
		})
	}
}

// A network that was reset under the same URL: higher, lower and much lower than before.
func TestWatchChainReplaced(t *testing.T) {
	t.Parallel()
	for _, reset := range []uint64{5_300, 5_100, 4_900, 7} {
		synctest.Test(t, func(t *testing.T) {
			chain := newLive(5_000, time.Second)
			chain.respond = func(height uint64) (int, string) {
				at := time.Since(chain.begun)
				switch {
				case at < 100*time.Second:
					return chain.at(height, 0)
				case at < 110*time.Second:
					return 0, ""
				case height > reset+uint64(at/time.Second)-110:
					return http.StatusOK, "null"
				}
				return http.StatusOK, chainBlockAt(2, height, 20_000_000_000+height*1_000_000)
			}
			ctx, cancel := context.WithTimeout(t.Context(), 300*time.Second)
			defer cancel()
			f := &watchResult{t: t, next: 5_000}
			for update, err := range chain.node(t).WatchBlocks(ctx, 5_000) {
				require.NoError(t, err)
				f.collect(update)
			}
			require.Equal(t, 1, f.countUpdates(ChainReplaced))
			require.InDelta(t, reset+190, f.next, 3)
			require.Contains(t, f.digest, "0x00000000000000000000000000000002")
		})
	}
}

// Pruned blocks and one that cannot be decoded are skipped and reported.
func TestWatchSkipsMissingBlocks(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		chain := newLive(900, time.Second)
		chain.respond = func(height uint64) (int, string) {
			switch {
			case height < 880:
				return http.StatusOK, "null"
			case height == 905:
				return http.StatusOK, `{"nothing":"known"}`
			}
			return chain.at(height, 0)
		}
		f := startWatch(t, t.Context(), chain.node(t), 100, 920, time.Hour)
		require.Equal(t, uint64(921), f.next)
		require.Equal(t, 2, f.countUpdates(BlocksSkipped))
		for _, update := range f.updates {
			if update.Kind == BlocksSkipped && update.Err != nil {
				require.Equal(t, uint64(905), update.First)
				require.Equal(t, uint64(905), update.Last)
			}
		}
	})
}

// A node that rejects the first request ends the watch; one that has responded before is waited for.
func TestWatchUnauthorized(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		chain := &chainNode{respond: func(uint64) (int, string) { return http.StatusUnauthorized, "no" }}
		var last error
		for _, err := range chain.node(t).WatchBlocks(t.Context(), 3) {
			require.NoError(t, last)
			last = err
		}
		require.ErrorIs(t, last, ErrUnauthorized)

		later := newLive(10, time.Second)
		later.respond = func(height uint64) (int, string) {
			if at := time.Since(later.begun); at > 5*time.Second && at < 20*time.Second {
				return http.StatusNotFound, "<html>"
			}
			return later.at(height, 0)
		}
		f := startWatch(t, t.Context(), later.node(t), 10, 40, time.Hour)
		require.Equal(t, uint64(41), f.next)
		require.Equal(t, 1, f.countUpdates(NodeSilent))
	})
}

// A long watch does not accumulate memory or goroutines. It measures the heap, so it does not run in parallel.
func TestWatchMemory(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		chain := newLive(1_000, 5*time.Second)
		measure := func() uint64 {
			var memory runtime.MemStats
			runtime.GC()
			runtime.ReadMemStats(&memory)
			return memory.HeapAlloc
		}
		var early uint64
		routines := 0
		for update, err := range chain.node(t).WatchBlocks(t.Context(), 1_000) {
			require.NoError(t, err)
			chain.lock.Lock()
			clear(chain.requests)
			chain.lock.Unlock()
			switch update.Block.Height {
			case 2_000:
				early, routines = measure(), runtime.NumGoroutine()
			case 1_000 + 6*60*60/5:
				require.LessOrEqual(t, measure(), early+1<<20)
				require.LessOrEqual(t, runtime.NumGoroutine(), routines+1)
				return
			}
		}
	})
}

package follow_test

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"net/http"
	"slices"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/require"

	"foredeck/client"
	"foredeck/client/health"
	"foredeck/config"
	"foredeck/tui"
	"foredeck/tui/live"
	"foredeck/tui/load"
	"foredeck/tui/screen"
	"foredeck/tui/store"
	"foredeck/tui/text"
	"foredeck/tui/tuitest"
)

// member is a validator that misses every eleventh block of a fixture chain.
const member = 0

// watching returns a deck on a fixture chain that is followed because of the user's validator, and that Blocks was not opened in.
func watching(t *testing.T, s tuitest.Setup) (*tuitest.Deck, *tuitest.Chain) {
	chain := tuitest.NewChain()
	s.Handler = tuitest.Node{Records: 57, Chain: chain}
	s.Store = tuitest.EmptyStore(t)
	s.Store.SetHead(store.Head{Height: tuitest.NewestHeight - 3, At: tuitest.Start})
	mine := member
	s.Store.SetMember(&mine)
	s.Store.SetAlertLimit(config.AlertSlow, store.AlertLimit{Severity: new(config.Off)})
	d := tuitest.New(t, 100, 30, s)
	return d, chain
}

// grow adds blocks and receives them.
func grow(d *tuitest.Deck, chain *tuitest.Chain, blocks int) {
	d.Helper()
	chain.Grow(blocks)
	receive(d, chain)
}

// receive receives from the follower until the deck has the newest block.
func receive(d *tuitest.Deck, chain *tuitest.Chain) {
	d.Helper()
	for {
		if newest, _ := d.Deps().Blocks.Newest(); newest != nil && int(newest.Height) == chain.Head && newest.Digest == chain.Digest(chain.Head) {
			return
		}
		d.ReceiveStreams()
	}
}

// misses returns the heights from first to last that the validator has missed.
func misses(first, last int) []int {
	var missed []int
	for height := first; height <= last; height++ {
		if !tuitest.Voted(height, member) {
			missed = append(missed, height)
		}
	}
	return missed
}

// bells returns how often the bell rang.
func bells(d *tuitest.Deck) int { return bytes.Count(d.Bell.Bytes(), []byte("\a")) }

// conditions returns the conditions about missed votes in the order of their begin.
func conditions(d *tuitest.Deck) []live.Condition {
	all := append(slices.Clone(d.Deps().Store.PastAlerts()), d.Deps().Monitor.Open()...)
	return slices.DeleteFunc(all, func(c live.Condition) bool { return c.Kind != config.AlertMissed })
}

// alerted returns the number of missed votes that alerts are about.
func alerted(d *tuitest.Deck) int {
	count := 0
	for _, c := range conditions(d) {
		count += int(c.Facts.Count)
	}
	return count
}

func TestMissesRingOnEveryScreen(t *testing.T) {
	t.Parallel()
	for _, plain := range []bool{false, true} {
		t.Run(fmt.Sprintf("plain=%t", plain), func(t *testing.T) {
			t.Parallel()
			synctest.Test(t, func(t *testing.T) {
				d, chain := watching(t, tuitest.Setup{Pairs: []string{"move_usdt"}})
				if plain {
					d.Program = tui.NewLineMode(d.Model, io.Discard)
					d.Run(d.Program.Init())
				}
				for _, keys := range [][]string{
					{"esc"},                      // Home
					{"space", "p"},               // Price
					{"space", "s"},               // Settings
					{"?"},                        // an overlay
					{"esc", ":"},                 // the palette
					{"esc", "esc", "space", "r"}, // the requests
					{"esc", "space", "b", "enter"},
				} {
					d.Press(keys...)
					for range 22 {
						grow(d, chain, 1)
						require.Equal(t, len(misses(tuitest.NewestHeight+1, chain.Head)), alerted(d), "after %v, within a block", keys)
						require.Equal(t, len(conditions(d)), bells(d), "once each")
					}
				}
				require.Equal(t, 5, bells(d), "a validator that keeps missing votes rings no more")
			})
		})
	}
}

// The follower is the only one that requests new blocks, and it does not request one twice.
func TestOnePoller(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		d, chain := watching(t, tuitest.Setup{})
		for range 20 {
			grow(d, chain, 1)
			d.Wait(6)
		}
		for height := tuitest.NewestHeight + 1; height < chain.Head; height++ {
			// WatchBlocks polls for the next block, and once more if it was not there yet. FindHead tries some heights at the start.
			require.LessOrEqual(t, chain.Requests(height), 5, height)
		}
		before := chain.Count()
		d.Wait(60)
		require.LessOrEqual(t, chain.Count()-before, 2, "Home requests none")
		d.Shows("head 48,211,927", "head      48,211,927")
	})
}

func TestNothingIsFollowedByDefault(t *testing.T) {
	t.Parallel()
	chain := tuitest.NewChain()
	d := tuitest.New(t, 100, 30, tuitest.Setup{Handler: tuitest.Node{Records: 57, Chain: chain}, Pairs: []string{"move_usdt"}})
	d.Press("esc", "space", "p") // Home followed the chain
	d.Streams = nil
	before := chain.Count()
	d.Wait(30)
	require.Empty(t, d.Streams)
	require.Equal(t, before, chain.Count())
	require.False(t, d.Deps().Following().Started)
}

func TestWatchBlocksOption(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		chain := tuitest.NewChain()
		setup := tuitest.Setup{Handler: tuitest.Node{Records: 57, Chain: chain}, Config: "watch_blocks = true\n"}
		d := tuitest.New(t, 100, 30, setup)
		d.Wait(1)
		d.Shows("head 48,211,907")
		grow(d, chain, 1)
		d.Shows("head 48,211,908")
		d.Press("esc", "space", "s", "7")
		d.Shows("watch_blocks", "true")

		setup.Config = "motion = true\n"
		d = tuitest.New(t, 100, 30, setup)
		d.Press("esc", "space", "s")
		d.Wait(2)
		require.False(t, d.Deps().Following().Started)
		d.WriteConfigFile("watch_blocks = true\n")
		d.Wait(2)
		require.True(t, d.Deps().Following().Running, "the option takes effect while the deck is open")
	})
}

func TestPauseStopsFollowingEverywhere(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		d, chain := watching(t, tuitest.Setup{})
		d.Press("esc", "space", "b", "p")
		d.Shows("paused · p resume", "head 48,211,907 paused")
		ended(d)
		d.Press("esc")
		d.Shows("head 48,211,907 paused", "paused · p on Blocks")
		chain.Grow(30)
		before := chain.Count()
		d.Wait(600)
		require.Empty(t, d.Streams)
		require.Equal(t, before, chain.Count())
		d.Press("space", "b")
		d.Shows("paused · p resume")
		d.Press("p")
		receive(d, chain)
		d.Shows("following")
		require.Zero(t, bells(d))
		require.Equal(t, len(misses(tuitest.NewestHeight+1, chain.Head)), alerted(d), "those of the pause are recorded")
		d.Wait(29)
		require.Zero(t, bells(d))
		d.Wait(32)
		d.Shows("no block for")
		require.Equal(t, 1, bells(d), "for the silent chain")
	})
}

// ended runs the commands that wait for streams. They would block if a stream were still open.
func ended(d *tuitest.Deck) {
	d.Helper()
	streams := d.Streams
	d.Streams = nil
	for _, cmd := range streams {
		d.Deliver(cmd())
	}
	require.Empty(d, d.Streams)
}

// What happened while the computer slept is recorded, and what still holds rings.
func TestSleepDoesNotRingInABurst(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		d, chain := watching(t, tuitest.Setup{})
		d.Press("esc", "space", "s")
		chain.Grow(1)
		receive(d, chain)
		d.Wait(3)
		before, first := bells(d), chain.Head+1
		d.AdvanceClock(5 * time.Minute)
		grow(d, chain, 350) // 284 s of blocks
		require.Greater(t, len(misses(first, chain.Head)), 20)
		require.Equal(t, before, bells(d))
		grow(d, chain, 60) // now after the sleep
		d.Shows("while blocks were not followed for 5m · a on Blocks lists them")
		require.Equal(t, len(misses(tuitest.NewestHeight+1, chain.Head)), alerted(d), "all are counted")
		require.Len(t, d.Deps().Monitor.Open(), 1)
		d.Wait(1)
		require.Equal(t, before+1, bells(d), "the condition that still holds")
	})
}

// A node that fails after an absence rings after ten seconds, and not only once the time to catch up is over.
func TestFailureRingsSoonAfterAnAbsence(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		d, chain := watching(t, tuitest.Setup{})
		d.Press("esc", "space", "b", "p")
		ended(d)
		d.Wait(600)
		chain.Change(func() { chain.Down = true })
		d.Press("p")
		for d.Deps().Following().Trouble == nil {
			d.ReceiveStreams()
		}
		d.Wait(8)
		require.Zero(t, bells(d), "the network may still be starting")
		d.Wait(4)
		require.Equal(t, 1, bells(d))
		d.Shows("! alert: node", "down")
	})
}

func TestNetworkSwitchEndsFollowing(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		other := tuitest.NewChain()
		other.Head, other.Oldest = 500, 0
		open := func(_ context.Context, name string) (screen.Connection, error) {
			node, err := client.NewNode("http://other.example:1", client.WithTransport(tuitest.HandlerTransport(tuitest.Node{Records: 3, Chain: other})))
			return screen.Connection{
				Node: node, Endpoint: load.Endpoint{Network: name, BaseURL: "http://other.example:1"}, Store: tuitest.EmptyStore(t),
				Networks: tuitest.Networks(),
			}, err
		}
		var saved *store.Store
		d, chain := watching(t, tuitest.Setup{Options: func(o *tui.Options) {
			o.Networks, o.Open, saved = tuitest.Networks(), open, o.Store
		}})
		grow(d, chain, 3)
		d.Press("esc", ":", "network wrong", "enter")
		d.Shows("switched to wrong")
		d.Hides(" head ")
		require.EqualValues(t, chain.Head, saved.Head().Height, "stored for the next search")
		before := chain.Count()
		ended(d)
		d.Wait(20)
		require.LessOrEqual(t, chain.Count(), before+2, "a request may have been in flight")
		d.Press("space", "b")
		d.Shows("▸      500")
	})
}

func TestQuitEndsFollowing(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		d, chain := watching(t, tuitest.Setup{})
		grow(d, chain, 1)
		require.NotEmpty(t, d.Streams)
		d.Press("ctrl+c")
		ended(d)
	})
}

func TestHeaderReportsALateBlock(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		d, chain := watching(t, tuitest.Setup{})
		d.Press("esc", "space", "s")
		grow(d, chain, 1)
		d.Shows("head 48,211,908 (0s)")
		d.Wait(9)
		d.Shows("head 48,211,908 (9s)")
		d.Wait(32)
		d.Shows("head 48,211,908 no block for 41s")
		grow(d, chain, 1)
		d.Hides("no block for")
	})
}

// Every screen reports a chain that was reset to a lower height.
func TestResetIsNoticedOnHome(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		d, chain := watching(t, tuitest.Setup{})
		d.Press("esc")
		grow(d, chain, 20)
		chain.Change(func() { chain.Oldest, chain.Number, chain.Head = 0, 1, chain.Head-10 })
		receive(d, chain)
		head := text.Integer(uint64(chain.Head)).String()
		d.Shows("head "+head, "head      "+head)
		require.Equal(t, 3, bells(d), "two misses and the reset")
		d.Press("space", "b")
		d.Shows("▸ "+head, "following")
		d.Hides("not loaded")
	})
}

// checked returns a node to check.
func checked(t *testing.T, name string, transport http.RoundTripper) health.Node {
	node, err := client.NewNode("http://"+name+".example:1", client.WithTransport(transport))
	require.NoError(t, err)
	return health.Node{Name: name, BaseURL: node.BaseURL(), Client: node}
}

// The nodes are checked one by one, each second while the chain is followed.
func TestNodesAreChecked(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		var failing tuitest.FailingTransport
		d, chain := watching(t, tuitest.Setup{Options: func(o *tui.Options) {
			served := tuitest.HandlerTransport(tuitest.Node{Chain: tuitest.NewChain()})
			o.Checks.Nodes = []health.Node{checked(t, "a", served), checked(t, "b", failing.Wrap(served))}
		}})
		state := func() [2]health.State {
			found := d.Deps().Checks.Statuses
			return [2]health.State{found[0].State, found[1].State}
		}
		d.Wait(1)
		grow(d, chain, 1)
		require.Equal(t, [2]health.State{health.OK, health.OK}, state())
		failing.On.Store(true)
		began := time.Now()
		for state()[1] != health.Down {
			grow(d, chain, 1)
		}
		require.LessOrEqual(t, time.Since(began), 2*time.Second)
		require.Equal(t, health.OK, state()[0])
		d.Press("ctrl+c")
		ended(d)
	})
}

// A node whose chain is not followed is checked only if there are others.
func TestChecksWhileNothingIsFollowed(t *testing.T) {
	t.Parallel()
	for count := range 3 {
		synctest.Test(t, func(t *testing.T) {
			handler := tuitest.Node{Records: 57, Chain: tuitest.NewChain()}
			d := tuitest.New(t, 100, 30, tuitest.Setup{Handler: handler, Options: func(o *tui.Options) {
				for i := range count {
					o.Checks.Nodes = append(o.Checks.Nodes, checked(t, string(rune('a'+i)), tuitest.HandlerTransport(handler)))
				}
			}})
			d.Press("esc", "space", "s") // Home follows the chain
			d.Streams = nil
			d.Wait(2)
			require.Equal(t, count > 1, len(d.Streams) > 0)
			d.Press("ctrl+c")
			ended(d)
		})
	}
}

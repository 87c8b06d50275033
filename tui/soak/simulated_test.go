package soak

import (
	"flag"
	"fmt"
	"math/rand/v2"
	"testing"
	"testing/synctest"
	"time"

	"foredeck/client/localnet/oracle"
	"foredeck/tui/live"
	"foredeck/tui/tuitest/effort"
)

var (
	hours = flag.Float64("hours", defaultHours(), "simulated hours of TestSimulatedDays (default 0.5, or 3 with FOREDECK_LONG_TESTS and without the race detector)")
	seed  = flag.Uint64("seed", 1, "seed of the schedule")
)

const (
	// recovery is the time after an event within which the deck must have caught up.
	recovery = 2 * time.Minute
)

func defaultHours() float64 {
	if effort.Long && !effort.Race {
		return 3
	}
	return 0.5 // every event once
}

// A deck that follows blocks and prices for days loses, repeats and leaks nothing, whatever happens to the network and the computer.
func TestSimulatedDays(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		began := time.Now()
		limit := time.Duration(*hours * float64(time.Hour))
		w := newWorld(t, limit)
		ended := make(chan struct{})
		go func() {
			defer close(ended)
			w.begin()
			w.schedule(began, limit)
			w.measured = append(w.measured, w.measure())
			w.report(began)
			t.Logf("simulated %s (the wall clock moved %s), %d requests", time.Since(began).Round(time.Second), w.trueNow().Sub(began).Round(time.Second), w.hosts.served.Load())
			t.Logf("events %v", w.events)
		}()
		w.loop(ended)
		w.close()
		for _, failure := range w.checks.failures() {
			t.Error(failure)
		}
	})
}

func newWorld(t *testing.T, limit time.Duration) *world {
	w := &world{random: rand.New(rand.NewPCG(*seed, 0)), chain: newChain(*seed, 480_000, time.Now()), long: min(limit/18, 4*time.Hour), events: map[string]int{}}
	w.hosts = newHosts(*seed, simulate(w.chain, *seed, w.trueNow))
	checks := newChecks(fmt.Sprintf("seed %d", *seed))
	checks.truth = w.truth
	w.deck = newDeck(t, setup{folder: t.TempDir(), bases: bases, next: w.hosts, apiKey: oracle.DefaultAPIKey, now: w.now}, checks)
	return w
}

// truth compares a row with its block.
func (w *world) truth(row *live.Row) string {
	branch, height := parseDigest(row.Digest.String())
	voters := w.chain.voters(branch, height)
	if height != row.Height {
		return fmt.Sprintf("digest of block %d", height)
	}
	for member, voted := range voters {
		if got, ok := row.Voted(member); !ok || got != voted {
			return fmt.Sprintf("wrong vote of member %d", member)
		}
	}
	if int(row.Members) != len(voters) {
		return fmt.Sprintf("%d members, not %d", row.Members, len(voters))
	}
	return ""
}

// schedule runs all events in random order again and again, until the time is over.
func (w *world) schedule(began time.Time, limit time.Duration) {
	for round := 0; ; round++ {
		for _, i := range w.random.Perm(len(events)) {
			w.measureEvery(began, limit)
			if round > 0 && time.Since(began) > limit {
				return
			}
			if events[i].name == reopened && len(w.measured) > 0 {
				continue
			}
			w.events[events[i].name]++
			w.do(func() { w.checks.label = fmt.Sprintf("seed %d, %s", *seed, events[i].name) })
			events[i].run(w)
			time.Sleep(recovery + w.between(time.Second, w.long/10))
			w.do(w.checkCaughtUp)
		}
	}
}

// checkCaughtUp checks that the deck has the newest blocks of the chain and has noticed all changes.
func (w *world) checkCaughtUp() {
	c, index := w.checks, w.model.Deps().Blocks
	if head := w.chain.head(w.trueNow()); c.top+5 < head || c.top > head {
		c.fail("the deck is at block %d, the chain at %d:\n%s", c.top, head, w.frame())
	}
	if saved := w.store.Head(); saved == nil || saved.Height+120 < c.top {
		c.fail("the newest block %d was not saved, but %v", c.top, saved)
	}
	for _, change := range c.changes {
		if change.from <= change.top {
			c.fail("change from block %d on was not noticed", change.from)
		}
	}
	c.changes = nil
	below := (*live.Row)(nil)
	for i := index.Len() - 1; i >= 0; i-- {
		row := index.Row(i)
		switch {
		case row.Kind == live.Epoch:
			continue
		case below != nil && row.Height != below.Last+1:
			c.fail("rows from %d to %d above %d", row.Height, row.Last, below.Last)
		case row.Kind == live.Block && row.Digest.String() != w.chain.digest(row.Height):
			c.fail("block %d is not that of the chain", row.Height)
			return
		}
		below = row
	}
}

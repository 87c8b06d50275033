package soak

import (
	"math"
	"math/rand/v2"
	"strconv"
	"sync/atomic"
	"time"

	"foredeck/tui/live"
)

// world is the network and the computer of a simulated run.
type world struct {
	*deck
	random *rand.Rand
	chain  *chain
	hosts  *hosts
	slept  atomic.Int64  // time that the computer was suspended: the wall clock went on, the monotonic one did not
	skew   atomic.Int64  // error of the computer's clock
	long   time.Duration // limit of the events that can take hours
	events map[string]int
}

// trueNow is the time of the chain.
func (w *world) trueNow() time.Time { return time.Now().Add(time.Duration(w.slept.Load())).Round(0) }

// now is the wall clock of the computer.
func (w *world) now() time.Time { return w.trueNow().Add(time.Duration(w.skew.Load())) }

// between returns a random duration; short ones are as likely as long ones.
func (w *world) between(least, most time.Duration) time.Duration {
	return between(w.random, least, most)
}

func between(random *rand.Rand, least, most time.Duration) time.Duration {
	if most <= least {
		return least
	}
	return time.Duration(float64(least) * math.Pow(float64(most)/float64(least), random.Float64()))
}

// cause returns how the network fails.
func (w *world) cause() condition { return refusing + condition(w.random.IntN(3)) }

// event is something that happens to the network, the computer or the user.
type event struct {
	name string
	run  func(w *world)
}

// reopened is an event that frees all memory, so it does not happen while the growth is measured.
const reopened = "deck reopened"

var events = []event{
	{"node restart", func(w *world) {
		for _, condition := range []condition{refusing, starting, up} {
			w.hosts.set(0, host{condition: condition})
			time.Sleep(w.between(2*time.Second, time.Minute)) // on the bubble's clock
		}
	}},
	{"all nodes restart", func(w *world) {
		for _, condition := range []condition{refusing, starting, up} {
			w.hosts.disconnect(condition)
			time.Sleep(w.between(2*time.Second, time.Minute)) // on the bubble's clock
		}
	}},
	{"failover", func(w *world) {
		down := 1 + w.random.IntN(len(bases)-1)
		for i := range down {
			w.hosts.set(i, host{condition: w.cause()})
		}
		w.hosts.set(down, host{lag: uint64(w.random.IntN(4))})
		time.Sleep(w.between(10*time.Second, w.long/2)) // on the bubble's clock
		for i := range bases {
			w.hosts.set(i, host{})
			time.Sleep(w.between(time.Second, 20*time.Second)) // on the bubble's clock
		}
	}},
	{"nodes behind", func(w *world) {
		for i := range bases {
			w.hosts.set(i, host{lag: uint64(20 + w.random.IntN(300))})
		}
		time.Sleep(w.between(10*time.Second, 10*time.Minute)) // on the bubble's clock
		for i := range bases {
			w.hosts.set(i, host{})
		}
	}},
	{"network loss", func(w *world) {
		w.hosts.disconnect(w.cause())
		time.Sleep(w.between(2*time.Second, w.long)) // on the bubble's clock
		w.hosts.disconnect(up)
	}},
	{"bad network", func(w *world) {
		w.hosts.disconnect(failing)
		time.Sleep(w.between(10*time.Second, 10*time.Minute)) // on the bubble's clock
		w.hosts.disconnect(up)
	}},
	{"suspend", func(w *world) { // timers stop and the wall clock jumps
		w.hosts.disconnect(refusing)
		time.Sleep(time.Second) // on the bubble's clock
		w.do(func() { w.slept.Add(int64(w.between(5*time.Second, 2*w.long))) })
		time.Sleep(w.between(time.Second, 20*time.Second)) // on the bubble's clock
		w.hosts.disconnect(up)
	}},
	{"process stopped", func(w *world) { // timers are late and all clocks go on
		w.hosts.disconnect(hanging)
		w.do(func() {
			time.Sleep(w.between(5*time.Second, w.long)) // on the bubble's clock
			w.checks.quiet = time.Now()
		})
		w.hosts.disconnect(up)
	}},
	{"clock set", func(w *world) {
		skew := w.between(time.Second, 3*time.Hour)
		if w.random.IntN(2) == 0 {
			skew = -skew
		}
		w.skew.Store(int64(skew))
		time.Sleep(w.between(10*time.Second, 10*time.Minute)) // on the bubble's clock
		w.skew.Store(0)
	}},
	{"chain halt", func(w *world) {
		last := w.between(5*time.Second, 10*time.Minute)
		w.chain.halt(w.trueNow(), last)
		time.Sleep(last) // on the bubble's clock
	}},
	{"fork", func(w *world) { w.fork(8) }},
	{"fork while offline", func(w *world) {
		w.hosts.disconnect(w.cause())
		time.Sleep(w.between(time.Second, time.Minute)) // on the bubble's clock
		w.fork(100)
		time.Sleep(w.between(time.Second, time.Minute)) // on the bubble's clock
		w.hosts.disconnect(up)
	}},
	{"chain reset", func(w *world) { w.reset() }},
	{reopened, func(w *world) { w.reopen() }},
	{"user on home", func(w *world) {
		w.do(w.checks.suspend)
		w.press("space", "h")
		time.Sleep(w.between(time.Second, w.long/5)) // on the bubble's clock
		switch w.random.IntN(3) {
		case 0:
			w.fork(30)
		case 1:
			w.reset()
		}
		time.Sleep(w.between(time.Second, w.long/5)) // on the bubble's clock
		w.openBlocks()
	}},
	{"user on prices", func(w *world) {
		w.openPrices()
		for range 5 {
			w.press([]string{"down", "left", ">", "<", "+", "-", "v"}[w.random.IntN(7)])
			time.Sleep(w.between(time.Second, w.long/5)) // on the bubble's clock
		}
		w.openBlocks()
	}},
	{"user on blocks", func(w *world) {
		for range 12 {
			w.press([]string{"down", "pgdown", "up", "G", "v", "S", "a", "n", "N", "r", "R", "tab", "z"}[w.random.IntN(13)])
			time.Sleep(w.between(time.Second, time.Minute)) // on the bubble's clock
		}
		w.openBlocks()
		w.fillHole()
		w.openBlocks()
		w.press("f")
	}},
}

// fork replaces the newest blocks of the chain, up to a number of them.
func (w *world) fork(depth int) {
	w.do(func() { w.checks.changed(w.chain.fork(w.trueNow(), 1+uint64(w.random.IntN(depth)))) })
}

// reset replaces the chain by one that is lower or higher.
func (w *world) reset() {
	w.do(func() {
		w.chain.reset(w.trueNow(), []uint64{0, 1_000, w.checks.top + 50_000, w.checks.top - min(w.checks.top, 40)}[w.random.IntN(4)])
		w.checks.changed(0)
	})
}

// fillHole selects the newest hole and loads it, as far as one press does.
func (w *world) fillHole() {
	time.Sleep(15 * time.Second) // on the bubble's clock: older blocks may still be loading
	var hole *live.Row
	w.do(func() {
		index := w.model.Deps().Blocks
		for i := range index.Len() {
			if row := index.Row(i); row.Kind == live.Hole {
				hole = row
				return
			}
		}
	})
	if hole == nil {
		return
	}
	w.press("#", strconv.FormatUint(hole.Last+1, 10), "enter", "down", "enter")
	time.Sleep(time.Minute) // on the bubble's clock
	w.do(func() {
		if row := w.model.Deps().Blocks.Block(hole.Last); row == nil {
			w.checks.fail("hole from %d to %d was not filled:\n%s", hole.Height, hole.Last, w.frame())
		}
	})
}

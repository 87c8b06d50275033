package prices

import "time"

const (
	// callEvery is the time for which a call is paid: the service publishes no limit, and careful callers keep far below four a
	// second.
	callEvery = 2 * time.Second
	// mostSaved is how many calls are saved up at most, for the time when something new is looked at.
	mostSaved = 12
	// slowest is what the time for a call grows to when the service asks for fewer.
	slowest = time.Minute
)

// budget is how many calls are made of one service. Calls come in at a steady pace and are saved up to a bound. When the service
// asks for fewer, none are made for as long as it wants, and the pace is slower for a while.
type budget struct {
	every time.Duration
	saved float64
	at    time.Time // of saved
	until time.Time // no call before
	ends  time.Time // of a recording, of which calls cost nothing: only what is asked for is waited; the zero time: it is none
}

func newBudget(ends time.Time) budget { return budget{every: callEvery, saved: mostSaved, ends: ends} }

func (b *budget) isFree() bool { return !b.ends.IsZero() }

// earn counts what has come in.
func (b *budget) earn(now time.Time) {
	switch {
	case b.at.IsZero():
		b.at = now
	case now.After(b.at):
		b.saved = min(b.saved+float64(now.Sub(b.at))/float64(b.every), mostSaved)
		b.at = now
	}
}

// take pays for a call and leaves so many for others. It tells whether there was enough.
func (b *budget) take(now time.Time, leave int) bool {
	b.earn(now)
	if now.Before(b.until) || !b.isFree() && b.saved < float64(1+leave) {
		return false
	}
	if !b.isFree() {
		b.saved--
	}
	return true
}

// wait is how long it takes until a call can be paid.
func (b *budget) wait(now time.Time) time.Duration {
	b.earn(now)
	missing := time.Duration(max(1-b.saved, 0) * float64(b.every))
	return max(missing, b.until.Sub(now))
}

// slow makes the pace half as fast, and waits for as long as the service asks, at least for one call.
func (b *budget) slow(now time.Time, asked time.Duration) {
	if b.isFree() {
		if b.until = now.Add(asked); b.until.After(b.ends) {
			b.until = b.ends // where the clock stands still
		}
		return
	}
	b.earn(now)
	b.every = min(2*b.every, slowest)
	b.until = now.Add(max(asked, b.every))
	b.saved, b.at = 1, b.until // nothing is saved up meanwhile
}

// went makes the pace somewhat faster again, up to the usual one.
func (b *budget) went() {
	b.every = max(b.every*3/4, callEvery)
}

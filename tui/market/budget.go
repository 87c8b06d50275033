package market

import "time"

const (
	// callInterval is the default time between calls. The service publishes no limit; this stays far below four calls a
	// second.
	callInterval = 2 * time.Second
	// maxTokens is the number of calls that can accumulate for a burst, as when a screen is opened.
	maxTokens = 12
	// maxInterval limits the interval after repeated rate limiting.
	maxInterval = time.Minute
)

// budget is a token bucket for the calls of one service. When the service limits the rate, calls stop for as long as it
// demands, and the interval is longer for a while.
type budget struct {
	interval     time.Duration
	tokens       float64
	updated      time.Time // when tokens was updated
	blockedUntil time.Time // no calls before
	recordingEnd time.Time // end of the recording in replay, where calls are free and only rate limits count; zero outside replay
}

func newBudget(ends time.Time) budget {
	return budget{interval: callInterval, tokens: maxTokens, recordingEnd: ends}
}

func (b *budget) unlimited() bool { return !b.recordingEnd.IsZero() }

// refill adds the tokens for the time since the last update.
func (b *budget) refill(now time.Time) {
	switch {
	case b.updated.IsZero():
		b.updated = now
	case now.After(b.updated):
		b.tokens = min(b.tokens+float64(now.Sub(b.updated))/float64(b.interval), maxTokens)
		b.updated = now
	}
}

// spend takes a token if at least reserve others remain, and reports whether it did.
func (b *budget) spend(now time.Time, reserve int) bool {
	b.refill(now)
	if now.Before(b.blockedUntil) || !b.unlimited() && b.tokens < float64(1+reserve) {
		return false
	}
	if !b.unlimited() {
		b.tokens--
	}
	return true
}

// affordable returns the number of tokens that can be spent so that reserve others remain.
func (b *budget) affordable(now time.Time, reserve int) int {
	b.refill(now)
	switch {
	case now.Before(b.blockedUntil):
		return 0
	case b.unlimited():
		return maxTokens
	}
	return max(int(b.tokens)-reserve, 0)
}

// wait returns the time until the next call is possible.
func (b *budget) wait(now time.Time) time.Duration {
	b.refill(now)
	missing := time.Duration(max(1-b.tokens, 0) * float64(b.interval))
	return max(missing, b.blockedUntil.Sub(now))
}

// backOff doubles the interval and blocks calls for the time that the service demands, at least for one interval.
func (b *budget) backOff(now time.Time, retryAfter time.Duration) {
	if b.unlimited() {
		if b.blockedUntil = now.Add(retryAfter); b.blockedUntil.After(b.recordingEnd) {
			b.blockedUntil = b.recordingEnd // the clock stops there
		}
		return
	}
	b.refill(now)
	b.interval = min(2*b.interval, maxInterval)
	b.blockedUntil = now.Add(max(retryAfter, b.interval))
	b.tokens, b.updated = 1, b.blockedUntil // no tokens accumulate until then
}

// speedUp shortens the interval after a successful call, down to callInterval.
func (b *budget) speedUp() {
	b.interval = max(b.interval*3/4, callInterval)
}

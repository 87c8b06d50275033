package client

import (
	"net/http"
	"sync"
	"time"
)

// clockOffset is what the Date headers of a service tell about the difference between its clock and this machine's. It is safe for
// concurrent use.
type clockOffset struct {
	lock      sync.Mutex
	low, high time.Duration // of the service's clock minus this one
	known     bool
}

// add narrows the difference down with a response to a request. A header has the second of the response. If it contradicts the earlier
// ones, a clock was set, and it counts alone.
func (c *clockOffset) add(header http.Header, sent, received time.Time) {
	made, err := http.ParseTime(header.Get("Date"))
	if err != nil {
		return
	}
	low, high := made.Sub(received), made.Add(time.Second).Sub(sent)
	c.lock.Lock()
	defer c.lock.Unlock()
	if c.known && low <= c.high && c.low <= high {
		low, high = max(low, c.low), min(high, c.high)
	}
	c.low, c.high, c.known = low, high, true
}

// ClockOffset returns how far the service's clock is ahead of this machine's, and the accuracy, from the Date headers of its responses.
// ok is false before the first one.
func (p *Prices) ClockOffset() (ahead, accuracy time.Duration, ok bool) {
	c := &p.clock
	c.lock.Lock()
	defer c.lock.Unlock()
	return c.low + (c.high-c.low)/2, (c.high - c.low) / 2, c.known
}

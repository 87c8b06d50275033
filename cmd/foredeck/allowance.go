package main

import (
	"fmt"
	"net/http"
	"sync"

	"golang.org/x/time/rate"
)

// allowance is the number of requests per second that sessions of one key, or of one address, may send to the nodes and the price service.
// It is not that of the shared poller of blocks, nor of responses from a cache.
type allowance struct {
	perSecond rate.Limit
	burst     int // after a pause
}

// allowanceSeconds is the number of seconds of an allowance that can be used at once: a deck loads all of a screen when it opens.
const allowanceSeconds = 4

// allowanceOf returns the allowance of an option.
func allowanceOf(in *invocation, option string) allowance {
	perSecond := get[int](in.options, option)
	return allowance{rate.Limit(perSecond), perSecond * allowanceSeconds}
}

// allowances count the requests of visitors by key and by address.
type allowances struct {
	ofKey, ofAddress allowance

	mutex sync.Mutex
	used  map[string]*usedAllowance
}

// usedAllowance is the state of an allowance.
type usedAllowance struct {
	*rate.Limiter
	sessions int
}

func newAllowances(ofKey, ofAddress allowance) *allowances {
	return &allowances{ofKey: ofKey, ofAddress: ofAddress, used: map[string]*usedAllowance{}}
}

// open returns the limits for the requests of a session until release. What was used stays used after the last session of a visitor, until
// it would be available again: who reconnects gains nothing.
func (a *allowances) open(key, address string) (limits []*rate.Limiter, release func()) {
	a.mutex.Lock()
	defer a.mutex.Unlock()
	for name, used := range a.used {
		if used.sessions == 0 && used.Tokens() >= float64(used.Burst()) {
			delete(a.used, name)
		}
	}
	var opened []*usedAllowance
	if key != "" { // first: a key without a turn takes none of its address
		opened = append(opened, a.use("key "+key, a.ofKey))
	}
	opened = append(opened, a.use("address "+address, a.ofAddress))
	for _, used := range opened {
		limits = append(limits, used.Limiter)
	}
	return limits, func() {
		a.mutex.Lock()
		defer a.mutex.Unlock()
		for _, used := range opened {
			used.sessions--
		}
	}
}

// use counts a session. The mutex is held.
func (a *allowances) use(name string, of allowance) *usedAllowance {
	used := a.used[name]
	if used == nil {
		used = &usedAllowance{Limiter: rate.NewLimiter(of.perSecond, of.burst)}
		a.used[name] = used
	}
	used.sessions++
	return used
}

// limited is a transport whose requests wait for their turn within limits.
type limited struct {
	next   http.RoundTripper
	limits []*rate.Limiter
}

// RoundTrip fails at once if the turn would come after the deadline.
func (l *limited) RoundTrip(request *http.Request) (*http.Response, error) {
	for _, limit := range l.limits {
		err := limit.Wait(request.Context())
		if err == nil {
			continue
		}
		if request.Body != nil {
			_ = request.Body.Close() // it was not sent
		}
		if cause := request.Context().Err(); cause != nil {
			return nil, cause
		}
		return nil, fmt.Errorf("too many requests of your sessions (limit %v per second): wait, or close some of them", float64(limit.Limit()))
	}
	return l.next.RoundTrip(request)
}

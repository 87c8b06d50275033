package transport

import (
	"fmt"
	"net/http"
	"sync"

	"golang.org/x/time/rate"
)

// rateLimit limits the attempts per second and host. Requests beyond the limit wait.
type rateLimit struct {
	layer
	perSecond float64
	burst     int

	lock  sync.Mutex
	hosts map[string]*rate.Limiter // by host, as many as there are base URLs
}

func newRateLimit(next http.RoundTripper, perSecond float64, burst int) *rateLimit {
	return &rateLimit{layer: layer{next}, perSecond: perSecond, burst: max(burst, 1), hosts: map[string]*rate.Limiter{}}
}

func (l *rateLimit) RoundTrip(request *http.Request) (*http.Response, error) {
	ctx := request.Context()
	if err := l.limiter(request.URL.Host).Wait(ctx); err != nil {
		closeBody(request)
		if ctx.Err() != nil {
			return nil, ctx.Err()
		}
		return nil, &queueError{host: request.URL.Host, perSecond: l.perSecond}
	}
	return l.next.RoundTrip(request)
}

func (l *rateLimit) limiter(host string) *rate.Limiter {
	l.lock.Lock()
	defer l.lock.Unlock()
	limiter := l.hosts[host]
	if limiter == nil {
		limiter = rate.NewLimiter(rate.Limit(l.perSecond), l.burst)
		l.hosts[host] = limiter
	}
	return limiter
}

// queueError reports that the deadline of a request is before its turn.
type queueError struct {
	isTimeout
	host      string
	perSecond float64
}

func (e *queueError) Error() string {
	return fmt.Sprintf("too many requests queued for %s (limit %v per second): send fewer or increase the timeout", e.host, e.perSecond)
}

package transport

import (
	"fmt"
	"net/http"
	"sync"

	"golang.org/x/time/rate"
)

// rateLimit lets so many tries a second through to each host, after a first burst. Who
// is too fast waits for a turn.
type rateLimit struct {
	layer
	perSecond float64
	burst     int

	lock  sync.Mutex
	hosts map[string]*rate.Limiter // as many as there are base URLs
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
		return nil, &noTimeError{host: request.URL.Host, perSecond: l.perSecond}
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

// noTimeError tells that a request's time would be over before its turn.
type noTimeError struct {
	host      string
	perSecond float64
}

func (e *noTimeError) Error() string {
	return fmt.Sprintf("too many requests wait for their turn at %s (%v a second): ask for less, or allow more time", e.host, e.perSecond)
}

// Timeout makes it a time-out in the sense of net.Error.
func (e *noTimeError) Timeout() bool { return true }

// Temporary is there for net.Error.
func (e *noTimeError) Temporary() bool { return true }

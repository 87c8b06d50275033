package transport

import (
	"fmt"
	"net/http"
	"sync"
	"time"

	"golang.org/x/time/rate"
)

// rateLimit limits the attempts per second and host. Requests beyond the limit wait.
type rateLimit struct {
	layer
	nodes     *Nodes
	perSecond float64
	burst     int

	lock  sync.Mutex
	hosts map[string]*rate.Limiter // by host, as many as there are base URLs
}

func newRateLimit(next http.RoundTripper, nodes *Nodes, perSecond float64, burst int) *rateLimit {
	return &rateLimit{layer: layer{next}, nodes: nodes, perSecond: perSecond, burst: max(burst, 1), hosts: map[string]*rate.Limiter{}}
}

func (l *rateLimit) RoundTrip(request *http.Request) (*http.Response, error) {
	ctx := request.Context()
	turn := l.limiter(request.URL.Host).Reserve()
	if delay := turn.Delay(); delay > 0 {
		if end, limited := ctx.Deadline(); limited && time.Until(end) < delay {
			turn.Cancel()
			closeBody(request)
			return nil, &queueError{host: request.URL.Host, perSecond: l.perSecond}
		}
		ended := l.nodes.wait(ctx, Wait{BaseURL: l.nodes.baseOf(request.URL), Until: time.Now().Add(delay)})
		err := Sleep(ctx, delay)
		ended()
		if err != nil {
			turn.Cancel()
			closeBody(request)
			return nil, err
		}
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

package transport

import (
	"context"
	"fmt"
	"math/rand/v2"
	"net/http"
	"sync"
	"time"

	"golang.org/x/time/rate"
)

const (
	minPause = 200 * time.Millisecond
	maxPause = 5 * time.Second
)

// retry repeats requests that failed temporarily. Between attempts it waits as long as the response asks for, at most 30
// seconds, plus a random time up to a limit that doubles, so that concurrent callers spread out.
type retry struct {
	layer
	nodes       *Nodes
	maxAttempts int
	budget      budget
	// jitter returns a random duration from 0 to limit.
	jitter func(limit time.Duration) time.Duration
}

func newRetry(next http.RoundTripper, nodes *Nodes, maxAttempts int) *retry {
	return &retry{
		layer:       layer{next},
		nodes:       nodes,
		maxAttempts: maxAttempts,
		budget:      budget{spent: map[string]int{}},
		jitter:      func(limit time.Duration) time.Duration { return rand.N(limit + 1) },
	}
}

func (r *retry) RoundTrip(request *http.Request) (*http.Response, error) {
	if !isRepeatable(request) {
		return r.next.RoundTrip(request)
	}
	defer closeBody(request) // each attempt has a copy
	host := request.URL.Host
	ctx := request.Context()
	for attempt, pause := 1, minPause; ; attempt, pause = attempt+1, min(2*pause, maxPause) {
		copied, err := copyRequest(request)
		if err != nil {
			return nil, err
		}
		response, err := r.next.RoundTrip(copied)
		if response != nil {
			response.Request = request
		}
		failed := failureOf(response, err)
		if failed == nil {
			r.budget.earn(host)
			return response, nil
		}
		if attempt >= r.maxAttempts || !isTransient(ctx, failed) {
			return response, err
		}
		wait := min(retryAfter(response)+r.jitter(pause), maxRetryAfter)
		// Return the failure now if there is no time for another attempt.
		if end, limited := ctx.Deadline(); limited && time.Until(end) <= wait || !r.budget.spend(host) {
			return response, err
		}
		discardResponse(response)
		ended := r.nodes.wait(ctx, r.waitAfter(request, response, err, wait))
		err = Sleep(ctx, wait)
		ended()
		if err != nil {
			return nil, err
		}
	}
}

// waitAfter returns the Wait after a failed attempt.
func (r *retry) waitAfter(request *http.Request, response *http.Response, err error, duration time.Duration) Wait {
	wait := Wait{BaseURL: r.nodes.baseOf(request.URL), Err: err, Until: time.Now().Add(duration)}
	if at := traceOf(request.Context()).baseURL.Load(); at != nil {
		wait.BaseURL = *at
	}
	if response != nil {
		wait.Status = response.StatusCode
	}
	return wait
}

// Sleep waits. It fails if the context ends first.
func Sleep(ctx context.Context, wait time.Duration) error {
	timer := time.NewTimer(wait)
	defer timer.Stop()
	select {
	case <-timer.C:
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}

const (
	// maxRetries is the number of retries for a host that never responds.
	maxRetries = 10
	// responsesPerRetry is the number of responses that earn another retry.
	responsesPerRetry = 10
)

// budget limits retries, so that they do not overload a host that is already down. Responses of the host replenish its
// budget.
type budget struct {
	lock  sync.Mutex
	spent map[string]int // by host, in responses; absent if the budget is full
}

// earn adds a response.
func (b *budget) earn(host string) {
	b.lock.Lock()
	defer b.lock.Unlock()
	if b.spent[host] > 1 {
		b.spent[host]--
	} else {
		delete(b.spent, host)
	}
}

// spend takes a retry from the budget and reports whether there was one.
func (b *budget) spend(host string) bool {
	b.lock.Lock()
	defer b.lock.Unlock()
	if b.spent[host]+responsesPerRetry > maxRetries*responsesPerRetry {
		return false
	}
	b.spent[host] += responsesPerRetry
	return true
}

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

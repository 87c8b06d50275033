package transport

import (
	"context"
	"math/rand/v2"
	"net/http"
	"time"
)

const (
	firstPause   = 200 * time.Millisecond
	longestPause = 5 * time.Second
)

// retry sends a request again that can be repeated and failed in a way that may pass. It
// waits in between: as long as the answer asks for (at most 30 seconds), and then any
// time up to a limit that doubles, so that callers who failed together come back apart.
type retry struct {
	layer
	tries  int
	budget budget
	// jitter gives any time from 0 to a limit.
	jitter func(limit time.Duration) time.Duration
}

func newRetry(next http.RoundTripper, tries int) *retry {
	return &retry{
		layer:  layer{next},
		tries:  tries,
		budget: budget{spent: map[string]int{}},
		jitter: func(limit time.Duration) time.Duration { return rand.N(limit + 1) },
	}
}

func (r *retry) RoundTrip(request *http.Request) (*http.Response, error) {
	if !repeatable(request) {
		return r.next.RoundTrip(request)
	}
	defer closeBody(request) // each try has a copy
	host := request.URL.Host
	ctx := request.Context()
	for try, pause := 1, firstPause; ; try, pause = try+1, min(2*pause, longestPause) {
		copied, err := again(ctx, request)
		if err != nil {
			return nil, err
		}
		response, err := r.next.RoundTrip(copied)
		if response != nil {
			response.Request = request
		}
		failed := failure(response, err)
		if failed == nil {
			r.budget.earn(host)
			return response, nil
		}
		if try >= r.tries || !passing(ctx, failed) {
			return response, err
		}
		wait := min(askedToWait(response)+r.jitter(pause), longestRetryAfter)
		// What has failed is told now rather than when the time is over.
		if end, limited := ctx.Deadline(); limited && time.Until(end) <= wait || !r.budget.spend(host) {
			return response, err
		}
		discard(response)
		if err := sleep(ctx, wait); err != nil {
			return nil, err
		}
	}
}

// sleep waits; it fails when the context ends first.
func sleep(ctx context.Context, wait time.Duration) error {
	timer := time.NewTimer(wait)
	defer timer.Stop()
	select {
	case <-timer.C:
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}

package transport

import (
	"context"
	"maps"
	"net/http"
	"slices"
	"strings"
	"sync"
	"time"
)

// coalesce sends one request for concurrent equal requests, GETs with the same URL and headers. A canceled caller does
// not affect the others; the request is canceled with the last of them. Later equal requests get its response too, for as long as hold.
//
// The layers below must buffer bodies.
type coalesce struct {
	layer
	hold time.Duration

	lock    sync.Mutex
	flights map[string]*flight
}

// flight is a request that callers share.
type flight struct {
	key      string
	waiters  int       // guarded by coalesce.lock
	deadline time.Time // latest deadline of the callers, zero if one has none; guarded by coalesce.lock
	cancel   context.CancelCauseFunc
	trace    *callTrace // of the first caller

	done     chan struct{} // closed when response and err are set
	response *http.Response
	err      error
}

func newCoalesce(next http.RoundTripper, hold time.Duration) *coalesce {
	return &coalesce{layer: layer{next}, hold: hold, flights: map[string]*flight{}}
}

func (c *coalesce) RoundTrip(request *http.Request) (*http.Response, error) {
	if request.Method != http.MethodGet || request.Body != nil && request.Body != http.NoBody {
		return c.next.RoundTrip(request)
	}
	ctx := request.Context()
	if ctx.Err() != nil {
		return nil, ctx.Err()
	}
	joined := c.join(request)
	trace := traceOf(ctx)
	trace.shared.Store(joined.trace)
	select {
	case <-joined.done:
		c.leave(joined, nil)
	case <-ctx.Done():
		trace.baseURL.Store(joined.trace.baseURL.Load())
		c.leave(joined, context.Cause(ctx))
		return nil, ctx.Err()
	}
	if joined.err != nil {
		return nil, joined.err
	}
	response := *joined.response
	response.Request = request
	response.Header = response.Header.Clone()
	response.Trailer = response.Trailer.Clone()
	if body, ok := response.Body.(*bufferedBody); ok {
		shared := newBufferedBody(body.bytes, body.err)
		shared.sentTo = body.sentTo
		response.Body = shared
	}
	return &response, nil
}

// join returns the flight of a request and starts it if needed.
func (c *coalesce) join(request *http.Request) *flight {
	key := flightKey(request)
	deadline, limited := request.Context().Deadline()
	c.lock.Lock()
	defer c.lock.Unlock()
	if f := c.flights[key]; f != nil {
		f.waiters++
		if !limited {
			f.deadline = time.Time{}
		} else if !f.deadline.IsZero() && deadline.After(f.deadline) {
			f.deadline = deadline
		}
		return f
	}
	// The flight has the context values of the first caller, but not its cancellation.
	ctx, cancel := context.WithCancelCause(context.WithoutCancel(request.Context()))
	f := &flight{key: key, waiters: 1, deadline: deadline, cancel: cancel, trace: traceOf(ctx), done: make(chan struct{})}
	c.flights[key] = f
	go c.run(f, request.Clone(flightContext{ctx, c, f}))
	return f
}

// run sends the request. It ends with the response, or when the last caller has left.
func (c *coalesce) run(f *flight, request *http.Request) {
	defer f.cancel(nil)
	f.response, f.err = c.next.RoundTrip(request)
	if c.holds(f) {
		time.AfterFunc(c.hold, func() { c.end(f) })
	} else {
		c.end(f)
	}
	close(f.done)
}

// The bodies that are held: not those of a missing block, which is null and may exist a moment later.
const (
	minHeldBody = 5
	maxHeldBody = 256 << 10
)

// holds reports whether the response of a flight is for later requests too.
func (c *coalesce) holds(f *flight) bool {
	if c.hold <= 0 || f.err != nil || f.response.StatusCode != http.StatusOK {
		return false
	}
	body, ok := f.response.Body.(*bufferedBody)
	return ok && body.err == nil && len(body.bytes) >= minHeldBody && len(body.bytes) <= maxHeldBody
}

// end makes room for the next equal request.
func (c *coalesce) end(f *flight) {
	c.lock.Lock()
	defer c.lock.Unlock()
	c.remove(f)
}

// leave removes a caller from a flight and cancels the flight with the last one.
func (c *coalesce) leave(f *flight, why error) {
	c.lock.Lock()
	defer c.lock.Unlock()
	if f.waiters--; f.waiters == 0 && why != nil {
		f.cancel(why)
		c.remove(f)
	}
}

// remove makes room for the next equal request. The caller holds the lock.
func (c *coalesce) remove(f *flight) {
	if c.flights[f.key] == f {
		delete(c.flights, f.key)
	}
}

// flightContext has the latest deadline of the callers, which can change.
type flightContext struct {
	context.Context
	owner  *coalesce
	flight *flight
}

func (c flightContext) Deadline() (time.Time, bool) {
	c.owner.lock.Lock()
	defer c.owner.lock.Unlock()
	return c.flight.deadline, !c.flight.deadline.IsZero()
}

// flightKey returns the URL and all headers. It can contain secrets and must not be stored.
func flightKey(request *http.Request) string {
	var key strings.Builder
	key.WriteString(request.URL.String())
	for _, name := range slices.Sorted(maps.Keys(request.Header)) {
		for _, value := range request.Header[name] {
			key.WriteString("\n" + name + ": " + value)
		}
	}
	key.WriteString("\n" + request.Host)
	return key.String()
}

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

// coalesce sends one request where several equal ones are made at the same time, and
// gives all of them its answer. Equal are GETs of the same address with the same
// headers. Who leaves, leaves the others waiting; the request is called off when the
// last has left.
//
// The pieces below must read bodies before they give an answer, as buffer does.
type coalesce struct {
	layer

	lock    sync.Mutex
	flights map[string]*flight
}

// flight is a request on its way.
type flight struct {
	key      string
	waiting  int       // guarded by coalesce.lock
	deadline time.Time // the latest of those who wait; zero where one has none. Guarded by coalesce.lock
	cancel   context.CancelCauseFunc

	done     chan struct{} // closed when the rest is there
	response *http.Response
	err      error
}

func newCoalesce(next http.RoundTripper) *coalesce {
	return &coalesce{layer: layer{next}, flights: map[string]*flight{}}
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
	select {
	case <-joined.done:
		c.leave(joined, nil)
	case <-ctx.Done():
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
		response.Body = newBufferedBody(body.bytes, body.err)
	}
	return &response, nil
}

// join finds the flight of a request or starts it.
func (c *coalesce) join(request *http.Request) *flight {
	key := flightKey(request)
	deadline, limited := request.Context().Deadline()
	c.lock.Lock()
	defer c.lock.Unlock()
	if f := c.flights[key]; f != nil {
		f.waiting++
		if !limited {
			f.deadline = time.Time{}
		} else if !f.deadline.IsZero() && deadline.After(f.deadline) {
			f.deadline = deadline
		}
		return f
	}
	// What the first caller says about the request holds for all; when it ends does not.
	ctx, cancel := context.WithCancelCause(context.WithoutCancel(request.Context()))
	f := &flight{key: key, waiting: 1, deadline: deadline, cancel: cancel, done: make(chan struct{})}
	c.flights[key] = f
	go c.fly(f, request.Clone(flightContext{ctx, c, f}))
	return f
}

// fly makes the request. It ends when the answer is there or the last caller has left.
func (c *coalesce) fly(f *flight, request *http.Request) {
	defer f.cancel(nil)
	f.response, f.err = c.next.RoundTrip(request)
	c.lock.Lock()
	c.remove(f)
	c.lock.Unlock()
	close(f.done)
}

// leave takes a caller off a flight, and calls the flight off with the last of them.
func (c *coalesce) leave(f *flight, why error) {
	c.lock.Lock()
	defer c.lock.Unlock()
	if f.waiting--; f.waiting == 0 && why != nil {
		f.cancel(why)
		c.remove(f)
	}
}

// remove makes room for the next flight of the same kind. It is called with the lock.
func (c *coalesce) remove(f *flight) {
	if c.flights[f.key] == f {
		delete(c.flights, f.key)
	}
}

// flightContext has the latest deadline of those who wait, which may change.
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

// flightKey is the address and all headers. It may hold secrets and never leaves memory.
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

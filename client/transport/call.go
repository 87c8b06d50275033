package transport

import (
	"context"
	"net/http"
	"slices"
	"sync"
	"sync/atomic"
	"time"
)

// Keys of properties in the context of a request.
type (
	safeKey   struct{}
	labelKey  struct{}
	traceKey  struct{}
	waiterKey struct{}
)

// Safe returns a context that marks requests as free of side effects, so that they can be retried: a POST that calls a view
// function, for example. GET and HEAD do not need it.
func Safe(ctx context.Context) context.Context {
	return context.WithValue(ctx, safeKey{}, true)
}

// WithLabel returns a context that labels requests with their origin, such as "account". The label appears in Exchange; it is
// not sent.
func WithLabel(ctx context.Context, label string) context.Context {
	return context.WithValue(ctx, labelKey{}, label)
}

func labelOf(ctx context.Context) string {
	label, _ := ctx.Value(labelKey{}).(string)
	return label
}

// isRepeatable reports whether a request is safe to repeat and its body can be read again.
func isRepeatable(request *http.Request) bool {
	if request.Body != nil && request.Body != http.NoBody && request.GetBody == nil {
		return false
	}
	marked, _ := request.Context().Value(safeKey{}).(bool)
	return marked || request.Method == http.MethodGet || request.Method == http.MethodHead || request.Method == ""
}

// copyRequest returns a copy of a repeatable request with its own body, or the request if it has none. The copy shares URL and header, which
// no layer changes.
func copyRequest(request *http.Request) (*http.Request, error) {
	if request.GetBody == nil || request.Body == http.NoBody {
		return request, nil
	}
	body, err := request.GetBody()
	if err != nil {
		return nil, err
	}
	repeat := *request
	repeat.Body = body
	return &repeat, nil
}

// callTrace is the state of a running call.
type callTrace struct {
	attempts atomic.Int32
	baseURL  atomic.Pointer[string]    // of the newest attempt, after failover
	wait     atomic.Pointer[Wait]      // nil while the call does not wait
	awaited  atomic.Pointer[Awaited]   // nil before the first attempt, and after a response
	shared   atomic.Pointer[callTrace] // of the call that sends the request for this one
}

// withTrace returns a context with a new trace.
func withTrace(ctx context.Context) (context.Context, *callTrace) {
	trace := new(callTrace)
	return context.WithValue(ctx, traceKey{}, trace), trace
}

// traceOf returns the trace of a context, a new one if it has none.
func traceOf(ctx context.Context) *callTrace {
	if trace, ok := ctx.Value(traceKey{}).(*callTrace); ok {
		return trace
	}
	return new(callTrace)
}

// current returns the wait of a call or of the one that sends its request, nil if it does not wait.
func (t *callTrace) current() *Wait {
	if wait := t.wait.Load(); wait != nil {
		return wait
	}
	if shared := t.shared.Load(); shared != nil {
		return shared.wait.Load()
	}
	return nil
}

// response returns the response that a call or the one that sends its request waits for, nil if it waits for none.
func (t *callTrace) response() *Awaited {
	if shared := t.shared.Load(); shared != nil {
		return shared.awaited.Load()
	}
	return t.awaited.Load()
}

// awaitLayer records in the trace of a call which response it waits for. The layers below must buffer bodies.
type awaitLayer struct {
	layer
	nodes *Nodes
}

func (a *awaitLayer) RoundTrip(request *http.Request) (*http.Response, error) {
	trace, baseURL := traceOf(request.Context()), a.nodes.baseOf(request.URL)
	if last := trace.awaited.Load(); last == nil || last.BaseURL != baseURL { // a repeated attempt without a response continues the wait
		trace.awaited.Store(&Awaited{baseURL, time.Now()})
	}
	response, err := a.next.RoundTrip(request)
	if err == nil {
		trace.awaited.Store(nil)
	}
	return response, err
}

// countAttempt returns the number of this attempt, from 1.
func countAttempt(ctx context.Context) int { return int(traceOf(ctx).attempts.Add(1)) }

// Awaited is a response that has not arrived.
type Awaited struct {
	BaseURL string    // of the node, or else the host
	Since   time.Time // when the node was first requested, by time.Now
}

// Waiter knows what the requests of a context wait for: a retry, a rate limit or a response. It is safe for concurrent use.
type Waiter struct {
	lock  sync.Mutex
	calls []*callTrace
}

// WithWaiter returns a context whose requests report to a Waiter when they wait.
func WithWaiter(ctx context.Context, waiter *Waiter) context.Context {
	return context.WithValue(ctx, waiterKey{}, waiter)
}

// Current returns the wait that ends last. ok is false if no request waits.
func (w *Waiter) Current() (wait Wait, ok bool) {
	w.lock.Lock()
	defer w.lock.Unlock()
	for _, call := range w.calls {
		if current := call.current(); current != nil && (!ok || current.Until.After(wait.Until)) {
			wait, ok = *current, true
		}
	}
	return wait, ok
}

// Awaited returns the response that was requested first. ok is false if none is awaited.
func (w *Waiter) Awaited() (awaited Awaited, ok bool) {
	w.lock.Lock()
	defer w.lock.Unlock()
	for _, call := range w.calls {
		if response := call.response(); response != nil && (!ok || response.Since.Before(awaited.Since)) {
			awaited, ok = *response, true
		}
	}
	return awaited, ok
}

// follow adds a call until the returned function is called.
func (w *Waiter) follow(call *callTrace) (ended func()) {
	return listed(&w.lock, &w.calls, call)
}

// listed adds an item to a list that a lock guards, and returns a function that removes it.
func listed[T any](lock *sync.Mutex, list *[]*T, item *T) (ended func()) {
	lock.Lock()
	defer lock.Unlock()
	*list = append(*list, item)
	return func() {
		lock.Lock()
		defer lock.Unlock()
		*list = slices.DeleteFunc(*list, func(other *T) bool { return other == item })
	}
}

package paging

import (
	"context"
	"maps"
	"net/url"
	"strconv"
)

// ReadAhead fetches the next page of a walk by sequence number while the current one is read. It starts when one full page
// without gaps has followed another, which makes the next start predictable. It is not safe for concurrent use, and Stop
// must be called at the end.
type ReadAhead[A any] struct {
	Order Order
	// Get requests a response; its query has start and count.
	Get func(ctx context.Context, path string, query url.Values) (A, error)

	isSteady bool // the next page is predictable
	isEarly  bool
	next     *pending[A]
}

// pending is a request in flight.
type pending[A any] struct {
	path, query string
	cancel      context.CancelFunc
	done        chan struct{} // closed when response and err are set
	response    A
	err         error
}

// IsEarly reports whether the last response was fetched ahead, so that records can have been added since.
func (a *ReadAhead[A]) IsEarly() bool { return a.isEarly }

// Fetch returns the response to a query, and starts to fetch the one after it if that is predictable.
func (a *ReadAhead[A]) Fetch(ctx context.Context, path string, query url.Values) (A, error) {
	var response A
	var err error
	a.isEarly = false
	if next := a.next; next != nil && next.path == path && next.query == query.Encode() {
		a.isEarly = true
		<-next.done
		response, err = next.response, next.err
	} else {
		a.Stop()
		response, err = a.Get(ctx, path, query)
	}
	a.Stop()
	if err == nil && a.isSteady {
		a.fetchNext(ctx, path, query)
	}
	return response, err
}

// fetchNext starts to fetch the page after the one of a query.
func (a *ReadAhead[A]) fetchNext(ctx context.Context, path string, query url.Values) {
	start, err := strconv.ParseUint(query.Get("start"), 10, 64)
	count, countErr := strconv.ParseUint(query.Get("count"), 10, 64)
	if err != nil || countErr != nil || a.Order == NewestFirst && start < count {
		return
	}
	if a.Order == NewestFirst {
		start -= count
	} else {
		start = SaturatingAdd(start, count)
	}
	following := maps.Clone(query)
	following.Set("start", strconv.FormatUint(start, 10))
	ctx, cancel := context.WithCancel(ctx)
	next := &pending[A]{path: path, query: following.Encode(), cancel: cancel, done: make(chan struct{})}
	a.next = next
	go func() {
		defer close(next.done)
		next.response, next.err = a.Get(ctx, path, following)
	}()
}

// Observe passes the result of a page: the numbers of its first and last record, nil if they have none, and its length. The
// next page is predictable if it was full and without gaps.
func (a *ReadAhead[A]) Observe(first, last *uint64, count int, isLast bool) {
	a.isSteady = count >= MaxCount && !isLast && first != nil && last != nil &&
		max(*first, *last)-min(*first, *last) == uint64(count-1)
}

// Stop cancels the request in flight and waits for it to end.
func (a *ReadAhead[A]) Stop() {
	if a.next != nil {
		a.next.cancel()
		<-a.next.done
		a.next = nil
	}
}

package client

import (
	"context"
	"net/url"
	"strconv"
)

// getter asks for the JSON at a path; (*endpoint).get is one.
type getter func(ctx context.Context, path string, query url.Values) (answer, error)

// readAhead asks for the next page of a walk by sequence number while the last one is
// read: where one full page has followed another, the next start can be told before.
// It is not safe for concurrent use. stop must be called at the end.
type readAhead struct {
	get    getter
	order  Order
	steady bool // the last page was full and without gaps: the next may be asked for ahead
	next   *pendingAnswer
	// early: the last answer was asked for ahead, and more may have come since.
	early bool
}

// pendingAnswer is a question that is being asked.
type pendingAnswer struct {
	path, query string
	cancel      context.CancelFunc
	done        chan struct{} // closed when the rest is set
	found       answer
	err         error
}

// ask is a getter that gives what was asked for ahead, and asks ahead itself.
func (a *readAhead) ask(ctx context.Context, path string, query url.Values) (answer, error) {
	var found answer
	var err error
	a.early = false
	if next := a.next; next != nil && next.path == path && next.query == query.Encode() {
		a.early = true
		<-next.done
		found, err = next.found, next.err
	} else {
		a.stop()
		found, err = a.get(ctx, path, query)
	}
	a.stop()
	if err == nil && a.steady {
		a.ahead(ctx, path, query)
	}
	return found, err
}

// ahead begins to ask for the page after the one of a query.
func (a *readAhead) ahead(ctx context.Context, path string, query url.Values) {
	start, err := strconv.ParseUint(query.Get("start"), 10, 64)
	count, countErr := strconv.ParseUint(query.Get("count"), 10, 64)
	if err != nil || countErr != nil || a.order == NewestFirst && start < count {
		return
	}
	if a.order == NewestFirst {
		start -= count
	} else {
		start = plus(start, count)
	}
	following := url.Values{}
	for name, values := range query {
		following[name] = values
	}
	following.Set("start", strconv.FormatUint(start, 10))
	ctx, cancel := context.WithCancel(ctx)
	next := &pendingAnswer{path: path, query: following.Encode(), cancel: cancel, done: make(chan struct{})}
	a.next = next
	go func() {
		defer close(next.done)
		next.found, next.err = a.get(ctx, path, following)
	}()
}

// took tells of a page of the walk and whether the one after it may be asked for ahead.
func (a *readAhead) took(page Page[Transaction]) {
	a.steady = false
	if len(page.Items) < maximumCount || page.Next == "" {
		return
	}
	first, last := page.Items[0].SequenceNumber, page.Items[len(page.Items)-1].SequenceNumber
	if first != nil && last != nil {
		a.steady = max(*first, *last)-min(*first, *last) == uint64(len(page.Items)-1)
	}
}

// stop ends what is being asked for ahead.
func (a *readAhead) stop() {
	if a.next != nil {
		a.next.cancel()
		<-a.next.done
		a.next = nil
	}
}

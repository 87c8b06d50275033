package load

import (
	"context"
	"iter"

	"foredeck/client"
)

// Walk yields the pages of a list, at most limit records in total; 0: all. The next page is fetched while the caller reads one. An
// error comes last, with the records of its page. A page that leads to its own cursor is the last one; a node that lists the same
// records again under new cursors ends the walk with client.ErrRepeats. key identifies a record.
func Walk[T any](ctx context.Context, request client.PageRequest, limit int, key func(*T) string, fetch func(context.Context, client.PageRequest) (client.Page[T], error)) iter.Seq2[[]T, error] {
	return func(yield func([]T, error) bool) {
		type result struct {
			page client.Page[T]
			err  error
		}
		results, isPending := make(chan result), false
		ctx, cancel := context.WithCancel(ctx)
		defer func() {
			cancel()
			if isPending {
				<-results
			}
		}()
		request, left, check := request, limit, client.NewPageCheck(key) // so that the sequence can be iterated again
		start := func() {
			request.Count = nextPage
			if limit > 0 {
				request.Count = min(left, nextPage)
			}
			isPending = true
			go func(request client.PageRequest) {
				page, err := fetch(ctx, request)
				results <- result{page, err}
			}(request)
		}
		for start(); isPending; {
			got := <-results
			isPending = false
			if got.err == nil {
				got.page, got.err = check(request, got.page)
			}
			items := got.page.Items
			if limit > 0 {
				if len(items) > left {
					items, got.err = items[:left], nil
				}
				left -= len(items)
			}
			if next := got.page.Next; got.err == nil && next != "" && next != request.Cursor && (limit == 0 || left > 0) {
				request.Cursor = next
				start()
			}
			if !yield(items, got.err) {
				return
			}
		}
	}
}

// All yields every record of the source that Include accepts, each once. An error comes last.
func (s Source[T]) All(ctx context.Context, order client.Order) iter.Seq2[*T, error] {
	return func(yield func(*T, error) bool) {
		known := map[string]struct{}{}
		for items, err := range Walk(ctx, client.PageRequest{Order: order}, 0, s.Key, s.Page) {
			for i := range items {
				key := s.Key(&items[i])
				if _, again := known[key]; again {
					continue
				}
				known[key] = struct{}{}
				if (s.Include == nil || s.Include(&items[i])) && !yield(&items[i], nil) {
					return
				}
			}
			if err != nil {
				yield(nil, err)
				return
			}
		}
	}
}

package load

import (
	"context"
	"iter"

	"foredeck/client"
)

// Walk yields the records of a list page by page, at most limit of them; 0: all. A page is fetched when its first record is needed. An
// error comes last, after the records of its page. A page that leads to its own cursor is the last one.
func Walk[T any](request client.PageRequest, limit int, fetch func(client.PageRequest) (client.Page[T], error)) iter.Seq2[T, error] {
	return func(yield func(T, error) bool) {
		request := request // a copy, so that the sequence can be iterated again
		for left := limit; limit == 0 || left > 0; {
			request.Count = nextPage
			if limit > 0 {
				request.Count = min(left, nextPage)
			}
			page, err := fetch(request)
			for _, item := range page.Items {
				if limit > 0 && left == 0 {
					return
				}
				left--
				if !yield(item, nil) {
					return
				}
			}
			if err != nil {
				var none T
				yield(none, err)
				return
			}
			if page.Next == "" || page.Next == request.Cursor {
				return
			}
			request.Cursor = page.Next
		}
	}
}

// All yields every record of the source that Keep chooses, each once. An error comes last.
func (s Source[T]) All(ctx context.Context, order client.Order) iter.Seq2[*T, error] {
	return func(yield func(*T, error) bool) {
		known := map[string]struct{}{}
		fetch := func(request client.PageRequest) (client.Page[T], error) { return s.Page(ctx, request) }
		for item, err := range Walk(client.PageRequest{Order: order}, 0, fetch) {
			if err != nil {
				yield(nil, err)
				return
			}
			key := s.Key(&item)
			if _, again := known[key]; again {
				continue
			}
			known[key] = struct{}{}
			if (s.Include == nil || s.Include(&item)) && !yield(&item, nil) {
				return
			}
		}
	}
}

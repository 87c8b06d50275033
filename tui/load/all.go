package load

import (
	"context"
	"iter"

	"foredeck/client"
)

// All walks the whole list page by page, each record that is kept once. An error ends it, behind the records that came before.
func (s Source[T]) All(ctx context.Context, order client.Order) iter.Seq2[*T, error] {
	return func(yield func(*T, error) bool) {
		known := map[string]struct{}{}
		request := client.PageRequest{Order: order, Count: nextPage}
		for {
			page, err := s.Page(ctx, request)
			for i := range page.Items {
				key := s.Key(&page.Items[i])
				if _, again := known[key]; again {
					continue
				}
				known[key] = struct{}{}
				if s.Keep != nil && !s.Keep(&page.Items[i]) {
					continue
				}
				if !yield(&page.Items[i], nil) {
					return
				}
			}
			switch {
			case err != nil:
				yield(nil, err)
				return
			case page.Next == "" || page.Next == request.Cursor:
				return
			}
			request.Cursor = page.Next
		}
	}
}

package client

import (
	"iter"
	"strconv"
)

const (
	defaultCount = 20 // spec section 8
	maximumCount = 100
)

// Order is the order in which a list is read.
type Order int

// The two orders. A PageRequest that says nothing reads the newest first.
const (
	NewestFirst Order = iota
	OldestFirst
)

// String is "newest first" or "oldest first".
func (o Order) String() string {
	switch o {
	case NewestFirst:
		return "newest first"
	case OldestFirst:
		return "oldest first"
	default:
		return "order " + strconv.Itoa(int(o))
	}
}

// Cursor is a place in a list, good for the order it came with. It is opaque. Empty it
// means the beginning in a PageRequest, and the end in a Page.
type Cursor string

// PageRequest asks for a part of a list.
type PageRequest struct {
	Order  Order
	Count  int    // records asked for: 0 is 20, more than 100 is 100; negative is an *ArgumentError
	Cursor Cursor // empty: from the beginning, which for NewestFirst is the newest
}

// Page is a part of a list. It may hold fewer records than were asked for, or none,
// and still not be the last.
type Page[T any] struct {
	Items []T
	Next  Cursor // of the next page; empty at the end of the list
}

// valid gives the request with its count within the limits.
func (r PageRequest) valid() (PageRequest, error) {
	switch {
	case r.Order != NewestFirst && r.Order != OldestFirst:
		return r, &ArgumentError{Field: "order", Value: r.Order.String(), Rule: "must be newest first or oldest first"}
	case r.Count < 0:
		return r, &ArgumentError{Field: "count", Value: strconv.Itoa(r.Count), Rule: "must not be negative"}
	case r.Count == 0:
		r.Count = defaultCount
	}
	r.Count = min(r.Count, maximumCount)
	return r, nil
}

// walk yields the items of all pages. An error comes last, after the items of its page.
// It ends where a cursor comes again: one is kept, and kept anew after 1, 2, 4 ... pages.
func walk[T any](request PageRequest, fetch func(PageRequest) (Page[T], error)) iter.Seq2[T, error] {
	return func(yield func(T, error) bool) {
		kept, pages, keep := request.Cursor, 0, 1
		for request := request; ; { // a copy, so that a walk can be walked again
			page, err := fetch(request)
			for _, item := range page.Items {
				if !yield(item, nil) {
					return
				}
			}
			if err != nil {
				var none T
				yield(none, err)
				return
			}
			if page.Next == "" || page.Next == request.Cursor || page.Next == kept {
				return
			}
			request.Cursor = page.Next
			if pages++; pages == keep {
				kept, keep = page.Next, 2*keep
			}
		}
	}
}

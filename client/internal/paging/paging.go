// Package paging reads the lists of a node page by page.
//
// It knows nothing of HTTP or JSON: the caller passes a function that fetches records and gets pages in the requested
// order, each with a cursor for the next one. Lists differ in the cursors they use:
//
//	CursorList  opaque cursors from the node (modules, resources)
//	HeightList  opaque cursors, or block heights if the node sends none (automated transactions)
//	NumberList  sequence numbers (sent transactions)
//	TimeList    block time plus index in the block (coin transactions)
//
// Some nodes serve NumberList and TimeList only from a position towards newer records. ForwardList reads those newest
// first. Walk iterates over all pages of any list, and ReadAhead fetches the next page of a walk early.
package paging

import (
	"cmp"
	"iter"
	"slices"
	"strconv"
)

// MaxCount is the largest page that a node serves (spec section 8).
const MaxCount = 100

// Order is the order in which a list is read.
type Order int

// The orders. The zero Order is NewestFirst.
const (
	NewestFirst Order = iota
	OldestFirst
)

// String returns "newest first" or "oldest first".
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

// Cursor is a position in a list: empty for the start in a Request, and for the end in a Page.
type Cursor string

// Request selects a page. The lists of this package require a valid Order and a Count from 1 to MaxCount.
type Request struct {
	Order  Order
	Count  int    // number of records; in package client, 0 means 20, more than 100 means 100
	Cursor Cursor // Next of the previous page
}

// Page is a part of a list. It can be short or empty without being the last.
type Page[T any] struct {
	Items []T
	Next  Cursor // of the next page, empty at the end
}

// Records describes the records of a list.
type Records[T any] struct {
	// ID identifies a record.
	ID func(T) string
	// Position returns the record's number or block time, nil if it has none. Positions never decrease from older to newer
	// records.
	Position func(T) *uint64
}

// ResponseError reports a response that makes it impossible to continue the list.
type ResponseError string

// Errors of lists that cannot be continued.
const (
	ErrNoCursor     ResponseError = "full page without a cursor, so later records cannot be read: request up to 100 at once"
	ErrNoPosition   ResponseError = "no record of the page has a position, so the next page cannot be requested"
	ErrNoNumber     ResponseError = "no record of the page has a sequence number, so the next page cannot be requested"
	ErrStartIgnored ResponseError = "the node ignores the start of the page, so the list cannot be read on"
	ErrLostPlace    ResponseError = "no cursor, and the last record does not appear again, so the next page cannot be requested"
	ErrRepeats      ResponseError = "the node lists the same records again under new cursors, so the list does not end"
	ErrSameHeight   ResponseError = "no cursor, and one block fills a whole page, so later records cannot be read: request up to 100 at once"
)

func (e ResponseError) Error() string { return string(e) }

// CursorError reports a cursor that does not belong to the list. No request was made.
type CursorError struct {
	Cursor Cursor
	Rule   string // such as "must be a decimal sequence number"
}

func (e *CursorError) Error() string {
	return "cursor " + strconv.Quote(string(e.Cursor)) + ": " + e.Rule
}

// Walk yields the items of all pages from request on. An error comes last, after the items of its page; it is ErrRepeats if the
// node lists the same records again, which are left out. key identifies a record. A page with the cursor that was sent is the
// last one.
func Walk[T any](request Request, key func(*T) string, fetch func(Request) (Page[T], error)) iter.Seq2[T, error] {
	return func(yield func(T, error) bool) {
		request, check := request, RepeatCheck(key) // the sequence can be ranged over again
		for {
			page, err := fetch(request)
			if err == nil {
				page, err = check(request, page)
			}
			for _, item := range page.Items {
				if !yield(item, nil) {
					return
				}
			}
			if err != nil {
				var zero T
				yield(zero, err)
				return
			}
			if page.Next == "" || page.Next == request.Cursor {
				return
			}
			request.Cursor = page.Next
		}
	}
}

// ends returns the lowest and the highest position, nil if no record has one.
func (r Records[T]) ends(records []T) (low, high *uint64) {
	for _, record := range records {
		if position := r.Position(record); position != nil {
			if low == nil || *position < *low {
				low = position
			}
			if high == nil || *position > *high {
				high = position
			}
		}
	}
	return low, high
}

// direction is positive if positions rise from the first record to the last, negative if they fall, and 0 if the records
// do not show it.
func (r Records[T]) direction(records []T) int {
	var first, last *uint64
	for _, record := range records {
		if position := r.Position(record); position != nil {
			if first == nil {
				first = position
			}
			last = position
		}
	}
	if first == nil {
		return 0
	}
	return cmp.Compare(*last, *first)
}

// Descends reports whether positions fall from the first record to the last.
func (r Records[T]) Descends(records []T) bool { return r.direction(records) < 0 }

// orient reverses records that are in the opposite of order.
func (r Records[T]) orient(records []T, order Order) {
	if direction := r.direction(records); direction > 0 && order == NewestFirst || direction < 0 && order == OldestFirst {
		slices.Reverse(records)
	}
}

// after returns the records behind the one with an ID and whether that one is present.
func (r Records[T]) after(records []T, id string) (rest []T, found bool) {
	at := slices.IndexFunc(records, func(record T) bool { return r.ID(record) == id })
	if at < 0 {
		return nil, false
	}
	return records[at+1:], true
}

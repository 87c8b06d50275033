package paging

import "context"

// CursorList is a list with opaque cursors in the node's own order.
type CursorList[T any] struct {
	// Fetch requests a page. next is nil if the response has no cursor, and empty if it marks the end.
	Fetch func(ctx context.Context, request Request) (items []T, next *Cursor, err error)
}

// Page reads a page. It is the last if it is empty, or if its cursor is empty or the one that was sent: deployed nodes
// send a cursor even after the end. A short page is not necessarily the last.
func (l CursorList[T]) Page(ctx context.Context, request Request) (Page[T], error) {
	items, next, err := l.Fetch(ctx, request)
	page := Page[T]{Items: items}
	switch {
	case err != nil || len(items) == 0 || next != nil && *next == request.Cursor:
	case next != nil:
		page.Next = *next
	case request.Cursor == "" && len(items) >= request.Count:
		err = l.checkEnd(ctx, request.Count)
	}
	return page, err
}

// checkEnd returns ErrNoCursor if a full first page without a cursor may not be the last. A node that sends cursors omits
// the last one, so such a page is fine; a node that never sends them looks the same. A request for a page that cannot
// be the last tells them apart.
func (l CursorList[T]) checkEnd(ctx context.Context, count int) error {
	probe := 1
	if count == probe {
		probe = 2
	}
	items, next, err := l.Fetch(ctx, Request{Count: probe})
	if err == nil && next == nil && (count > 1 || len(items) > 1) {
		err = ErrNoCursor
	}
	return err
}

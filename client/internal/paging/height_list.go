package paging

import (
	"context"
	"strconv"
	"strings"
)

// heightPrefix starts the cursors that stand in for those a node does not send: the height of the last record's block and
// the record's ID. A node's own cursors are hex digits.
const heightPrefix = "height-"

// HeightList is a list with opaque cursors that can also be read from a block height.
type HeightList[T any] struct {
	Records[T] // Position is the block time
	// Height returns the height of the record's block, nil if it is in none.
	Height func(T) *uint64
	// Fetch requests count records from start on. next is nil if the response has no cursor, and empty if it marks the end.
	Fetch func(ctx context.Context, start HeightStart, order Order, count int) (records []T, next *Cursor, err error)
}

// HeightStart is where a response begins: at a cursor of the node, at a height, or, if both are zero, at the start of the
// list.
type HeightStart struct {
	Cursor Cursor
	Height *uint64
}

// Page reads a page. from is the height to begin at without a cursor, nil for the start of the list.
func (l HeightList[T]) Page(ctx context.Context, from *uint64, request Request) (Page[T], error) {
	start := HeightStart{Cursor: request.Cursor}
	if request.Cursor == "" {
		start.Height = from
	}
	if derived, ok := strings.CutPrefix(string(request.Cursor), heightPrefix); ok {
		digits, id, hasID := strings.Cut(derived, ".")
		height, err := strconv.ParseUint(digits, 10, 64)
		if err != nil || !hasID {
			return Page[T]{}, &CursorError{Cursor: request.Cursor, Rule: "must be from a page of this list"}
		}
		return l.pageAfter(ctx, height, id, request)
	}
	records, next, err := l.Fetch(ctx, start, request.Order, request.Count)
	l.orient(records, request.Order)
	page := Page[T]{Items: records}
	switch {
	case next != nil:
		if *next != request.Cursor {
			page.Next = *next
		}
	case request.Cursor != "": // an earlier response had a cursor: the last one omits it
	case len(records) > 0 && err == nil:
		if len(records) > 1 {
			// A node that sends cursors omits the last one; a page that cannot be the last tells it from one that never does.
			_, probe, err := l.Fetch(ctx, start, request.Order, 1)
			if err != nil || probe != nil {
				return page, err
			}
		}
		page.Next, err = l.heightCursor(records[len(records)-1])
	}
	return page, err
}

// pageAfter reads the page after the record with an ID in the block at a height.
func (l HeightList[T]) pageAfter(ctx context.Context, height uint64, id string, request Request) (Page[T], error) {
	records, next, err := l.Fetch(ctx, HeightStart{Height: &height}, request.Order, MaxCount)
	l.orient(records, request.Order)
	rest, found := l.after(records, id)
	for !found && err == nil && next != nil && *next != "" && len(records) > 0 {
		// The node does send cursors: read on to the end of the last page.
		if records, next, err = l.Fetch(ctx, HeightStart{Cursor: *next, Height: &height}, request.Order, MaxCount); err == nil {
			l.orient(records, request.Order)
			rest, found = l.after(records, id)
		}
	}
	if !found { // the records may have been shown
		if len(records) > 0 && err == nil {
			err = ErrSameHeight
		}
		rest = nil
	} else if len(rest) == 0 && len(records) >= MaxCount && next == nil && err == nil {
		err = ErrSameHeight
	}
	page := Page[T]{Items: rest[:min(request.Count, len(rest))]}
	switch {
	case next != nil && *next != "" && len(page.Items) == len(rest):
		page.Next = *next
	case len(page.Items) > 0 && err == nil:
		page.Next, err = l.heightCursor(page.Items[len(page.Items)-1])
	}
	return page, err
}

// heightCursor returns the cursor after a record.
func (l HeightList[T]) heightCursor(record T) (Cursor, error) {
	height := l.Height(record)
	if height == nil {
		return "", ErrNoPosition
	}
	return Cursor(heightPrefix + strconv.FormatUint(*height, 10) + "." + l.ID(record)), nil
}

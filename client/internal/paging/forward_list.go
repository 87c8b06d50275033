package paging

import (
	"context"
	"math"
	"slices"
)

const (
	// spanRequests is the number of requests for a span before it counts as too dense.
	spanRequests = 4
	// minBatch is the smallest page requested when reading backward.
	minBatch = 20
	// maxIdle is the number of successive responses without a new record after which the cursors of a span lead nowhere.
	maxIdle = 50
	// spanGrowth is the factor by which a span grows after an empty one.
	spanGrowth = 4
)

// ForwardList reads a list newest first that the node serves only from a position towards newer records, as versions 1
// and 2 of the RPC do. It guesses a span of positions that holds about one page and reads it to its end.
type ForwardList[T any] struct {
	Records[T]
	// Spread is how far a position on the wire can be above the record's own.
	Spread uint64
	// From requests the records from a position on, oldest first.
	From func(ctx context.Context, position uint64, count int) (Batch[T], error)
	// Any requests records without a position. Nodes respond with the newest or the oldest, in either order.
	Any func(ctx context.Context, count int) (Batch[T], error)
	// Limit returns a guess of a position above all records.
	Limit func(context.Context) (uint64, error)
}

// Batch is one response of the node.
type Batch[T any] struct {
	Records []T
	Next    *uint64 // position to continue from, nil at the end
}

// Mark is the upper end of a page that is read backward.
type Mark struct {
	Position uint64 // records above are left out
	ID       string // this record and newer ones are left out; empty for none
	Width    uint64 // of the first span to try, 0 if unknown
}

// Newest returns up to count of the newest records, newest first. If it cannot find them directly it returns none, and
// the mark to pass to Before. Both are empty for an empty list. Records can come with an error.
func (l ForwardList[T]) Newest(ctx context.Context, count int) ([]T, *Mark, error) {
	first, err := l.Any(ctx, count)
	switch {
	case err != nil && l.direction(first.Records) > 0:
		return nil, nil, err
	case err != nil: // the start of a response that broke off
		return first.Records, nil, err
	}
	low, high := l.ends(first.Records)
	switch {
	case low == nil && first.Next == nil:
		return first.Records, nil, nil
	case low != nil && l.Descends(first.Records):
		return first.Records, nil, nil
	}
	// The records are oldest first, or all at one position, which shows no order: read on until nothing follows. Records
	// that a node filters out still advance its cursor.
	var next uint64
	if high != nil {
		next = SaturatingAdd(*high, 1)
	}
	if first.Next != nil {
		next = max(next, *first.Next)
	}
	found := newSpan(l)
	found.add(first.Records, 0, 0, math.MaxUint64)
	for range spanRequests {
		more, err := l.From(ctx, next, max(count, minBatch))
		if err != nil {
			return nil, nil, err
		}
		found.add(more.Records, next, 0, math.MaxUint64)
		if more.Next == nil || *more.Next <= next {
			_, high := l.ends(found.records)
			switch {
			case len(found.records) == 0:
				return nil, &Mark{Position: next}, nil
			case high != nil && len(first.Records) > 1 && l.direction(first.Records) == 0:
				return nil, &Mark{Position: *high}, nil
			}
			slices.Reverse(found.records)
			return found.records[:min(count, len(found.records))], nil, nil
		}
		next = *more.Next
	}
	limit, err := l.Limit(ctx)
	if err != nil {
		return nil, nil, err
	}
	for limit = max(limit, next); limit < math.MaxUint64; limit = SaturatingAdd(limit, limit) {
		more, err := l.From(ctx, limit+1, 1)
		if err != nil {
			return nil, nil, err
		}
		if len(more.Records) == 0 && (more.Next == nil || *more.Next <= limit+1) {
			break
		}
	}
	width := uint64(0)
	if low != nil && next > *low {
		width = found.width(next-*low, count)
	}
	return nil, &Mark{Position: limit, Width: width}, nil
}

// Before returns up to count records below a mark, newest first, and the width of a span that holds about as many. It
// returns none only at the end of the list.
func (l ForwardList[T]) Before(ctx context.Context, mark Mark, count int) ([]T, uint64, error) {
	high, width := mark.Position, max(mark.Width, uint64(count))
	var dense uint64      // the list continues at this position, 0 if unknown
	checkedStart := false // whether the oldest record was requested
	for {
		low := uint64(0)
		if high >= width {
			low = high - width + 1
		}
		found, reached, isComplete, err := l.readSpan(ctx, low, high, count)
		switch {
		case err != nil:
			return nil, 0, err
		case !isComplete:
			// Too many records, and the last ones are needed: narrow the span.
			dense = min(max(dense, reached), high)
			width = max(l.Spread+1, min(width/2, found.width(reached-low, count), (high-dense)/2+1))
			continue
		}
		records := found.records
		if high == mark.Position && mark.ID != "" {
			if shown := slices.IndexFunc(records, func(record T) bool { return l.ID(record) == mark.ID }); shown >= 0 {
				records = records[:shown]
			}
		}
		if len(records) > 0 {
			width = found.width(high-low+1, count)
			slices.Reverse(records)
			return records[:min(count, len(records))], width, nil
		}
		if low == 0 {
			return nil, 0, nil
		}
		high = low - 1
		if !checkedStart { // an empty span is a gap, or lies before the first record
			checkedStart = true
			oldest, err := l.From(ctx, 0, 1)
			if err != nil {
				return nil, 0, err
			}
			start, _ := l.ends(oldest.Records)
			switch {
			case start == nil && oldest.Next == nil,
				start != nil && *start > high,
				start == nil && *oldest.Next > SaturatingAdd(high, l.Spread):
				return nil, 0, nil
			}
		}
		if dense > 0 && dense < high {
			width = max(l.Spread+1, (high-dense)/2+1)
		} else {
			dense, width = 0, SaturatingMultiply(width, spanGrowth)
		}
	}
}

// readSpan reads the records from low to high, oldest first. isComplete is false if there are too many; reached is then
// the position it got to. A span that cannot be narrowed is read to its end.
func (l ForwardList[T]) readSpan(ctx context.Context, low, high uint64, count int) (found *span[T], reached uint64, isComplete bool, err error) {
	found = newSpan(l)
	isNarrow := high-low <= l.Spread
	next, idle := low, 0
	for requests := 0; requests < spanRequests || isNarrow; requests++ {
		more, err := l.From(ctx, next, max(count, minBatch))
		if err != nil {
			return nil, 0, false, err
		}
		if start, _ := l.ends(more.Records); start != nil && SaturatingAdd(*start, SaturatingAdd(l.Spread, 1)) < next {
			return nil, 0, false, ErrStartIgnored
		}
		before := len(found.records)
		found.add(more.Records, next, low, high)
		if idle++; len(found.records) > before {
			idle = 0
		}
		if idle >= maxIdle {
			return nil, 0, false, ErrRepeats
		}
		if more.Next == nil || *more.Next <= next || *more.Next > SaturatingAdd(high, l.Spread) {
			return found, high, true, nil
		}
		next = *more.Next
	}
	return found, next, false, nil
}

// span collects the records of several responses, oldest first and without duplicates.
type span[T any] struct {
	list    ForwardList[T]
	records []T
	seen    map[string]bool
}

func newSpan[T any](list ForwardList[T]) *span[T] {
	return &span[T]{list: list, seen: map[string]bool{}}
}

// add appends the records of a response at positions from low to high. A record without a position has that of the record
// before it, the first one start.
func (s *span[T]) add(records []T, start, low, high uint64) {
	if s.list.Descends(records) {
		slices.Reverse(records)
	}
	at := start
	for _, record := range records {
		if position := s.list.Position(record); position != nil {
			at = *position
		}
		id := s.list.ID(record)
		if at < low || at > high || s.seen[id] {
			continue
		}
		s.seen[id] = true
		s.records = append(s.records, record)
	}
}

// width returns the width of a span that holds slightly fewer than count records, so that one response usually covers it.
// whole is the width of the span that the collected records come from.
func (s *span[T]) width(whole uint64, count int) uint64 {
	perRecord := whole / uint64(max(1, len(s.records)))
	return max(1, SaturatingMultiply(perRecord, uint64(count))/4*3)
}

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

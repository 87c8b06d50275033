package paging

import (
	"cmp"
	"context"
	"math"
	"slices"
	"strconv"
	"sync/atomic"
)

// NumberList is a list of records with sequence numbers. Its cursors are decimal numbers: the number of the first record
// of the page.
type NumberList[T any] struct {
	Records[T] // Position is the sequence number
	// Fetch requests count records from start on, which is nil for the node's default. Records come in either order.
	// Records returned beside an error are used.
	Fetch func(ctx context.Context, start *uint64, count int) ([]T, error)
	// Inclusive remembers that the node was seen to include the record at start, as specified.
	Inclusive *atomic.Bool
}

// NumberCursor returns the cursor of a page that starts at a sequence number.
func NumberCursor(number uint64) Cursor { return Cursor(strconv.FormatUint(number, 10)) }

// number parses a cursor, nil for the start of the list.
func (c Cursor) number() (*uint64, error) {
	if c == "" {
		return nil, nil
	}
	number, err := strconv.ParseUint(string(c), 10, 64)
	if err != nil {
		return nil, &CursorError{Cursor: c, Rule: "must be a decimal sequence number up to 2^64-1"}
	}
	return &number, nil
}

// Page reads a page from a node that serves the requested order, or its reverse, from start on.
func (l NumberList[T]) Page(ctx context.Context, request Request) (Page[T], error) {
	start, err := request.Cursor.number()
	if err != nil {
		return Page[T]{}, err
	}
	found, err := l.Fetch(ctx, start, request.Count)
	if err == nil && start != nil && !l.Inclusive.Load() {
		l.Inclusive.Store(l.index(found, *start) >= 0)
		if found, err = l.addStart(ctx, found, *start, request.Order); err != nil {
			return Page[T]{}, err // a partial page would hide the missing first record
		}
	}
	if len(found) > 0 && !slices.ContainsFunc(found, l.hasNumber) {
		return Page[T]{Items: found}, cmp.Or(err, error(ErrNoNumber))
	}
	page := Page[T]{Items: l.sort(found, request.Order, start)}
	page.Next = l.next(page.Items, request.Order)
	return page, err
}

// PageBackward reads a page, newest first, from a node that serves records from start towards newer ones. limit returns a
// number above all records.
func (l NumberList[T]) PageBackward(ctx context.Context, request Request, limit func(context.Context) (uint64, error)) (Page[T], error) {
	start, err := request.Cursor.number()
	if err != nil {
		return Page[T]{}, err
	}
	list := l.forward(limit)
	var found []T
	mark := &Mark{}
	if start != nil {
		mark.Position = *start
	} else {
		found, mark, err = list.Newest(ctx, request.Count)
	}
	if err == nil && len(found) == 0 && mark != nil {
		if found, _, err = list.Before(ctx, *mark, request.Count); err != nil {
			return Page[T]{}, err
		}
	}
	page := Page[T]{Items: l.sort(found, NewestFirst, start)}
	page.Next = l.next(page.Items, NewestFirst)
	return page, err
}

func (l NumberList[T]) forward(limit func(context.Context) (uint64, error)) ForwardList[T] {
	batch := func(found []T) (Batch[T], error) {
		if len(found) > 0 && !slices.ContainsFunc(found, l.hasNumber) {
			return Batch[T]{Records: found}, ErrNoNumber
		}
		next, err := l.next(l.sort(found, OldestFirst, nil), OldestFirst).number()
		return Batch[T]{found, next}, err
	}
	return ForwardList[T]{
		Records: l.Records,
		Limit:   limit,
		From: func(ctx context.Context, number uint64, count int) (Batch[T], error) {
			// A node that may exclude the record at start gets the number before as the start.
			start := number
			if number > 0 && !l.Inclusive.Load() {
				start--
				count = min(count+1, MaxCount)
			}
			found, err := l.Fetch(ctx, &start, count)
			if err != nil {
				return Batch[T]{}, err
			}
			if slices.ContainsFunc(found, func(record T) bool { return l.hasNumber(record) && *l.Position(record) < start }) {
				return Batch[T]{}, ErrStartIgnored
			}
			if l.index(found, start) >= 0 {
				l.Inclusive.Store(true)
			}
			sorted := l.sort(found, OldestFirst, &number)
			if len(sorted) == 0 && len(found) > 0 && start < number {
				if found, err = l.Fetch(ctx, &number, count); err != nil {
					return Batch[T]{}, err
				}
				sorted = l.sort(found, OldestFirst, &number)
			}
			return batch(sorted)
		},
		Any: func(ctx context.Context, count int) (Batch[T], error) {
			found, err := l.Fetch(ctx, nil, count)
			if err != nil {
				return Batch[T]{Records: found}, err
			}
			return batch(found)
		},
	}
}

// addStart adds the record at start if the node excluded it. On a node that follows the specification this costs a
// request only at a gap in the numbers or at the end of the list, and only until the node has shown that it does.
func (l NumberList[T]) addStart(ctx context.Context, found []T, start uint64, order Order) ([]T, error) {
	before, isFirst := start-1, start == 0
	if order == NewestFirst {
		before, isFirst = start+1, start == math.MaxUint64
	}
	// A node that ignores start would only repeat its response.
	isIgnored := slices.ContainsFunc(found, func(record T) bool {
		return l.hasNumber(record) && !inRange(*l.Position(record), order, start)
	})
	if l.index(found, start) >= 0 || isIgnored || isFirst {
		return found, nil
	}
	edge, err := l.Fetch(ctx, &before, 1)
	if at := l.index(edge, start); at >= 0 {
		found = append([]T{edge[at]}, found...)
	}
	return found, err
}

func (l NumberList[T]) hasNumber(record T) bool { return l.Position(record) != nil }

// index returns the index of the record with a number, -1 if there is none.
func (l NumberList[T]) index(records []T, number uint64) int {
	return slices.IndexFunc(records, func(record T) bool { return l.hasNumber(record) && *l.Position(record) == number })
}

func inRange(number uint64, order Order, start uint64) bool {
	if order == NewestFirst {
		return number <= start
	}
	return number >= start
}

// sort returns the records in order, without duplicates and without those before start. A record without a number stays
// next to its neighbor.
func (l NumberList[T]) sort(found []T, order Order, start *uint64) []T {
	found = slices.Clone(found)
	l.orient(found, order)
	type identity struct {
		number uint64
		id     string
	}
	seen := make(map[identity]bool, len(found))
	numbers, kept := make([]uint64, len(found)), make([]int, 0, len(found)) // by index in found
	var number uint64
	if first := slices.IndexFunc(found, l.hasNumber); first >= 0 {
		number = *l.Position(found[first])
	}
	for i, record := range found {
		if l.hasNumber(record) {
			number = *l.Position(record)
		}
		same := identity{number, l.ID(record)} // two records can share a number
		if seen[same] || start != nil && !inRange(number, order, *start) {
			continue
		}
		seen[same] = true
		numbers[i] = number
		kept = append(kept, i)
	}
	slices.SortStableFunc(kept, func(a, b int) int {
		if order == NewestFirst {
			a, b = b, a
		}
		return cmp.Compare(numbers[a], numbers[b])
	})
	records := make([]T, len(kept))
	for i, index := range kept {
		records[i] = found[index]
	}
	return records
}

// next returns the cursor of the page after sorted records, empty if none can follow.
func (l NumberList[T]) next(records []T, order Order) Cursor {
	for _, record := range slices.Backward(records) {
		number := l.Position(record)
		switch {
		case number == nil:
			continue
		case order == NewestFirst && *number > 0:
			return NumberCursor(*number - 1)
		case order == OldestFirst && *number < math.MaxUint64:
			return NumberCursor(*number + 1)
		}
		return ""
	}
	return ""
}

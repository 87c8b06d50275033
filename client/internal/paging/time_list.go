package paging

import (
	"cmp"
	"context"
	"errors"
	"slices"
	"strconv"
	"strings"
	"sync/atomic"
	"time"
)

const (
	// blockSpread is more than the number of transactions in a block: how far above the time of its block, in microseconds,
	// the cursor of a transaction can be.
	blockSpread = 10_000
	// defaultWidth is the first span of time to try in an unknown list.
	defaultWidth = uint64(time.Minute / time.Microsecond)
	// clockSkew is how far a node's clock may be ahead.
	clockSkew = 24 * time.Hour
)

// TimeList is a list of transactions whose position on the wire is the time of their block in microseconds plus their
// index in the block (spec section 4.3). Records tell only the time, so cursors without help from the node are times.
type TimeList[T any] struct {
	Records[T] // Position is the block time in microseconds
	// Fetch requests count records after start, which is nil for the node's default.
	Fetch TimeQuery[T]
}

// TimeQuery requests records of a TimeList.
type TimeQuery[T any] func(ctx context.Context, start *uint64, order Order, count int) (TimeResponse[T], error)

// TimeResponse is a response of the node.
type TimeResponse[T any] struct {
	Records []T
	Cursor  *uint64 // 0 at the end, nil if the response has no cursor
}

// hasNext reports whether the node sent a cursor for further records.
func (a TimeResponse[T]) hasNext() bool { return a.Cursor != nil && *a.Cursor > 0 }

// timeCursor is a position in a TimeList. If the node did not send it, isTime is set and position is a block time,
// somewhat before the exact position; id tells which of the records that appear again to skip.
//
// Its text is <position>, <position>.<id> or t<time>.<width>.<id>.
type timeCursor struct {
	position uint64
	isTime   bool
	width    uint64 // of the first span to try when reading backward, 0 if the list is read in the order it is served
	id       string // of the last record shown, "" if none
}

func (c timeCursor) cursor() Cursor {
	text := strconv.FormatUint(c.position, 10)
	if c.isTime {
		text = "t" + text + "." + strconv.FormatUint(c.width, 10)
	}
	if c.id != "" {
		text += "." + c.id
	}
	return Cursor(text)
}

// parseTimeCursor returns nil for the start of the list.
func parseTimeCursor(c Cursor) (*timeCursor, error) {
	if c == "" {
		return nil, nil
	}
	position, rest, _ := strings.Cut(string(c), ".")
	digits, isTime := strings.CutPrefix(position, "t")
	parsed := timeCursor{isTime: isTime}
	var err error
	if parsed.position, err = strconv.ParseUint(digits, 10, 64); err == nil && isTime {
		var width string
		width, rest, _ = strings.Cut(rest, ".")
		parsed.width, err = strconv.ParseUint(width, 10, 64)
	}
	if err != nil {
		return nil, &CursorError{Cursor: c,
			Rule: "must be from a page of this list, or a decimal number: block time in microseconds plus index in the block"}
	}
	parsed.id = rest
	return &parsed, nil
}

// Page reads a page from a node that serves the requested order.
func (l TimeList[T]) Page(ctx context.Context, request Request) (Page[T], error) {
	at, err := parseTimeCursor(request.Cursor)
	if err != nil {
		return Page[T]{}, err
	}
	if at != nil && at.isTime {
		return l.overlap(ctx, request, *at)
	}
	var start *uint64
	id := ""
	if at != nil {
		start, id = &at.position, at.id
	}
	response, err := l.fetchPast(ctx, start, request.Order, request.Count)
	l.orient(response.Records, request.Order)
	page := Page[T]{Items: response.Records}
	// A node that includes the record at start sends the one of the cursor again.
	if rest, found := l.after(response.Records, id); found {
		page.Items = rest
	}
	if len(response.Records) > 0 {
		id = l.ID(response.Records[len(response.Records)-1])
	}
	switch {
	case response.Cursor != nil:
		position := *response.Cursor
		isProgress := start == nil || (position > *start) == (request.Order == OldestFirst) && position != *start
		if position > 0 && isProgress {
			page.Next = timeCursor{position: position, id: id}.cursor()
		}
	case at != nil && at.id != "": // an earlier response had a cursor: the last one omits it
	case len(page.Items) > 0 && err == nil:
		// A node that sends cursors omits the last one; a node that never sends them looks the same. A request for a page
		// that cannot be the last tells them apart.
		var probe TimeResponse[T]
		if at == nil && len(page.Items) > 1 {
			probe, err = l.Fetch(ctx, nil, request.Order, 1)
		}
		if err == nil && probe.Cursor == nil {
			page.Next, err = l.overlapCursor(response)
		}
	}
	return page, err
}

// PageBackward reads a page, newest first, from a node that serves records only from start towards newer ones.
func (l TimeList[T]) PageBackward(ctx context.Context, request Request) (Page[T], error) {
	at, err := parseTimeCursor(request.Cursor)
	if err != nil {
		return Page[T]{}, err
	}
	list := l.forward()
	var found []T
	var width uint64
	mark := &Mark{}
	switch {
	case at == nil:
		found, mark, err = list.Newest(ctx, request.Count)
		if low, high := list.ends(found); low != nil {
			width = SaturatingMultiply((*high-*low)/uint64(len(found)), uint64(request.Count))
		}
	case at.isTime:
		*mark = Mark{at.position, at.id, at.width}
	default: // from the node, or from a page in the order it serves
		*mark = Mark{Position: max(at.position, 1) - 1, ID: at.id}
		if at.id != "" {
			mark.Position = at.position
		}
	}
	if err == nil && len(found) == 0 && mark != nil {
		mark.Width = cmp.Or(mark.Width, defaultWidth)
		found, width, err = list.Before(ctx, *mark, request.Count)
	}
	page := Page[T]{Items: found}
	if len(found) == 0 {
		return page, err
	}
	low, _ := list.ends(found)
	if low == nil {
		if err == nil {
			err = ErrNoPosition
		}
		return page, err
	}
	page.Next = timeCursor{position: *low, isTime: true, width: max(width, 1), id: l.ID(found[len(found)-1])}.cursor()
	return page, err
}

func (l TimeList[T]) forward() ForwardList[T] {
	batch := func(response TimeResponse[T], err error) (Batch[T], error) {
		found := Batch[T]{Records: response.Records}
		if response.hasNext() {
			found.Next = new(SaturatingAdd(*response.Cursor, 1))
		}
		return found, err
	}
	return ForwardList[T]{
		Records: l.Records,
		Spread:  blockSpread,
		From: func(ctx context.Context, position uint64, count int) (Batch[T], error) {
			return batch(l.fetchPast(ctx, new(max(position, 1)-1), OldestFirst, count))
		},
		Any: func(ctx context.Context, count int) (Batch[T], error) {
			return batch(l.fetchPast(ctx, nil, NewestFirst, count))
		},
		Limit: func(context.Context) (uint64, error) {
			return uint64(time.Now().Add(clockSkew).UnixMicro()), nil
		},
	}
}

// Signals of Detect that the node did not serve the requested order.
var (
	errAscending    = errors.New("oldest first instead of newest first")
	errUnknownOrder = errors.New("newest first or oldest first")
)

// Detect reads a page from a node that may ignore the requested order and always serve oldest first. ascending remembers
// that it was seen to.
func (l TimeList[T]) Detect(ctx context.Context, request Request, ascending *atomic.Bool) (Page[T], error) {
	if request.Order == OldestFirst {
		return l.Page(ctx, request)
	}
	at, err := parseTimeCursor(request.Cursor)
	if err != nil {
		return Page[T]{}, err
	}
	if ascending.Load() || at != nil && at.width > 0 {
		return l.PageBackward(ctx, request)
	}
	checked := l
	checked.Fetch = func(ctx context.Context, start *uint64, order Order, count int) (TimeResponse[T], error) {
		response, err := l.Fetch(ctx, start, order, count)
		if err != nil {
			return response, err
		}
		if l.ascends(response, start) {
			return response, errAscending
		}
		if start == nil && len(response.Records) > 0 && l.direction(response.Records) == 0 && response.hasNext() {
			return response, l.checkNewest(ctx, response)
		}
		return response, nil
	}
	page, err := checked.Page(ctx, request)
	switch {
	case errors.Is(err, errAscending):
		ascending.Store(true)
		return l.PageBackward(ctx, request)
	case errors.Is(err, errUnknownOrder):
		return l.PageBackward(ctx, request)
	}
	return page, err
}

// ascends reports whether a response to a request for newest first continues from start, or from the oldest record, towards
// newer ones. A response that is merely reversed does not.
func (l TimeList[T]) ascends(response TimeResponse[T], start *uint64) bool {
	low, high := l.ends(response.Records)
	switch {
	case low == nil:
		return false
	case start != nil:
		return *high > *start
	default:
		return l.direction(response.Records) > 0 && response.Cursor != nil && *response.Cursor >= *high
	}
}

// checkNewest returns errUnknownOrder for a first response from a single block, which shows no order. A single record with
// nothing after it is the newest.
func (l TimeList[T]) checkNewest(ctx context.Context, response TimeResponse[T]) error {
	if len(response.Records) > 1 {
		return errUnknownOrder
	}
	newer, err := l.fetchPast(ctx, response.Cursor, OldestFirst, 1)
	if err == nil && len(newer.Records) > 0 && l.ID(newer.Records[0]) != l.ID(response.Records[0]) {
		return errUnknownOrder
	}
	return err
}

// fetchPast requests records after start, whose record is known. A node that includes the record at start sends it again,
// and a short page may hold nothing else: if the response ends where it started, it requests from the next position.
func (l TimeList[T]) fetchPast(ctx context.Context, start *uint64, order Order, count int) (TimeResponse[T], error) {
	response, err := l.Fetch(ctx, start, order, count)
	if err != nil || start == nil || response.Cursor == nil || *response.Cursor != *start || *start == 0 {
		return response, err
	}
	next := SaturatingAdd(*start, 1)
	if order == NewestFirst {
		next = *start - 1
	}
	if response, err = l.Fetch(ctx, &next, order, count); response.Cursor != nil && *response.Cursor == next && len(response.Records) == 0 {
		response.Cursor = new(uint64) // the node echoes start at the end of the list
	}
	return response, err
}

// overlapCursor returns the cursor after the last record of a response that has none.
func (l TimeList[T]) overlapCursor(response TimeResponse[T]) (Cursor, error) {
	for _, record := range slices.Backward(response.Records) {
		if position := l.Position(record); position != nil {
			last := response.Records[len(response.Records)-1]
			return timeCursor{position: *position, isTime: true, id: l.ID(last)}.cursor(), nil
		}
	}
	return "", ErrNoPosition
}

package client

import (
	"context"
	"errors"
	"slices"
)

// errOverlap: no cursor, and the record that ended the last page does not come again.
var errOverlap = errors.New("the node gives no cursor, and the place of the last record cannot be found again, so the list cannot be walked on")

// errCursor: a node that seemed to give no cursors gave one, since the list has grown.
var errCursor = errors.New("a cursor")

// coinPage gives a page of a list of coin transactions that the wire serves in the order
// asked for.
func coinPage(ctx context.Context, request PageRequest, ask coinQuery) (Page[Transaction], error) {
	at, err := request.Cursor.coinCursor()
	if err != nil {
		return Page[Transaction]{}, err
	}
	if at != nil && at.isTime {
		return coinOverlap(ctx, request, *at, ask)
	}
	var start *uint64
	hash := ""
	if at != nil {
		start, hash = &at.place, at.hash
	}
	answer, err := pastStart(ask)(ctx, start, request.Order, request.Count)
	turn(answer.records, request.Order)
	page := Page[Transaction]{Items: answer.records}
	// A node that takes start as inclusive gives the record of the cursor again.
	if fresh, shown := afterShown(answer.records, hash); shown {
		page.Items = fresh
	}
	if len(answer.records) > 0 {
		hash = answer.records[len(answer.records)-1].identity()
	}
	switch {
	case answer.cursor != nil:
		place := *answer.cursor
		isProgress := start == nil || (place > *start) == (request.Order == OldestFirst) && place != *start
		if place > 0 && isProgress {
			page.Next = coinCursor{place: place, hash: hash}.cursor()
		}
	case at != nil && at.hash != "": // an earlier answer had a cursor: it is left out at the end
	case len(page.Items) > 0 && err == nil:
		// A node that gives cursors leaves out the last one. One that never does would look
		// the same: only a page that cannot be the last tells them apart.
		var probe coinAnswer
		if at == nil && len(page.Items) > 1 {
			probe, err = ask(ctx, nil, request.Order, 1)
		}
		if err == nil && probe.cursor == nil {
			page.Next, err = overlapping(answer)
		}
	}
	return page, err
}

// overlapping is the cursor after the last record of an answer that gives none.
func overlapping(answer coinAnswer) (Cursor, error) {
	for _, t := range slices.Backward(answer.records) {
		if place := blockTime(t); place != nil {
			last := answer.records[len(answer.records)-1]
			return coinCursor{place: *place, isTime: true, hash: last.identity()}.cursor(), nil
		}
	}
	return "", &DecodeError{URL: answer.url, Err: errUnplaced}
}

// coinOverlap gives the page after a record whose exact place the node does not tell. It
// asks for somewhat more and leaves out what was shown.
func coinOverlap(ctx context.Context, request PageRequest, at coinCursor, ask coinQuery) (Page[Transaction], error) {
	isNewestFirst := request.Order == NewestFirst
	var answer coinAnswer
	// from asks for what follows a place which is so many microseconds after the block.
	from := func(offset uint64) (fresh []Transaction, shown bool, err error) {
		start := new(plus(at.place, offset))
		if offset == before {
			if start = new(at.place - 1); at.place == 0 {
				start = nil
			}
		}
		answer, err = ask(ctx, start, request.Order, maximumCount)
		turn(answer.records, request.Order)
		fresh, shown = afterShown(answer.records, at.hash)
		return fresh, shown, err
	}
	page := func(fresh []Transaction, err error) (Page[Transaction], error) {
		answer.records = fresh[:min(request.Count, len(fresh))]
		page := Page[Transaction]{Items: answer.records}
		if len(fresh) > 0 && err == nil {
			page.Next, err = overlapping(answer)
		}
		return page, err
	}

	widest := uint64(blockSpread)
	if !isNewestFirst {
		widest = before
	}
	fresh, shown, err := from(widest)
	for err == nil && answer.cursor != nil && *answer.cursor > 0 {
		// The node does give cursors: the page before had none because it was the last then.
		place := *answer.cursor
		if shown {
			answer.records = fresh[:min(request.Count, len(fresh))]
			next := coinCursor{place: place, hash: at.hash}
			if len(fresh) > 0 {
				next.hash = fresh[len(fresh)-1].identity()
			}
			if len(answer.records) < len(fresh) {
				return page(fresh, nil)
			}
			return Page[Transaction]{Items: answer.records, Next: next.cursor()}, nil
		}
		answer, err = pastStart(ask)(ctx, &place, request.Order, maximumCount)
		turn(answer.records, request.Order)
		fresh, shown = afterShown(answer.records, at.hash)
		if err == nil && !shown && answer.cursor != nil && *answer.cursor == place {
			return Page[Transaction]{}, &DecodeError{URL: answer.url, Err: errOverlap}
		}
	}
	switch {
	case err != nil || len(fresh) > 0 && shown:
		return page(fresh, err)
	case isNewestFirst && len(answer.records) == 0:
		return Page[Transaction]{}, errOrderUnknown // what was shown lies before: the node lists newer records
	}
	// The overlap fills the answer, or this is the end. Nearer to the record newest first
	// ceases to show it, and oldest first as well: its exact place is where it does.
	var found []Transaction
	offset, isFound, err := smallest(blockSpread, func(offset uint64) (bool, error) {
		fresh, shown, err := from(offset)
		if shown && len(fresh) > 0 {
			found = fresh
		}
		if err == nil && answer.cursor != nil && *answer.cursor > 0 {
			err = errCursor
		}
		return shown == isNewestFirst, err
	})
	switch {
	case errors.Is(err, errCursor):
		return coinOverlap(ctx, request, at, ask)
	case err != nil:
		return Page[Transaction]{}, err
	case len(found) > 0:
		return page(found, nil)
	case !isFound:
		return Page[Transaction]{}, &DecodeError{URL: answer.url, Err: errOverlap}
	case isNewestFirst && offset == 0:
		offset = before
	case isNewestFirst:
		offset--
	}
	fresh, shown, err = from(offset)
	if !shown {
		fresh = answer.records
	}
	return page(fresh, err)
}

// before is the offset of the place just before a block.
const before = ^uint64(0)

// smallest finds the smallest number up to a limit for which a test holds that holds for
// all above it, asking seldom where that is small.
func smallest(limit uint64, holds func(uint64) (bool, error)) (uint64, bool, error) {
	low, high := uint64(0), uint64(0) // it is not below low; the test holds at high
	for {
		held, err := holds(high)
		if err != nil || !held && high >= limit {
			return 0, false, err
		}
		if held {
			break
		}
		low, high = high+1, min(2*high+1, limit)
	}
	for low < high {
		middle := low + (high-low)/2
		held, err := holds(middle)
		if err != nil {
			return 0, false, err
		}
		if held {
			high = middle
		} else {
			low = middle + 1
		}
	}
	return high, true, nil
}

// afterShown gives the records after the one with a hash, and whether it is there; none
// where it is not.
func afterShown(records []Transaction, hash string) ([]Transaction, bool) {
	shown := slices.IndexFunc(records, func(t Transaction) bool { return t.identity() == hash })
	if shown < 0 {
		return nil, false
	}
	return records[shown+1:], true
}

// turn puts records that for sure come in the other order into the order asked for.
func turn(records []Transaction, order Order) {
	if way := direction(records, blockTime); way > 0 && order == NewestFirst || way < 0 && order == OldestFirst {
		slices.Reverse(records)
	}
}

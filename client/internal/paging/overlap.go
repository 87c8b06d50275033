package paging

import (
	"context"
	"errors"
	"hash/maphash"
)

// errHasCursor reports that a node without cursors sent one, because the list has grown.
var errHasCursor = errors.New("unexpected cursor")

// beforeBlock is the offset of the position just before a block.
const beforeBlock = ^uint64(0)

// overlap reads the page after a record whose exact position the node did not send. It requests records from a position
// that is certainly not past that record and skips those that were shown.
func (l TimeList[T]) overlap(ctx context.Context, request Request, at timeCursor) (Page[T], error) {
	isNewestFirst := request.Order == NewestFirst
	var response TimeResponse[T]
	// fetch requests the records after the position that is offset microseconds after the block.
	fetch := func(offset uint64) (rest []T, found bool, err error) {
		start := new(SaturatingAdd(at.position, offset))
		if offset == beforeBlock {
			if start = new(at.position - 1); at.position == 0 {
				start = nil
			}
		}
		response, err = l.Fetch(ctx, start, request.Order, MaxCount)
		l.orient(response.Records, request.Order)
		rest, found = l.after(response.Records, at.id)
		return rest, found, err
	}
	page := func(rest []T, err error) (Page[T], error) {
		response.Records = rest[:min(request.Count, len(rest))]
		page := Page[T]{Items: response.Records}
		if len(rest) > 0 && err == nil {
			page.Next, err = l.overlapCursor(response)
		}
		return page, err
	}

	widest := uint64(blockSpread)
	if !isNewestFirst {
		widest = beforeBlock
	}
	rest, found, err := fetch(widest)
	for err == nil && response.hasNext() {
		// The node does send cursors: the page before had none because it was the last one then.
		position := *response.Cursor
		if found {
			response.Records = rest[:min(request.Count, len(rest))]
			next := timeCursor{position: position, id: at.id}
			if len(rest) > 0 {
				next.id = l.ID(rest[len(rest)-1])
			}
			if len(response.Records) < len(rest) {
				return page(rest, nil)
			}
			return Page[T]{Items: response.Records, Next: next.cursor()}, nil
		}
		response, err = l.fetchPast(ctx, &position, request.Order, MaxCount)
		l.orient(response.Records, request.Order)
		rest, found = l.after(response.Records, at.id)
		if err == nil && !found && response.Cursor != nil && *response.Cursor == position {
			return Page[T]{}, ErrLostPlace
		}
	}
	switch {
	case err != nil || len(rest) > 0 && found:
		return page(rest, err)
	case isNewestFirst && len(response.Records) == 0:
		return Page[T]{}, errUnknownOrder // the shown records are older: the node serves towards newer ones
	}
	// Either the overlap fills the response, or this is the end. Search for the exact position of the record: the smallest
	// offset at which the response starts (newest first) or stops (oldest first) to contain it.
	var afterRecord []T
	offset, isFound, err := smallest(blockSpread, func(offset uint64) (bool, error) {
		rest, found, err := fetch(offset)
		if found && len(rest) > 0 {
			afterRecord = rest
		}
		if err == nil && response.hasNext() {
			err = errHasCursor
		}
		return found == isNewestFirst, err
	})
	switch {
	case errors.Is(err, errHasCursor):
		return l.overlap(ctx, request, at)
	case err != nil:
		return Page[T]{}, err
	case len(afterRecord) > 0:
		return page(afterRecord, nil)
	case !isFound:
		return Page[T]{}, ErrLostPlace
	case isNewestFirst && offset == 0:
		offset = beforeBlock
	case isNewestFirst:
		offset--
	}
	rest, found, err = fetch(offset)
	if !found {
		rest = response.Records
	}
	return page(rest, err)
}

// smallest finds the smallest number up to limit at which holds is true, given that it stays true above. It needs few
// calls if that number is small.
func smallest(limit uint64, holds func(uint64) (bool, error)) (number uint64, found bool, err error) {
	low, high := uint64(0), uint64(0) // false below low, true at high
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

const (
	// maxRepeats is the number of successive pages without a new record after which a list counts as endless. Nodes that
	// add records while a list is read may send one such page.
	maxRepeats = 3
	// maxEmpty is the same for pages without any record. Many of them can be right: the node may not filter, so that the client
	// leaves out all records of a page.
	maxEmpty = 1_000
	// rememberedKeys is the number of records, per generation, that repeats remembers: about 5 MB.
	rememberedKeys = 1 << 18
)

// repeats remembers the last 260,000 to 520,000 records of a list by their hashes and, to notice cycles of cursors of any length,
// one earlier cursor, which it replaces after 1, 2, 4 ... pages.
type repeats struct {
	seed          maphash.Seed
	recent, older map[uint64]struct{}
	repeated      int // pages in a row without a new record
	empty         int // pages in a row without a record

	earlier          Cursor
	pages, replaceAt int
}

// RepeatCheck returns a function that checks the pages of one walk through a list, each with its request. It returns ErrRepeats if
// the node lists the same records again and again under new cursors: after 3 pages in a row without a new record. It empties such
// pages. key identifies a record.
func RepeatCheck[T any](key func(*T) string) func(Request, Page[T]) (Page[T], error) {
	r := &repeats{seed: maphash.MakeSeed(), recent: map[uint64]struct{}{}, replaceAt: 1}
	return func(request Request, page Page[T]) (Page[T], error) {
		if page.Next == "" || page.Next == request.Cursor {
			return page, nil
		}
		hasNew := false
		for i := range page.Items {
			hasNew = r.add(maphash.String(r.seed, key(&page.Items[i]))) || hasNew
		}
		err := r.check(len(page.Items), hasNew, page.Next)
		if !hasNew {
			page.Items = nil
		}
		return page, err
	}
}

// check returns ErrRepeats if the list makes no progress. next is the cursor after a page with count records.
func (r *repeats) check(count int, hasNew bool, next Cursor) error {
	switch {
	case hasNew:
		r.repeated, r.empty = 0, 0
	case count > 0:
		r.repeated++
	default:
		r.empty++
	}
	if r.repeated >= maxRepeats || r.empty >= maxEmpty || next == r.earlier {
		return ErrRepeats
	}
	if r.pages++; r.pages == r.replaceAt {
		r.earlier, r.replaceAt = next, 2*r.replaceAt
	}
	return nil
}

// add remembers a record and reports whether it is new.
func (r *repeats) add(hash uint64) (isNew bool) {
	if _, isRecent := r.recent[hash]; isRecent {
		return false
	}
	if len(r.recent) >= rememberedKeys {
		r.older, r.recent = r.recent, make(map[uint64]struct{}, rememberedKeys)
	}
	r.recent[hash] = struct{}{}
	_, isOlder := r.older[hash]
	return !isOlder
}

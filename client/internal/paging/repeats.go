package paging

import (
	"hash/maphash"
)

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

package client

import (
	"cmp"
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
	"math"
	"math/bits"
	"slices"
)

var (
	// errUnplaced: records, and none tells where the list goes on.
	errUnplaced = errors.New("no record of the page tells its place, so the list cannot be walked on")
	// errStartIgnored: records from before the place that was asked for.
	errStartIgnored = errors.New("the node takes no notice of the start, so the list cannot be walked on")
)

const (
	// spanRequests is how often a span is asked on before it counts as too dense.
	spanRequests = 4
	// smallestBatch is the least that is asked for at once to read a list backward.
	smallestBatch = 20
	// widening is the factor by which a span grows where there was nothing in it.
	widening = 4
)

// forwardList is a list of transactions that the wire serves only from a place on to
// newer records, as versions 1 and 2 do, made ready to be read from its newest record
// back. Places are numbers that do not fall along the list.
type forwardList struct {
	// place is where a record stands; nil where it does not tell.
	place func(Transaction) *uint64
	// spread is how far beyond what its records tell a place on the wire may be.
	spread uint64
	// from asks for the records from a place on, oldest first.
	from func(ctx context.Context, place uint64, count int) (batch, error)
	// anywhere asks without a place: for the newest records, or the oldest, in any order.
	anywhere func(ctx context.Context, count int) (batch, error)
	// beyond guesses a place that no record is beyond.
	beyond func(context.Context) (uint64, error)
}

// batch is what one answer holds of a list.
type batch struct {
	records []Transaction
	next    *uint64 // the place to go on from; nil at the end
}

// mark is where a page that is read backward begins.
type mark struct {
	place uint64 // records beyond are left out
	hash  string // and this one, with those that come after it; empty for none
	width uint64 // of the span that is tried first; 0 where nothing is known
}

// newest gives the newest records, newest first: up to count of them where it finds them
// at once, else none and the mark to find them from. Both are empty for an empty list.
// Records may come with an error.
func (l forwardList) newest(ctx context.Context, count int) ([]Transaction, *mark, error) {
	first, err := l.anywhere(ctx, count)
	switch {
	case err != nil && direction(first.records, l.place) > 0:
		return nil, nil, err
	case err != nil: // what arrived of a list that breaks off
		return first.records, nil, err
	}
	low, high := l.ends(first.records)
	switch {
	case low == nil && first.next == nil:
		return first.records, nil, nil
	case low != nil && l.isFalling(first.records):
		return first.records, nil, nil
	}
	// Oldest first, or of one place and so of no telling order: what is followed by
	// nothing is the newest. Records that a node leaves out still move its cursor.
	var on uint64
	if high != nil {
		on = plus(*high, 1)
	}
	if first.next != nil {
		on = max(on, *first.next)
	}
	found := newGathering(l)
	found.add(first.records, 0, 0, math.MaxUint64)
	for range spanRequests {
		more, err := l.from(ctx, on, max(count, smallestBatch))
		if err != nil {
			return nil, nil, err
		}
		found.add(more.records, on, 0, math.MaxUint64)
		if more.next == nil || *more.next <= on {
			_, high := l.ends(found.records)
			switch {
			case len(found.records) == 0:
				return nil, &mark{place: on}, nil
			case high != nil && len(first.records) > 1 && direction(first.records, l.place) == 0:
				return nil, &mark{place: *high}, nil
			}
			slices.Reverse(found.records)
			return found.records[:min(count, len(found.records))], nil, nil
		}
		on = *more.next
	}
	end, err := l.beyond(ctx)
	if err != nil {
		return nil, nil, err
	}
	for end = max(end, on); end < math.MaxUint64; end = plus(end, end) {
		more, err := l.from(ctx, end+1, 1)
		if err != nil {
			return nil, nil, err
		}
		if len(more.records) == 0 && (more.next == nil || *more.next <= end+1) {
			break
		}
	}
	width := uint64(0)
	if low != nil && on > *low {
		width = found.width(on-*low, count)
	}
	return nil, &mark{place: end, width: width}, nil
}

// before gives up to count records before a mark, newest first, and the width of a span
// that would hold about as many next. It gives none only where the list has no more.
func (l forwardList) before(ctx context.Context, at mark, count int) ([]Transaction, uint64, error) {
	high, width := at.place, max(at.width, uint64(count))
	var dense uint64 // the list goes on from here; 0 where that is not known
	asked := false   // for the oldest record
	for {
		low := uint64(0)
		if high >= width {
			low = high - width + 1
		}
		found, reached, isWhole, err := l.span(ctx, low, high, count)
		switch {
		case err != nil:
			return nil, 0, err
		case !isWhole:
			// Too many to read, and it is the last ones that are wanted.
			dense = min(max(dense, reached), high)
			width = max(l.spread+1, min(width/2, found.width(reached-low, count), (high-dense)/2+1))
			continue
		}
		records := found.records
		if high == at.place && at.hash != "" {
			if shown := slices.IndexFunc(records, func(t Transaction) bool { return t.identity() == at.hash }); shown >= 0 {
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
		if !asked { // an empty span is where the list has a gap, or begins
			asked = true
			oldest, err := l.from(ctx, 0, 1)
			if err != nil {
				return nil, 0, err
			}
			begin, _ := l.ends(oldest.records)
			switch {
			case begin == nil && oldest.next == nil,
				begin != nil && *begin > high,
				begin == nil && *oldest.next > plus(high, l.spread):
				return nil, 0, nil
			}
		}
		if dense > 0 && dense < high {
			width = max(l.spread+1, (high-dense)/2+1)
		} else {
			dense, width = 0, times(width, widening)
		}
	}
}

// span reads the records from low to high, oldest first. It gives up where they are too
// many, with the place that it reached; a span too narrow to be made narrower is read
// to its end.
func (l forwardList) span(ctx context.Context, low, high uint64, count int) (*gathering, uint64, bool, error) {
	found := newGathering(l)
	isNarrow := high-low <= l.spread
	on := low
	for asked := 0; asked < spanRequests || isNarrow; asked++ {
		more, err := l.from(ctx, on, max(count, smallestBatch))
		if err != nil {
			return nil, 0, false, err
		}
		if begin, _ := l.ends(more.records); begin != nil && plus(*begin, plus(l.spread, 1)) < on {
			return nil, 0, false, errStartIgnored
		}
		found.add(more.records, on, low, high)
		if more.next == nil || *more.next <= on || *more.next > plus(high, l.spread) {
			return found, high, true, nil
		}
		on = *more.next
	}
	return found, on, false, nil
}

// ends gives the lowest and the highest place of records; nil where none tells one.
func (l forwardList) ends(records []Transaction) (low, high *uint64) {
	for _, t := range records {
		if place := l.place(t); place != nil {
			if low == nil || *place < *low {
				low = place
			}
			if high == nil || *place > *high {
				high = place
			}
		}
	}
	return low, high
}

// isFalling tells whether the records come newest first for sure.
func (l forwardList) isFalling(records []Transaction) bool {
	return direction(records, l.place) < 0
}

// direction is over 0 where the places of records rise from the first to the last, under
// 0 where they fall, and 0 where that does not show.
func direction(records []Transaction, place func(Transaction) *uint64) int {
	var first, last *uint64
	for _, t := range records {
		if at := place(t); at != nil {
			if first == nil {
				first = at
			}
			last = at
		}
	}
	if first == nil {
		return 0
	}
	return cmp.Compare(*last, *first)
}

// gathering collects the records of several answers, oldest first, each once.
type gathering struct {
	list    forwardList
	records []Transaction
	seen    map[string]bool
}

func newGathering(list forwardList) *gathering {
	return &gathering{list: list, seen: map[string]bool{}}
}

// add takes the records at places from low to high out of an answer. One that does not
// tell its place stands at that of the one before, the first at start.
func (g *gathering) add(records []Transaction, start, low, high uint64) {
	if g.list.isFalling(records) {
		slices.Reverse(records)
	}
	at := start
	for _, t := range records {
		if place := g.list.place(t); place != nil {
			at = *place
		}
		if at < low || at > high || g.seen[t.identity()] {
			continue
		}
		g.seen[t.identity()] = true
		g.records = append(g.records, t)
	}
}

// width is that of a span that holds nearly count records, so that one answer mostly takes
// them, where those gathered stand in one of a given width.
func (g *gathering) width(whole uint64, count int) uint64 {
	each := whole / uint64(max(1, len(g.records)))
	return max(1, times(each, uint64(count))/4*3)
}

// identity tells a record from others: its hash, or a digest where it has none.
func (t Transaction) identity() string {
	if t.Hash == "" {
		return fmt.Sprintf("%x", sha256.Sum256(t.Raw))
	}
	return t.Hash
}

func (t Transaction) isSame(other Transaction) bool { return t.identity() == other.identity() }

// plus and times stop at the largest number.
func plus(a, b uint64) uint64 {
	sum, carry := bits.Add64(a, b, 0)
	if carry > 0 {
		return math.MaxUint64
	}
	return sum
}

func times(a, b uint64) uint64 {
	high, product := bits.Mul64(a, b)
	if high > 0 {
		return math.MaxUint64
	}
	return product
}

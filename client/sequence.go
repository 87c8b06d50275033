package client

import (
	"cmp"
	"errors"
	"math"
	"slices"
	"strconv"
	"sync/atomic"
)

// errUnnumbered: a page of records, and none tells where the next page begins.
var errUnnumbered = errors.New("no record of the page has a sequence number, so the list cannot be walked on")

// SequenceCursor is where a walk of sent transactions begins: with this sequence number
// and, by the order asked for, on to lower or higher ones.
func SequenceCursor(sequenceNumber uint64) Cursor {
	return Cursor(strconv.FormatUint(sequenceNumber, 10))
}

// sequenceNumber reads a cursor of the sent transactions; nil for the beginning.
func (c Cursor) sequenceNumber() (*uint64, error) {
	if c == "" {
		return nil, nil
	}
	number, err := strconv.ParseUint(string(c), 10, 64)
	if err != nil {
		return nil, &ArgumentError{Field: "cursor", Value: cut(string(c), quotedCharacters), Rule: "must be a decimal sequence number up to 2^64-1"}
	}
	return &number, nil
}

// sequencePage makes a page of a list that goes by sequence number out of what a node
// answers to a start and a count, in the order of the request or the other. What ask
// gives beside an error is kept. Once a node has shown that it takes start as inclusive,
// as specified, it is believed; inclusive remembers that for the node.
func sequencePage(request PageRequest, inclusive *atomic.Bool, ask func(start *uint64, count int) ([]Transaction, error)) (Page[Transaction], error) {
	start, err := request.Cursor.sequenceNumber()
	if err != nil {
		return Page[Transaction]{}, err
	}
	found, err := ask(start, request.Count)
	if err == nil && start != nil && !inclusive.Load() {
		_, regular := numbered(found, *start)
		inclusive.Store(regular)
		if found, err = withStart(found, *start, request.Order, ask); err != nil {
			return Page[Transaction]{}, err // a part would hide the missing start
		}
	}
	if len(found) > 0 && !slices.ContainsFunc(found, isNumbered) {
		return Page[Transaction]{Items: found}, cmp.Or(err, errUnnumbered)
	}
	page := Page[Transaction]{Items: arranged(found, request.Order, start)}
	page.Next = after(page.Items, request.Order)
	return page, err
}

// withStart adds the record at start where a node took start as exclusive. To a node
// that does as specified this costs a request only where there is a gap in the numbers
// or the list has ended, and only until it has shown that it does.
func withStart(found []Transaction, start uint64, order Order, ask func(*uint64, int) ([]Transaction, error)) ([]Transaction, error) {
	before, isFirst := start-1, start == 0
	if order == NewestFirst {
		before, isFirst = start+1, start == math.MaxUint64
	}
	// A node that ignores start altogether would answer the same again.
	ignored := slices.ContainsFunc(found, func(t Transaction) bool {
		return isNumbered(t) && !inRange(*t.SequenceNumber, order, start)
	})
	if _, regular := numbered(found, start); regular || ignored || isFirst {
		return found, nil
	}
	edge, err := ask(&before, 1)
	if t, ok := numbered(edge, start); ok {
		found = append([]Transaction{t}, found...)
	}
	return found, err
}

func isNumbered(t Transaction) bool { return t.SequenceNumber != nil }

// numbered finds the record with a sequence number.
func numbered(found []Transaction, number uint64) (Transaction, bool) {
	for _, t := range found {
		if isNumbered(t) && *t.SequenceNumber == number {
			return t, true
		}
	}
	return Transaction{}, false
}

func inRange(number uint64, order Order, start uint64) bool {
	if order == NewestFirst {
		return number <= start
	}
	return number >= start
}

// arranged gives the records in the order asked for, without those outside the range
// and without repetitions. A record without a number takes that of the record before
// it, at the head that of the first one numbered.
func arranged(found []Transaction, order Order, start *uint64) []Transaction {
	if isOpposite(found, order) {
		found = slices.Clone(found)
		slices.Reverse(found)
	}
	type place struct {
		number uint64
		record Transaction
	}
	type identity struct {
		number uint64
		text   string
	}
	places := make([]place, 0, len(found))
	seen := make(map[identity]bool, len(found))
	var number uint64
	if first := slices.IndexFunc(found, isNumbered); first >= 0 {
		number = *found[first].SequenceNumber
	}
	for _, t := range found {
		if isNumbered(t) {
			number = *t.SequenceNumber
		}
		// Nothing keeps two records from sharing a number, so the hash decides.
		same := identity{number, cmp.Or(t.Hash, string(t.Raw))}
		if seen[same] || start != nil && !inRange(number, order, *start) {
			continue
		}
		seen[same] = true
		places = append(places, place{number, t})
	}
	slices.SortStableFunc(places, func(a, b place) int {
		if order == NewestFirst {
			a, b = b, a
		}
		return cmp.Compare(a.number, b.number)
	})
	records := make([]Transaction, len(places))
	for i := range places {
		records[i] = places[i].record
	}
	return records
}

// isOpposite tells by the numbers whether records come in the other order.
func isOpposite(found []Transaction, order Order) bool {
	var first, last *uint64
	for _, t := range found {
		if isNumbered(t) {
			if first == nil {
				first = t.SequenceNumber
			}
			last = t.SequenceNumber
		}
	}
	if first == nil || *first == *last {
		return false
	}
	return (*first > *last) != (order == NewestFirst)
}

// after is the cursor of the page that follows arranged records: empty where nothing
// can follow, or where the page made no progress.
func after(records []Transaction, order Order) Cursor {
	for _, t := range slices.Backward(records) {
		switch {
		case !isNumbered(t):
			continue
		case order == NewestFirst && *t.SequenceNumber > 0:
			return SequenceCursor(*t.SequenceNumber - 1)
		case order == OldestFirst && *t.SequenceNumber < math.MaxUint64:
			return SequenceCursor(*t.SequenceNumber + 1)
		}
		return ""
	}
	return ""
}

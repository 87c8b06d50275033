package client

import (
	"context"
	"math"
	"strconv"
	"sync"
)

// TransactionList reads a page of a list of transactions.
type TransactionList func(ctx context.Context, request PageRequest) (Page[Transaction], error)

// Merge puts lists of the transactions of one account together by the times of their blocks, each record once. It is read
// page by page, from the beginning on. Beside a page of each list it holds the hashes of one instant: a record that stands
// in two lists has the same block time in both. It is safe for concurrent use.
type Merge struct {
	mutex sync.Mutex
	order Order
	lists []*mergedList
	at    Timestamp
	seen  map[string]bool // hashes of the records of that time

	made   int               // pages
	last   Page[Transaction] // that was made
	broken []Transaction     // of the page that an error broke
}

// NewMerge merges lists of this order. Where records of different lists stand in one block and no sequence numbers tell, the
// list that is named first goes first.
func NewMerge(order Order, lists ...TransactionList) *Merge {
	m := &Merge{order: order, seen: map[string]bool{}}
	for _, page := range lists {
		list := &mergedList{page: page}
		if order == NewestFirst {
			list.at = math.MaxUint64
		}
		m.lists = append(m.lists, list)
	}
	return m
}

// Page reads the next page, or the one before once more. Its cursors are good for this merge alone. A page that breaks
// half-way gives what it has and the error; when it is asked for again, it has that as well, and goes on.
func (m *Merge) Page(ctx context.Context, request PageRequest) (Page[Transaction], error) {
	request, err := request.valid()
	if err != nil {
		return Page[Transaction]{}, err
	}
	m.mutex.Lock()
	defer m.mutex.Unlock()
	number := 0
	if request.Cursor != "" {
		number, err = strconv.Atoi(string(request.Cursor))
	}
	switch {
	case m.made > 0 && number == m.made-1 && err == nil:
		return m.last, nil
	case number != m.made || err != nil:
		return Page[Transaction]{}, &ArgumentError{Field: "cursor", Value: cut(string(request.Cursor), quotedCharacters), Rule: "must be the one of the last page"}
	}
	items := m.broken
	ended := false
	for len(items) < request.Count && !ended {
		record, err := m.next(ctx, request.Count)
		if err != nil {
			m.broken = items
			return Page[Transaction]{Items: items}, err
		}
		if ended = record == nil; !ended {
			items = append(items, *record)
		}
	}
	m.broken = nil
	m.made++
	m.last = Page[Transaction]{Items: items}
	if !ended {
		m.last.Next = Cursor(strconv.Itoa(m.made))
	}
	return m.last, nil
}

// next is the next record, nil at the end.
func (m *Merge) next(ctx context.Context, count int) (*Transaction, error) {
	for {
		var chosen *mergedList
		for _, list := range m.lists {
			if err := list.fill(ctx, PageRequest{Order: m.order, Count: count}); err != nil {
				return nil, err
			}
			if len(list.items) > 0 && (chosen == nil || list.before(chosen, m.order)) {
				chosen = list
			}
		}
		if chosen == nil {
			return nil, nil
		}
		record := chosen.items[0]
		chosen.items = chosen.items[1:]
		if chosen.at != m.at {
			m.at = chosen.at
			clear(m.seen)
		}
		chosen.stand()
		if record.Hash != "" && m.seen[record.Hash] {
			continue
		}
		m.seen[record.Hash] = true
		return &record, nil
	}
}

// mergedList is one of the lists of a merge: what is left of its newest page.
type mergedList struct {
	page   TransactionList
	cursor Cursor
	ended  bool
	items  []Transaction
	at     Timestamp       // at which the first of the items stands
	err    error           // that broke the page, behind its items
	taken  map[string]bool // hashes of the items that came before an error, and come again
}

// fill asks for the next page where nothing is left of the last one.
func (l *mergedList) fill(ctx context.Context, request PageRequest) error {
	for len(l.items) == 0 && !l.ended {
		if err := l.err; err != nil {
			l.err = nil
			return err
		}
		request.Cursor = l.cursor
		page, err := l.page(ctx, request)
		for _, item := range page.Items {
			if !l.taken[item.Hash] {
				l.items = append(l.items, item)
			}
		}
		if err != nil {
			l.broke(err)
			continue
		}
		for _, item := range page.Items {
			delete(l.taken, item.Hash)
		}
		l.ended = page.Next == "" || page.Next == l.cursor
		l.cursor = page.Next
	}
	l.stand()
	return nil
}

// broke keeps the error until the items that came before it are taken, and knows them when the page is asked for again.
func (l *mergedList) broke(err error) {
	l.err = err
	if l.taken == nil {
		l.taken = map[string]bool{}
	}
	for _, item := range l.items {
		if item.Hash != "" {
			l.taken[item.Hash] = true
		}
	}
}

// stand notes where the first item stands. A record that is in no block yet stays beside its neighbour.
func (l *mergedList) stand() {
	if len(l.items) > 0 && l.items[0].Block != nil {
		l.at = l.items[0].Block.Timestamp
	}
}

// before tells whether the list's next record comes before another's. In one block what an account sent goes by number.
func (l *mergedList) before(other *mergedList, order Order) bool {
	if l.at != other.at {
		return (l.at > other.at) == (order == NewestFirst)
	}
	mine, theirs := &l.items[0], &other.items[0]
	x, y := sentNumber(mine), sentNumber(theirs)
	return x != nil && y != nil && *x != *y && *mine.Sender == *theirs.Sender && (*x > *y) == (order == NewestFirst)
}

// sentNumber is the sequence number that the sender gave; that of an automated transaction is its task's.
func sentNumber(t *Transaction) *uint64 {
	if t.Sender == nil || t.Type == string(AutomatedType) {
		return nil
	}
	return t.SequenceNumber
}

package load

import (
	"cmp"
	"context"
	"math"
	"strconv"
	"sync"

	"foredeck/client"
)

// TransactionList reads a page of a list of transactions.
type TransactionList func(ctx context.Context, request client.PageRequest) (client.Page[client.Transaction], error)

// Merge joins lists of one account's transactions by block time and leaves out duplicates. It is read page by page from
// the start on, and holds one page of each list in memory. It is safe for concurrent use.
type Merge struct {
	mutex sync.Mutex
	order client.Order
	lists []*mergedList
	at    uint64          // time of the last record
	seen  map[string]bool // hashes of the records of that time

	pages   int // pages read
	last    client.Page[client.Transaction]
	partial []client.Transaction // of a page that broke off
}

// NewMerge merges lists, which it reads in the given order. Transactions of one block are ordered by sequence number, or,
// if they have different senders, by the order of their lists.
func NewMerge(order client.Order, lists ...TransactionList) *Merge {
	m := &Merge{order: order, seen: map[string]bool{}}
	for _, read := range lists {
		list := &mergedList{read: read, check: client.NewPageCheck((*client.Transaction).Key)}
		if order == client.NewestFirst {
			list.at = math.MaxUint64
		}
		m.lists = append(m.lists, list)
	}
	return m
}

// Page reads the next page, or the last one again. Its cursors are valid for this Merge only. If a list fails, Page
// returns the records before the failure and the error; the next call for the same page returns them again and continues.
func (m *Merge) Page(ctx context.Context, request client.PageRequest) (client.Page[client.Transaction], error) {
	m.mutex.Lock()
	defer m.mutex.Unlock()
	number, err := strconv.Atoi(cmp.Or(string(request.Cursor), "0"))
	switch {
	case err == nil && m.pages > 0 && number == m.pages-1:
		return m.last, nil
	case err != nil || number != m.pages:
		return client.Page[client.Transaction]{}, &client.ArgumentError{Field: "cursor", Value: string(request.Cursor), Rule: "must be the cursor of the last page"}
	}
	items, count := m.partial, cmp.Or(request.Count, nextPage)
	isEnd := false
	for len(items) < count && !isEnd {
		record, err := m.next(ctx, count)
		if err != nil {
			m.partial = items
			return client.Page[client.Transaction]{Items: items}, err
		}
		if isEnd = record == nil; !isEnd {
			items = append(items, *record)
		}
	}
	m.partial = nil
	m.pages++
	m.last = client.Page[client.Transaction]{Items: items}
	if !isEnd {
		m.last.Next = client.Cursor(strconv.Itoa(m.pages))
	}
	return m.last, nil
}

// next returns the next record, nil at the end.
func (m *Merge) next(ctx context.Context, count int) (*client.Transaction, error) {
	for {
		var chosen *mergedList
		for _, list := range m.lists {
			if err := list.fill(ctx, client.PageRequest{Order: m.order, Count: count}); err != nil {
				return nil, err
			}
			if len(list.items) > 0 && (chosen == nil || list.isBefore(chosen, m.order)) {
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
		chosen.advance()
		if record.Hash != "" && m.seen[record.Hash] {
			continue
		}
		m.seen[record.Hash] = true
		return &record, nil
	}
}

// mergedList is a list of a Merge with the rest of its current page.
type mergedList struct {
	read   TransactionList
	check  client.PageCheck[client.Transaction]
	cursor client.Cursor
	isEnd  bool
	items  []client.Transaction
	at     uint64          // time of the first item
	err    error           // that follows the items
	taken  map[string]bool // hashes of the items before an error, which the repeated page holds again
}

// fill requests the next page if no item is left.
func (l *mergedList) fill(ctx context.Context, request client.PageRequest) error {
	for len(l.items) == 0 && !l.isEnd {
		if err := l.err; err != nil {
			l.err = nil
			return err
		}
		request.Cursor = l.cursor
		page, err := l.read(ctx, request)
		if err == nil {
			page, err = l.check(request, page)
		}
		for _, item := range page.Items {
			if !l.taken[item.Hash] {
				l.items = append(l.items, item)
			}
		}
		if err != nil {
			l.fail(err)
			continue
		}
		for _, item := range page.Items {
			delete(l.taken, item.Hash)
		}
		l.isEnd = page.Next == "" || page.Next == l.cursor
		l.cursor = page.Next
	}
	l.advance()
	return nil
}

// fail stores an error until the items before it are read, and their hashes to skip them when the page is read again.
func (l *mergedList) fail(err error) {
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

// advance updates the time of the first item. A record that is in no block yet stays next to its neighbor.
func (l *mergedList) advance() {
	if len(l.items) == 0 {
		return
	}
	if at := l.items[0].BlockTime(); at != nil {
		l.at = uint64(*at)
	}
}

// isBefore reports whether the list's next record comes before that of another list.
func (l *mergedList) isBefore(other *mergedList, order client.Order) bool {
	if l.at != other.at {
		return (l.at > other.at) == (order == client.NewestFirst)
	}
	a, b := l.items[0], other.items[0]
	x, y := senderNumber(a), senderNumber(b)
	if x == nil || y == nil || *a.Sender != *b.Sender || *x == *y {
		return false
	}
	return (*x > *y) == (order == client.NewestFirst)
}

// senderNumber is the sequence number that the sender assigned, nil if there is none: that of an automated transaction is
// the number of its task.
func senderNumber(t client.Transaction) *uint64 {
	if t.Sender == nil || t.Type == string(client.AutomatedType) {
		return nil
	}
	return t.SequenceNumber
}

package paging

import (
	"context"
	"math"
	"strconv"
	"sync"
)

// List reads a page of a list.
type List[T any] func(ctx context.Context, request Request) (Page[T], error)

// MergeRules describe the records of merged lists.
type MergeRules[T any] struct {
	// ID identifies a record that can be in several lists; "" for one that is never left out.
	ID func(*T) string
	// Time returns the block time of a record, nil if it is in no block yet. A record that is in two lists has the same
	// time in both.
	Time func(*T) *uint64
	// Newer compares two records with the same time: positive if a is the newer one, negative if b is, 0 if unknown.
	Newer func(a, b *T) int
}

// Merge joins lists by time and leaves out duplicates. It is read page by page from the start on. Beside one page of each
// list it holds the IDs of a single instant. It is safe for concurrent use.
type Merge[T any] struct {
	mutex sync.Mutex
	order Order
	rules MergeRules[T]
	lists []*mergedList[T]
	at    uint64          // time of the last record
	seen  map[string]bool // IDs of the records of that time

	pages   int     // pages read
	last    Page[T] // the last one
	partial []T     // of a page that broke off
}

// NewMerge merges lists that are read in order. If neither times nor rules.Newer tell, records of earlier lists come
// first.
func NewMerge[T any](order Order, rules MergeRules[T], lists ...List[T]) *Merge[T] {
	m := &Merge[T]{order: order, rules: rules, seen: map[string]bool{}}
	for _, page := range lists {
		list := &mergedList[T]{page: page, rules: rules}
		if order == NewestFirst {
			list.at = math.MaxUint64
		}
		m.lists = append(m.lists, list)
	}
	return m
}

// Page reads the next page, or the last one again. Its cursors are valid for this merge only. If a list fails, Page
// returns the records before the failure and the error; the next call for the same page returns them too and continues.
func (m *Merge[T]) Page(ctx context.Context, request Request) (Page[T], error) {
	m.mutex.Lock()
	defer m.mutex.Unlock()
	number := 0
	var err error
	if request.Cursor != "" {
		number, err = strconv.Atoi(string(request.Cursor))
	}
	switch {
	case m.pages > 0 && number == m.pages-1 && err == nil:
		return m.last, nil
	case number != m.pages || err != nil:
		return Page[T]{}, &CursorError{Cursor: request.Cursor, Rule: "must be the cursor of the last page"}
	}
	items := m.partial
	isEnd := false
	for len(items) < request.Count && !isEnd {
		record, err := m.next(ctx, request.Count)
		if err != nil {
			m.partial = items
			return Page[T]{Items: items}, err
		}
		if isEnd = record == nil; !isEnd {
			items = append(items, *record)
		}
	}
	m.partial = nil
	m.pages++
	m.last = Page[T]{Items: items}
	if !isEnd {
		m.last.Next = Cursor(strconv.Itoa(m.pages))
	}
	return m.last, nil
}

// next returns the next record, nil at the end.
func (m *Merge[T]) next(ctx context.Context, count int) (*T, error) {
	for {
		var chosen *mergedList[T]
		for _, list := range m.lists {
			if err := list.fill(ctx, Request{Order: m.order, Count: count}); err != nil {
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
		id := m.rules.ID(&record)
		if id != "" && m.seen[id] {
			continue
		}
		m.seen[id] = true
		return &record, nil
	}
}

// mergedList is a list of a merge with the rest of its current page.
type mergedList[T any] struct {
	page   List[T]
	rules  MergeRules[T]
	cursor Cursor
	isEnd  bool
	items  []T
	at     uint64          // time of the first item
	err    error           // that follows the items
	taken  map[string]bool // IDs of the items before an error, which the repeated page holds again
}

// fill requests the next page if no item is left.
func (l *mergedList[T]) fill(ctx context.Context, request Request) error {
	for len(l.items) == 0 && !l.isEnd {
		if err := l.err; err != nil {
			l.err = nil
			return err
		}
		request.Cursor = l.cursor
		page, err := l.page(ctx, request)
		for _, item := range page.Items {
			if !l.taken[l.rules.ID(&item)] {
				l.items = append(l.items, item)
			}
		}
		if err != nil {
			l.fail(err)
			continue
		}
		for _, item := range page.Items {
			delete(l.taken, l.rules.ID(&item))
		}
		l.isEnd = page.Next == "" || page.Next == l.cursor
		l.cursor = page.Next
	}
	l.advance()
	return nil
}

// fail stores an error until the items before it are read, and their IDs to skip them when the page is read again.
func (l *mergedList[T]) fail(err error) {
	l.err = err
	if l.taken == nil {
		l.taken = map[string]bool{}
	}
	for i := range l.items {
		if id := l.rules.ID(&l.items[i]); id != "" {
			l.taken[id] = true
		}
	}
}

// advance updates the time of the first item. A record that is in no block yet stays next to its neighbor.
func (l *mergedList[T]) advance() {
	if len(l.items) > 0 {
		if time := l.rules.Time(&l.items[0]); time != nil {
			l.at = *time
		}
	}
}

// isBefore reports whether the list's next record comes before that of another list.
func (l *mergedList[T]) isBefore(other *mergedList[T], order Order) bool {
	if l.at != other.at {
		return (l.at > other.at) == (order == NewestFirst)
	}
	newer := l.rules.Newer(&l.items[0], &other.items[0])
	return newer != 0 && (newer > 0) == (order == NewestFirst)
}

package load

import (
	"context"
	"slices"
	"time"

	tea "github.com/charmbracelet/bubbletea"

	"foredeck/client"
	"foredeck/tui/text"
)

// Source says how a list is read from the node.
type Source[T any] struct {
	// Page asks for one page.
	Page func(context.Context, client.PageRequest) (client.Page[T], error)
	// Key tells records apart: two with the same key are one.
	Key func(*T) string
	// Newer is the place, read oldest first, at which the records begin that came after this one; empty when it cannot tell.
	Newer func(*T) client.Cursor
	// Keep chooses the records that are kept; the others are looked at and left out. nil: all are.
	Include func(*T) bool
}

// Pages is a list that grows page by page as one scrolls, and at its newest end as the chain grows. Records are held by
// pointer, in two halves, so that neither end's growth moves the others.
type Pages[T any] struct {
	source   Source[T]
	order    client.Order
	above    []*T // came in above the first page, the last one on top
	below    []*T
	known    map[string]struct{}
	next     client.Cursor
	loaded   bool      // the first page is here
	complete bool      // the last page is here
	updated  time.Time // when an answer last brought records, or told that there are none

	more  State[client.Page[T]] // the next page
	newer State[client.Page[T]] // records that came since
}

// Change tells how many records an answer has added at the two ends.
type Change struct {
	Above, Below int
}

// NewPages is an empty list in the given order. Nothing is asked yet.
func NewPages[T any](source Source[T], order client.Order) *Pages[T] {
	return &Pages[T]{source: source, order: order, known: map[string]struct{}{}}
}

// Order is the order in which the list is read.
func (p *Pages[T]) Order() client.Order { return p.order }

// Len is the number of records that are loaded.
func (p *Pages[T]) Len() int { return len(p.above) + len(p.below) }

// At is record i of the loaded ones, from the top.
func (p *Pages[T]) At(i int) *T {
	if i < len(p.above) {
		return p.above[len(p.above)-1-i]
	}
	return p.below[i-len(p.above)]
}

// Serial is a number for record i that stays its own while records come in above it; Index is the way back.
func (p *Pages[T]) Serial(i int) int { return i - len(p.above) }

// Index is the index that the record with this serial has now.
func (p *Pages[T]) Index(serial int) int { return serial + len(p.above) }

// AddedAbove is how many records came in above the first page.
func (p *Pages[T]) AddedAbove() int { return len(p.above) }

// Scanned is how many records have come, those that are left out included.
func (p *Pages[T]) Scanned() int { return len(p.known) }

// Loaded tells that the first page of the list is here.
func (p *Pages[T]) Loaded() bool { return p.loaded }

// Complete tells that the last record of the list is loaded.
func (p *Pages[T]) Complete() bool { return p.complete }

// Count says how many records there are: "20 of ?" until the end is known, then "57, end".
func (p *Pages[T]) Count() text.Safe {
	count := text.Integer(uint64(p.Len()))
	switch {
	case p.complete && p.Len() == 0:
		return "empty"
	case p.complete:
		return count + ", end"
	}
	return count + " of ?"
}

// LoadMore asks for the next page, unless it is being asked for or there is none.
func (p *Pages[T]) LoadMore(ctx context.Context, l *Loader) tea.Cmd {
	if p.complete {
		return nil
	}
	return p.requestMore(ctx, l)
}

func (p *Pages[T]) requestMore(ctx context.Context, l *Loader) tea.Cmd {
	if p.more.Loading() {
		return nil
	}
	request := client.PageRequest{Order: p.order, Cursor: p.next, Count: firstPage}
	if p.loaded {
		request.Count = nextPage
	}
	return p.more.Load(ctx, l, func(ctx context.Context) (client.Page[T], error) { return p.source.Page(ctx, request) })
}

// The first page is small, so that it is there soon; the next ones are as large as a node gives (spec section 8).
const (
	firstPage = 20
	nextPage  = 100
)

// LoadNewer asks for records that came since the list was loaded. In an order that ends with the newest ones this is possible,
// and needed, only when the end is loaded.
func (p *Pages[T]) LoadNewer(ctx context.Context, l *Loader) tea.Cmd {
	switch {
	case !p.loaded || p.newer.Loading() || p.order == client.OldestFirst && !p.complete:
		return nil
	case p.Len() == 0:
		return p.requestMore(ctx, l)
	}
	for i := range min(p.Len(), maxUnplaced) {
		newest := i
		if p.order == client.OldestFirst {
			newest = p.Len() - 1 - i
		}
		if from := p.source.Newer(p.At(newest)); from != "" {
			return p.requestNewer(ctx, l, from)
		}
	}
	return nil
}

// maxUnplaced is how many records at the newest end may be too odd to tell their place before the list stops looking for news.
const maxUnplaced = 10

func (p *Pages[T]) requestNewer(ctx context.Context, l *Loader, from client.Cursor) tea.Cmd {
	request := client.PageRequest{Order: client.OldestFirst, Cursor: from, Count: nextPage}
	return p.newer.Load(ctx, l, func(ctx context.Context) (client.Page[T], error) { return p.source.Page(ctx, request) })
}

// Accept takes an answer that this list waits for; it is not ok when the answer is for somebody else. The command, when there
// is one, asks on: more records came since than fit a page.
func (p *Pages[T]) Accept(ctx context.Context, l *Loader, result Result[client.Page[T]]) (change Change, again tea.Cmd, ok bool) {
	switch {
	case p.more.Accept(result):
		return p.acceptMore(result), nil, true
	case p.newer.Accept(result):
		if p.order == client.OldestFirst {
			change.Below = p.add(result.Value.Items, &p.below)
		} else {
			change.Above = p.add(result.Value.Items, &p.above)
		}
		p.noteUpdate(result, change)
		if kindOf(result.Err) == NotRecorded {
			p.newer.err = nil // a recording that is played has no more news than it has
		}
		if len(result.Value.Items) > 0 && change == (Change{}) {
			p.newer.err = nil // what is known already came again, with a word about how odd it is
		}
		if result.Err == nil {
			p.more.err = nil // the node answers again: the page that failed can be asked for by scrolling on
		}
		if result.Err == nil && len(result.Value.Items) >= nextPage && result.Value.Next != "" && change != (Change{}) {
			again = p.requestNewer(ctx, l, result.Value.Next)
		}
		return change, again, true
	}
	return change, nil, false
}

func (p *Pages[T]) acceptMore(result Result[client.Page[T]]) (change Change) {
	items := result.Value.Items
	if p.next == "" && p.order == client.NewestFirst && p.Len() > 0 {
		// The first page came in part before: what came since stands above that part.
		part := slices.IndexFunc(items, func(item T) bool { return p.isKnown(&item) })
		if part < 0 { // and is more than a page: News asks for all of it
			p.loaded = p.loaded || result.Err == nil
			p.noteUpdate(result, change)
			return change
		}
		newer := slices.Clone(items[:part])
		slices.Reverse(newer)
		change.Above = p.add(newer, &p.above)
		items = items[part:]
	}
	change.Below = p.add(items, &p.below)
	p.noteUpdate(result, change)
	if result.Err != nil {
		p.complete = p.complete && change.Below == 0 // a list that was empty has a beginning now
		return change
	}
	p.loaded = true
	p.complete = result.Value.Next == "" || result.Value.Next == p.next // the same place again is no progress
	p.next = result.Value.Next
	if p.complete {
		p.next = ""
	}
	return change
}

func (p *Pages[T]) noteUpdate(result Result[client.Page[T]], change Change) {
	if result.Err == nil || change != (Change{}) {
		p.updated = result.At
	}
}

func (p *Pages[T]) isKnown(item *T) bool {
	_, known := p.known[p.source.Key(item)]
	return known
}

// add appends the records that are kept and not in the list yet.
func (p *Pages[T]) add(items []T, to *[]*T) int {
	before := len(*to)
	for i := range items {
		if p.isKnown(&items[i]) {
			continue
		}
		p.known[p.source.Key(&items[i])] = struct{}{}
		if p.source.Include != nil && !p.source.Include(&items[i]) {
			continue
		}
		*to = append(*to, &items[i])
	}
	return len(*to) - before
}

// Cancel ends what is being asked for.
func (p *Pages[T]) Cancel() {
	p.more.Cancel()
	p.newer.Cancel()
}

// Loading tells whether the next page is being asked for.
func (p *Pages[T]) Loading() bool { return p.more.Loading() }

// Err is why the list cannot go on at the moment, nil when it can.
func (p *Pages[T]) Err() error {
	if err := p.more.Err(); err != nil {
		return err
	}
	return p.newer.Err()
}

// UpdatedAt is when an answer last brought records, or told that there are none.
func (p *Pages[T]) UpdatedAt() time.Time { return p.updated }

// Status is how the list stands. Its age is that of the newest look at either end.
func (p *Pages[T]) Status(now time.Time) Status {
	status := p.more.Status(now)
	status.Has, status.Age, status.Err = !p.updated.IsZero(), now.Sub(p.updated), p.Err()
	return status
}

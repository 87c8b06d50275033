package load

import (
	"context"
	"slices"
	"time"

	tea "github.com/charmbracelet/bubbletea"

	"foredeck/client"
	"foredeck/tui/text"
)

// Source defines how a list is read from the node.
type Source[T any] struct {
	// Page requests a page. nil: the records are in memory, where Hold says which.
	Page func(context.Context, client.PageRequest) (client.Page[T], error)
	// Key identifies a record. Records with the same key are duplicates.
	Key func(*T) string
	// Newer returns the cursor, in oldest-first order, of the records after this one. It is empty if unknown. nil: the list does not
	// grow.
	Newer func(*T) client.Cursor
	// Include reports whether a record belongs to the list. nil includes all.
	Include func(*T) bool
}

// Pages is a list that loads page by page while the user scrolls, and grows at its newest end with the chain. Records are stored by
// pointer in two slices, so that growth at one end does not move the others.
type Pages[T any] struct {
	source   Source[T]
	order    client.Order
	above    []*T // newer than the first page; the last one is at the top
	inserted int  // number of records that Hold added above the others
	below    []*T
	known    map[string]struct{}
	check    client.PageCheck[T] // of the pages below, whose records may be known from above
	next     client.Cursor
	loaded   bool      // the first page is loaded
	complete bool      // the last page is loaded
	partial  bool      // it starts below the newest record, as NewPagesFrom says
	updated  time.Time // time of the last successful response

	more  State[client.Page[T]] // next page
	newer State[client.Page[T]] // records newer than the list
}

// Change is the number of records that were added at each end.
type Change struct {
	Above, Below int
}

// NewPages returns an empty list in the given order. It sends no request.
func NewPages[T any](source Source[T], order client.Order) *Pages[T] {
	p := &Pages[T]{source: source, order: order, known: map[string]struct{}{}, check: client.NewPageCheck(source.Key)}
	p.loaded, p.complete = p.InMemory(), p.InMemory()
	return p
}

// InMemory reports whether the records are in memory: none is requested.
func (p *Pages[T]) InMemory() bool { return p.source.Page == nil }

// Hold sets the records of a list in memory, which must not change later. isSame is false if they are others than before, rather than the
// same, perhaps with new ones at the ends or without some of the last ones.
func (p *Pages[T]) Hold(records []*T) (isSame bool) {
	before := p.below
	p.below = records
	if len(before) == 0 {
		return true
	}
	isOther := func(a, b *T) bool { return a != b && p.source.Key(a) != p.source.Key(b) } // a key may take long to write
	added := slices.IndexFunc(records, func(record *T) bool { return !isOther(record, before[0]) })
	for i := 0; added >= 0 && i < min(len(before), len(records)-added); i++ {
		if isOther(before[i], records[added+i]) {
			added = -1
		}
	}
	if added < 0 {
		p.inserted = 0
		return false
	}
	p.inserted += added
	return true
}

// Key returns what identifies a record.
func (p *Pages[T]) Key(record *T) string { return p.source.Key(record) }

// NewPagesFrom is NewPages for a list that starts at a cursor instead of the end of the list. Records above its first one are loaded
// by LoadAbove; until the newest is reached, LoadNewer does nothing.
func NewPagesFrom[T any](source Source[T], order client.Order, start client.Cursor) *Pages[T] {
	p := NewPages(source, order)
	p.next, p.partial = start, start != "" && order == client.NewestFirst
	return p
}

// Partial reports whether records above the first one may not be loaded.
func (p *Pages[T]) Partial() bool { return p.partial }

// Order returns the order of the list.
func (p *Pages[T]) Order() client.Order { return p.order }

// Len returns the number of loaded records.
func (p *Pages[T]) Len() int { return len(p.above) + len(p.below) }

// At returns loaded record i, from the top.
func (p *Pages[T]) At(i int) *T {
	if i < len(p.above) {
		return p.above[len(p.above)-1-i]
	}
	return p.below[i-len(p.above)]
}

// Serial returns a number that identifies record i and does not change when records are added above it.
func (p *Pages[T]) Serial(i int) int { return i - p.AddedAbove() }

// Index returns the current index of the record with this serial.
func (p *Pages[T]) Index(serial int) int { return serial + p.AddedAbove() }

// AddedAbove returns the number of records that were added above the first page.
func (p *Pages[T]) AddedAbove() int { return len(p.above) + p.inserted }

// Scanned returns the number of records received, including those that Include excludes.
func (p *Pages[T]) Scanned() int { return len(p.known) }

// Loaded reports whether the first page is loaded.
func (p *Pages[T]) Loaded() bool { return p.loaded }

// Complete reports whether the last record is loaded.
func (p *Pages[T]) Complete() bool { return p.complete }

// Count returns the number of records for display: "20 of ?", or "57, end" if the list is complete.
func (p *Pages[T]) Count() text.Safe {
	count := text.Integer(uint64(p.Len()))
	switch {
	case p.complete && p.Len() == 0:
		return text.Const("empty")
	case p.InMemory():
		return count
	case p.complete:
		return text.Format("%s, end", count)
	}
	return text.Format("%s of ?", count)
}

// LoadMore requests the next page, unless that is pending or the list is complete.
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

// The first page is small to arrive soon; the next ones have the maximum size (spec section 8).
const (
	firstPage = 20
	nextPage  = 100
)

// LoadNewer requests records that were added since the list was loaded. An oldest-first list requests them only once it is complete.
func (p *Pages[T]) LoadNewer(ctx context.Context, l *Loader) tea.Cmd {
	switch {
	case p.partial:
		return nil
	case !p.loaded || p.source.Newer == nil || p.newer.Loading() || p.order == client.OldestFirst && !p.complete:
		return nil
	case p.Len() == 0:
		return p.requestMore(ctx, l)
	}
	return p.loadAfterNewest(ctx, l)
}

// LoadAbove requests a page of the records above the first one of a partial list.
func (p *Pages[T]) LoadAbove(ctx context.Context, l *Loader) tea.Cmd {
	if !p.partial || !p.loaded || p.newer.Loading() || p.source.Newer == nil {
		return nil
	}
	return p.loadAfterNewest(ctx, l)
}

// LoadingAbove reports whether records above the first one are being loaded.
func (p *Pages[T]) LoadingAbove() bool { return p.newer.Loading() }

func (p *Pages[T]) loadAfterNewest(ctx context.Context, l *Loader) tea.Cmd {
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

// maxUnplaced is the number of records without a cursor at the newest end after which LoadNewer gives up.
const maxUnplaced = 10

func (p *Pages[T]) requestNewer(ctx context.Context, l *Loader, from client.Cursor) tea.Cmd {
	request := client.PageRequest{Order: client.OldestFirst, Cursor: from, Count: nextPage}
	return p.newer.Load(ctx, l, func(ctx context.Context) (client.Page[T], error) { return p.source.Page(ctx, request) })
}

// Accept adds the records of a pending request. ok is false if the result does not belong to this list. The command, if not nil,
// requests the next page of newer records.
func (p *Pages[T]) Accept(ctx context.Context, l *Loader, result Result[client.Page[T]]) (change Change, next tea.Cmd, ok bool) {
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
			p.newer.err = nil // a replayed recording has no newer records
		}
		if len(result.Value.Items) > 0 && change == (Change{}) {
			p.newer.err = nil // only known records, with a warning about their format
		}
		if result.Err == nil {
			p.more.err = nil // the node responds again: scrolling may retry the failed page
		}
		isLast := len(result.Value.Items) < nextPage || result.Value.Next == ""
		switch {
		case p.partial:
			p.partial = !isLast || result.Err != nil
		case result.Err == nil && !isLast && change != (Change{}):
			next = p.requestNewer(ctx, l, result.Value.Next)
		}
		return change, next, true
	}
	return change, nil, false
}

func (p *Pages[T]) acceptMore(result Result[client.Page[T]]) (change Change) {
	items := result.Value.Items
	if p.next == "" && p.order == client.NewestFirst && p.Len() > 0 {
		// The first page was loaded partially before. Newer records are above that part.
		part := slices.IndexFunc(items, func(item T) bool { return p.isKnown(&item) })
		if part < 0 { // more than a page of newer records: LoadNewer requests them
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
		p.complete = p.complete && change.Below == 0 // an empty list is no longer complete
		return change
	}
	p.loaded = true
	if _, err := p.check(client.PageRequest{Cursor: p.next}, result.Value); err != nil {
		p.more.err = err // keeps what is loaded; only the user requests more
		return change
	}
	p.complete = result.Value.Next == "" || result.Value.Next == p.next // an unchanged cursor is no progress
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

// find returns the index of the record with the same key, or -1 if it is not in the list.
func (p *Pages[T]) find(record *T) int {
	key := p.source.Key(record)
	for i := range p.Len() {
		if p.source.Key(p.At(i)) == key {
			return i
		}
	}
	return -1
}

// add appends the included records that are not in the list yet and returns their number.
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

// Cancel cancels pending requests.
func (p *Pages[T]) Cancel() {
	p.more.Cancel()
	p.newer.Cancel()
}

// Loading reports whether the next page is being loaded.
func (p *Pages[T]) Loading() bool { return p.more.Loading() }

// Err returns the error of the latest request, nil if it succeeded.
func (p *Pages[T]) Err() error {
	if err := p.more.Err(); err != nil {
		return err
	}
	return p.newer.Err()
}

// UpdatedAt returns the time of the last successful response.
func (p *Pages[T]) UpdatedAt() time.Time { return p.updated }

// Status returns the load status. Its age is the time since the last successful response, which is no problem for a list that does not
// grow.
func (p *Pages[T]) Status(now time.Time) Status {
	if p.InMemory() {
		return Status{Has: true, Manual: true}
	}
	status := p.more.Status(now)
	if wait := p.newer.wait.text(); !status.Loading && !wait.IsEmpty() {
		status.Loading, status.Wait = true, wait // a request for newer records is not shown unless it waits
	}
	status.Has, status.Age, status.Err = !p.updated.IsZero(), now.Sub(p.updated), p.Err()
	status.Manual = p.source.Newer == nil
	return status
}

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

// Pages is a list that loads page by page while the user scrolls, and grows at its newest end with the chain.
type Pages[T any] = PagesOf[*T]

// sourceOf is a Source, with a pointer as parameter.
type sourceOf[P any] struct {
	page    func(context.Context, client.PageRequest) (client.Page[P], error)
	key     func(P) string
	newer   func(P) client.Cursor
	include func(P) bool
}

// byPointer returns the source as one of pointers.
func (s Source[T]) byPointer() sourceOf[*T] {
	of := sourceOf[*T]{key: s.Key, newer: s.Newer, include: s.Include}
	if s.Page != nil {
		of.page = func(ctx context.Context, request client.PageRequest) (client.Page[*T], error) {
			page, err := s.Page(ctx, request)
			pointers := client.Page[*T]{Next: page.Next}
			for i := range page.Items {
				pointers.Items = append(pointers.Items, &page.Items[i])
			}
			return pointers, err
		}
	}
	return of
}

// PagesOf is a Pages, with a pointer as parameter: it is compiled once. Records are stored in two slices, so that growth at one end does not
// move the others.
type PagesOf[P any] struct {
	source   sourceOf[P]
	order    client.Order
	above    []P // newer than the first page; the last one is at the top
	inserted int // number of records that Hold added above the others
	below    []P
	known    map[string]struct{}
	check    client.PageCheck[P] // of the pages below, whose records may be known from above
	next     client.Cursor
	loaded   bool      // the first page is loaded
	complete bool      // the last page is loaded
	partial  bool      // it starts below the newest record, as NewPagesFrom says
	updated  time.Time // time of the last successful response

	more  State[client.Page[P]] // next page
	newer State[client.Page[P]] // records newer than the list
}

// Change is the number of records that were added at each end.
type Change struct {
	Above, Below int
}

// NewPages returns an empty list in the given order. It sends no request.
func NewPages[T any](source Source[T], order client.Order) *Pages[T] {
	of := source.byPointer()
	check := client.NewPageCheck(func(record **T) string { return source.Key(*record) })
	p := &Pages[T]{source: of, order: order, known: map[string]struct{}{}, check: check}
	p.loaded, p.complete = p.InMemory(), p.InMemory()
	return p
}

// InMemory reports whether the records are in memory: none is requested.
func (p *PagesOf[P]) InMemory() bool { return p.source.page == nil }

// Hold sets the records of a list in memory, which must not change later. isSame is false if they are others than before, rather than the
// same, perhaps with new ones at the ends or without some of the last ones.
func (p *PagesOf[P]) Hold(records []P) (isSame bool) {
	before := p.below
	p.below = records
	if len(before) == 0 {
		return true
	}
	isOther := func(a, b P) bool { return any(a) != any(b) && p.source.key(a) != p.source.key(b) } // a key may take long to write
	added := slices.IndexFunc(records, func(record P) bool { return !isOther(record, before[0]) })
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
func (p *PagesOf[P]) Key(record P) string { return p.source.key(record) }

// NewPagesFrom is NewPages for a list that starts at a cursor instead of the end of the list. Records above its first one are loaded
// by LoadAbove; until the newest is reached, LoadNewer does nothing.
func NewPagesFrom[T any](source Source[T], order client.Order, start client.Cursor) *Pages[T] {
	return NewPages(source, order).StartAt(start)
}

// StartAt makes the list, of which nothing is loaded, one of NewPagesFrom, and returns it.
func (p *PagesOf[P]) StartAt(start client.Cursor) *PagesOf[P] {
	p.next, p.partial = start, start != "" && p.order == client.NewestFirst
	return p
}

// Partial reports whether records above the first one may not be loaded.
func (p *PagesOf[P]) Partial() bool { return p.partial }

// Order returns the order of the list.
func (p *PagesOf[P]) Order() client.Order { return p.order }

// Len returns the number of loaded records.
func (p *PagesOf[P]) Len() int { return len(p.above) + len(p.below) }

// At returns loaded record i, from the top.
func (p *PagesOf[P]) At(i int) P {
	if i < len(p.above) {
		return p.above[len(p.above)-1-i]
	}
	return p.below[i-len(p.above)]
}

// Serial returns a number that identifies record i and does not change when records are added above it.
func (p *PagesOf[P]) Serial(i int) int { return i - p.AddedAbove() }

// Index returns the current index of the record with this serial.
func (p *PagesOf[P]) Index(serial int) int { return serial + p.AddedAbove() }

// AddedAbove returns the number of records that were added above the first page.
func (p *PagesOf[P]) AddedAbove() int { return len(p.above) + p.inserted }

// Scanned returns the number of records received, including those that Include excludes.
func (p *PagesOf[P]) Scanned() int { return len(p.known) }

// Loaded reports whether the first page is loaded.
func (p *PagesOf[P]) Loaded() bool { return p.loaded }

// Complete reports whether the last record is loaded.
func (p *PagesOf[P]) Complete() bool { return p.complete }

// Count returns the number of records for display: "20 of ?", or "57, end" if the list is complete.
func (p *PagesOf[P]) Count() text.Safe {
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
func (p *PagesOf[P]) LoadMore(ctx context.Context, l *Loader) tea.Cmd {
	if p.complete {
		return nil
	}
	return p.requestMore(ctx, l)
}

func (p *PagesOf[P]) requestMore(ctx context.Context, l *Loader) tea.Cmd {
	if p.more.Loading() {
		return nil
	}
	request := client.PageRequest{Order: p.order, Cursor: p.next, Count: firstPage}
	if p.loaded {
		request.Count = nextPage
	}
	return p.more.Load(ctx, l, func(ctx context.Context) (client.Page[P], error) { return p.source.page(ctx, request) })
}

// The first page is small to arrive soon; the next ones have the maximum size (spec section 8).
const (
	firstPage = 20
	nextPage  = 100
)

// LoadNewer requests records that were added since the list was loaded. An oldest-first list requests them only once it is complete.
func (p *PagesOf[P]) LoadNewer(ctx context.Context, l *Loader) tea.Cmd {
	switch {
	case p.partial:
		return nil
	case !p.loaded || p.source.newer == nil || p.newer.Loading() || p.order == client.OldestFirst && !p.complete:
		return nil
	case p.Len() == 0:
		return p.requestMore(ctx, l)
	}
	return p.loadAfterNewest(ctx, l)
}

// LoadAbove requests a page of the records above the first one of a partial list.
func (p *PagesOf[P]) LoadAbove(ctx context.Context, l *Loader) tea.Cmd {
	if !p.partial || !p.loaded || p.newer.Loading() || p.source.newer == nil {
		return nil
	}
	return p.loadAfterNewest(ctx, l)
}

// LoadingAbove reports whether records above the first one are being loaded.
func (p *PagesOf[P]) LoadingAbove() bool { return p.newer.Loading() }

func (p *PagesOf[P]) loadAfterNewest(ctx context.Context, l *Loader) tea.Cmd {
	for i := range min(p.Len(), maxUnplaced) {
		newest := i
		if p.order == client.OldestFirst {
			newest = p.Len() - 1 - i
		}
		if from := p.source.newer(p.At(newest)); from != "" {
			return p.requestNewer(ctx, l, from)
		}
	}
	return nil
}

// maxUnplaced is the number of records without a cursor at the newest end after which LoadNewer gives up.
const maxUnplaced = 10

func (p *PagesOf[P]) requestNewer(ctx context.Context, l *Loader, from client.Cursor) tea.Cmd {
	request := client.PageRequest{Order: client.OldestFirst, Cursor: from, Count: nextPage}
	return p.newer.Load(ctx, l, func(ctx context.Context) (client.Page[P], error) { return p.source.page(ctx, request) })
}

// Accept adds the records of a pending request. ok is false if the result does not belong to this list. The command, if not nil,
// requests the next page of newer records.
func (p *PagesOf[P]) Accept(ctx context.Context, l *Loader, result Result[client.Page[P]]) (change Change, next tea.Cmd, ok bool) {
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

func (p *PagesOf[P]) acceptMore(result Result[client.Page[P]]) (change Change) {
	items := result.Value.Items
	if p.next == "" && p.order == client.NewestFirst && p.Len() > 0 {
		// The first page was loaded partially before. Newer records are above that part.
		part := slices.IndexFunc(items, p.isKnown)
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

func (p *PagesOf[P]) noteUpdate(result Result[client.Page[P]], change Change) {
	if result.Err == nil || change != (Change{}) {
		p.updated = result.At
	}
}

func (p *PagesOf[P]) isKnown(item P) bool {
	_, known := p.known[p.source.key(item)]
	return known
}

// find returns the index of the record with the same key, or -1 if it is not in the list.
func (p *PagesOf[P]) find(record P) int {
	key := p.source.key(record)
	for i := range p.Len() {
		if p.source.key(p.At(i)) == key {
			return i
		}
	}
	return -1
}

// add appends the included records that are not in the list yet and returns their number.
func (p *PagesOf[P]) add(items []P, to *[]P) int {
	before := len(*to)
	for _, item := range items {
		if p.isKnown(item) {
			continue
		}
		p.known[p.source.key(item)] = struct{}{}
		if p.source.include != nil && !p.source.include(item) {
			continue
		}
		*to = append(*to, item)
	}
	return len(*to) - before
}

// Cancel cancels pending requests.
func (p *PagesOf[P]) Cancel() {
	p.more.Cancel()
	p.newer.Cancel()
}

// Loading reports whether the next page is being loaded.
func (p *PagesOf[P]) Loading() bool { return p.more.Loading() }

// Err returns the error of the latest request, nil if it succeeded.
func (p *PagesOf[P]) Err() error {
	if err := p.more.Err(); err != nil {
		return err
	}
	return p.newer.Err()
}

// UpdatedAt returns the time of the last successful response.
func (p *PagesOf[P]) UpdatedAt() time.Time { return p.updated }

// Status returns the load status. Its age is the time since the last successful response, which is no problem for a list that does not
// grow.
func (p *PagesOf[P]) Status(now time.Time) Status {
	if p.InMemory() {
		return Status{Has: true, Manual: true}
	}
	status := p.more.Status(now)
	if wait := p.newer.wait.text(); !status.Loading && !wait.IsEmpty() {
		status.Loading, status.Wait = true, wait // a request for newer records is not shown unless it waits
	}
	status.Has, status.Age, status.Err = !p.updated.IsZero(), now.Sub(p.updated), p.Err()
	status.Manual = p.source.newer == nil
	return status
}

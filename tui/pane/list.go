// Package pane has the parts that screens are made of: the layout of their panels, a list that grows page by page, is filtered and sorted,
// and a JSON value as a tree.
package pane

import (
	"context"
	"iter"
	"slices"

	"foredeck/client"
	"foredeck/tui/load"
	"foredeck/tui/screen"
)

// List is a selectable view of a list that grows page by page, or whose records are in memory. Its frame is the part that does not depend on
// the type of the records.
type List[T any] = ListOf[*T]

// ListOf is a List, with a pointer as parameter: it is compiled once.
type ListOf[P any] struct {
	Frame
	Records  RecordsOf[P]
	Pages    *load.PagesOf[P]
	Reload   load.ReloadOf[P]
	OnRecord func(P)                     // called for every loaded record; may be nil
	Columns  func() []ColumnOf[P]        // as of now
	Pinned   func(Area) []P              // records above the others that cannot be selected, as many as there is room for; may be nil
	Goal     func() load.ReloadGoalOf[P] // what a reload must have read to replace the list; nil: as many records as are loaded

	// All reads the whole list, whatever part of it is loaded.
	All func(context.Context, client.Order) iter.Seq2[P, error]

	open     func(client.Order) *load.PagesOf[P] // none of which is loaded
	line     BoxOf[P]
	sorted   ColumnOf[P] // sorted column; without Compare: the node's order
	reversed bool        // sorted against the column's default direction
}

// NewList returns a list of all records, newest first. It makes no request.
func NewList[T any](deps *screen.Deps, words Words, source func(client.Order) load.Source[T], records Records[T]) *List[T] {
	l := newList(deps, words, func(order client.Order) *load.Pages[T] { return load.NewPages(source(order), order) }, records)
	l.All = func(ctx context.Context, order client.Order) iter.Seq2[*T, error] {
		return source(order).All(ctx, order)
	}
	return l
}

func newList[P any](deps *screen.Deps, words Words, open func(client.Order) *load.PagesOf[P], records RecordsOf[P]) *ListOf[P] {
	l := &ListOf[P]{Frame: Frame{Words: words, Deps: deps}, open: open, Records: records, line: NewBox(records.Language)}
	l.Pages, l.list = l.NewPages(client.NewestFirst), l
	return l
}

// InBothOrders returns a source that does not depend on the order.
func InBothOrders[T any](source load.Source[T]) func(client.Order) load.Source[T] {
	return func(client.Order) load.Source[T] { return source }
}

// NewPages returns the list's pages in an order, none of which is loaded.
func (l *ListOf[P]) NewPages(order client.Order) *load.PagesOf[P] {
	return l.open(order)
}

// InOrder returns the list as it is read in an order. No page is loaded.
func (l *ListOf[P]) InOrder(order client.Order) *ListOf[P] {
	other := newList(l.Deps, l.Words, l.open, l.Records)
	other.Pages, other.Setting, other.room = l.NewPages(order), l.Setting, l.room
	other.OnRecord, other.Columns, other.Goal, other.All = l.OnRecord, l.Columns, l.Goal, l.All
	return other
}

func (l *ListOf[P]) pages() pages   { return l.Pages }
func (l *ListOf[P]) reload() reload { return &l.Reload }
func (l *ListOf[P]) box() box       { return &l.line }

// filter returns the filter as typed, empty without one.
func (l *ListOf[P]) filter() string {
	if pattern := l.line.Pattern(); !pattern.IsZero() {
		return pattern.String()
	}
	return ""
}

// view returns what the filter and the sort order say of records by their serials, nil without them.
func (l *ListOf[P]) view() (match func(serial int) bool, order func(a, b int) int) {
	pages, pattern, compare := l.Pages, l.line.Pattern(), l.sorted.Compare
	record := func(serial int) P { return pages.At(pages.Index(serial)) }
	if !pattern.IsZero() {
		match = func(serial int) bool { return pattern.Match(record(serial)) }
	}
	if compare != nil {
		order = func(a, b int) int { return compare(record(a), record(b)) }
	}
	return match, order
}

// came calls OnRecord for the records above and below those known before.
func (l *ListOf[P]) came(above, below int) {
	if l.OnRecord == nil {
		return
	}
	for i := range above {
		l.OnRecord(l.Pages.At(i))
	}
	for i := below; i < l.Pages.Len(); i++ {
		l.OnRecord(l.Pages.At(i))
	}
}

// Status returns the load status, including that of a reload.
func (l *ListOf[P]) Status() load.Status {
	now := l.Deps.Now()
	status := l.Reload.Status(l.Pages.Status(now), now).ShownSince(l.resumedAt, now)
	status.Manual = status.Manual || l.Manual
	return status
}

// At returns the record of a row.
func (l *ListOf[P]) At(row int) P { return l.Pages.At(l.Pages.Index(l.Serial(row))) }

// Selected returns the selected record, or nil if the list is empty.
func (l *ListOf[P]) Selected() (record P) {
	if l.Rows.Len() == 0 {
		return record
	}
	return l.At(l.Rows.Selected())
}

// Hold shows records in memory, in their order, which must not change later. The selected one stays selected, on the same line of the
// screen unless that is the top of the list.
func (l *ListOf[P]) Hold(records []P) {
	first, isTop, end := l.Newest && l.Rows.Selected() == 0 && !l.HasRange(), l.Rows.First() == 0, l.Pages.Serial(l.Pages.Len())
	selected, key := l.Selected(), ""
	hasSelected := l.Rows.Len() > 0
	if hasSelected {
		key = l.Pages.Key(selected)
	}
	if l.Pages.Hold(records) && (l.shown == nil || l.Pages.Serial(l.Pages.Len()) >= end) {
		l.Sync()
		l.Scan()
	} else {
		l.Replace(l.Pages, slices.IndexFunc(records, func(record P) bool { return hasSelected && l.Pages.Key(record) == key }))
	}
	row := l.Rows.Selected()
	if isTop {
		l.Rows.Select(0) // scrolls to the top
	}
	if !first {
		l.Rows.Select(row)
	}
	l.reveal()
}

// Replace replaces the list with a newly read one. It selects the record with the given index; a negative index keeps the row.
func (l *ListOf[P]) Replace(pages *load.PagesOf[P], selected int) {
	row := l.Rows.Selected()
	l.Pages, l.shown, l.pending, l.synced, l.syncedAbove, l.unseen, l.searching, l.fresh, l.continued = pages, nil, nil, 0, 0, 0, false, nil, 0
	l.Sync()
	l.findAnchor(selected >= 0)
	if selected >= 0 {
		serial := pages.Serial(selected)
		l.pending = &serial
	}
	l.rebuild()
	if selected < 0 {
		l.Rows.Select(row)
	}
}

// CopyView syncs the list, then applies the filter, sort order and height of another one.
func (l *ListOf[P]) CopyView(from *ListOf[P]) {
	l.line, l.sorted, l.reversed, l.sortedBy, l.unseen, l.fresh = from.line, from.sorted, from.reversed, from.sortedBy, 0, nil
	l.Rows.SetHeight(from.Rows.Height())
	l.Sync()
	l.rebuild()
}

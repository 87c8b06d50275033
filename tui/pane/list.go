// Package pane has the parts that screens are made of: the layout of their panels, a list that grows page by page, is filtered and sorted,
// and a JSON value as a tree.
package pane

import (
	"slices"

	"foredeck/client"
	"foredeck/tui/load"
	"foredeck/tui/screen"
)

// List is a selectable view of a list that grows page by page, or whose records are in memory. Its frame is the part that does not depend on
// the type of the records.
type List[T any] struct {
	Frame
	Source   func(client.Order) load.Source[T]
	Records  Records[T]
	Pages    *load.Pages[T]
	Reload   load.Reload[T]
	OnRecord func(*T)                  // called for every loaded record; may be nil
	Columns  func() []Column[T]        // as of now
	Pinned   func(Area) []*T           // records above the others that cannot be selected, as many as there is room for; may be nil
	Goal     func() load.ReloadGoal[T] // what a reload must have read to replace the list; nil: as many records as are loaded

	line     Box[T]
	sorted   Column[T] // sorted column; without Compare: the node's order
	reversed bool      // sorted against the column's default direction
}

// NewList returns a list of all records, newest first. It makes no request.
func NewList[T any](deps *screen.Deps, words Words, source func(client.Order) load.Source[T], records Records[T]) *List[T] {
	l := &List[T]{Frame: Frame{Words: words, Deps: deps}, Source: source, Records: records, line: NewBox(records.Language)}
	l.Pages, l.list = l.NewPages(client.NewestFirst), l
	return l
}

// InBothOrders returns a source that does not depend on the order.
func InBothOrders[T any](source load.Source[T]) func(client.Order) load.Source[T] {
	return func(client.Order) load.Source[T] { return source }
}

// NewPages returns the list's pages in an order, none of which is loaded.
func (l *List[T]) NewPages(order client.Order) *load.Pages[T] {
	return load.NewPages(l.Source(order), order)
}

// InOrder returns the list as it is read in an order. No page is loaded.
func (l *List[T]) InOrder(order client.Order) *List[T] {
	other := NewList(l.Deps, l.Words, l.Source, l.Records)
	other.Pages, other.Setting, other.room = l.NewPages(order), l.Setting, l.room
	other.OnRecord, other.Columns, other.Goal = l.OnRecord, l.Columns, l.Goal
	return other
}

func (l *List[T]) pages() pages   { return l.Pages }
func (l *List[T]) reload() reload { return &l.Reload }
func (l *List[T]) box() box       { return &l.line }

// filter returns the filter as typed, empty without one.
func (l *List[T]) filter() string {
	if pattern := l.line.Pattern(); !pattern.IsZero() {
		return pattern.String()
	}
	return ""
}

// view returns what the filter and the sort order say of records by their serials, nil without them.
func (l *List[T]) view() (match func(serial int) bool, order func(a, b int) int) {
	pages, pattern, compare := l.Pages, l.line.Pattern(), l.sorted.Compare
	record := func(serial int) *T { return pages.At(pages.Index(serial)) }
	if !pattern.IsZero() {
		match = func(serial int) bool { return pattern.Match(record(serial)) }
	}
	if compare != nil {
		order = func(a, b int) int { return compare(record(a), record(b)) }
	}
	return match, order
}

// came calls OnRecord for the records above and below those known before.
func (l *List[T]) came(above, below int) {
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
func (l *List[T]) Status() load.Status {
	now := l.Deps.Now()
	status := l.Reload.Status(l.Pages.Status(now), now).ShownSince(l.resumedAt, now)
	status.Manual = status.Manual || l.Manual
	return status
}

// At returns the record of a row.
func (l *List[T]) At(row int) *T { return l.Pages.At(l.Pages.Index(l.Serial(row))) }

// Selected returns the selected record, or nil if the list is empty.
func (l *List[T]) Selected() *T {
	if l.Rows.Len() == 0 {
		return nil
	}
	return l.At(l.Rows.Selected())
}

// Hold shows records in memory, in their order, which must not change later. The selected one stays selected, on the same line of the
// screen unless that is the top of the list.
func (l *List[T]) Hold(records []*T) {
	first, isTop, end := l.Newest && l.Rows.Selected() == 0, l.Rows.First() == 0, l.Pages.Serial(l.Pages.Len())
	selected, key := l.Selected(), ""
	if selected != nil {
		key = l.Pages.Key(selected)
	}
	if l.Pages.Hold(records) && (l.shown == nil || l.Pages.Serial(l.Pages.Len()) >= end) {
		l.Sync()
		l.Scan()
	} else {
		l.Replace(l.Pages, slices.IndexFunc(records, func(record *T) bool { return selected != nil && l.Pages.Key(record) == key }))
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
func (l *List[T]) Replace(pages *load.Pages[T], selected int) {
	row := l.Rows.Selected()
	l.Pages, l.shown, l.pending, l.synced, l.syncedAbove, l.unseen, l.searching, l.fresh, l.continued = pages, nil, nil, 0, 0, 0, false, nil, 0
	l.Sync()
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
func (l *List[T]) CopyView(from *List[T]) {
	l.line, l.sorted, l.reversed, l.sortedBy, l.unseen, l.fresh = from.line, from.sorted, from.reversed, from.sortedBy, 0, nil
	l.Rows.SetHeight(from.Rows.Height())
	l.Sync()
	l.rebuild()
}

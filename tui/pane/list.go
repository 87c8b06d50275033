// Package pane has the parts that screens are made of: the layout of their panels, a list that grows page by page, is filtered and sorted,
// and a JSON value as a tree.
package pane

import (
	"context"
	"slices"
	"time"

	tea "github.com/charmbracelet/bubbletea"

	"foredeck/client"
	"foredeck/tui/load"
	"foredeck/tui/screen"
	"foredeck/tui/text"
	"foredeck/tui/widget"
)

// List is a selectable view of a list that grows page by page, or whose records are in memory. Records are scanned in batches, so handling a key takes the same
// time however many are loaded. It must only be used from the program's loop.
type List[T any] struct {
	Words
	Deps     *screen.Deps
	Source   func(client.Order) load.Source[T]
	Records  Records[T]
	Ctx      context.Context // of requests; set by Resume
	Pages    *load.Pages[T]
	Reload   load.Reload[T]
	Rows     widget.Table
	OnRecord func(*T)                  // called for every loaded record; may be nil
	Columns  func() []Column[T]        // as of now
	Goal     func() load.ReloadGoal[T] // what a reload must have read to replace the list; nil: as many records as are loaded
	Empty    func() []text.Line        // why the list is empty
	Notes    func() []text.Safe        // remarks behind the title, longest first, of which the first that fits is shown; may be nil
	State    func() text.Line          // on the right of the title; nil: load status, row count and new records above
	Head     func(Area) []text.Line    // above the notice and the rows; may be nil
	Pinned   func(Area) []text.Line    // below the column titles, of rows that cannot be selected; may be nil
	Manual   bool                      // only the user refreshes the list: its age is no problem
	Newest   bool                      // the first row stays selected while records in memory are added above it
	Step     int                       // number of records read before the user is asked to continue, of a list with few of those read; 0: no bound

	room        Area
	blurred     bool
	continued   int // number of records read when the user last continued
	line        Box[T]
	sorted      Column[T]            // sorted column; without Compare: the node's order
	reversed    bool                 // sorted against the column's default direction
	shown       *widget.FilteredRows // matching rows by serial; nil for all rows in the node's order
	pending     *int                 // serial to select once scanned
	scanning    bool                 // a scanMsg is in flight
	searching   bool                 // pages are loaded until there are more rows than searchedAt
	searchedAt  int                  // number of rows when the search started
	resumedAt   time.Time            // when the list was shown again; zero at first
	synced      int                  // record count at the last Sync
	syncedAbove int                  // Pages.Above at the last Sync
	unseen      int                  // unseen records above the screen
	fresh       []fresh              // new records whose rows have come into view
}

// scanSize is the number of records scanned per message.
const scanSize = 1000

// scanMsg continues a scan.
type scanMsg struct{ rows *widget.FilteredRows }

// NewList returns a list of all records, newest first. It makes no request.
func NewList[T any](deps *screen.Deps, words Words, source func(client.Order) load.Source[T], records Records[T]) List[T] {
	l := List[T]{Words: words, Deps: deps, Source: source, Records: records, line: NewBox(records.Language)}
	l.Pages = l.NewPages(client.NewestFirst)
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
func (l *List[T]) InOrder(order client.Order) List[T] {
	other := NewList(l.Deps, l.Words, l.Source, l.Records)
	other.Pages = l.NewPages(order)
	other.OnRecord, other.Columns, other.Goal, other.Empty, other.Notes = l.OnRecord, l.Columns, l.Goal, l.Empty, l.Notes
	other.State, other.Head, other.Pinned, other.Newest = l.State, l.Head, l.Pinned, l.Newest
	other.room, other.Manual, other.Step = l.room, l.Manual, l.Step
	return other
}

// Resume prepares the list to be shown again. ctx ends its requests.
func (l *List[T]) Resume(ctx context.Context) {
	l.Ctx = ctx
	if l.Pages.Loaded() {
		l.resumedAt = l.Deps.Now()
	}
	l.scanning, l.searching = false, false // a scan message may have gone to another screen
	l.Sync()                               // a transaction screen may have loaded more
}

// Status returns the load status, including that of a reload.
func (l *List[T]) Status() load.Status {
	now := l.Deps.Now()
	status := l.Reload.Status(l.Pages.Status(now), now).ShownSince(l.resumedAt, now)
	status.Manual = status.Manual || l.Manual
	return status
}

// SortedOrFiltered reports whether the rows differ from the loaded records in the node's order.
func (l *List[T]) SortedOrFiltered() bool { return l.shown != nil }

// Len returns the number of rows.
func (l *List[T]) Len() int {
	if l.shown == nil {
		return l.Pages.Len()
	}
	return l.shown.Len()
}

// At returns the record of a row.
func (l *List[T]) At(row int) *T { return l.Pages.At(l.Pages.Index(l.Serial(row))) }

// Serial returns the serial of a row's record.
func (l *List[T]) Serial(row int) int {
	if l.shown == nil {
		return l.Pages.Serial(row)
	}
	return l.shown.At(row)
}

// Selected returns the selected record, or nil if the list is empty.
func (l *List[T]) Selected() *T {
	if l.Rows.Len() == 0 {
		return nil
	}
	return l.At(l.Rows.Selected())
}

// Neighbor returns the serial of the record delta rows below the given one. ok is false if there is no such row.
func (l *List[T]) Neighbor(serial, delta int) (neighbor int, ok bool) {
	row := l.Pages.Index(serial)
	if l.shown != nil {
		var visible bool
		if row, visible = l.shown.IndexOf(serial); !visible && delta > 0 {
			row-- // a hidden record's position is that of the next row
		}
	}
	if row += delta; row < 0 || row >= l.Len() {
		return 0, false
	}
	return l.Serial(row), true
}

// Select selects the row of a record, or the nearest row if the record is filtered out.
func (l *List[T]) Select(serial int) {
	row := l.Pages.Index(serial)
	if l.shown != nil {
		row, _ = l.shown.IndexOf(serial)
	}
	l.Rows.Select(row)
}

// SelectionMoved records that the user moved the selection, which cancels a pending one.
func (l *List[T]) SelectionMoved() {
	l.reveal()
	l.pending = nil
}

// UnseenAbove returns the number of records that arrived above the screen and have not been scrolled to.
func (l *List[T]) UnseenAbove() int { return l.unseen }

// Sync picks up records added to Pages.
func (l *List[T]) Sync() {
	above := l.Pages.AddedAbove() - l.syncedAbove
	below := l.Pages.Len() - l.synced - above
	if !l.SortedOrFiltered() {
		if l.synced > 0 && above > 0 {
			l.Rows.Prepended(above)
			l.unseen += above
			l.reveal()
		}
		l.Rows.SetLength(l.Pages.Len())
	}
	l.syncedAbove, l.synced = l.Pages.AddedAbove(), l.Pages.Len()
	if l.OnRecord == nil {
		return
	}
	for i := range above {
		l.OnRecord(l.Pages.At(i))
	}
	for i := l.synced - below; i < l.synced; i++ {
		l.OnRecord(l.Pages.At(i))
	}
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

// SetBlurred draws the list with or without the focus.
func (l *List[T]) SetBlurred(blurred bool) {
	l.blurred = blurred
	l.Rows.SetBlurred(blurred)
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
	l.line, l.sorted, l.reversed, l.unseen, l.fresh = from.line, from.sorted, from.reversed, 0, nil
	l.Rows.SetHeight(from.Rows.Height())
	l.Sync()
	l.rebuild()
}

// rebuild applies the current filter and sort order. The selected record stays selected if it is still visible.
func (l *List[T]) rebuild() {
	selection := l.pending
	if row := l.Rows.Selected(); selection == nil && row < l.Rows.Len() {
		serial := l.Serial(row)
		selection = &serial
	}
	l.shown, l.pending, l.scanning, l.searching = nil, nil, false, false
	pattern, compare := l.line.Pattern(), l.sorted.Compare
	if pattern.IsZero() && compare == nil {
		l.Rows.SetLength(l.Pages.Len())
		if selection != nil {
			l.Select(*selection)
		}
		return
	}
	pages := l.Pages
	record := func(serial int) *T { return pages.At(pages.Index(serial)) }
	var match func(serial int) bool
	if !pattern.IsZero() {
		match = func(serial int) bool { return pattern.Match(record(serial)) }
	}
	var order func(a, b int) int
	if compare != nil {
		order = func(a, b int) int { return compare(record(a), record(b)) }
	}
	l.shown, l.pending = widget.NewRows(match, order), selection
	l.Rows.SetLength(0)
	l.Scan()
}

// Scan scans the next batch of records if the list is filtered or sorted. It reports whether more remain.
func (l *List[T]) Scan() (more bool) {
	if l.shown == nil {
		return false
	}
	first, end := l.Pages.Serial(0), l.Pages.Serial(l.Pages.Len())
	before := l.Rows.Selected()
	hadRows := l.Rows.Len() > 0
	serial := 0
	if hadRows {
		serial = l.shown.At(before)
	}
	more = l.shown.Scan(first, end, scanSize)
	if hadRows {
		if row, _ := l.shown.IndexOf(serial); row > before {
			l.Rows.Prepended(row - before)
			if l.sorted.Compare == nil {
				l.unseen += row - before
				l.reveal()
			}
		}
	}
	l.Rows.SetLength(l.shown.Len())
	if l.pending != nil && l.shown.Scanned(*l.pending) {
		l.Select(*l.pending)
		l.pending = nil
	}
	return more
}

// ScanNew scans records that were added, and continues the search on. The command continues if they exceed one batch.
func (l *List[T]) ScanNew() tea.Cmd {
	if l.scanning {
		return nil
	}
	if !l.Scan() {
		return l.searchOn()
	}
	l.scanning = true
	rows := l.shown
	return func() tea.Msg { return scanMsg{rows} }
}

// Handle continues a scan. It reports whether the message belongs to this list.
func (l *List[T]) Handle(msg tea.Msg) bool {
	scan, ok := msg.(scanMsg)
	if !ok || scan.rows != l.shown {
		return false
	}
	l.scanning = false
	return true
}

// Scanning reports whether some records have not been scanned.
func (l *List[T]) Scanning() bool { return l.scanning }

// fresh is a range of serials of new records, and when their rows came into view.
type fresh struct {
	first, end int
	at         time.Time
}

// maxFresh is the number of ranges that are kept. Marks fade faster than more of them come.
const maxFresh = 8

// noteFresh records that the rows of new records came into view.
func (l *List[T]) noteFresh(first, end int) {
	if len(l.fresh) == maxFresh {
		l.fresh = slices.Delete(l.fresh, 0, 1)
	}
	l.fresh = append(l.fresh, fresh{first, end, l.Deps.Now()})
}

// shownSince returns when the row of a new record came into view, zero for other records.
func (l *List[T]) shownSince(serial int) time.Time {
	for _, f := range slices.Backward(l.fresh) {
		if f.first <= serial && serial < f.end {
			return f.at
		}
	}
	return time.Time{}
}

// reveal records which new records above the screen have come into view, because there was room or the user moved to them.
func (l *List[T]) reveal() {
	first := l.Rows.First()
	if l.unseen <= first || l.unseen > l.Len() {
		l.unseen = min(l.unseen, first)
		return
	}
	if l.sorted.Compare == nil && !l.Pages.Partial() && !l.Pages.InMemory() { // of a partial list, records above are loaded rather than new
		l.noteFresh(l.Serial(first), l.Serial(l.unseen-1)+1)
	}
	l.unseen = first
}

// noteGrowth records the new records at the end of a list that was complete.
func (l *List[T]) noteGrowth(wasComplete bool, change load.Change) {
	if end := l.Pages.Serial(l.Pages.Len()); wasComplete && change.Below > 0 {
		l.noteFresh(end-change.Below, end)
	}
}

// list.go filters and sorts the loaded records of a paged list.

package pane

import (
	"context"
	"time"

	tea "github.com/charmbracelet/bubbletea"

	"foredeck/client"
	"foredeck/tui/load"
	"foredeck/tui/screen"
	"foredeck/tui/widget"
)

// List is a selectable view of a list that grows page by page. Records are scanned in batches, so handling a key takes the same
// time however many are loaded. It must only be used from the program's loop.
type List[T any] struct {
	Deps     *screen.Deps
	Records  Records[T]
	Ctx      context.Context // of requests; set by Resume
	Pages    *load.Pages[T]
	Reload   load.Reload[T]
	Rows     widget.Table
	OnRecord func(*T)           // called for every loaded record; may be nil
	Columns  func() []Column[T] // as of now, to sort by

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

// NewList returns a list of all records in the node's order.
func NewList[T any](deps *screen.Deps, pages *load.Pages[T], records Records[T]) List[T] {
	return List[T]{Deps: deps, Records: records, Pages: pages, line: NewBox(records.Language)}
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

// More requests the next page.
func (l *List[T]) More() tea.Cmd { return l.Pages.LoadMore(l.Ctx, l.Deps.Loader) }

// Newer requests records that were added since the list was loaded.
func (l *List[T]) Newer() tea.Cmd { return l.Pages.LoadNewer(l.Ctx, l.Deps.Loader) }

// Status returns the load status, including that of a reload.
func (l *List[T]) Status() load.Status {
	now := l.Deps.Now()
	return l.Reload.Status(l.Pages.Status(now), now).ShownSince(l.resumedAt, now)
}

// Cancel cancels pending requests, the search on and the reload.
func (l *List[T]) Cancel() {
	l.searching = false
	l.Pages.Cancel()
	l.Reload.Cancel()
}

// Accept adds a page to the list, or to the reload that replaces the list once the goal is reached. below is the number of records
// added at the end. ok is false if the list did not request the page.
func (l *List[T]) Accept(page load.Result[client.Page[T]], goal load.ReloadGoal[T]) (below int, next tea.Cmd, ok bool) {
	if done, next, ok := l.Reload.Accept(l.Ctx, l.Deps.Loader, page, goal); ok {
		if done.Pages != nil {
			l.Replace(done.Pages, done.Selected)
			below, next = done.Pages.Len(), l.Newer() // what was added during the reload
		}
		return below, next, true
	}
	wasComplete := l.Pages.Complete()
	change, next, ok := l.Pages.Accept(l.Ctx, l.Deps.Loader, page)
	if ok {
		l.Sync()
		l.noteGrowth(wasComplete, change)
	}
	return change.Below, next, ok
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

// Replace replaces the list with a newly read one. It selects the record with the given index; a negative index keeps the row.
func (l *List[T]) Replace(pages *load.Pages[T], selected int) {
	row := l.Rows.Selected()
	l.Pages, l.shown, l.pending, l.synced, l.syncedAbove, l.unseen, l.searching, l.fresh = pages, nil, nil, 0, 0, 0, false, nil
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

// frame.go is what all lists have in common.

package pane

import (
	"context"
	"slices"
	"time"

	tea "github.com/charmbracelet/bubbletea"

	"foredeck/theme"
	"foredeck/tui/load"
	"foredeck/tui/screen"
	"foredeck/tui/text"
	"foredeck/tui/widget"
)

// Frame is a list without its records: the rows that are shown and selected, and what is drawn around them. It does not know the type of
// the records, so that it is compiled once. Records are scanned in batches, so handling a key takes the same time however many are loaded.
// It must only be used from the program's loop.
type Frame struct {
	Words
	Setting
	Deps *screen.Deps
	Ctx  context.Context // of requests; set by Resume
	Rows widget.Table

	list        content
	room        Area
	blurred     bool
	continued   int                  // how much of what Step counts was read when the user last continued
	sortedBy    text.Safe            // title of the sorted column with its direction; empty in the node's order
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
	anchor      *anchor              // where the range of selected rows starts; nil: none
}

// Setting is what a screen says of its list.
type Setting struct {
	Empty  func() []text.Line     // why the list is empty
	Notes  func() []text.Safe     // remarks behind the title, longest first, of which the first that fits is shown; may be nil
	State  func() text.Line       // on the right of the title; nil: load status, row count and new records above
	Head   func(Area) []text.Line // above the notice and the rows; may be nil
	Manual bool                   // only the user refreshes the list: its age is no problem
	Newest bool                   // the first row stays selected while records in memory are added above it
	Step   int                    // number of records read before the user is asked to continue, of a list with few of those read; 0: no bound
	// Read returns how much of something else than records was read, such as blocks, and describes it: Step counts that. nil: records.
	Read func() (count int, progress text.Safe)
}

// content is what a frame needs of its list.
type content interface {
	pages() pages
	reload() reload
	box() box
	filter() string
	view() (match func(serial int) bool, order func(a, b int) int)
	came(above, below int)
	sort(int)
	canSum() bool
	summed() screen.Summed
	summedRange(first, end int) screen.Summed
	View(room Area) []text.Line
	pinned(Area) int
	skeleton(width int) []text.Line
	key(serial int) string
	Status() load.Status
}

// pages are the methods of load.Pages that do not depend on the records.
type pages interface {
	Len() int
	Serial(i int) int
	Index(serial int) int
	AddedAbove() int
	Scanned() int
	InMemory() bool
	Loaded() bool
	Complete() bool
	Partial() bool
	Count() text.Safe
	LoadMore(context.Context, *load.Loader) tea.Cmd
	LoadNewer(context.Context, *load.Loader) tea.Cmd
	Loading() bool
	Cancel()
	Err() error
}

// reload are the methods of load.Reload that do not depend on the records.
type reload interface {
	Loading() bool
	Cancel()
}

// box are the methods of Box that do not depend on the records.
type box interface {
	Visible() bool
	Typing() bool
	Typed() string
	Captures(tea.KeyMsg) bool
	Type(tea.KeyMsg) bool
	Replace(typed string) bool
	Complete() bool
	Accept()
	Focus()
	Clear()
	Lines(th theme.Theme, note text.Safe, width int) []text.Line
}

// scanSize is the number of records scanned per message.
const scanSize = 1000

// scanMsg continues a scan.
type scanMsg struct{ rows *widget.FilteredRows }

// SortedOrFiltered reports whether the rows differ from the loaded records in the node's order.
func (l *Frame) SortedOrFiltered() bool { return l.shown != nil }

// SortedBy returns the title of the sorted column with its direction mark, or "" in the node's order.
func (l *Frame) SortedBy() text.Safe { return l.sortedBy }

// Len returns the number of rows.
func (l *Frame) Len() int {
	if l.shown == nil {
		return l.list.pages().Len()
	}
	return l.shown.Len()
}

// Serial returns the serial of a row's record.
func (l *Frame) Serial(row int) int {
	if l.shown == nil {
		return l.list.pages().Serial(row)
	}
	return l.shown.At(row)
}

// Neighbor returns the serial of the record delta rows below the given one. ok is false if there is no such row.
func (l *Frame) Neighbor(serial, delta int) (neighbor int, ok bool) {
	row := l.list.pages().Index(serial)
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
func (l *Frame) Select(serial int) {
	row := l.list.pages().Index(serial)
	if l.shown != nil {
		row, _ = l.shown.IndexOf(serial)
	}
	l.Rows.Select(row)
}

// SelectionMoved records that the user moved the selection, which cancels a pending one.
func (l *Frame) SelectionMoved() {
	l.reveal()
	l.pending = nil
}

// UnseenAbove returns the number of records that arrived above the screen and have not been scrolled to.
func (l *Frame) UnseenAbove() int { return l.unseen }

// Scan scans the next batch of records if the list is filtered or sorted. It reports whether more remain.
func (l *Frame) Scan() (more bool) {
	if l.shown == nil {
		return false
	}
	first, end := l.list.pages().Serial(0), l.list.pages().Serial(l.list.pages().Len())
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
			if l.sortedBy.IsEmpty() {
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
func (l *Frame) ScanNew() tea.Cmd {
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
func (l *Frame) Handle(msg tea.Msg) bool {
	scan, ok := msg.(scanMsg)
	if !ok || scan.rows != l.shown {
		return false
	}
	l.scanning = false
	return true
}

// Scanning reports whether some records have not been scanned.
func (l *Frame) Scanning() bool { return l.scanning }

// noteFresh records that the rows of new records came into view.
func (l *Frame) noteFresh(first, end int) {
	if len(l.fresh) == maxFresh {
		l.fresh = slices.Delete(l.fresh, 0, 1)
	}
	l.fresh = append(l.fresh, fresh{first, end, l.Deps.Now()})
}

// shownSince returns when the row of a new record came into view, zero for other records.
func (l *Frame) shownSince(serial int) time.Time {
	for _, f := range slices.Backward(l.fresh) {
		if f.first <= serial && serial < f.end {
			return f.at
		}
	}
	return time.Time{}
}

// reveal records which new records above the screen have come into view, because there was room or the user moved to them.
func (l *Frame) reveal() {
	first := l.Rows.First()
	if l.unseen <= first || l.unseen > l.Len() {
		l.unseen = min(l.unseen, first)
		return
	}
	if l.sortedBy.IsEmpty() && !l.list.pages().Partial() && !l.list.pages().InMemory() { // of a partial list, records above are loaded rather than new
		l.noteFresh(l.Serial(first), l.Serial(l.unseen-1)+1)
	}
	l.unseen = first
}

// noteGrowth records the new records at the end of a list that was complete.
func (l *Frame) noteGrowth(wasComplete bool, change load.Change) {
	if end := l.list.pages().Serial(l.list.pages().Len()); wasComplete && change.Below > 0 {
		l.noteFresh(end-change.Below, end)
	}
}

// SetBlurred draws the list with or without the focus.
func (l *Frame) SetBlurred(blurred bool) {
	l.blurred = blurred
	l.Rows.SetBlurred(blurred)
}

// rebuild applies the current filter and sort order. The selected record stays selected if it is still visible.
func (l *Frame) rebuild() {
	selection := l.pending
	if row := l.Rows.Selected(); selection == nil && row < l.Rows.Len() {
		serial := l.Serial(row)
		selection = &serial
	}
	l.shown, l.pending, l.scanning, l.searching = nil, nil, false, false
	match, order := l.list.view()
	if match == nil && order == nil {
		l.Rows.SetLength(l.list.pages().Len())
		if selection != nil {
			l.Select(*selection)
		}
		return
	}
	l.shown, l.pending = widget.NewRows(match, order), selection
	l.Rows.SetLength(0)
	l.Scan()
}

// Sync picks up records added to Pages.
func (l *Frame) Sync() {
	above := l.list.pages().AddedAbove() - l.syncedAbove
	below := l.list.pages().Len() - l.synced - above
	if !l.SortedOrFiltered() {
		if l.synced > 0 && above > 0 {
			l.Rows.Prepended(above)
			l.unseen += above
			l.reveal()
		}
		l.Rows.SetLength(l.list.pages().Len())
	}
	l.syncedAbove, l.synced = l.list.pages().AddedAbove(), l.list.pages().Len()
	l.list.came(above, l.synced-below)
}

// Resume prepares the list to be shown again. ctx ends its requests.
func (l *Frame) Resume(ctx context.Context) {
	l.Ctx = ctx
	if l.list.pages().Loaded() {
		l.resumedAt = l.Deps.Now()
	}
	l.scanning, l.searching = false, false // a scan message may have gone to another screen
	l.Sync()                               // a transaction screen may have loaded more
}

// fresh is a range of serials of new records, and when their rows came into view.
type fresh struct {
	first, end int
	at         time.Time
}

// maxFresh is the number of ranges that are kept. Marks fade faster than more of them come.
const maxFresh = 8

package pane

import (
	"slices"
	"time"

	"foredeck/tui/load"
)

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
	if l.sorted.Compare == nil && !l.Pages.Partial() { // of a partial list, records above are loaded rather than new
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

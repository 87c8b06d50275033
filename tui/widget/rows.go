// rows.go implements the input line of searches and filters, and the matching rows of a list.

package widget

import (
	"slices"
	"sort"
)

// FilteredRows is the visible subset of the loaded rows of a list: those that match, in list order or sorted. Rows are
// identified by serials, which increase along the list and stay the same while the list grows at both ends.
type FilteredRows struct {
	match      func(serial int) bool
	compare    func(a, b int) int // compares rows by serial; nil: list order
	shown      []int
	started    bool
	first, end int // scanned serials, end exclusive
}

// NewRows returns an empty set of rows. match selects rows, nil selects all. compare sorts them, nil keeps list order;
// equal rows stay in list order.
func NewRows(match func(serial int) bool, compare func(a, b int) int) *FilteredRows {
	return &FilteredRows{match: match, compare: compare}
}

// Scan tests up to limit more of the loaded rows, whose serials go from first to end (exclusive), and reports whether
// more remain.
func (r *FilteredRows) Scan(first, end, limit int) (more bool) {
	if !r.started {
		r.started, r.first, r.end = true, first, first
	}
	var found []int
	for ; r.first > first && limit > 0; limit-- { // rows that were prepended
		r.first--
		if r.matches(r.first) {
			found = append(found, r.first)
		}
	}
	slices.Reverse(found)
	for ; r.end < end && limit > 0; limit-- {
		if r.matches(r.end) {
			found = append(found, r.end)
		}
		r.end++
	}
	r.insert(found)
	return r.first > first || r.end < end
}

func (r *FilteredRows) matches(serial int) bool { return r.match == nil || r.match(serial) }

// insert merges rows into the visible ones with few comparisons each: there may be a million visible rows.
func (r *FilteredRows) insert(found []int) {
	slices.SortStableFunc(found, r.order)
	left := len(r.shown)
	r.shown = slices.Grow(r.shown, len(found))[:left+len(found)]
	for i := len(found) - 1; i >= 0; i-- {
		at := sort.Search(left, func(n int) bool { return r.order(r.shown[n], found[i]) > 0 })
		copy(r.shown[at+i+1:], r.shown[at:left])
		r.shown[at+i] = found[i]
		left = at
	}
}

func (r *FilteredRows) order(a, b int) int {
	if r.compare != nil {
		if order := r.compare(a, b); order != 0 {
			return order
		}
	}
	return a - b
}

// Len returns the number of visible rows.
func (r *FilteredRows) Len() int { return len(r.shown) }

// At returns the serial of visible row i.
func (r *FilteredRows) At(i int) int { return r.shown[i] }

// Scanned reports whether the row was tested.
func (r *FilteredRows) Scanned(serial int) bool {
	return r.started && serial >= r.first && serial < r.end
}

// IndexOf returns the index of the row among the visible rows, or the index at which it would be inserted if it is not
// visible.
func (r *FilteredRows) IndexOf(serial int) (i int, shown bool) {
	i = sort.Search(len(r.shown), func(n int) bool { return r.order(r.shown[n], serial) >= 0 })
	return i, i < len(r.shown) && r.shown[i] == serial
}

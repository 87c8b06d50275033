package filter

import (
	"slices"
	"sort"
)

// Rows are the rows of a list that are shown, of those that are loaded: the ones that match, in the order of the list or
// sorted. Rows are known by serials: numbers that grow along the list and stay a row's own while the list grows at both ends.
type Rows struct {
	match      func(serial int) bool
	compare    func(a, b int) int // of the rows with these serials; nil: the order of the list
	shown      []int
	begun      bool
	first, end int // serials that were looked at; end is the one behind the last
}

// NewRows shows no rows yet. Match tells which rows are shown, all where it is nil; compare sorts them where it is not nil.
// Rows that it holds to be the same stay in the order of the list.
func NewRows(match func(serial int) bool, compare func(a, b int) int) *Rows {
	return &Rows{match: match, compare: compare}
}

// Look looks at most at so many more rows of those that are loaded, the ones from serial first up to end, and tells whether
// there are more to be looked at.
func (r *Rows) Look(first, end, most int) (more bool) {
	if !r.begun {
		r.begun, r.first, r.end = true, first, first
	}
	var found []int
	for ; r.first > first && most > 0; most-- { // what came in above
		r.first--
		if r.takes(r.first) {
			found = append(found, r.first)
		}
	}
	slices.Reverse(found)
	for ; r.end < end && most > 0; most-- {
		if r.takes(r.end) {
			found = append(found, r.end)
		}
		r.end++
	}
	r.insert(found)
	return r.first > first || r.end < end
}

func (r *Rows) takes(serial int) bool { return r.match == nil || r.match(serial) }

// insert puts rows in among the others, which takes few comparisons of each: there may be a million of the others.
func (r *Rows) insert(found []int) {
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

func (r *Rows) order(a, b int) int {
	if r.compare != nil {
		if order := r.compare(a, b); order != 0 {
			return order
		}
	}
	return a - b
}

// Len is the number of rows that are shown.
func (r *Rows) Len() int { return len(r.shown) }

// At is the serial of row i of those that are shown.
func (r *Rows) At(i int) int { return r.shown[i] }

// Looked tells whether the row was looked at.
func (r *Rows) Looked(serial int) bool { return r.begun && serial >= r.first && serial < r.end }

// Place is where the row stands among those that are shown; where it is not one of them, where it would.
func (r *Rows) Place(serial int) (i int, shown bool) {
	i = sort.Search(len(r.shown), func(n int) bool { return r.order(r.shown[n], serial) >= 0 })
	return i, i < len(r.shown) && r.shown[i] == serial
}

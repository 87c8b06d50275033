package screen

// Ranged is a screen with a list of which several rows can be selected.
type Ranged interface {
	// Range returns the selected rows. ok is false while only the row under the cursor is selected.
	Range() (rows Range, ok bool)
}

// Range are the selected rows of a list.
type Range interface {
	// Count returns the number of rows.
	Count() int
	// Each puts the cursor on each of the rows in turn, without drawing it, and calls visit.
	Each(visit func())
}

// RangeOf returns the selected rows of a screen. ok is false if it has no list, or if only the row under the cursor is selected.
func RangeOf(s Screen) (rows Range, ok bool) {
	if ranged, is := s.(Ranged); is {
		return ranged.Range()
	}
	return nil, false
}

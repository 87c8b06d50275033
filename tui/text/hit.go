package text

// Hit is what a click on a span means. It goes with the text wherever that is put on the screen.
type Hit struct {
	// Key is the key that usually does the same, also where the user has bound another; empty where it is about a row.
	Key string
	// IsTab tells that it is a tab of the place.
	IsTab bool
	// Rows is how many rows further down than the selected one the row is. A click on the selected one opens it.
	Rows int
	// Aside tells that the row is in a list that does not have the keys.
	Aside bool
	// Place is the number of a place in the breadcrumb, counted from Home; IsPlace tells that it is one.
	Place   int
	IsPlace bool
	// IsPoint tells that the screen wants to know which column was clicked, counted from the first one with the same meaning. Spot
	// is the number by which it tells what stands there from what stands elsewhere.
	IsPoint bool
	Spot    int
}

// On is the line with a meaning for clicks on it.
func (l Line) On(hit *Hit) Line {
	for i := range l {
		l[i].Hit = hit
	}
	return l
}

package screen

// Rows is a list or tree with a selected row, such as a table.Model.
type Rows interface {
	Move(delta int)
	Page(delta float64)
	Select(row int)
	Len() int
}

// NextPanel returns the panel that follows, or the one before for the second key of a binding that picks.
func NextPanel[T ~int](focused, count T, choice int) T {
	if choice > 0 {
		return (focused + count - 1) % count
	}
	return (focused + 1) % count
}

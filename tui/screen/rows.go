package screen

// Rows is a list or tree with a selected row, such as a table.Model.
type Rows interface {
	Move(delta int)
	Page(delta float64)
	Select(row int)
	Len() int
}

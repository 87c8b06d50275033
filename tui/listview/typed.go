package listview

// Typed returns the text in the filter box.
func (l *List[T]) Typed() string { return l.line.Typed() }

package filter

// Typed returns the text of the line.
func (l *Line) Typed() string { return l.box.Value() }

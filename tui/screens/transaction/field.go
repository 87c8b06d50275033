package transaction

import (
	"foredeck/tui/store"
	"foredeck/tui/target"
	"foredeck/tui/text"
)

// field is a selectable line: what it links to, what is copied, and what can be named.
type field struct {
	lines   []text.Line   // the first starts with the label
	full    func() string // the full value; nil if none
	raw     string        // the value in the smallest unit, if it is shown in another
	opens   *target.Target
	subject *store.Subject
}

// field returns a selectable fact; whole is its full value, "" if it has none.
func (m *Model) field(label text.Safe, value text.Line, whole string) field {
	f := field{lines: []text.Line{m.fact(label, value)}}
	if whole != "" {
		f.full = func() string { return whole }
	}
	return f
}

// missing returns a fact that the record does not include.
func (m *Model) missing(label, why text.Safe) field {
	return m.field(label, why.In(m.deps.Theme.Faint), "")
}

// linkedTo sets what enter opens.
func (f field) linkedTo(destination target.Target) field {
	f.opens = &destination
	return f
}

// withSubject sets what can be named.
func (f field) withSubject(kind store.SubjectKind, key string) field {
	f.subject = &store.Subject{Kind: kind, Key: key}
	return f
}

// selectedField returns the selected field. ok is false if a tree or a list has the focus.
func (m *Model) selectedField() (field, bool) {
	switch {
	case m.focus == focusFacts:
		return m.factFields()[m.factRows.Selected()], true
	case m.focus == focusBlock:
		return m.blockFields()[m.blockRows.Selected()], true
	case m.tab == tabArguments && m.arguments.Len() > 0:
		return m.argumentField(m.arguments.Selected()), true
	}
	return field{}, false
}

// fieldLines draws the fields that fit, including the selected one, which is marked if the panel has the focus.
func (m *Model) fieldLines(fields []field, selected, room, width int, focused bool) []text.Line {
	var lines []text.Line
	first := 0
	for i, f := range fields {
		for _, line := range f.lines {
			if focused && i == selected {
				line = line.Fit(width).Selected(&m.deps.Theme)
			}
			lines = append(lines, line.Fit(width).WithHit(&text.Hit{Rows: i - selected, Unfocused: !focused}))
		}
		if focused && i == selected {
			first = max(len(lines)-room, 0)
		}
	}
	return lines[first:]
}

package transaction

import (
	"foredeck/tui/store"
	"foredeck/tui/target"
	"foredeck/tui/text"
)

// field is a line of the screen that can be selected: what enter opens from it, what is copied, what can be named.
type field struct {
	lines   []text.Line   // the first has the field's name in front
	whole   func() string // the value in full; nil where there is none
	raw     string        // the value in the smallest unit, where it is shown in another
	opens   *target.Target
	subject *store.Subject
}

// field is a fact that can be selected; whole is empty where there is no value.
func (m *Model) field(label text.Safe, value text.Line, whole string) field {
	f := field{lines: []text.Line{m.fact(label, value)}}
	if whole != "" {
		f.whole = func() string { return whole }
	}
	return f
}

// lacking is a fact that the record does not carry.
func (m *Model) lacking(label, why text.Safe) field {
	return m.field(label, text.In(m.deps.Theme.Faint, why), "")
}

// opening is the field with a place that enter opens from it.
func (f field) opening(place target.Target) field {
	f.opens = &place
	return f
}

// naming is the field of something that the user can name.
func (f field) naming(kind store.SubjectKind, key string) field {
	f.subject = &store.Subject{Kind: kind, Key: key}
	return f
}

// selected is the field that is selected. It is not ok where the keys go to a tree or a list.
func (m *Model) selected() (field, bool) {
	var fields []field
	row := 0
	switch {
	case m.part == partFacts:
		fields, row = m.facts(), m.factRow
	case m.part == partBlock:
		fields, row = m.block(), m.blockRow
	case m.tab == tabArguments && m.arguments.Len() > 0:
		return m.argumentField(m.arguments.Selected()), true
	}
	if len(fields) == 0 {
		return field{}, false
	}
	return fields[min(row, len(fields)-1)], true
}

// fieldLines draws as many fields as there are lines for, the selected one among them. Where another panel has the keys none is
// marked.
func (m *Model) fieldLines(fields []field, selected, room, width int, focused bool) []text.Line {
	var lines []text.Line
	first := 0
	for i, f := range fields {
		for _, line := range f.lines {
			if focused && i == selected {
				line = line.Fit(width).In(m.deps.Theme.Selected)
			}
			lines = append(lines, line.Fit(width).WithHit(&text.Hit{Rows: i - selected, Unfocused: !focused}))
		}
		if focused && i == selected {
			first = max(len(lines)-room, 0)
		}
	}
	return lines[first:]
}

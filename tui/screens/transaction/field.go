package transaction

import (
	"foredeck/theme"
	"foredeck/tui/pane"
	"foredeck/tui/text"
)

type field = pane.Fact

// field returns a selectable fact; whole is its full value, "" if it has none.
func (m *Model) field(label text.Safe, value text.Line, whole string) field {
	return pane.NewFact(m.deps.Theme, label, value, whole)
}

// wrapped returns a field whose value may have several lines.
func (m *Model) wrapped(label text.Safe, style theme.Style, value text.Safe, maxLines int, whole string) field {
	lines := text.WrapIn(style, value, m.valueWidth(), maxLines)
	return m.field(label, lines[0], whole).Above(m.deps.Theme, lines[1:]...)
}

// missing returns a fact that the record does not include.
func (m *Model) missing(label, why text.Safe) field {
	return m.field(label, why.In(m.deps.Theme.Faint), "")
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

package transaction

import (
	tea "github.com/charmbracelet/bubbletea"

	"foredeck/tui/render"
	"foredeck/tui/text"
)

// maxReasonLines bounds the lines of a reason, which a contract can make very long. The Output tab has all of it.
const maxReasonLines = 8

// failureFields explain why the transaction failed, and where.
func (m *Model) failureFields() []field {
	failed := m.deps.Failures.Of(m.failure)
	reason := text.Wrap(render.ReasonInFull(failed), m.valueWidth(), maxReasonLines)
	label := text.Const("failure")
	if m.failure.IsInner {
		label = text.Const("inner call")
	}
	f := m.field(label, reason[0].In(m.deps.Theme.Bad), failed.Text)
	for _, more := range reason[1:] {
		f.lines = append(f.lines, m.fact(text.Safe{}, more.In(m.deps.Theme.Bad)))
	}
	if failed.Description != "" {
		for _, line := range text.Wrap(text.Bounded(failed.Description), m.valueWidth(), maxReasonLines) {
			f.lines = append(f.lines, m.fact(text.Safe{}, line.Line()))
		}
	}
	places := m.deps.Failures.Places(m.failure)
	if len(places) == 1 {
		f = f.linkedTo(places[0].Target)
	}
	place := render.Place(failed)
	if place.IsEmpty() {
		return []field{f}
	}
	at := m.field(text.Const("failed at"), place.Line(), place.String())
	if len(places) == 1 {
		at = at.linkedTo(places[0].Target)
	}
	return append([]field{f, at}, m.placeFields()...)
}

// placeFields returns a field for each place if there are several, followed by notes on them.
func (m *Model) placeFields() (fields []field) {
	notes := render.PlaceNotes(m.deps.Failures.Of(m.failure))
	if places := m.deps.Failures.Places(m.failure); len(places) > 1 {
		for _, place := range places[:min(len(places), render.MaxListed)] {
			fields = append(fields, m.field(text.Safe{}, place.Name.Line(), place.Name.String()).linkedTo(place.Target))
		}
		if more := len(places) - render.MaxListed; more > 0 {
			notes = append(notes, text.Format("and %s more: %s", text.Integer(uint64(more)), m.deps.Key("transaction.failure")))
		}
	}
	for _, note := range notes {
		lines := text.WrapIn(m.deps.Theme.Faint, note, m.valueWidth(), maxReasonLines)
		f := m.field(text.Safe{}, lines[0], note.String())
		for _, more := range lines[1:] {
			f.lines = append(f.lines, m.fact(text.Safe{}, more))
		}
		fields = append(fields, f)
	}
	return fields
}

// openFailure opens the place where the transaction failed, or lets the user choose among several.
func (m *Model) openFailure() tea.Cmd {
	return m.deps.OpenPlaces(m.deps.Failures.Places(m.failure))
}

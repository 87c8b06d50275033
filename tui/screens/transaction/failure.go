package transaction

import (
	tea "github.com/charmbracelet/bubbletea"

	"foredeck/theme"
	"foredeck/tui/render"
	"foredeck/tui/text"
)

// maxReasonLines bounds the lines of a reason, which a contract can make very long. The Output tab has all of it.
const maxReasonLines = 8

// failureFields explain why the transaction failed, and where.
func (m *Model) failureFields() []field {
	failed, th := m.deps.Failures.Of(m.failure), m.deps.Theme
	label := text.Const("failure")
	if m.failure.IsInner {
		label = text.Const("inner call")
	}
	f := m.wrapped(label, th.Bad, render.ReasonInFull(failed), maxReasonLines, failed.Text)
	if failed.Description != "" {
		f = f.Above(th, text.WrapIn(theme.Style{}, text.Bounded(failed.Description), m.valueWidth(), maxReasonLines)...)
	}
	places := m.deps.Failures.Places(m.failure)
	if len(places) == 1 {
		f = f.LinkedTo(places[0].Target)
	}
	place := render.Place(failed)
	if place.IsEmpty() {
		return []field{f}
	}
	at := m.field(text.Const("failed at"), place.Line(), place.String())
	if len(places) == 1 {
		at = at.LinkedTo(places[0].Target)
	}
	return append([]field{f, at}, m.placeFields()...)
}

// placeFields returns a field for each place if there are several, followed by notes on them.
func (m *Model) placeFields() (fields []field) {
	notes := render.PlaceNotes(m.deps.Failures.Of(m.failure))
	if places := m.deps.Failures.Places(m.failure); len(places) > 1 {
		for _, place := range places[:min(len(places), render.MaxListed)] {
			fields = append(fields, m.field(text.Safe{}, place.Name.Line(), place.Name.String()).LinkedTo(place.Target))
		}
		if more := len(places) - render.MaxListed; more > 0 {
			notes = append(notes, text.Format("and %s more: %s", text.Integer(uint64(more)), m.deps.Key("transaction.failure")))
		}
	}
	for _, note := range notes {
		fields = append(fields, m.wrapped(text.Safe{}, m.deps.Theme.Faint, note, maxReasonLines, note.String()))
	}
	return fields
}

// openFailure opens the place where the transaction failed, or lets the user choose among several.
func (m *Model) openFailure() tea.Cmd {
	return m.deps.OpenPlaces(m.deps.Failures.Places(m.failure))
}

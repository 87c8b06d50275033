package transaction

import (
	tea "github.com/charmbracelet/bubbletea"

	"foredeck/client/move"
	"foredeck/theme"
	"foredeck/tui/lookup"
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
	places := lookup.FailureTargets(failed)
	if len(places) == 1 {
		f = f.linkedTo(places[0])
	}
	return append([]field{f}, m.placeFields(failed)...)
}

// placeFields say where the transaction failed: the place, or a field for each candidate.
func (m *Model) placeFields(failed *move.VMStatus) []field {
	place := render.Place(failed)
	if place.IsEmpty() {
		return nil
	}
	places := lookup.FailureTargets(failed)
	at := m.field(text.Const("failed at"), place.Line(), place.String())
	if len(places) == 1 {
		at = at.linkedTo(places[0])
	}
	fields := []field{at}
	details := render.PlaceDetails(failed)
	for i, detail := range details {
		isPlace := len(places) > 1 && i < min(len(places), render.MaxListed)
		style := m.deps.Theme.Faint
		if isPlace {
			style = theme.Style{}
		}
		lines := text.WrapIn(style, detail, m.valueWidth(), maxReasonLines)
		f := m.field(text.Safe{}, lines[0], detail.String())
		for _, more := range lines[1:] {
			f.lines = append(f.lines, m.fact(text.Safe{}, more))
		}
		if isPlace {
			f = f.linkedTo(places[i])
		}
		fields = append(fields, f)
	}
	return fields
}

// openFailure opens the place where the transaction failed, or lets the user choose among several.
func (m *Model) openFailure() tea.Cmd {
	if m.failure == nil {
		return nil
	}
	return m.deps.OpenFailure(m.deps.Failures.Of(m.failure))
}

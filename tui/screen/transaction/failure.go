package transaction

import (
	tea "github.com/charmbracelet/bubbletea"

	"foredeck/tui/render"
	"foredeck/tui/screen"
	"foredeck/tui/target"
	"foredeck/tui/text"
)

// maxReasonLines bounds the lines of a reason, which a contract can make very long. The Output tab has all of it.
const maxReasonLines = 8

// failureFields explain why the transaction failed, and where.
func (m *Model) failureFields() []field {
	failed := m.deps.Failures.Of(m.failure)
	reason := text.Wrap(render.ReasonInFull(&failed.VMStatus), m.valueWidth(), maxReasonLines)
	label := text.Const("failure")
	if m.record.Status == "Success" { // the call of a multisig account failed
		label = text.Const("inner call")
	}
	f := m.field(label, reason[0].In(m.deps.Theme.Bad), m.failure.Text)
	for _, more := range reason[1:] {
		f.lines = append(f.lines, m.fact(text.Safe{}, more.In(m.deps.Theme.Bad)))
	}
	if failed.Description != "" {
		for _, line := range text.Wrap(text.Bounded(failed.Description), m.valueWidth(), maxReasonLines) {
			f.lines = append(f.lines, m.fact(text.Safe{}, line.Line()))
		}
	}
	place := render.Place(&failed.VMStatus, failed.Positions)
	if place.IsEmpty() {
		return []field{f}
	}
	at := m.field(text.Const("failed at"), place.Line(), place.String())
	if destination, ok := m.failedAt(); ok {
		f, at = f.linkedTo(destination), at.linkedTo(destination)
	}
	return []field{f, at}
}

// failedAt returns the instruction at which the transaction failed, or the module if the instruction is not known.
func (m *Model) failedAt() (target.Target, bool) {
	if m.failure == nil {
		return target.Target{}, false
	}
	failed := m.deps.Failures.Of(m.failure)
	return failed.Target()
}

// openFailure opens the module at the failed instruction.
func (m *Model) openFailure() tea.Cmd {
	destination, ok := m.failedAt()
	if !ok {
		return nil
	}
	return m.deps.Post(screen.OpenMsg{Target: destination})
}

package transaction

import (
	tea "github.com/charmbracelet/bubbletea"

	"foredeck/tui/render"
	"foredeck/tui/text"
)

// HardReload reloads the ABI of the called module, and the modules of a failure. The record itself is final.
func (m *Model) HardReload() tea.Cmd {
	m.deps.ABIs.Request(m.record)
	m.deps.Failures.Request(m.failure)
	return nil
}

// decode decodes the arguments with the types known so far.
func (m *Model) decode() { m.call = *m.deps.ABIs.Arguments(m.record) }

func (m *Model) argument(i int) render.Argument {
	return m.call.At(m.deps.Amounts.Formatter(m.deps.Names, m.record), i)
}

// typesLine describes the source of the argument types, or why they are unknown.
func (m *Model) typesLine() text.Line {
	th := m.deps.Theme
	id, ok := m.deps.ABIs.Called(m.record)
	known, has := m.deps.ABIs.Get(id)
	status := m.deps.ABIs.Status(id)
	switch {
	case m.record.Payload.ScriptParameters != nil && m.call.RawReason.IsEmpty():
		return text.In(th.Faint, "types: parameters of the script in the record")
	case !ok, has && !m.call.RawReason.IsEmpty():
		return text.In(th.Faint, "raw: %s", m.call.RawReason)
	case has:
		return text.In(th.Faint, "types: module ABI (%s ago)    names: saved by you · %s rename", text.Elapsed(m.deps.Now().Sub(known.At)), m.deps.Key("deck.name"))
	case status.Loading:
		return text.In(th.Faint, "raw: %s", status.Or(text.Format("loading the ABI of %s", text.Short(text.Bounded(id.String())))))
	case status.Err != nil:
		return text.Line{{Text: text.Format("raw: %s", m.deps.Explain(status.Err).Reason), Style: th.Bad}, {Text: text.Format("   %s retry", m.deps.Key("deck.refresh")), Style: th.Faint}}
	}
	return text.In(th.Faint, "raw: types not loaded · %s load", m.deps.Key("deck.refresh"))
}

package transaction

import (
	"encoding/json"
	"strings"

	tea "github.com/charmbracelet/bubbletea"

	"foredeck/client"
	"foredeck/client/move"
	"foredeck/tui/render"
	"foredeck/tui/text"
)

// callPayload returns the payload whose call the selection is about: an inner one, otherwise that of the record. It is nil if there is
// none.
func (m *Model) callPayload() *client.Payload {
	if inner := m.innerCall(); inner != nil {
		return inner
	}
	return m.record.Payload
}

// callAgain opens the form of the call that the selection is about. An inner call has another sender than the record.
func (m *Model) callAgain() tea.Cmd {
	if inner := m.innerCall(); inner != nil {
		return m.deps.CallPayload(inner, "")
	}
	return m.deps.CallAgain(m.record)
}

// innerCall returns the call that the selected event or argument carries for a multisig account; nil if it carries none.
func (m *Model) innerCall() *client.Payload {
	i := m.arguments.Selected() - m.headerFields()
	switch {
	case m.focus != focusTabs:
	case m.tab == tabEvents && m.events.Len() > 0:
		return m.record.Events[m.events.Selected()].MultisigPayload()
	case m.tab == tabArguments && i >= 0 && i < m.call.Len():
		return m.storedCall(i)
	}
	return nil
}

// storedCall returns the call in an argument that a multisig account is to store; nil if there is none.
func (m *Model) storedCall(i int) *client.Payload {
	if m.record.Payload == nil || !strings.HasPrefix(m.record.Payload.Function, "0x1::multisig_account::") || i >= len(m.record.Payload.Arguments) {
		return nil
	}
	var text string
	bare, _ := move.Unwrap(m.record.Payload.Arguments[i], nil)
	if json.Unmarshal(bare, &text) != nil {
		return nil
	}
	payload, err := client.ParseMultisigPayload(text)
	if err != nil {
		return nil
	}
	return payload
}

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
		return text.In(th.Faint, "types: module ABI (%s ago)    names: saved or built in · %s renames", text.Elapsed(m.deps.Now().Sub(known.At)), m.deps.Key("deck.name"))
	case status.Loading:
		return text.In(th.Faint, "raw: %s", status.Or(text.Format("loading the ABI of %s", text.Short(text.Bounded(id.String())))))
	case status.Err != nil:
		return text.Line{{Text: text.Format("raw: %s", m.deps.Explain(status.Err).Reason), Style: th.Bad}, {Text: text.Format("   %s retry", m.deps.Key("deck.refresh")), Style: th.Faint}}
	}
	return text.In(th.Faint, "raw: types not loaded · %s load", m.deps.Key("deck.refresh"))
}

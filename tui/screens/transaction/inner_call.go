package transaction

import (
	"encoding/json"
	"strings"

	"foredeck/client"
	"foredeck/client/move"
)

// callPayload returns the payload whose call the selection is about: an inner one, otherwise that of the record. It is nil if there is
// none.
func (m *Model) callPayload() *client.Payload {
	if inner := m.innerCall(); inner != nil {
		return inner
	}
	return m.record.Payload
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

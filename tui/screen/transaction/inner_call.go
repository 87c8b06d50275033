package transaction

import (
	"encoding/json"
	"strings"

	"foredeck/client"
	"foredeck/client/move"
)

// callPayload returns the payload whose call the selection is about: the one that the selected event or argument carries for a multisig
// account, otherwise that of the record. It is nil if there is none.
func (m *Model) callPayload() *client.Payload {
	if m.focus == focusTabs && m.tab == tabEvents && m.events.Len() > 0 {
		if payload := m.record.Events[m.events.Selected()].MultisigPayload(); payload != nil {
			return payload
		}
	}
	if i := m.arguments.Selected() - m.headerFields(); m.focus == focusTabs && m.tab == tabArguments && i >= 0 && i < m.call.Len() {
		if payload := m.storedCall(i); payload != nil {
			return payload
		}
	}
	return m.record.Payload
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

package client

import (
	"encoding/hex"
	"encoding/json"
	"strconv"
	"strings"

	"foredeck/client/move"
)

// ParseMultisigPayload decodes the payload of a multisig transaction as accounts store it and events and arguments carry it: BCS in
// hex, with or without 0x. The arguments are in BCS too, because only the ABI of the called module has their types.
func ParseMultisigPayload(text string) (*Payload, error) {
	encoded, err := hex.DecodeString(strings.TrimPrefix(text, "0x"))
	if err != nil {
		return nil, err
	}
	function, typeArguments, arguments, err := move.ParseMultisigPayloadBCS(encoded)
	if err != nil {
		return nil, err
	}
	payload := &Payload{Kind: "multisig", Function: function.String(), EncodedArguments: arguments}
	for _, tag := range typeArguments {
		payload.TypeArguments = append(payload.TypeArguments, tag.String())
	}
	return payload, nil
}

// MultisigPayload decodes the payload that an event of 0x1::multisig_account carries; nil if it carries none.
func (e Event) MultisigPayload() *Payload {
	var data struct {
		Payload json.RawMessage `json:"transaction_payload"`
	}
	if !strings.HasPrefix(e.Type, "0x1::multisig_account::") || json.Unmarshal(e.Data, &data) != nil {
		return nil
	}
	var text string
	bare, _ := move.Unwrap(data.Payload, nil)
	if json.Unmarshal(bare, &text) != nil {
		return nil
	}
	payload, err := ParseMultisigPayload(text)
	if err != nil {
		return nil
	}
	return payload
}

// readStoredPayload completes the payload of a multisig transaction that executed a stored payload, which only the event of its
// execution has.
func (t *Transaction) readStoredPayload() {
	if t.Payload == nil || t.Payload.Kind != "multisig" || t.Payload.Function != "" {
		return
	}
	for _, event := range t.Events {
		if !strings.Contains(event.Type, "::TransactionExecution") {
			continue
		}
		if stored := event.MultisigPayload(); stored != nil {
			t.Payload.Function, t.Payload.TypeArguments, t.Payload.EncodedArguments = stored.Function, stored.TypeArguments, stored.EncodedArguments
			return
		}
	}
}

// CallFailure returns why the call of a multisig account failed, nil if it did not. The transaction that executes the call succeeds all
// the same, and reports the failure in an event.
func (t *Transaction) CallFailure() *move.VMStatus {
	if t.Explained != nil && t.Explained.IsInner {
		return &t.Explained.Status
	}
	if t.Payload == nil || t.Payload.Kind != "multisig" {
		return nil
	}
	for _, event := range t.Events {
		if !strings.HasPrefix(event.Type, "0x1::multisig_account::TransactionExecutionFailed") {
			continue
		}
		var data struct {
			Error struct {
				Location string `json:"abort_location"`
				Kind     string `json:"error_type"`
				Code     string `json:"error_code"`
			} `json:"execution_error"`
		}
		if json.Unmarshal(event.Data, &data) != nil {
			return nil
		}
		text := data.Error.Kind + " at " + data.Error.Location
		if code, err := strconv.ParseUint(data.Error.Code, 10, 64); err == nil && data.Error.Kind == "MoveAbort" {
			text = "Move abort in " + data.Error.Location + ": " + move.AbortCode(code).String()
		}
		status := move.ParseVMStatus(text)
		return &status
	}
	return nil
}

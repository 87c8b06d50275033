package render

import (
	"encoding/json"
	"strconv"
	"strings"

	"foredeck/client"
	"foredeck/tui/text"
)

// CSV values have no digit groups and no units; missing ones are empty.

// TransactionFields are the CSV columns of a transaction, its JSON shape flattened.
func TransactionFields() []string {
	return []string{
		"hash", "type", "status", "sender", "sequence_number", "chain_id", "gas_unit_price", "max_gas_amount", "gas_used",
		"expiration_us", "vm_status", "fee", "block_height", "block_timestamp_us", "payload_kind", "function", "authenticator_kind", "events",
		"type_arguments", "arguments",
	}
}

// TransactionValues returns the values for TransactionFields.
func TransactionValues(t *client.Transaction) []text.Safe {
	cells := []text.Safe{
		text.Clean(t.Hash), text.Clean(t.Type), text.Clean(t.Status), {}, Digits(t.SequenceNumber), Digits(t.ChainID), Digits(t.GasUnitPrice),
		Digits(t.MaxGasAmount), Digits(t.GasUsed), Digits((*uint64)(t.Expiration)), {}, text.Clean(string(t.AppendFee(nil))), {}, {}, {}, {}, {}, IntDigits(len(t.Events)), {}, {},
	}
	if t.Sender != nil {
		cells[3] = text.Clean(t.Sender.String())
	}
	if t.VMStatus != "" {
		cells[10] = text.Clean(t.VMStatus)
	}
	if t.Block != nil {
		cells[12], cells[13] = Digits(t.Block.Height), Digits((*uint64)(t.Block.Timestamp))
	}
	if t.Payload != nil {
		cells[14], cells[15] = text.Clean(t.Payload.Kind), text.Clean(t.Payload.Function)
		cells[18], cells[19] = text.Clean(strings.Join(t.Payload.TypeArguments, ", ")), arrayText(t.Payload.Arguments)
	}
	if t.Authenticator != nil {
		cells[16] = text.Clean(t.Authenticator.Kind)
	}
	return cells
}

// arrayText returns values as a JSON array in one line, or "" if there are none.
func arrayText(values []json.RawMessage) text.Safe {
	if len(values) == 0 {
		return text.Safe{}
	}
	array := []byte("[")
	for i, value := range values {
		if i > 0 {
			array = append(array, ',')
		}
		array = append(array, value...)
	}
	return Value(append(array, ']'))
}

// ModuleFields are the CSV columns of a module.
func ModuleFields() []string {
	return []string{"address", "name", "bytecode_size", "friends", "functions", "structs"}
}

// ModuleValues returns the values for ModuleFields.
func ModuleValues(m *client.Module) []text.Safe {
	cells := []text.Safe{text.Clean(m.Address.String()), text.Clean(m.Name), {}, {}, {}, {}}
	if m.Bytecode != nil {
		cells[2] = IntDigits(len(m.Bytecode))
	}
	if m.ABI != nil {
		cells[3], cells[4], cells[5] = Friends(m), IntDigits(len(m.ABI.Functions)), IntDigits(len(m.ABI.Structs))
	}
	return cells
}

// Friends returns the friends of a module in one line, or a dash if the node sent no ABI.
func Friends(m *client.Module) text.Safe {
	if m.ABI == nil {
		return text.None
	}
	names := make([]string, len(m.ABI.Friends))
	for i, friend := range m.ABI.Friends {
		names[i] = friend.String()
	}
	return text.Clean(strings.Join(names, " "))
}

// ResourceFields are the CSV columns of a resource.
func ResourceFields() []string { return []string{"type", "data"} }

// ResourceValues returns the values for ResourceFields.
func ResourceValues(r *client.Resource) []text.Safe {
	return []text.Safe{text.Clean(r.Type), Value(r.Data)}
}

// Digits returns a number without digit groups, or "" for nil.
func Digits(n *uint64) text.Safe {
	if n == nil {
		return text.Safe{}
	}
	return text.Clean(strconv.FormatUint(*n, 10))
}

// IntDigits returns a number without digit groups.
func IntDigits(n int) text.Safe { return text.Clean(strconv.Itoa(n)) }

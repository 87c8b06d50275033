package render

import (
	"encoding/json"
	"reflect"
	"strconv"
	"strings"

	"foredeck/client"
	"foredeck/client/move"
	"foredeck/tui/text"
)

// CSV values have no digit groups and no units; missing ones are empty.

// TransactionFields are the CSV columns of a transaction, its JSON shape flattened. The parts that have no columns of their own are in
// those at the end, as JSON.
func TransactionFields() []string {
	return []string{
		"hash", "type", "status", "sender", "sequence_number", "chain_id", "gas_unit_price", "max_gas_amount", "gas_used",
		"expiration_us", "vm_status", "failure_kind", "failure_name", "failure_module", "failure_code", "fee", "amount", "coin", "block_height",
		"block_timestamp_us", "payload_kind", "function", "authenticator_kind", "events", "type_arguments", "arguments",
		"block", "payload", "authenticator", "output", "data", "problems", "other",
	}
}

// TransactionValues returns the values for TransactionFields. Amount and coin are the changes of these transfers, in the smallest unit;
// both are lists if there are several.
func TransactionValues(transfers func(*client.Transaction) []CoinTransfer) func(*client.Transaction) []text.Safe {
	return func(t *client.Transaction) []text.Safe {
		cells := make([]text.Safe, 0, len(TransactionFields()))
		cells = append(cells, text.Clean(t.Hash), text.Clean(t.Type), text.Clean(t.Status), AddressValue(t.Sender))
		for _, number := range []*uint64{t.SequenceNumber, t.ChainID, t.GasUnitPrice, t.MaxGasAmount, t.GasUsed, (*uint64)(t.Expiration)} {
			cells = append(cells, Digits(number))
		}
		cells = append(cells, text.Clean(t.VMStatus))
		cells = append(cells, failureValues(t.Failure())...)
		cells = append(cells, text.Clean(string(t.AppendFee(nil))))
		cells = append(cells, changeValues(CoinChanges(transfers(t)))...)
		block, payload, authenticator := t.Block, t.Payload, t.Authenticator
		if block == nil {
			block = &client.BlockHeader{}
		}
		if payload == nil {
			payload = &client.Payload{}
		}
		if authenticator == nil {
			authenticator = &client.Authenticator{}
		}
		events := text.Safe{}
		if len(t.Events) > 0 {
			events = Value(t.AppendEvents(nil))
		}
		cells = append(cells, Digits(block.Height), Digits((*uint64)(block.Timestamp)), text.Clean(payload.Kind), text.Clean(payload.Function),
			text.Clean(authenticator.Kind), events, text.Clean(strings.Join(payload.TypeArguments, ", ")), arrayText(payload.Arguments))
		return append(cells, jsonValue(t.Block), jsonValue(t.Payload), jsonValue(t.Authenticator), jsonValue(t.Output), Value(t.Data),
			jsonValue(t.Problems), jsonValue(t.Other))
	}
}

// jsonValue returns the JSON of a value in one line, or "" if there is none.
func jsonValue(value json.Marshaler) text.Safe {
	if reflect.ValueOf(value).IsZero() {
		return text.Safe{}
	}
	encoded, _ := value.MarshalJSON() // those of the client have no errors
	return Value(encoded)
}

// AddressValue returns an address, or "" for nil.
func AddressValue(address *move.Address) text.Safe {
	if address == nil {
		return text.Safe{}
	}
	return text.Clean(address.String())
}

func failureValues(failure *move.VMStatus) []text.Safe {
	cells := make([]text.Safe, 4)
	if failure == nil {
		return cells
	}
	cells[0], cells[1] = text.Clean(failure.Kind.String()), text.Clean(failure.Reason)
	if failure.Module != nil {
		cells[2] = text.Clean(failure.Module.String())
	}
	if failure.AbortCode != nil {
		cells[3] = Digits((*uint64)(failure.AbortCode))
	}
	return cells
}

// changeValues returns amount and coin.
func changeValues(changes []CoinChange) []text.Safe {
	switch len(changes) {
	case 0:
		return make([]text.Safe, 2)
	case 1:
		return []text.Safe{text.Clean(changes[0].Amount.String()), text.Clean(changes[0].Coin)}
	}
	amounts, coins := make([]string, len(changes)), make([]string, len(changes))
	for i, change := range changes {
		amounts[i], coins[i] = change.Amount.String(), change.Coin
	}
	return []text.Safe{listText(amounts), listText(coins)}
}

// listText returns texts as a JSON array.
func listText(texts []string) text.Safe {
	var encoded strings.Builder
	encoder := json.NewEncoder(&encoded)
	encoder.SetEscapeHTML(false)
	_ = encoder.Encode(texts) // strings have no errors
	return text.Clean(strings.TrimSuffix(encoded.String(), "\n"))
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

package render

import (
	"math/big"
	"strconv"
	"strings"

	"foredeck/client"
	"foredeck/tui/text"
)

// Exact values are those of CSV files: without grouping and units; what is absent is empty.

// TransactionFields are the columns of a transaction in CSV: what its JSON shape has, flat.
func TransactionFields() []string {
	return []string{
		"hash", "type", "status", "sender", "sequence_number", "chain_id", "gas_unit_price", "max_gas_amount", "gas_used",
		"expiration_us", "vm_status", "fee", "block_height", "block_timestamp_us", "payload_kind", "function", "authenticator_kind", "events",
	}
}

// TransactionValues are the values of a transaction for those columns.
func TransactionValues(t *client.Transaction) []text.Safe {
	cells := []text.Safe{
		text.Clean(t.Hash), text.Clean(t.Type), text.Clean(t.Status), "", Exact(t.SequenceNumber), Exact(t.ChainID), Exact(t.GasUnitPrice),
		Exact(t.MaxGasAmount), Exact(t.GasUsed), Exact((*uint64)(t.Expiration)), "", exactBig(t.Fee()), "", "", "", "", "", ExactInt(len(t.Events)),
	}
	if t.Sender != nil {
		cells[3] = text.Safe(t.Sender.String())
	}
	if t.VMStatus != nil {
		cells[10] = text.Clean(*t.VMStatus)
	}
	if t.Block != nil {
		cells[12], cells[13] = Exact(&t.Block.Height), Exact((*uint64)(&t.Block.Timestamp))
	}
	if t.Payload != nil {
		cells[14], cells[15] = text.Clean(t.Payload.Kind), text.Clean(t.Payload.Function)
	}
	if t.Authenticator != nil {
		cells[16] = text.Clean(t.Authenticator.Kind)
	}
	return cells
}

// ModuleFields are the columns of a module in CSV.
func ModuleFields() []string {
	return []string{"address", "name", "bytecode_size", "friends", "functions", "structs"}
}

// ModuleValues are the values of a module for those columns.
func ModuleValues(m *client.Module) []text.Safe {
	cells := []text.Safe{text.Safe(m.Address.String()), text.Clean(m.Name), "", "", "", ""}
	if m.Bytecode != nil {
		cells[2] = ExactInt(len(m.Bytecode))
	}
	if m.ABI != nil {
		cells[3], cells[4], cells[5] = Friends(m), ExactInt(len(m.ABI.Functions)), ExactInt(len(m.ABI.Structs))
	}
	return cells
}

// Friends are the friends of a module in a line; – where the node gives no interface.
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

// ResourceFields are the columns of a resource in CSV.
func ResourceFields() []string { return []string{"type", "data"} }

// ResourceValues are the values of a resource for those columns.
func ResourceValues(r *client.Resource) []text.Safe {
	return []text.Safe{text.Clean(r.Type), Value(r.Data)}
}

// Exact is a number in digits, empty where there is none.
func Exact(n *uint64) text.Safe {
	if n == nil {
		return ""
	}
	return text.Safe(strconv.FormatUint(*n, 10))
}

// ExactInt is a number in digits.
func ExactInt(n int) text.Safe { return text.Safe(strconv.Itoa(n)) }

func exactBig(n *big.Int) text.Safe {
	if n == nil {
		return ""
	}
	return text.Safe(n.String())
}

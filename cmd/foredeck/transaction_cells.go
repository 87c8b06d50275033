package main

import (
	"math/big"
	"strconv"
	"time"

	"foredeck/client"
	"foredeck/tui/render"
	"foredeck/tui/text"
)

func transactionRecord(format string, decimals int) func(*client.Transaction) record {
	return func(t *client.Transaction) record {
		return record{value: t, raw: t.Raw, cells: transactionCells(format, t, decimals)}
	}
}

// functionWidth is that of the column of a table. A longer name loses its beginning there; wide has it whole.
const functionWidth = 40

// transactionColumns are the columns of a format for a kind of list: the account itself sends type user alone. CSV has what the
// JSON shape has, flat and exact.
func transactionColumns(format, kind string) []column {
	typeWidth := len(client.AutomationRecordType)
	if kind == sentKind {
		typeWidth = 5
	}
	table := []column{
		{title: "SEQ", width: 8}, {title: "STATUS", width: 9}, {title: "TYPE", width: typeWidth}, {title: "FUNCTION", width: functionWidth},
		{title: "FEE", width: 14, right: true}, {title: "AGE", width: 11}, {title: "HASH", width: 11},
	}
	switch format {
	case "wide":
		table[6].width = 66
		return append(table, column{title: "SENDER", width: 66}, column{title: "BLOCK", width: 12}, column{title: "TIME", width: 30}, column{title: "VM STATUS"})
	case "csv":
		var columns []column
		for _, key := range []text.Safe{"hash", "type", "status", "sender", "sequence_number", "chain_id", "gas_unit_price", "max_gas_amount", "gas_used",
			"expiration_us", "vm_status", "fee", "block_height", "block_timestamp_us", "payload_kind", "function", "authenticator_kind", "events"} {
			columns = append(columns, column{title: key})
		}
		return columns
	}
	return table
}

func transactionCells(format string, t *client.Transaction, decimals int) []text.Safe {
	now := time.Now()
	cells := []text.Safe{
		render.Number(t.SequenceNumber), render.Status(t.Status), text.Clean(t.Type), text.Function(render.Call(t), functionWidth),
		render.Fee(t, decimals), render.Age(t, now), text.Short(text.Clean(t.Hash)),
	}
	switch format {
	case "table":
		return cells
	case "csv":
		return exactCells(t)
	}
	cells[3], cells[6] = render.Call(t), text.Clean(t.Hash)
	sender, height, at, vmStatus := text.None, text.None, text.None, text.None
	if t.Sender != nil {
		sender = text.Safe(t.Sender.String())
	}
	if t.Block != nil {
		height, at = text.Integer(t.Block.Height), text.Instant(t.Block.Timestamp.Time())
	}
	if t.VMStatus != nil {
		vmStatus = text.Clean(*t.VMStatus)
	}
	return append(cells, sender, height, at, vmStatus)
}

// exactCells are a record's values without grouping and units; what is absent is empty.
func exactCells(t *client.Transaction) []text.Safe {
	cells := []text.Safe{
		text.Clean(t.Hash), text.Clean(t.Type), text.Clean(t.Status), "", exact(t.SequenceNumber), exact(t.ChainID), exact(t.GasUnitPrice),
		exact(t.MaxGasAmount), exact(t.GasUsed), exact((*uint64)(t.Expiration)), "", exactBig(t.Fee()), "", "", "", "", "", exactInt(len(t.Events)),
	}
	if t.Sender != nil {
		cells[3] = text.Safe(t.Sender.String())
	}
	if t.VMStatus != nil {
		cells[10] = text.Clean(*t.VMStatus)
	}
	if t.Block != nil {
		cells[12], cells[13] = exact(&t.Block.Height), exact((*uint64)(&t.Block.Timestamp))
	}
	if t.Payload != nil {
		cells[14], cells[15] = text.Clean(t.Payload.Kind), text.Clean(t.Payload.Function)
	}
	if t.Authenticator != nil {
		cells[16] = text.Clean(t.Authenticator.Kind)
	}
	return cells
}

func exact(n *uint64) text.Safe {
	if n == nil {
		return ""
	}
	return text.Safe(strconv.FormatUint(*n, 10))
}

func exactInt(n int) text.Safe { return text.Safe(strconv.Itoa(n)) }

func exactBig(n *big.Int) text.Safe {
	if n == nil {
		return ""
	}
	return text.Safe(n.String())
}

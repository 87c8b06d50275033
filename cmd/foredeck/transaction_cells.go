package main

import (
	"time"

	"foredeck/client"
	"foredeck/tui/render"
	"foredeck/tui/text"
)

func transactionRecord(format string, decimals int, now func() time.Time) func(*client.Transaction) record {
	return func(t *client.Transaction) record {
		return record{value: t, raw: t.Raw, cells: transactionCells(format, t, decimals, now())}
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
		return fields(render.TransactionFields())
	}
	return table
}

// fields are columns of CSV.
func fields(names []string) []column {
	columns := make([]column, len(names))
	for i, name := range names {
		columns[i].title = text.Safe(name)
	}
	return columns
}

func transactionCells(format string, t *client.Transaction, decimals int, now time.Time) []text.Safe {
	cells := []text.Safe{
		render.Number(t.SequenceNumber), render.Status(t.Status), text.Clean(t.Type), text.Function(render.Call(t), functionWidth),
		render.Fee(t, text.Units(0), decimals), render.Age(t, now), text.Short(text.Clean(t.Hash)),
	}
	switch format {
	case "table":
		return cells
	case "csv":
		return render.TransactionValues(t)
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

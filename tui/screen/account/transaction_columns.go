package account

import (
	"foredeck/client"
	"foredeck/tui/render"
	"foredeck/tui/text"
	"foredeck/tui/widget/table"
)

// The columns of lists of transactions. The rank says what goes first in a narrow window.

type transactionColumn = column[client.Transaction]

// number is a column of numbers that grow or fall along the list: it is as wide as those at the two ends, which are the
// widest.
func (t *transactions) number(title text.Safe, rank int, of func(*client.Transaction) *uint64) transactionColumn {
	width := text.Width(title)
	for _, i := range []int{0, t.pages.Len() - 1} {
		width = max(width, text.Width(render.Number(of(t.pages.At(i)))))
	}
	return transactionColumn{table.Column{Title: title, Width: width, Rank: rank}, func(record *client.Transaction) table.Cell {
		return table.Cell{Text: render.Number(of(record))}
	}}
}

func sequenceNumber(record *client.Transaction) *uint64 { return record.SequenceNumber }

func height(record *client.Transaction) *uint64 {
	if record.Block == nil {
		return nil
	}
	return &record.Block.Height
}

func (t *transactions) outcome() transactionColumn {
	return transactionColumn{table.Column{Title: "STATUS", Width: 9}, func(record *client.Transaction) table.Cell {
		return table.Cell{Text: render.Status(record.Status), Style: render.StatusStyle(t.session.Theme, record.Status)}
	}}
}

func (t *transactions) kind(width int) transactionColumn {
	return transactionColumn{table.Column{Title: "TYPE", Width: width, Rank: 5}, func(record *client.Transaction) table.Cell {
		return table.Cell{Text: text.Clean(record.Type), Style: t.session.Theme.Faint}
	}}
}

// sender is who sent it, by name where there is one.
func (t *transactions) sender() transactionColumn {
	return transactionColumn{table.Column{Title: "SENDER", Width: 11, Rank: 2}, func(record *client.Transaction) table.Cell {
		if record.Sender == nil {
			return table.Cell{Text: text.None, Style: t.session.Theme.Faint}
		}
		if name := t.session.NameOf(*record.Sender); name != "" {
			return table.Cell{Text: name, Style: t.session.Theme.Accent}
		}
		return table.Cell{Text: text.Short(text.Safe(record.Sender.String()))}
	}}
}

func (t *transactions) call() transactionColumn {
	return transactionColumn{table.Column{Title: "FUNCTION", Width: 24, Flex: true, Shorten: text.Function}, func(record *client.Transaction) table.Cell {
		call := table.Cell{Text: render.Call(record)}
		if record.Problem != nil {
			call.Style = t.session.Theme.Warn
		}
		return call
	}}
}

func (t *transactions) fee() transactionColumn {
	return transactionColumn{table.Column{Title: "FEE", Width: 12, Right: true, Rank: 3}, func(record *client.Transaction) table.Cell {
		return table.Cell{Text: render.Fee(record, t.session.Decimals)}
	}}
}

func (t *transactions) age() transactionColumn {
	now, width := t.session.Now(), len("59m59s")
	for _, i := range []int{0, t.pages.Len() - 1} {
		width = max(width, text.Width(render.Age(t.pages.At(i), now)))
	}
	return transactionColumn{table.Column{Title: "AGE", Width: width, Rank: 1}, func(record *client.Transaction) table.Cell {
		return table.Cell{Text: render.Age(record, now)}
	}}
}

func (t *transactions) hash() transactionColumn {
	return transactionColumn{table.Column{Title: "HASH", Width: 11, Rank: 4}, func(record *client.Transaction) table.Cell {
		return table.Cell{Text: text.Short(text.Clean(record.Hash)), Style: t.session.Theme.Faint}
	}}
}

package account

import (
	"foredeck/client"
	"foredeck/tui/listview"
	"foredeck/tui/render"
	"foredeck/tui/text"
	"foredeck/tui/widget/table"
)

// Columns of transaction lists. Columns of the highest rank are dropped first in a narrow window.

type transactionColumn = listview.Column[client.Transaction]

// sortable returns the columns, or nil if there are no rows to sort.
func (t *transactions) sortable() []transactionColumn {
	if t.Pages.Len() == 0 {
		return nil
	}
	return t.columns(t)
}

// searchText returns everything a record's row shows, without abbreviation.
func (t *transactions) searchText(record *client.Transaction) []string {
	texts := []string{
		record.Hash, record.Status, record.Type, string(render.Call(record)), string(render.Fee(record, t.deps.Units, t.deps.Amounts.Native())),
		string(render.Number(record.SequenceNumber)), string(render.Number(height(record))),
	}
	if record.Sender != nil {
		texts = append(texts, record.Sender.String(), string(t.deps.Names.Of(*record.Sender)))
	}
	return texts
}

// number returns a column of numbers that are monotonic along the list, and so at most as wide as those at its ends.
func (t *transactions) number(title text.Safe, rank int, of func(*client.Transaction) *uint64) transactionColumn {
	width := text.Width(title)
	for _, i := range []int{0, t.Pages.Len() - 1} {
		width = max(width, text.Width(render.Number(of(t.Pages.At(i)))))
	}
	return transactionColumn{
		Column: table.Column{Title: title, Width: width, Rank: rank},
		Cell: func(record *client.Transaction) table.Cell {
			return table.Cell{Text: render.Number(of(record))}
		},
		Compare: render.ByNumber(of),
	}
}

func sequenceNumber(record *client.Transaction) *uint64 { return record.SequenceNumber }

func height(record *client.Transaction) *uint64 {
	if record.Block == nil {
		return nil
	}
	return &record.Block.Height
}

func (t *transactions) outcome() transactionColumn {
	return transactionColumn{
		Column: table.Column{Title: "STATUS", Width: 9},
		Cell: func(record *client.Transaction) table.Cell {
			return table.Cell{Text: render.Status(record.Status), Style: render.StatusStyle(t.deps.Theme, record.Status)}
		},
		Ascending: true, Compare: render.ByText(func(record *client.Transaction) string { return record.Status }),
	}
}

func (t *transactions) kind(width int) transactionColumn {
	return transactionColumn{
		Column: table.Column{Title: "TYPE", Width: width, Rank: 5},
		Cell: func(record *client.Transaction) table.Cell {
			return table.Cell{Text: text.Bounded(record.Type), Style: t.deps.Theme.Faint}
		},
		Ascending: true, Compare: render.ByText(func(record *client.Transaction) string { return record.Type }),
	}
}

// senderText returns the sender as a sort key: by name if there is one.
func (t *transactions) senderText(record *client.Transaction) string {
	if record.Sender == nil {
		return ""
	}
	if name := t.deps.Names.Of(*record.Sender); name != "" {
		return string(name)
	}
	return record.Sender.String()
}

// sender returns the sender column, by name if there is one.
func (t *transactions) sender() transactionColumn {
	return transactionColumn{
		Column: table.Column{Title: "SENDER", Width: 11, Rank: 2},
		Cell: func(record *client.Transaction) table.Cell {
			if record.Sender == nil {
				return table.Cell{Text: text.None, Style: t.deps.Theme.Faint}
			}
			if name := t.deps.Names.Of(*record.Sender); name != "" {
				return table.Cell{Text: name, Style: t.deps.Theme.Accent}
			}
			return table.Cell{Text: text.Short(text.Safe(record.Sender.String()))}
		},
		Ascending: true, Compare: render.ByText(t.senderText),
	}
}

func (t *transactions) call() transactionColumn {
	return transactionColumn{
		Column: table.Column{Title: "FUNCTION", Width: 22, Flex: true, Shorten: text.Function},
		Cell: func(record *client.Transaction) table.Cell {
			call := table.Cell{Text: render.Call(record)}
			if record.Problem != nil {
				call.Style = t.deps.Theme.Warn
			}
			return call
		},
		Ascending: true, Compare: render.ByText(func(record *client.Transaction) string { return string(render.Call(record)) }),
	}
}

func (t *transactions) fee() transactionColumn {
	return transactionColumn{
		Column: table.Column{Title: "FEE", Width: 12, Right: true, Rank: 3},
		Cell: func(record *client.Transaction) table.Cell {
			return table.Cell{Text: render.Fee(record, t.deps.Units, t.deps.Amounts.Native())}
		},
		Compare: render.ByFee(),
	}
}

func (t *transactions) age() transactionColumn {
	now, width := t.deps.Now(), len("59m59s")
	for _, i := range []int{0, t.Pages.Len() - 1} {
		width = max(width, text.Width(render.Age(t.Pages.At(i), now)))
	}
	return transactionColumn{
		Column: table.Column{Title: "AGE", Width: width, Rank: 1},
		Cell: func(record *client.Transaction) table.Cell {
			return table.Cell{Text: render.Age(record, now)}
		},
		Compare: render.ByTime,
	}
}

func (t *transactions) hash() transactionColumn {
	return transactionColumn{
		Column: table.Column{Title: "HASH", Width: 11, Rank: 4},
		Cell: func(record *client.Transaction) table.Cell {
			return table.Cell{Text: text.Short(text.Bounded(record.Hash)), Style: t.deps.Theme.Faint}
		},
	}
}

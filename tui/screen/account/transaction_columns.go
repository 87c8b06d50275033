package account

import (
	"cmp"
	"math/big"
	"strings"

	"foredeck/client"
	"foredeck/tui/render"
	"foredeck/tui/text"
	"foredeck/tui/widget/table"
)

// The columns of lists of transactions. The rank says what goes first in a narrow window.

type transactionColumn = column[client.Transaction]

// sortable is the columns, where there are rows to be sorted.
func (t *transactions) sortable() []transactionColumn {
	if t.pages.Len() == 0 {
		return nil
	}
	return t.columns(t)
}

// searched is what is searched of a record: all that its row shows, and in full what the row shortens.
func (t *transactions) searched(record *client.Transaction) []string {
	texts := []string{
		record.Hash, record.Status, record.Type, string(render.Call(record)), string(render.Fee(record, t.session.Units, t.session.Decimals)),
		string(render.Number(record.SequenceNumber)), string(render.Number(height(record))),
	}
	if record.Sender != nil {
		texts = append(texts, record.Sender.String(), string(t.session.NameOf(*record.Sender)))
	}
	return texts
}

// remembered asks once for each record: sorting looks at each of them many times.
func remembered[T, V any](of func(*T) V) func(*T) V {
	var known map[*T]V // made when the column is sorted by, which it seldom is
	return func(record *T) V {
		value, ok := known[record]
		if !ok {
			if known == nil {
				known = map[*T]V{}
			}
			value = of(record)
			known[record] = value
		}
		return value
	}
}

// byText sorts texts from A to Z.
func byText[T any](of func(*T) string) func(a, b *T) int {
	of = remembered(of)
	return func(a, b *T) int { return strings.Compare(of(a), of(b)) }
}

// greatestFirst sorts by what can be compared; records without it come last.
func greatestFirst[T, V any](of func(*T) *V, compare func(a, b *V) int) func(a, b *T) int {
	return func(a, b *T) int {
		x, y := of(a), of(b)
		switch {
		case x == nil && y == nil:
			return 0
		case x == nil:
			return 1
		case y == nil:
			return -1
		}
		return compare(y, x)
	}
}

func byNumber[T any](of func(*T) *uint64) func(a, b *T) int {
	return greatestFirst(of, func(a, b *uint64) int { return cmp.Compare(*a, *b) })
}

// byFee sorts the greatest fee first, or the most that it could have been where the fee is not given.
func byFee() func(a, b *client.Transaction) int {
	return greatestFirst(remembered(mostPaid), (*big.Int).Cmp)
}

func mostPaid(record *client.Transaction) *big.Int {
	if fee := record.Fee(); fee != nil {
		return fee
	}
	return record.FeeCap()
}

// byTime sorts the youngest block first.
var byTime = byNumber(func(record *client.Transaction) *uint64 {
	if record.Block == nil {
		return nil
	}
	return (*uint64)(&record.Block.Timestamp)
})

// number is a column of numbers that grow or fall along the list: it is as wide as those at the two ends, which are the
// widest.
func (t *transactions) number(title text.Safe, rank int, of func(*client.Transaction) *uint64) transactionColumn {
	width := text.Width(title)
	for _, i := range []int{0, t.pages.Len() - 1} {
		width = max(width, text.Width(render.Number(of(t.pages.At(i)))))
	}
	return transactionColumn{
		Column: table.Column{Title: title, Width: width, Rank: rank},
		cell: func(record *client.Transaction) table.Cell {
			return table.Cell{Text: render.Number(of(record))}
		},
		compare: byNumber(of),
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
		cell: func(record *client.Transaction) table.Cell {
			return table.Cell{Text: render.Status(record.Status), Style: render.StatusStyle(t.session.Theme, record.Status)}
		},
		ascending: true, compare: byText(func(record *client.Transaction) string { return record.Status }),
	}
}

func (t *transactions) kind(width int) transactionColumn {
	return transactionColumn{
		Column: table.Column{Title: "TYPE", Width: width, Rank: 5},
		cell: func(record *client.Transaction) table.Cell {
			return table.Cell{Text: text.Shown(record.Type), Style: t.session.Theme.Faint}
		},
		ascending: true, compare: byText(func(record *client.Transaction) string { return record.Type }),
	}
}

// senderText is who sent it as a text that sorts: by name where there is one.
func (t *transactions) senderText(record *client.Transaction) string {
	if record.Sender == nil {
		return ""
	}
	if name := t.session.NameOf(*record.Sender); name != "" {
		return string(name)
	}
	return record.Sender.String()
}

// sender is who sent it, by name where there is one.
func (t *transactions) sender() transactionColumn {
	return transactionColumn{
		Column: table.Column{Title: "SENDER", Width: 11, Rank: 2},
		cell: func(record *client.Transaction) table.Cell {
			if record.Sender == nil {
				return table.Cell{Text: text.None, Style: t.session.Theme.Faint}
			}
			if name := t.session.NameOf(*record.Sender); name != "" {
				return table.Cell{Text: name, Style: t.session.Theme.Accent}
			}
			return table.Cell{Text: text.Short(text.Safe(record.Sender.String()))}
		},
		ascending: true, compare: byText(t.senderText),
	}
}

func (t *transactions) call() transactionColumn {
	return transactionColumn{
		Column: table.Column{Title: "FUNCTION", Width: 22, Flex: true, Shorten: text.Function},
		cell: func(record *client.Transaction) table.Cell {
			call := table.Cell{Text: render.Call(record)}
			if record.Problem != nil {
				call.Style = t.session.Theme.Warn
			}
			return call
		},
		ascending: true, compare: byText(func(record *client.Transaction) string { return string(render.Call(record)) }),
	}
}

func (t *transactions) fee() transactionColumn {
	return transactionColumn{
		Column: table.Column{Title: "FEE", Width: 12, Right: true, Rank: 3},
		cell: func(record *client.Transaction) table.Cell {
			return table.Cell{Text: render.Fee(record, t.session.Units, t.session.Decimals)}
		},
		compare: byFee(),
	}
}

func (t *transactions) age() transactionColumn {
	now, width := t.session.Now(), len("59m59s")
	for _, i := range []int{0, t.pages.Len() - 1} {
		width = max(width, text.Width(render.Age(t.pages.At(i), now)))
	}
	return transactionColumn{
		Column: table.Column{Title: "AGE", Width: width, Rank: 1},
		cell: func(record *client.Transaction) table.Cell {
			return table.Cell{Text: render.Age(record, now)}
		},
		compare: byTime,
	}
}

func (t *transactions) hash() transactionColumn {
	return transactionColumn{
		Column: table.Column{Title: "HASH", Width: 11, Rank: 4},
		cell: func(record *client.Transaction) table.Cell {
			return table.Cell{Text: text.Short(text.Shown(record.Hash)), Style: t.session.Theme.Faint}
		},
	}
}

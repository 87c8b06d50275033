package pane

import (
	"cmp"

	tea "github.com/charmbracelet/bubbletea"

	"foredeck/client"
	"foredeck/theme"
	"foredeck/tui/load"
	"foredeck/tui/render"
	"foredeck/tui/screen"
	"foredeck/tui/text"
	"foredeck/tui/widget"
)

// OpenTransaction opens the selected record of a list with this name. The selection follows while the user walks the list from there.
func OpenTransaction(l *List[client.Transaction], name text.Safe) tea.Cmd {
	selected, pages := l.Selected(), l.Pages
	if selected == nil {
		return nil
	}
	return l.Deps.Post(screen.OpenTransactionMsg{
		List: pages, Name: name, Record: selected, Serial: l.Serial(l.Rows.Selected()),
		Neighbor: func(serial, delta int) (int, bool) {
			if l.Pages == pages {
				l.Sync()
				l.Scan()
				return l.Neighbor(serial, delta)
			}
			i := pages.Index(serial) + delta // the list was reversed or reloaded since
			return serial + delta, i >= 0 && i < pages.Len()
		},
		OnWalk: func(serial int) {
			if l.Pages == pages {
				l.Sync()
				l.ScanNew()
				l.Select(serial)
			}
		},
	})
}

// CopyTransaction returns the copy forms of the selected record.
func CopyTransaction(l *List[client.Transaction]) []screen.Copy {
	record := l.Selected()
	if record == nil {
		return nil
	}
	copies := []screen.Copy{{Form: text.Const("hash"), Value: func() string { return record.Hash }}}
	if record.Payload != nil && record.Payload.Function != "" {
		copies = append(copies, screen.Copy{Form: text.Const("function"), Value: func() string { return record.Payload.Function }})
	}
	return append(copies,
		screen.Copy{Form: text.Const("JSON"), Value: func() string { return string(record.Raw) }},
		l.CopyRow(record))
}

// SelectedTransaction draws a summary of the selected record.
func SelectedTransaction(l *List[client.Transaction], room Area) widget.Panel {
	deps, record := l.Deps, l.Selected()
	if record == nil {
		return widget.Panel{Title: text.In(deps.Theme.Title, "Selected"), Body: []text.Line{text.In(deps.Theme.Faint, "no row selected")}}
	}
	formatter := deps.Amounts.Formatter(deps.Names, record)
	formatter.Instant = deps.Instant
	formatter.HashPage = deps.TransactionPage(record.Hash)
	return render.Selected(record, deps.ABIs.Arguments(record), deps.Failures.OfRecord(record), formatter, deps.Theme, room.Width, room.Height)
}

// TransactionColumn is a column of a list of transactions.
type TransactionColumn = Column[client.Transaction]

// TransactionColumns makes the columns of a list of transactions. Those of the highest rank are dropped first in a narrow window.
type TransactionColumns struct {
	Deps  *screen.Deps
	Pages *load.Pages[client.Transaction]
	// HasFailure shows the reasons of failures.
	HasFailure bool
	Width      int       // of a list that has room for whole functions once it is wide; 0 for others
	Sorted     text.Safe // title of the column by which the rows are sorted, empty in the node's order
}

// width returns the width of a column whose texts are monotonic along the list, and so at most as wide as those at its ends.
func (c TransactionColumns) width(minimum int, of func(*client.Transaction) text.Safe) int {
	last := c.Pages.Len() - 1
	if last < 0 {
		return minimum
	}
	return max(minimum, text.Width(of(c.Pages.At(0))), text.Width(of(c.Pages.At(last))))
}

// Number returns a column of numbers that are monotonic along the list.
func (c TransactionColumns) Number(name string, title text.Safe, rank int, of func(*client.Transaction) *uint64) TransactionColumn {
	shown := func(record *client.Transaction) text.Safe { return render.Number(of(record)) }
	return TransactionColumn{
		Name: name, Column: widget.Column{Title: title, Width: c.width(text.Width(title), shown), Rank: rank},
		Cell:    func(record *client.Transaction) widget.Cell { return widget.Cell{Text: shown(record)} },
		Compare: render.ByNumber(of),
	}
}

// Block returns the column of the heights of blocks.
func (c TransactionColumns) Block(rank int) TransactionColumn {
	column := c.Number("block", text.Const("BLOCK"), rank, (*client.Transaction).Height)
	column.Cell = func(record *client.Transaction) widget.Cell {
		return widget.Cell{Text: render.Number(record.Height()), Page: c.Deps.BlockPage(record.Height())}
	}
	return column
}

// Sequence returns the sequence number of a record; nil if it has none.
func Sequence(record *client.Transaction) *uint64 { return record.SequenceNumber }

// Status returns the column of outcomes.
func (c TransactionColumns) Status() TransactionColumn {
	return TransactionColumn{
		Name: "status", Column: widget.Column{Title: text.Const("STATUS"), Width: 9},
		Cell: func(record *client.Transaction) widget.Cell {
			return widget.Cell{Text: render.Status(record.Status), Style: render.StatusStyle(c.Deps.Theme, record.Status)}
		},
		Ascending: true, Compare: render.ByText(func(record *client.Transaction) string { return record.Status }),
	}
}

// Type returns the column of transaction types.
func (c TransactionColumns) Type(width, rank int) TransactionColumn {
	return TransactionColumn{
		Name: "type", Column: widget.Column{Title: text.Const("TYPE"), Width: width, Rank: rank},
		Cell: func(record *client.Transaction) widget.Cell {
			return widget.Cell{Text: text.Bounded(record.Type), Style: c.Deps.Theme.Faint}
		},
		Ascending: true, Compare: render.ByText(func(record *client.Transaction) string { return record.Type }),
	}
}

// Sender returns the column of senders, by name if there is one.
func (c TransactionColumns) Sender() TransactionColumn {
	return TransactionColumn{
		Name: "sender", Column: widget.Column{Title: text.Const("SENDER"), Width: hexWidth, Rank: 2, Shorten: shortHex},
		Cell: func(record *client.Transaction) widget.Cell {
			if record.Sender == nil {
				return widget.Cell{Text: text.None, Style: c.Deps.Theme.Faint}
			}
			if name := c.Deps.Names.Of(*record.Sender); !name.IsEmpty() {
				return widget.Cell{Text: name, Style: c.Deps.Theme.Accent, Page: c.Deps.AccountPage(record.Sender.String())}
			}
			return hexCell(text.Clean(record.Sender.String()), theme.Style{}, c.Deps.AccountPage(record.Sender.String()))
		},
		Ascending: true, Compare: render.ByText(func(record *client.Transaction) string {
			if record.Sender == nil {
				return ""
			}
			return cmp.Or(c.Deps.Names.Of(*record.Sender).String(), record.Sender.String())
		}),
	}
}

// Call returns the column of called functions.
func (c TransactionColumns) Call() TransactionColumn {
	return TransactionColumn{
		Name: "function", Column: widget.Column{Title: text.Const("FUNCTION"), Width: c.callWidth(), Flex: true, Shorten: text.Function},
		Cell: func(record *client.Transaction) widget.Cell {
			call := widget.Cell{Text: render.Call(record)}
			if record.Problems != nil {
				call.Style = c.Deps.Theme.Warn
			}
			return call
		},
		Ascending: true, Compare: render.ByText(func(record *client.Transaction) string { return render.Call(record).String() }),
	}
}

// Most functions fit in wholeCall. From wideList on, they have priority over hashes.
const (
	shortCall = 22
	wholeCall = 38
	wideList  = 106
)

func (c TransactionColumns) callWidth() int {
	if c.Width >= wideList {
		return wholeCall
	}
	return shortCall
}

// fee returns the column of fees.
func (c TransactionColumns) fee() TransactionColumn {
	return TransactionColumn{
		Name: "fee", Column: widget.Column{Title: text.Const("FEE"), Width: 12, Right: true, Rank: 3},
		Cell: func(record *client.Transaction) widget.Cell {
			return widget.Cell{Text: render.Fee(record, c.Deps.Units, c.Deps.Amounts.Native())}
		},
		Compare: render.ByFee(),
	}
}

// Age returns the column of the time since a record's block.
func (c TransactionColumns) Age() TransactionColumn {
	now := c.Deps.Now()
	age := func(record *client.Transaction) text.Safe { return render.Age(record, now) }
	return TransactionColumn{
		Name: "age", Column: widget.Column{Title: text.Const("AGE"), Width: c.width(len("59m59s"), age), Right: true, Rank: 1},
		Cell: func(record *client.Transaction) widget.Cell {
			cell := widget.Cell{Text: age(record)}
			if at := record.BlockTime(); at != nil {
				cell.Style = c.Deps.Theme.Age(now.Sub(at.Time()))
			}
			return cell
		},
		Compare: render.ByTime,
	}
}

// Hash returns the column of hashes.
func (c TransactionColumns) Hash(rank int) TransactionColumn {
	return TransactionColumn{
		Name: "hash", Column: widget.Column{Title: text.Const("HASH"), Width: hexWidth, Rank: rank, Shorten: shortHex},
		Cell: func(record *client.Transaction) widget.Cell {
			return hexCell(text.Bounded(record.Hash), c.Deps.Theme.Faint, c.Deps.TransactionPage(record.Hash))
		},
	}
}

// hexWidth is the width of a short address or hash.
const hexWidth = len("0x88fb") + len("2ca1") + 1

// shortHex shortens an address or hash as everywhere, or to as much of it as a wider column has room for.
func shortHex(s text.Safe, width int) text.Safe {
	if width <= hexWidth {
		return text.Cut(text.Short(s), width)
	}
	return text.CutMiddle(s, width)
}

// hexCell returns a cell with an address or hash, which is read in its short form.
func hexCell(s text.Safe, style theme.Style, page text.Page) widget.Cell {
	return widget.Cell{Text: s, Style: style, Spoken: text.Short(s), Page: page}
}

const (
	// reasonWidth is the width of the column of reasons: that of EINSUFFICIENT_BALANCE and of most categories with a number.
	reasonWidth = 22
	// reasonWide is that of ECOIN_STORE_NOT_PUBLISHED.
	reasonWide = 26
	// reasonMax is the width of nearly all names of reasons.
	reasonMax = 36
	// rankWithReason makes the fee the first column that is dropped.
	rankWithReason = 7
)

// Outcome returns the columns of the reason of a failure and of the fee. The reason is hidden in a list without failures. Where
// there is no room for both, it takes the place of the fee, unless the rows are sorted by it.
func (c TransactionColumns) Outcome() (reason, fee TransactionColumn) {
	width, most := 0, 0
	fee = c.fee()
	if c.HasFailure {
		width, most = reasonWidth, reasonMax
		if c.Width >= wideList {
			width = reasonWide
		}
	}
	if c.HasFailure && c.Sorted != fee.Title && c.Width < wideList {
		fee.Rank = rankWithReason
	}
	return TransactionColumn{
		Name: "reason", Column: widget.Column{Title: text.Const("REASON"), Width: width, Max: most, Rank: 3},
		Cell: func(record *client.Transaction) widget.Cell {
			return widget.Cell{Text: c.reason(record), Style: c.Deps.Theme.Bad}
		},
	}, fee
}

// reason returns why a transaction failed, empty if it did not.
func (c TransactionColumns) reason(record *client.Transaction) text.Safe {
	failed := c.Deps.Failures.OfRecord(record)
	if failed.Status == nil {
		return text.Safe{}
	}
	return render.Reason(failed.Status)
}

// IsFailure reports whether the node says why the transaction failed.
func IsFailure(record *client.Transaction) bool {
	return record.VMStatus != "" && record.Status != "Success"
}

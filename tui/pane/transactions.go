package pane

import (
	"cmp"

	tea "github.com/charmbracelet/bubbletea"

	"foredeck/client"
	"foredeck/theme"
	"foredeck/tui/load"
	"foredeck/tui/record"
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
				if !l.HasRange() { // which the cursor would extend
					l.Select(serial)
				}
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
	return TransactionDetails(l.Deps, l.Selected(), room)
}

// TransactionDetails draws a summary of a record, which is nil if none is selected.
func TransactionDetails(deps *screen.Deps, record *client.Transaction, room Area) widget.Panel {
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

var transactionColumns = record.Transactions{HasCoins: true}.Columns()

// Of returns a column as it is declared for all outputs, with what the deck adds to it.
func (c TransactionColumns) Of(name string, rank int) TransactionColumn {
	declared := transactionColumns.Named(name)
	column, added := Of(declared, rank), transactionCells[name]
	column.Name = name
	column.Width, column.Right, column.Flex, column.Shorten = added.Width, added.Right, added.Flex, added.Shorten
	if added.cell != nil {
		column.Cell = func(t *client.Transaction) widget.Cell { return added.cell(&c, t) }
	}
	switch name {
	case "seq", "block":
		column.Width = c.width(text.Width(declared.Title), declared.In(record.Table))
	case "age":
		column.Width = c.width(len("59m59s"), func(t *client.Transaction) text.Safe { return render.Age(t, c.Deps.Now()) })
	case "function":
		if column.Width = shortCall; c.Width >= wideList {
			column.Width = wholeCall
		}
	case "sender":
		column.Ascending, column.Compare = true, render.ByText(c.sender)
	case "fee":
		column.Compare = render.ByFee()
	}
	return column
}

// maxPathWidth is the width to which columns by path grow.
const maxPathWidth = 40

// transactionPath returns the column of a name that is a path, such as arg[1].amount. Users choose it by name.
func transactionPath(name string) (TransactionColumn, bool) {
	return pathColumn(record.TransactionPath(name))
}

// EventPath returns the column of a name that is a path in events, such as .data.amount.
func EventPath(name string) (Column[client.ChainEvent], bool) {
	return pathColumn(record.EventPath(name))
}

// pathColumn returns a column by path as one of a list, which sorts by it.
func pathColumn[T any](declared record.Column[T], ok bool) (Column[T], bool) {
	if !ok {
		return Column[T]{}, false
	}
	column := Of(&declared, optionalRank).AsOptional()
	value := render.Memoize(func(t *T) string { return declared.Text(t).String() })
	column.Name, column.Max = declared.Name, maxPathWidth
	column.Ascending, column.Compare = true, func(a, b *T) int { return record.ComparePath(value(a), value(b)) }
	column.Missing = func(t *T) bool { return value(t) == "" }
	return column, true
}

// Most functions fit in wholeCall. From wideList on, they have priority over hashes.
const (
	shortCall = 22
	wholeCall = 38
	wideList  = 106
)

// transactionCells are the shapes of columns in the deck, and their cells where they have more than a text: a style, a page, a name, or
// the unit that the user chose.
var transactionCells = map[string]struct {
	widget.Column
	cell func(*TransactionColumns, *client.Transaction) widget.Cell // nil: that of the declared column
}{
	"block": {cell: func(c *TransactionColumns, t *client.Transaction) widget.Cell {
		return widget.Cell{Text: render.Number(t.Height()), Page: c.Deps.BlockPage(t.Height())}
	}},
	"status": {widget.Column{Width: 9}, func(c *TransactionColumns, t *client.Transaction) widget.Cell {
		return widget.Cell{Text: render.Status(t.Status), Style: render.StatusStyle(c.Deps.Theme, t.Status)}
	}},
	"type": {widget.Column{Width: 9}, func(c *TransactionColumns, t *client.Transaction) widget.Cell {
		return widget.Cell{Text: text.Bounded(t.Type), Style: c.Deps.Theme.Faint}
	}},
	"sender": {widget.Column{Width: hexWidth, Shorten: shortHex}, (*TransactionColumns).senderCell},
	"function": {widget.Column{Flex: true, Shorten: text.Function}, func(c *TransactionColumns, t *client.Transaction) widget.Cell {
		call := widget.Cell{Text: render.Call(t)}
		if t.Problems != nil {
			call.Style = c.Deps.Theme.Warn
		}
		return call
	}},
	"amount": {widget.Column{Right: true, Shorten: text.CutNumber}, nil},
	"reason": {cell: func(c *TransactionColumns, t *client.Transaction) widget.Cell {
		cell := widget.Cell{Style: c.Deps.Theme.Bad}
		if failed := c.Deps.Failures.OfRecord(t); failed.Status != nil {
			cell.Text = render.Reason(failed.Status)
		}
		return cell
	}},
	"fee": {widget.Column{Width: 12, Right: true}, func(c *TransactionColumns, t *client.Transaction) widget.Cell {
		return widget.Cell{Text: render.Fee(t, c.Deps.Units, c.Deps.Amounts.Native())}
	}},
	"age": {widget.Column{Right: true}, func(c *TransactionColumns, t *client.Transaction) widget.Cell {
		now := c.Deps.Now()
		cell := widget.Cell{Text: render.Age(t, now)}
		if at := t.BlockTime(); at != nil {
			cell.Style = c.Deps.Theme.Age(now.Sub(at.Time()))
		}
		return cell
	}},
	"hash": {widget.Column{Width: hexWidth, Shorten: shortHex}, func(c *TransactionColumns, t *client.Transaction) widget.Cell {
		return hexCell(text.Bounded(t.Hash), c.Deps.Theme.Faint, c.Deps.TransactionPage(t.Hash))
	}},
}

// senderCell draws the sender, by name if there is one.
func (c *TransactionColumns) senderCell(t *client.Transaction) widget.Cell {
	if t.Sender == nil {
		return widget.Cell{Text: text.None, Style: c.Deps.Theme.Faint}
	}
	page := c.Deps.AccountPage(t.Sender.String())
	if name := c.Deps.Names.Of(*t.Sender); !name.IsEmpty() {
		return widget.Cell{Text: name, Style: c.Deps.Theme.Accent, Page: page}
	}
	return hexCell(text.Clean(t.Sender.String()), theme.Style{}, page)
}

// sender returns the name or address by which rows are sorted.
func (c *TransactionColumns) sender(t *client.Transaction) string {
	if t.Sender == nil {
		return ""
	}
	return cmp.Or(c.Deps.Names.Of(*t.Sender).String(), t.Sender.String())
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
	reason, fee = c.Of("reason", 3), c.Of("fee", 3)
	if !c.HasFailure {
		return reason, fee
	}
	reason.Width, reason.Max = reasonWidth, reasonMax
	if c.Width >= wideList {
		reason.Width = reasonWide
	} else if c.Sorted != fee.Title {
		fee.Rank = rankWithReason
	}
	return reason, fee
}

// IsFailure reports whether the node says why the transaction failed.
func IsFailure(record *client.Transaction) bool {
	return record.VMStatus != "" && record.Status != "Success"
}

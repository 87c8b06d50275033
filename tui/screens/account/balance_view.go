package account

import (
	"math/big"
	"strings"

	"foredeck/tui/market"
	"foredeck/tui/pane"
	"foredeck/tui/record"
	"foredeck/tui/render"
	"foredeck/tui/text"
	"foredeck/tui/widget"
)

// declared returns the columns as all outputs have them.
func (b *balance) declared() record.Columns[market.Entry] {
	return market.LedgerColumns(b.today(), b.Deps.Units)
}

func (b *balance) rows() record.Rows[market.Entry] { return b.declared().CSV() }

// columns returns the columns of the list. Amounts are as wide as the widest of them, so that none is cut while there is room for a row.
func (b *balance) columns() []pane.Column[market.Entry] {
	th, coin, declared := b.Deps.Theme, b.today(), b.declared()
	amount := func(name string, rank int, widest *big.Int, of func(*market.Entry) *big.Int) pane.Column[market.Entry] {
		column := pane.Of(declared.Named(name), rank)
		column.Width = max(text.Width(column.Title), text.Width(b.Deps.Units.Write(widest, coin.Places())))
		column.Shorten, column.Compare = text.CutNumber, byAmount(of)
		return column
	}
	moved := amount("moved", 1, &b.widest.moved, func(e *market.Entry) *big.Int { return e.Moved })
	moved.Width++ // the sign
	written := moved.Cell
	moved.Cell = func(e *market.Entry) widget.Cell {
		cell := written(e)
		switch {
		case e.Unclear != "":
			cell.Style, cell.Unit = th.Warn, text.Const(" ?")
		case e.Moved.Sign() > 0:
			cell.Style = th.Strong
		}
		return cell
	}
	fee := amount("fee", 4, &b.widest.fee, func(e *market.Entry) *big.Int { return e.Fee })
	if b.widest.fee.Sign() == 0 {
		fee.Width = 0 // not shown
	}
	name := pane.Of(declared.Named("coin"), 0).In(th.Faint)
	name.Width = max(len("COIN"), min(text.Width(coin.Name()), maxCoinWidth))
	call := pane.Of(declared.Named("function"), 3)
	call.Width, call.Flex, call.Shorten = minCallWidth, true, text.Function
	call.Cell = func(e *market.Entry) widget.Cell { return widget.Cell{Text: render.Call(e.Transaction)} }
	block := pane.Of(declared.Named("block"), 6)
	block.Width = max(block.Width-2, len("48,211,907"))
	hash := pane.Of(declared.Named("hash"), 5).In(th.Faint)
	return []pane.Column[market.Entry]{
		block, moved, fee, amount("balance", 0, &b.widest.balance, func(e *market.Entry) *big.Int { return e.Balance }), name, call, b.age(), hash,
	}
}

// Widths of columns.
const (
	maxCoinWidth = 16
	minCallWidth = 16
)

// age returns the column of the age of the block.
func (b *balance) age() pane.Column[market.Entry] {
	return pane.Column[market.Entry]{
		Column: widget.Column{Title: text.Const("AGE"), Width: len("59m59s"), Right: true, Rank: 2},
		Cell: func(e *market.Entry) widget.Cell {
			now := b.Deps.Now()
			cell := widget.Cell{Text: render.Age(e.Transaction, now)}
			if at := e.Transaction.BlockTime(); at != nil {
				cell.Style = b.Deps.Theme.Age(now.Sub(at.Time()))
			}
			return cell
		},
	}
}

// byAmount orders by an amount, the greatest first and unknown ones last.
func byAmount(of func(*market.Entry) *big.Int) func(a, b *market.Entry) int {
	return func(a, b *market.Entry) int {
		x, y := of(a), of(b)
		switch {
		case x == nil && y == nil:
			return 0
		case x == nil:
			return 1
		case y == nil:
			return -1
		}
		return y.Cmp(x)
	}
}

// extentLines say how far the list reaches and what it explains of the balance, and that the balance has changed since.
func (b *balance) extentLines(room pane.Area) []text.Line {
	isExplained := b.Pages.Complete() && b.current.extent.Opening(b.today()).Sign() == 0
	if !b.Pages.Loaded() || isExplained && b.current.extent.Read == 0 {
		return nil
	}
	th, most := b.Deps.Theme, max(min(room.Height/3, maxExtentLines), 1)
	style, forms := th.Faint, b.extentForms()
	if b.Pages.Complete() && !isExplained {
		style = th.Warn
	}
	var lines []text.Line
	for _, form := range forms { // no amount is cut: a shorter form has priority
		if wrapped := text.WrapIn(style, form, room.Width, room.Width); len(wrapped) <= most {
			lines = wrapped
			break
		}
	}
	if now, changed := b.changed(); changed {
		if note := text.In(th.Accent, "%s now · %s reads again", now.Text(b.Deps.Units), b.Deps.Key("deck.refresh")); note.Width() <= room.Width {
			lines = append(lines, note)
		}
	}
	return lines
}

// maxExtentLines is the greatest number of lines of what the list explains.
const maxExtentLines = 5

// extentForms returns what the list explains of the balance in words, longest first.
func (b *balance) extentForms() []text.Safe {
	x, today, units := &b.current.extent, b.today(), b.Deps.Units
	x.LacksTasks = b.current.history.LacksTasks()
	count, opening, balance := text.Plural(x.Read, "transaction"), today.Of(x.Opening(today), units), today.Text(units)
	if x.Oldest != nil && x.Oldest.BlockTime() != nil {
		count = text.Format("%s back to %s", count, b.Deps.ShortTime(x.Oldest.BlockTime().Time()))
	}
	switch {
	case !b.Pages.Complete():
		return []text.Safe{
			text.Format("balance %s; %s before %s · %s reads on", balance, opening, count, b.Deps.Key("list.last")),
			text.Format("%s before %s", opening, count), text.Format("%s before", opening),
		}
	case x.Opening(today).Sign() == 0:
		return []text.Safe{
			text.Format("balance %s: the whole history, %s, explains all of it", balance, count),
			text.Format("all of %s is explained", balance), text.Const("all is explained"),
		}
	}
	short := text.Format("not explained: %s", opening)
	return []text.Safe{
		text.Format("balance %s, of which the whole history, %s, does not explain %s: %s", balance, count, opening, text.Clean(strings.Join(x.Causes(today), "; or "))),
		text.Format("balance %s, of which the whole history, %s, does not explain %s", balance, count, opening),
		text.Format("%s of %s", short, balance), short,
	}
}

func (b *balance) vital() text.Safe {
	e := b.Selected()
	if e == nil {
		return text.Safe{}
	}
	return text.Format("%s %s", b.today().Of(e.Balance, b.Deps.Units), render.Age(e.Transaction, b.Deps.Now()))
}

// detailsPanel draws the amounts of the selected row, which lists of narrow windows lack, and a summary of its transaction.
func (b *balance) detailsPanel(room pane.Area) widget.Panel {
	e := b.Selected()
	if e == nil {
		return pane.TransactionDetails(b.Deps, nil, room)
	}
	lines := b.amountLines(e, room)
	p := pane.TransactionDetails(b.Deps, e.Transaction, room.Less(len(lines)))
	p.Body = append(lines, p.Body...)
	return p
}

// maxFactLines is the number of lines to which an amount may wrap.
const maxFactLines = 3

// amountLines writes what a transaction changed, each amount whole.
func (b *balance) amountLines(e *market.Entry, room pane.Area) []text.Line {
	th, coin, units := b.Deps.Theme, b.today(), b.Deps.Units
	moved := coin.Of(e.Moved, units)
	if e.Moved.Sign() > 0 {
		moved = text.Format("+%s", moved)
	}
	facts := []text.Safe{text.Format("balance %s", coin.Of(e.Balance, units)), text.Format("before %s", coin.Of(e.Before(), units)), text.Format("moved %s", moved)}
	if e.Fee != nil {
		facts = append(facts, text.Format("fee %s", coin.Of(e.Fee, units)))
	}
	var lines []text.Line
	for _, fact := range facts {
		if last := len(lines) - 1; last >= 0 && lines[last].Width()+text.Width(fact)+len("   ") <= room.Width {
			lines[last] = append(lines[last], text.Span{Text: text.Format("   %s", fact)})
			continue
		}
		lines = append(lines, text.WrapIn(th.Text, fact, room.Width, maxFactLines)...)
	}
	if e.Unclear != "" {
		lines = append(lines, text.WrapIn(th.Warn, text.Format("change not known exactly: %s", text.Clean(e.Unclear)), room.Width, 2)...)
	}
	return lines
}

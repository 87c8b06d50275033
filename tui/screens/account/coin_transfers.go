package account

import (
	"context"
	"slices"
	"strconv"
	"strings"

	tea "github.com/charmbracelet/bubbletea"

	"foredeck/client"
	"foredeck/client/move"
	"foredeck/tui/load"
	"foredeck/tui/pane"
	"foredeck/tui/render"
	"foredeck/tui/screen"
	"foredeck/tui/text"
	"foredeck/tui/widget"
)

// coinTransfers is the tab of transactions that transfer coins from or to the account. The node filters by transaction type, so
// each type has its own list; loaded ones are cached.
type coinTransfers struct {
	*transactions
	byKind  map[client.TransactionType]*transactions
	kind    client.TransactionType
	newList func(client.TransactionType) *transactions
}

// coinKinds are the types the node can filter by, in the order of the key that cycles through them.
var coinKinds = []client.TransactionType{
	client.AnyType, client.UserType, client.AutomatedType, client.BlockMetadataType, client.AutomationRecordType,
}

// fungible stands for the transfers of a fungible asset, if the address is a store of it. Nodes have a list of its own for them.
const fungible client.TransactionType = "fungible"

func newCoinTransfers(deps *screen.Deps, address move.Address) *coinTransfers {
	c := &coinTransfers{byKind: map[client.TransactionType]*transactions{}}
	c.newList = func(kind client.TransactionType) *transactions { return newCoinList(deps, address, kind) }
	c.show(client.AnyType)
	return c
}

func newCoinList(deps *screen.Deps, address move.Address, kind client.TransactionType) *transactions {
	words := pane.Words{Name: text.Const("Coin transfers"), Title: text.Const("Coin transfers"), Content: text.Const("coin transfers")}
	list := func(ctx context.Context, request client.PageRequest) (client.Page[client.Transaction], error) {
		return deps.Node.CoinTransactions(ctx, address, kind, request)
	}
	switch kind {
	case client.AnyType:
	case fungible:
		words.Title, list = text.Const("Transfers of this fungible-asset store"), func(ctx context.Context, request client.PageRequest) (client.Page[client.Transaction], error) {
			return deps.Node.FungibleTransactions(ctx, address, request)
		}
	default:
		words.Title = text.Format("%s, %s", words.Title, kindLabel(kind))
	}
	transfers := newTransactions(deps, words, address,
		pane.InBothOrders(load.Source[client.Transaction]{
			Page: list,
			Newer: func(newest *client.Transaction) client.Cursor {
				at := newest.BlockTime()
				if at == nil || *at == 0 {
					return ""
				}
				// The page starts after the cursor: include the newest record's block, which may hold further ones.
				return client.Cursor(strconv.FormatUint(uint64(*at)-1, 10))
			},
		}))
	transfers.showTransfers()
	if kind == fungible {
		transfers.Empty = func() []text.Line {
			return []text.Line{text.Plain("no transfers"), text.In(deps.Theme.Faint, "the list is that of a fungible-asset store: open its address, not that of its owner")}
		}
		return transfers
	}
	transfers.Notes = func() []text.Safe { return scopeNotes }
	transfers.Empty = func() []text.Line {
		words := text.Const("no coin transfers")
		if kind != client.AnyType {
			words = text.Format("no coin transfers in %s transactions", text.Clean(string(kind)))
		}
		return []text.Line{words.Line(), text.In(deps.Theme.Faint, "transfers between fungible-asset stores are not included")}
	}
	return transfers
}

// wantCoins requests the decimals of the coins that the account transferred in a record.
func (t *transactions) wantCoins(record *client.Transaction) {
	for _, moved := range t.transfers(record) {
		if tag, err := move.ParseTypeTag(moved.Coin); err == nil && !client.IsNativeCoin(moved.Coin) {
			t.Deps.Amounts.Want(tag)
		}
	}
}

// wantVisibleCoins requests the decimals of the coins in the visible rows if the user chose the column of amounts.
func (t *transactions) wantVisibleCoins() {
	if !slices.ContainsFunc(t.shownColumns(), func(column pane.TransactionColumn) bool { return column.Name == "amount" }) {
		return
	}
	for row := t.Rows.First(); row < min(t.Rows.First()+t.Rows.Height(), t.Rows.Len()); row++ {
		t.wantCoins(t.At(row))
	}
}

// showTransfers makes the list one of coin transfers, with a column of the account's net change of coins.
func (t *transactions) showTransfers() {
	t.arrangement.List = "transfers"
	previous := t.onRecord
	t.onRecord = func(record *client.Transaction) {
		if previous != nil {
			previous(record)
		}
		t.wantCoins(record)
	}
	t.columns = func(c pane.TransactionColumns) []pane.TransactionColumn {
		call, kind, width := c.Of("function", 0), c.Of("type", 4), shortAmount
		if t.Width() >= wideAmounts && (!c.HasFailure || t.Width() >= wideReasons) {
			call.Width, width = len("0x1::native_account::batch_transfer"), wholeAmount
		}
		if t.Width() >= wideReasons {
			kind.Width = len("block_metadata")
		}
		// Records of every type occur here, so the type has priority over the hash.
		reason, fee := c.Outcome()
		return []pane.TransactionColumn{
			c.Of("block", 6), unordered(c.Of("seq", 0)).AsOptional(), c.Of("status", 0), kind, c.Of("sender", 2), call,
			t.amount(c, width), reason, fee, c.Of("age", 1), c.Of("hash", 5),
		}
	}
}

// amount returns the column of the account's net change of coins.
func (t *transactions) amount(c pane.TransactionColumns, width int) pane.TransactionColumn {
	column := c.Of("amount", 2)
	column.Width, column.Cell = width, func(record *client.Transaction) widget.Cell {
		th, written := t.Deps.Theme, render.NetChange(t.Deps.Amounts.Formatter(t.Deps.Names, record), t.transfers(record))
		if written.IsEmpty() {
			return widget.Cell{Text: text.None, Style: th.Hint}
		}
		cell := widget.Cell{Text: written}
		if width == wholeAmount {
			cell = alignPoint(written, width)
		}
		if strings.HasPrefix(written.String(), "+") {
			cell.Style = th.Strong
		}
		return cell
	}
	return column
}

// optionalAmount returns the column of amounts for a list that does not have it by default.
func (t *transactions) optionalAmount(c pane.TransactionColumns) pane.TransactionColumn {
	amount := t.amount(c, shortAmount).AsOptional()
	amount.Max = wholeAmount
	return amount
}

// Widths of lists from which amounts are whole, also beside reasons of failures, and of shortened and whole amounts.
const (
	wideAmounts = 105
	wideReasons = 130
	shortAmount = 13
	wholeAmount = 21
	// fractionWidth is that of eight decimals, or of six and a symbol.
	fractionWidth = 11
)

// alignPoint returns an amount and its unit for a right-aligned column, padded so that decimal points are in one line as far as
// there is room.
func alignPoint(amount text.Safe, width int) widget.Cell {
	number, unit, _ := strings.Cut(amount.String(), " ")
	_, fraction, hasPoint := strings.Cut(number, ".")
	cell := widget.Cell{Text: text.Clean(number)}
	if unit != "" {
		cell.Unit = text.Format(" %s", text.Clean(unit))
	}
	behind := text.Width(text.Clean(fraction)) + text.Width(cell.Unit)
	if hasPoint {
		behind++
	}
	total := text.Width(amount)
	if total > width {
		return widget.Cell{Text: amount} // shortened with its unit
	}
	cell.Unit = text.Concat(cell.Unit, text.Spaces(max(min(fractionWidth+1-behind, width-total), 0)))
	return cell
}

func (c *coinTransfers) show(kind client.TransactionType) {
	if c.byKind[kind] == nil {
		c.byKind[kind] = c.newList(kind)
	}
	c.kind, c.transactions = kind, c.byKind[kind]
}

// hardReload drops the cached lists of other types as well.
func (c *coinTransfers) hardReload() tea.Cmd {
	c.byKind = map[client.TransactionType]*transactions{c.kind: c.transactions}
	return c.transactions.hardReload()
}

func (c *coinTransfers) showNextKind() tea.Cmd {
	c.Cancel()
	ctx := c.Ctx
	c.show(c.nextKind())
	c.Resume(ctx)
	return c.Poll()
}

// nextKind returns the type after the current one.
func (c *coinTransfers) nextKind() client.TransactionType {
	kinds := coinKinds
	if c.Deps.Node.HasExecutedBlocks() { // a public node
		kinds = append(kinds[:len(kinds):len(kinds)], fungible)
	}
	return kinds[(slices.Index(kinds, c.kind)+1)%len(kinds)]
}

func (c *coinTransfers) otherKind() string { return kindLabel(c.nextKind()).String() }

func kindLabel(kind client.TransactionType) text.Safe {
	if kind == client.AnyType {
		return text.Const("all types")
	}
	if kind == fungible {
		return text.Const("fungible-asset store")
	}
	return text.Format("%s only", text.Clean(string(kind)))
}

// scopeNotes describe which stores the list covers, longest first.
var scopeNotes = text.Consts(" (coin stores only, no fungible-asset stores)", " (coin stores only)")

package account

import (
	"context"
	"slices"
	"strconv"

	tea "github.com/charmbracelet/bubbletea"

	"foredeck/client"
	"foredeck/client/move"
	"foredeck/tui/load"
	"foredeck/tui/render"
	"foredeck/tui/screen"
	"foredeck/tui/text"
	"foredeck/tui/widget/panel"
	"foredeck/tui/widget/table"
)

// coinMoves is the tab of the transactions that move coins of the account, those sent and those received. Each kind of
// transaction is a list of its own at the node; those that were asked for are kept.
type coinMoves struct {
	*transactions
	byKind map[client.TransactionType]*transactions
	shown  client.TransactionType
	add    func(client.TransactionType) *transactions
}

// coinKinds are the kinds that the node can limit the list to, in the order in which a key goes through them.
var coinKinds = []client.TransactionType{
	client.AnyType, client.UserType, client.AutomatedType, client.BlockMetadataType, client.AutomationRecordType,
}

func newCoinMoves(deps *screen.Deps, keys *KeyMap, address move.Address) *coinMoves {
	c := &coinMoves{byKind: map[client.TransactionType]*transactions{}}
	c.add = func(kind client.TransactionType) *transactions { return newCoinList(deps, keys, address, kind) }
	c.show(client.AnyType)
	return c
}

func newCoinList(deps *screen.Deps, keys *KeyMap, address move.Address, kind client.TransactionType) *transactions {
	moves := newTransactions(deps, keys, words{name: "Coin moves", title: "Coin moves", asking: "the transactions that moved its coins"},
		inBothOrders(load.Source[client.Transaction]{
			Page: func(ctx context.Context, request client.PageRequest) (client.Page[client.Transaction], error) {
				return deps.Node.CoinTransactions(ctx, address, kind, request)
			},
			Newer: func(newest *client.Transaction) client.Cursor {
				if newest.Block == nil || newest.Block.Timestamp == 0 {
					return ""
				}
				// The page begins after the cursor: with the whole block of the newest record, in which others may have come.
				return client.Cursor(strconv.FormatUint(uint64(newest.Block.Timestamp)-1, 10))
			},
		}))
	moves.moveCoinsOf(address)
	moves.empty = func() []text.Line {
		words := text.Safe("no coins of this address have moved")
		if kind != client.AnyType {
			words = "no transaction of the type " + text.Clean(string(kind)) + " has moved coins of this address"
		}
		return []text.Line{text.Plain(words), text.In(deps.Theme.Faint, "what moved between fungible-asset stores is not in this list of the node")}
	}
	return moves
}

// moveCoinsOf makes the list one of what moved coins of the account, with a column that says how much.
func (t *transactions) moveCoinsOf(address move.Address) {
	own := render.Memoize(func(record *client.Transaction) []render.CoinTransfer {
		moves, _ := render.CoinTransfers(record)
		return slices.DeleteFunc(moves, func(moved render.CoinTransfer) bool { return moved.Account != address })
	})
	noted := t.noted
	t.noted = func(record *client.Transaction) {
		if noted != nil {
			noted(record)
		}
		for _, moved := range own(record) {
			if tag, err := move.ParseTypeTag(moved.Coin); err == nil && !render.IsNativeCoin(moved.Coin) {
				t.deps.WantCoins(tag)
			}
		}
	}
	t.columns = func(t *transactions) []transactionColumn {
		moved := transactionColumn{
			Column: table.Column{Title: "MOVED", Width: 13, Right: true, Rank: 2, Shorten: text.CutNumber},
			Cell: func(record *client.Transaction) table.Cell {
				th, written := t.deps.Theme, render.NetChange(t.deps.Formatter(), own(record))
				switch {
				case written == "":
					return table.Cell{Text: text.None, Style: th.Faint}
				case written[0] == '+':
					return table.Cell{Text: written, Style: th.Good}
				}
				return table.Cell{Text: written}
			},
		}
		kind, hash := t.kind(9), t.hash()
		kind.Rank, hash.Rank = hash.Rank, kind.Rank // others than the account's own kinds are in this list
		return []transactionColumn{t.number("BLOCK", 6, height), t.outcome(), kind, t.sender(), t.call(), moved, t.fee(), t.age(), hash}
	}
}

func (c *coinMoves) show(kind client.TransactionType) {
	if c.byKind[kind] == nil {
		c.byKind[kind] = c.add(kind)
	}
	c.shown, c.transactions = kind, c.byKind[kind]
}

// afresh forgets the lists of the other kinds as well.
func (c *coinMoves) afresh() tea.Cmd {
	c.byKind = map[client.TransactionType]*transactions{c.shown: c.transactions}
	return c.transactions.afresh()
}

func (c *coinMoves) key(msg tea.KeyMsg) tea.Cmd {
	if c.Typing() || !c.keys.Kind.Matches(msg) {
		return c.transactions.key(msg)
	}
	c.cancel()
	ctx := c.ctx
	c.show(c.following())
	c.enter(ctx)
	return c.look()
}

// following is the kind after the one that is shown.
func (c *coinMoves) following() client.TransactionType {
	for i, kind := range coinKinds {
		if kind == c.shown {
			return coinKinds[(i+1)%len(coinKinds)]
		}
	}
	return client.AnyType
}

func (c *coinMoves) actions() []screen.Action {
	if c.Typing() {
		return c.transactions.actions()
	}
	kind := c.keys.Kind
	kind.SetHelp("f", string(kindWords(c.following())))
	return append(c.transactions.actions(), kind)
}

func kindWords(kind client.TransactionType) text.Safe {
	if kind == client.AnyType {
		return "all types"
	}
	return text.Safe(kind) + " only"
}

// storeRemarks say which stores the list leaves out, the longest first.
var storeRemarks = []text.Safe{" (coin stores only, no fungible-asset stores)", " (coin stores only)"}

func (c *coinMoves) listPanel(width int) panel.Panel {
	p := c.transactions.listPanel(width)
	title := c.words.title
	if c.shown != client.AnyType {
		title += ", " + kindWords(c.shown)
	}
	p.Title = c.remarked(title, p.State, storeRemarks)
	return p
}

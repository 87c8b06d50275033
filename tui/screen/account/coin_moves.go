package account

import (
	"context"
	"strconv"

	tea "github.com/charmbracelet/bubbletea"

	"foredeck/client"
	"foredeck/client/move"
	"foredeck/tui/load"
	"foredeck/tui/screen"
	"foredeck/tui/text"
	"foredeck/tui/widget/panel"
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

func newCoinMoves(session *screen.Session, keys *KeyMap, address move.Address) *coinMoves {
	c := &coinMoves{byKind: map[client.TransactionType]*transactions{}}
	c.add = func(kind client.TransactionType) *transactions { return newCoinList(session, keys, address, kind) }
	c.show(client.AnyType)
	return c
}

func newCoinList(session *screen.Session, keys *KeyMap, address move.Address, kind client.TransactionType) *transactions {
	moves := newTransactions(session, keys, words{name: "Coin moves", title: "Coin moves", asking: "the transactions that moved its coins"},
		inBothOrders(load.Source[client.Transaction]{
			Page: func(ctx context.Context, request client.PageRequest) (client.Page[client.Transaction], error) {
				return session.Node.CoinTransactions(ctx, address, kind, request)
			},
			Newer: func(newest *client.Transaction) client.Cursor {
				if newest.Block == nil || newest.Block.Timestamp == 0 {
					return ""
				}
				// The page begins after the cursor: with the whole block of the newest record, in which others may have come.
				return client.Cursor(strconv.FormatUint(uint64(newest.Block.Timestamp)-1, 10))
			},
		}))
	moves.columns = coinColumns
	moves.empty = func() []text.Line {
		words := text.Safe("no coins of this address have moved")
		if kind != client.AnyType {
			words = "no transaction of the type " + text.Clean(string(kind)) + " has moved coins of this address"
		}
		return []text.Line{text.Plain(words), text.In(session.Theme.Faint, "what moved between fungible-asset stores is not in this list of the node")}
	}
	return moves
}

func coinColumns(t *transactions) []transactionColumn {
	return []transactionColumn{t.number("BLOCK", 6, height), t.outcome(), t.kind(9), t.sender(), t.call(), t.fee(), t.age(), t.hash()}
}

func (c *coinMoves) show(kind client.TransactionType) {
	if c.byKind[kind] == nil {
		c.byKind[kind] = c.add(kind)
	}
	c.shown, c.transactions = kind, c.byKind[kind]
}

func (c *coinMoves) key(msg tea.KeyMsg) tea.Cmd {
	if c.typing() || !c.keys.Kind.Matches(msg) {
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
	if c.typing() {
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

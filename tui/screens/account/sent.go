package account

import (
	"foredeck/client/move"
	"foredeck/tui/load"
	"foredeck/tui/pane"
	"foredeck/tui/screen"
	"foredeck/tui/text"
)

// newSent returns the tab of transactions sent by the account, by sequence number (spec section 4.5). sequence returns the
// account's sequence number, 0 if unknown.
func newSent(deps *screen.Deps, address move.Address, sequence func() uint64) *transactions {
	sent := newTransactions(deps, pane.Words{Name: text.Const("Sent"), Title: text.Const("Sent transactions"), Content: text.Const("sent transactions")}, address,
		pane.InBothOrders(load.SentTransactions(deps.Node, address)))
	sent.isSent, sent.arrangement.List = true, "sent"
	sent.columns = func(c pane.TransactionColumns) []pane.TransactionColumn {
		c.Width = sent.Width()
		reason, fee := c.Outcome()
		return []pane.TransactionColumn{
			c.Block(0).AsOptional(), c.Number("seq", text.Const("SEQ"), 0, pane.Sequence),
			c.Status(), c.Type(4, 5), c.Sender().AsOptional(), c.Call(), sent.optionalAmount(), reason, fee, c.Age(), c.Hash(4),
		}
	}
	sent.Empty = func() []text.Line {
		lines := []text.Line{text.Plain("no transactions sent from this address")}
		if sequence() > 0 {
			lines = append(lines, text.In(deps.Theme.Faint, "its sequence number is not 0: the node has pruned older history"))
		}
		return lines
	}
	return sent
}

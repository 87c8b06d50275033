package account

import (
	"context"
	"math"

	"foredeck/client"
	"foredeck/client/move"
	"foredeck/tui/load"
	"foredeck/tui/screen"
	"foredeck/tui/text"
)

// newSent returns the tab of transactions sent by the account, by sequence number (spec section 4.5). sequence returns the
// account's sequence number, 0 if unknown.
func newSent(deps *screen.Deps, keys *KeyMap, address move.Address, sequence func() uint64) *transactions {
	sent := newTransactions(deps, keys, labels{name: "Sent", title: "Sent transactions", content: "sent transactions"},
		inBothOrders(load.Source[client.Transaction]{
			Page: func(ctx context.Context, request client.PageRequest) (client.Page[client.Transaction], error) {
				return deps.Node.Transactions(ctx, address, request)
			},
			Newer: func(newest *client.Transaction) client.Cursor {
				if newest.SequenceNumber == nil || *newest.SequenceNumber == math.MaxUint64 {
					return ""
				}
				return client.SequenceCursor(*newest.SequenceNumber + 1)
			},
		}))
	sent.columns = func(t *transactions) []transactionColumn {
		return []transactionColumn{t.number("SEQ", 0, sequenceNumber), t.outcome(), t.kind(4), t.call(), t.fee(), t.age(), t.hash()}
	}
	sent.empty = func() []text.Line {
		lines := []text.Line{text.Plain("no transactions sent from this address")}
		if sequence() > 0 {
			lines = append(lines, text.In(deps.Theme.Faint, "its sequence number is not 0: the node has pruned older history"))
		}
		return lines
	}
	return sent
}

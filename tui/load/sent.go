package load

import (
	"context"
	"math"

	"foredeck/client"
	"foredeck/client/move"
)

// SentTransactions reads the transactions that an account sent, by sequence number (spec section 4.5).
func SentTransactions(node *client.Node, sender move.Address) Source[client.Transaction] {
	return Source[client.Transaction]{
		Key: (*client.Transaction).Key,
		Page: func(ctx context.Context, request client.PageRequest) (client.Page[client.Transaction], error) {
			return node.Transactions(ctx, sender, request)
		},
		Newer: func(newest *client.Transaction) client.Cursor {
			if newest.SequenceNumber == nil || *newest.SequenceNumber == math.MaxUint64 {
				return ""
			}
			return client.SequenceCursor(*newest.SequenceNumber + 1)
		},
	}
}

package load

import (
	"context"
	"fmt"
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

// HashError reports that a transaction cannot be looked up by its hash. It matches client.ErrNotFound.
type HashError struct {
	Hash     string
	Replaced bool // it was seen, but its sender's number now belongs to another transaction
}

func (e *HashError) Error() string {
	if e.Replaced {
		return fmt.Sprintf("%s was seen on an earlier chain of this network, which has been reset", e.Hash)
	}
	return fmt.Sprintf("%s not seen yet, and this node has no transactions by hash: use tx ADDRESS SEQUENCE", e.Hash)
}

// Is matches client.ErrNotFound.
func (e *HashError) Is(target error) bool { return target == client.ErrNotFound }

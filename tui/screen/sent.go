package screen

import (
	"context"
	"math"

	"foredeck/client"
	"foredeck/client/move"
	"foredeck/tui/load"
)

// SentSource reads the transactions that an account sent, by sequence number (spec section 4.5).
func (d *Deps) SentSource(sender move.Address) load.Source[client.Transaction] {
	return load.Source[client.Transaction]{
		Key: (*client.Transaction).Key,
		Page: func(ctx context.Context, request client.PageRequest) (client.Page[client.Transaction], error) {
			return d.Node.Transactions(ctx, sender, request)
		},
		Newer: func(newest *client.Transaction) client.Cursor {
			if newest.SequenceNumber == nil || *newest.SequenceNumber == math.MaxUint64 {
				return ""
			}
			return client.SequenceCursor(*newest.SequenceNumber + 1)
		},
	}
}

package index

import (
	"context"
	"errors"
	"fmt"

	"foredeck/client"
)

// ErrOld: an earlier version of foredeck has written the index, and it cannot find transactions by hash yet.
var ErrOld = errors.New("the index is of an earlier version of foredeck")

// selectHash returns the transaction with a hash: the newest one with the same first bytes and digits, in the parts of the index that
// hashIndex has, each found by a transaction in it.
const selectHash = `WITH RECURSIVE part(p) AS (
		SELECT max(height) >> 14 FROM tx
		UNION ALL
		SELECT (SELECT max(height) >> 14 FROM tx WHERE height < part.p << 14) FROM part WHERE part.p IS NOT NULL)
	` + selectTransactions + `part JOIN tx t INDEXED BY tx_hash ON t.height >> 14 = part.p AND substr(t.hash, 1, 4) = substr(?1, 1, 4)` + ofTransactions + `t.hash = ?1 LIMIT 1`

// FindHash returns the transaction with a hash in an index: as the node has it if that finds it by its sender or its block, else what the
// index has of it, without Raw. The error is ErrNotFound of client if the index does not have it, ErrNone if there is no index, and
// ErrOld if that cannot find hashes.
func FindHash(ctx context.Context, node *client.Node, path, hash string) (t client.Transaction, err error) {
	reader, err := Open(ctx, path)
	if err != nil {
		return t, err
	}
	defer func() { err = errors.Join(err, reader.Close()) }()
	if reader.version < schemaVersion {
		return t, fmt.Errorf("%s: %w", path, ErrOld)
	}
	found, err := reader.transactions(ctx, selectHash, digest(hash))
	switch {
	case err != nil:
		return t, err
	case len(found) == 0:
		return t, fmt.Errorf("%s: no transaction %s: %w", path, hash, client.ErrNotFound)
	}
	if whole, ok := onNode(ctx, node, &found[0].Transaction); ok {
		return whole, nil
	}
	return found[0].Transaction, ctx.Err()
}

// onNode returns a transaction as the node has it. It is not ok if the node has none, or another one: after a reset of the chain.
func onNode(ctx context.Context, node *client.Node, t *client.Transaction) (client.Transaction, bool) {
	if t.IsSent() {
		if sent, err := node.SentTransaction(ctx, *t.Sender, *t.SequenceNumber); err == nil && sent.Hash == t.Hash {
			return sent, true
		}
	}
	block, err := node.Block(ctx, *t.Height(), client.WithTransactions())
	if err != nil {
		return client.Transaction{}, false
	}
	for i := range block.Transactions {
		if block.Transactions[i].Hash == t.Hash {
			return block.Transactions[i], true
		}
	}
	return client.Transaction{}, false
}

package client

import (
	"context"
	"net/url"
)

const callTransactionByHash call = "transactions by hash"

// transactionQuery are the parameters of a transaction by hash.
type transactionQuery struct{ proof, finalOnly bool }

// TransactionOption configures TransactionByHash, such as FinalOnly.
type TransactionOption func(*transactionQuery)

// FinalOnly leaves out what the node has not finalized. Without it, a transaction whose signed bytes were submitted again can read as
// Pending although it is final. Older nodes ignore it.
func FinalOnly() TransactionOption { return func(q *transactionQuery) { q.finalOnly = true } }

// WithProof requests the InclusionProof, which only version 4 has.
func WithProof() TransactionOption { return func(q *transactionQuery) { q.proof = true } }

// TransactionByHash reads a transaction of any type by its hash, 64 hex digits with or without 0x. It can be pending: then it has no Block,
// and perhaps no Output. The specification has no such call; public nodes have it in each version. The error is ErrNotFound for an
// unknown transaction, and for one that the node has pruned.
func (n *Node) TransactionByHash(ctx context.Context, hash string, opts ...TransactionOption) (Transaction, error) {
	var chosen transactionQuery
	for _, option := range opts {
		option(&chosen)
	}
	hash, err := checkHash("transaction hash", hash)
	if err != nil {
		return Transaction{}, err
	}
	have, query := blockVersions, url.Values{}
	if chosen.proof {
		have = []Version{V4}
		query.Set("include_proof", "true")
	}
	if chosen.finalOnly {
		query.Set("exclude_uncommitted", "true")
	}
	return byVersion(n, callTransactionByHash, have, func(version Version) (Transaction, error) {
		found, err := n.get(ctx, "/rpc/"+version.String()+"/transactions/"+hash, query)
		if err != nil {
			return Transaction{}, err
		}
		reader := newBodyReader(found)
		transaction := reader.transaction()
		return transaction, reader.end()
	})
}

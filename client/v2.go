package client

import (
	"context"

	"foredeck/client/internal/paging"
	"foredeck/client/move"
)

// v2 is version 2 of the RPC (spec section 4.4). It serves lists of transactions like version 1, with more fields.
type v2 struct{}

func (v2) moduleWrapper() []string   { return []string{"modules"} }
func (v2) resourceWrapper() []string { return []string{"resources"} }

func (v2) transactions(ctx context.Context, node *Node, get getter, address move.Address, request paging.Request) (Page[Transaction], error) {
	return forwardTransactions(ctx, node, get, V2, address, request)
}

func (v2) coinTransactions(ctx context.Context, node *Node, address move.Address, _ TransactionType, request paging.Request) (Page[Transaction], error) {
	return forwardCoinTransactions(ctx, node, V2, address, request)
}

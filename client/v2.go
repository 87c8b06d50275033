package client

import (
	"context"

	"foredeck/client/move"
)

// v2 is version 2 of the RPC (spec section 4.4). Its lists of transactions are those of
// version 1, with longer records.
type v2 struct{}

func (v2) moduleWrapper() []string   { return []string{"modules"} }
func (v2) resourceWrapper() []string { return []string{"resources"} }

func (v2) transactions(ctx context.Context, node *Node, get getter, address move.Address, request PageRequest) (Page[Transaction], error) {
	return sentForward(ctx, node, get, V2, address, request)
}

func (v2) coinTransactions(ctx context.Context, node *Node, address move.Address, _ TransactionType, request PageRequest) (Page[Transaction], error) {
	return coinsForward(ctx, node, V2, address, request)
}

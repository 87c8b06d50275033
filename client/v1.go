package client

import (
	"context"

	"foredeck/client/move"
)

// v1 is version 1 of the RPC (spec section 4.3). Its lists of transactions are served
// from a start on to newer records only. Deployed nodes put the list of modules into
// wrappers of another name than the spec.
type v1 struct{}

func (v1) moduleWrapper() []string {
	return []string{"Resources", "resource", "Modules", "modules"}
}

func (v1) resourceWrapper() []string {
	return []string{"Resources", "resource", "resources"}
}

func (v1) transactions(ctx context.Context, node *Node, get getter, address move.Address, request PageRequest) (Page[Transaction], error) {
	return sentForward(ctx, node, get, V1, address, request)
}

func (v1) coinTransactions(ctx context.Context, node *Node, address move.Address, _ TransactionType, request PageRequest) (Page[Transaction], error) {
	return coinsForward(ctx, node, V1, address, request)
}

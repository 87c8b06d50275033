package client

import "context"

// pastStores is the key of a context in which nothing is taken from stores.
type pastStores struct{}

// PastStores gives a context in which calls take nothing from a BlockStore or a
// CandleStore: all is asked of the service, and what comes is kept.
func PastStores(ctx context.Context) context.Context {
	return context.WithValue(ctx, pastStores{}, true)
}

func isPastStores(ctx context.Context) bool { return ctx.Value(pastStores{}) != nil }

// Forget forgets what the Node has found out about its deployment and could be otherwise
// by now: which version of the RPC answers which call, which media type it takes, and the
// ABIs of the functions that were called.
func (n *Node) Forget() {
	n.before.Store(int32(n.Version()))
	for c := range n.answering {
		n.answering[c].Store(int32(Auto))
	}
	n.viewMediaType.Store(0)
	n.abis.clear()
}

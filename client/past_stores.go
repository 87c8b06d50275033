package client

import "context"

// bypassCacheKey is the key of a context in which nothing is taken from stores.
type bypassCacheKey struct{}

// BypassCache gives a context in which calls take nothing from a BlockCache or a
// CandleCache: all is asked of the service, and what comes is kept.
func BypassCache(ctx context.Context) context.Context {
	return context.WithValue(ctx, bypassCacheKey{}, true)
}

func bypassesCache(ctx context.Context) bool { return ctx.Value(bypassCacheKey{}) != nil }

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

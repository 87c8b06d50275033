package lookup

import (
	"time"

	"foredeck/client"
	"foredeck/client/move"
	"foredeck/tui/load"
	"foredeck/tui/market"
)

// maxHoldings is the number of accounts whose holdings are cached.
const maxHoldings = 50

// Holdings caches what accounts hold.
type Holdings struct {
	*load.Cache[move.Address, market.Holdings]
}

// NewHoldings returns an empty cache.
func NewHoldings(l *load.Loader, node *client.Node) *Holdings {
	return &Holdings{load.NewCache(l, maxHoldings, market.NewReader(node).Read)}
}

// Refresh queues an account whose holdings are older than the given age, or that were never read.
func (h *Holdings) Refresh(account move.Address, age time.Duration) {
	if status := h.Status(account); status.Has && status.Age >= age {
		h.Request(account)
		return
	}
	h.Want(account)
}

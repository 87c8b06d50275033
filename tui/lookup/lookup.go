// Package lookup caches the data that screens need while they draw: the ABIs of modules, the decimals of coins, the names of
// addresses, and the records and resources seen so far.
//
// Each cache belongs to one network and is used from the program's loop only. Missing data is loaded in the background: a screen
// marks it with Want, and the deck runs Fetch after each message.
package lookup

import (
	"slices"
	"time"

	"foredeck/client"
	"foredeck/client/move"
	"foredeck/tui/load"
	"foredeck/tui/market"
	"foredeck/tui/store"
	"foredeck/tui/target"
)

// maxRunLinks is the number of runs that RunLinks considers.
const maxRunLinks = 50

// RunLinks returns links that repeat the last runs, newest first. Runs of functions whose ABI is not loaded are omitted.
func (a *ABIs) RunLinks(network string, runs []store.Run) []target.Link {
	var links []target.Link
	for _, run := range slices.Backward(runs[max(len(runs)-maxRunLinks, 0):]) {
		_, function := a.Function(run.Function)
		if function == nil {
			continue // it is unknown which of the inputs are types
		}
		types := min(len(function.TypeParameters), len(run.Inputs))
		links = append(links, target.Link{
			Network: network,
			Target:  target.Target{Kind: target.Function, Function: run.Function},
			View:    &target.Call{TypeArguments: run.Inputs[:types], Arguments: run.Inputs[types:]},
		})
	}
	return links
}

// maxHoldings is the number of accounts whose holdings are cached.
const maxHoldings = 50

// Holdings caches what accounts hold.
type Holdings struct {
	*load.Cache[move.Address, market.Holdings]
	Reader *market.Reader // that knows the coins which were seen
}

// NewHoldings returns an empty cache.
func NewHoldings(l *load.Loader, node *client.Node) *Holdings {
	reader := market.NewReader(node)
	return &Holdings{load.NewCache(l, maxHoldings, reader.Read), reader}
}

// Refresh queues an account whose holdings are older than the given age, or that were never read.
func (h *Holdings) Refresh(account move.Address, age time.Duration) {
	if status := h.Status(account); status.Has && status.Age >= age {
		h.Request(account)
		return
	}
	h.Want(account)
}

package wire

import (
	"net/http"
	"strconv"

	"foredeck/client/localnet/chain"
)

// oldestBlock returns the height of the oldest block that is not pruned.
func (a *API) oldestBlock(r *chain.Records) uint32 {
	if kept := a.options.Prune; kept > 0 && r.Count() > kept {
		return uint32(r.Count() - kept)
	}
	return 0
}

// setOldest sets the header with the height of the oldest block.
func setOldest(w http.ResponseWriter, oldest uint32) {
	w.Header().Set("x-supra-oldest-block", strconv.FormatUint(uint64(oldest), 10))
}

// writePruned responds to a request for a block below the oldest one.
func writePruned(w http.ResponseWriter, oldest uint32) {
	setOldest(w, oldest)
	writeError(w, http.StatusGone, "Blocks below height "+strconv.FormatUint(uint64(oldest), 10)+" are pruned")
}

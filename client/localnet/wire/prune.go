package wire

import (
	"net/http"
	"sort"
	"strconv"

	"foredeck/client/localnet/chain"
	"foredeck/client/localnet/httpapi"
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

// setOldestBlock sets the header with the oldest block that is not pruned, which deployed nodes send with lists of transactions from v3 on.
func (a *API) setOldestBlock(w http.ResponseWriter, version version, records *chain.Records) {
	if a.options.Dialect == httpapi.Deployed && version >= v3 {
		setOldest(w, a.oldestBlock(records))
	}
}

// firstKept returns the index of the first transaction in a list of indexes that is not pruned.
func (a *API) firstKept(records *chain.Records, indexes []uint32) int {
	oldest := a.oldestBlock(records)
	return sort.Search(len(indexes), func(i int) bool { return records.Transactions[indexes[i]].Height >= oldest })
}

package wire

import (
	"encoding/hex"
	"net/http"

	"foredeck/client/localnet/chain"
	"foredeck/client/localnet/httpapi"
)

// transaction responds with a transaction by its hash. Those of the next block are pending, unless the query leaves them out with
// exclude_uncommitted. v1 and v2 know only transactions that accounts have sent. Of an unknown hash, v1 responds with null and the later
// versions 404; this includes transactions in blocks that are pruned or computed.
func (a *API) transaction(w http.ResponseWriter, r *http.Request, version version) {
	hash, ok := a.pathHash(w, r, "hash")
	if !ok {
		return
	}
	query := httpapi.ParseQuery(r.URL.RawQuery)
	var kind *chain.TransactionType
	if version >= v3 {
		kind = readType(query)
	}
	committed := query.Flag("exclude_uncommitted")
	withProof := version >= v4 && query.Flag("include_proof")
	if err := query.Err(); err != nil {
		a.rejectQuery(w, err)
		return
	}
	records := a.chain.Records()
	found := a.finalTransaction(&records, hash)
	if found == nil && !committed {
		found, records = a.pendingTransaction(hash)
	}
	if found != nil && (kind != nil && found.Type() != *kind || version < v3 && !isSent(found.Type())) {
		found = nil
	}
	if found == nil && version > v1 {
		writeError(w, http.StatusNotFound, "Information not available for "+hex.EncodeToString(hash[:]))
		return
	}
	body := newRecordEncoder(a.chain, records, a.options.Dialect, version)
	if withProof {
		body.includeProofs(a)
	}
	httpapi.WriteJSON(w, r, &body.Document, func() {
		if found == nil {
			body.Null()
		} else {
			body.transaction(found)
		}
	})
}

// finalTransaction returns the transaction with a hash in a block that is not pruned, nil if there is none.
func (a *API) finalTransaction(records *chain.Records, hash chain.Digest) *chain.Transaction {
	at, ok := a.index.transaction(records, hash)
	if !ok || records.Transactions[at].Height < a.oldestBlock(records) {
		return nil
	}
	return &records.Transactions[at]
}

// pendingTransaction returns the transaction with a hash in the next block, nil if there is none, and the records to encode it with.
func (a *API) pendingTransaction(hash chain.Digest) (*chain.Transaction, chain.Records) {
	transactions, records := a.chain.Pending()
	for i := range transactions {
		if transactions[i].Hash == hash {
			return &transactions[i], records
		}
	}
	return nil, records
}

package wire

import (
	"encoding/hex"
	"net/http"

	"foredeck/client/localnet/chain"
	"foredeck/client/localnet/httpapi"
)

// transactions lists the transactions that an account has sent (spec sections 4.3 to 4.5). The start is a sequence number,
// inclusive. The order on v1 and v2 is ascending with a start and descending without; on v3 it depends on the parameter
// ascending. The list of an account that does not exist is empty.
func (a *API) transactions(w http.ResponseWriter, r *http.Request, request accountRequest) {
	query, err := parseListQuery(r.URL.RawQuery, request.version)
	if err != nil {
		a.rejectQuery(w, err)
		return
	}
	a.setOldestBlock(w, request.version)
	account, records := a.chain.Account(request.address)
	from, to := query.pageBySequence(uint64(len(account.Sent)))
	page := newRecordEncoder(a.chain, records, a.options.Dialect, request.version)
	write := func() { page.transactions(account.Sent[from:to], query.ascending) }
	httpapi.WriteJSON(w, r, &page.Document, func() {
		if request.version == v3 {
			write()
		} else {
			page.Wrap("record", write)
		}
	})
}

// setOldestBlock sets the header with the oldest block that is not pruned, which deployed nodes send with lists of v3.
func (a *API) setOldestBlock(w http.ResponseWriter, version version) {
	if a.options.Dialect == httpapi.Deployed && version == v3 {
		w.Header().Set("x-supra-oldest-block", "0")
	}
}

// transactions writes the records with the given indexes in Records.Transactions.
func (r *recordEncoder) transactions(indexes []uint32, ascending bool) {
	r.Array(func() {
		for i := range indexes {
			if !ascending {
				i = len(indexes) - 1 - i
			}
			r.transaction(&r.Records.Transactions[indexes[i]])
		}
	})
}

// account returns the account record (spec sections 2.4 and 4.3 to 4.5). If the account
// does not exist, v1 responds with null and the later versions 404.
func (a *API) account(w http.ResponseWriter, r *http.Request, request accountRequest) {
	var sequenceNumber uint64
	var key chain.Digest
	found := false
	a.chain.Read(func(now chain.State) {
		if id, ok := now.Lookup(request.address); ok {
			sequenceNumber, key, found = now.SequenceNumber(id), now.AuthenticationKey(id), true
		}
	})
	if !found && request.version != v1 {
		writeError(w, http.StatusNotFound, "Information not available for "+hex.EncodeToString(request.address[:]))
		return
	}
	var body encoder
	httpapi.WriteJSON(w, r, &body.Document, func() {
		if !found {
			body.Null()
			return
		}
		body.Object(func() {
			body.Key("sequence_number").Number(sequenceNumber)
			body.Key("authentication_key").Hex(key[:])
		})
	})
}

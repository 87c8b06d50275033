package wire

import (
	"encoding/hex"
	"net/http"

	"foredeck/client/localnet/chain"
	"foredeck/client/localnet/httpapi"
)

// recordSize is about the length of one record, to make room for a page at once.
const recordSize = 4 << 10

// transactions serves the list of what an account sent, by sequence number (spec
// sections 4.3 to 4.5). The start is inclusive. From it on v1 and v2 ascend, and without
// it they descend from the newest; v3 goes as ascending says. An account that does not
// exist has sent nothing.
func (a *API) transactions(w http.ResponseWriter, r *http.Request, request accountRequest) {
	query, err := readListQuery(r.URL.RawQuery, request.version)
	if err != nil {
		a.rejectQuery(w, err)
		return
	}
	a.tellOldestBlock(w, request.version)
	account, records := a.chain.Account(request.address)
	from, to := query.rangeOf(uint64(len(account.Sent)))
	page := newRendering(records, a.options.Dialect, request.version)
	page.Bytes = make([]byte, 0, 32+(to-from)*recordSize)
	write := func() { page.transactions(account.Sent[from:to], query.ascending) }
	if request.version == v3 {
		write()
	} else {
		page.Wrap("record", write)
	}
	httpapi.WriteJSON(w, r, page.Bytes)
}

// tellOldestBlock says, as deployed nodes do with the transaction lists of v3, that
// nothing has been pruned.
func (a *API) tellOldestBlock(w http.ResponseWriter, version version) {
	if a.options.Dialect == httpapi.Deployed && version == v3 {
		w.Header().Set("x-supra-oldest-block", "0")
	}
}

// transactions writes a page of records, given by their places in the order of execution.
func (r *rendering) transactions(places []uint32, ascending bool) {
	r.Array(func() {
		for i := range places {
			if !ascending {
				i = len(places) - 1 - i
			}
			r.transaction(&r.Records.Transactions[places[i]])
		}
	})
}

// account serves the account record (spec sections 2.4 and 4.3 to 4.5). Of an account
// that does not exist v1 answers null, the later versions 404.
func (a *API) account(w http.ResponseWriter, r *http.Request, request accountRequest) {
	var sequenceNumber uint64
	var key chain.Digest
	found := false
	a.chain.Read(func(now chain.State) {
		if id, ok := now.Lookup(request.address); ok {
			sequenceNumber, key, found = now.SequenceNumber(id), now.AuthenticationKey(id), true
		}
	})
	var body encoder
	switch {
	case found:
		body.Object(func() {
			body.Key("sequence_number")
			body.Number(sequenceNumber)
			body.Key("authentication_key")
			body.Hex(key[:])
		})
	case request.version == v1:
		body.Null()
	default:
		writeError(w, http.StatusNotFound, "Information not available for "+hex.EncodeToString(request.address[:]))
		return
	}
	httpapi.WriteJSON(w, r, body.Bytes)
}

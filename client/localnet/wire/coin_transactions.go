package wire

import (
	"net/http"
	"strconv"

	"foredeck/client/localnet/chain"
	"foredeck/client/localnet/httpapi"
)

// coinTransactions serves the list of transactions that move coins of an account (spec
// sections 4.3 to 4.5). Each has a cursor: the time of its block in microseconds plus its
// place in the block. The start is such a cursor, and exclusive. From it on v1 and v2
// ascend, and without it they go as Options.CoinOrder says; v3 goes as ascending says.
//
// v1 and v2 list what users sent alone. Their cursor is that of the page's last item, 0
// for an empty page. Deployed nodes count a page before they take out the rest, so that
// their pages may be short or empty although more follow.
func (a *API) coinTransactions(w http.ResponseWriter, r *http.Request, request accountRequest) {
	query, err := a.readCoinQuery(r.URL.RawQuery, request.version)
	if err != nil {
		a.rejectQuery(w, err)
		return
	}
	a.tellOldestBlock(w, request.version)
	account, records := a.chain.Account(request.address)
	counted := account.CoinTransactions
	switch {
	case query.only != nil:
		counted = account.CoinTransactionsByType[*query.only]
	case request.version != v3 && a.options.Dialect == httpapi.Spec:
		counted = account.CoinTransactionsByType[chain.UserTransaction]
	}
	from, to := query.after(len(counted), func(i int) uint64 { return coinCursor(&records, counted[i]) })
	places := counted[from:to]
	end := to == len(counted)
	if !query.ascending {
		end = from == 0
	}

	page := newRendering(records, a.options.Dialect, request.version)
	page.Bytes = make([]byte, 0, 64+len(places)*recordSize)
	if request.version == v3 {
		a.tellCoinCursor(w, query, lastCursor(&records, places, query), end)
		page.transactions(places, query.ascending)
	} else {
		page.Object(func() {
			page.Key("record")
			page.transactions(sentByUsers(&records, places), query.ascending)
			page.Key("cursor")
			page.Number(lastCursor(&records, places, query))
		})
	}
	httpapi.WriteJSON(w, r, page.Bytes)
}

// tellCoinCursor writes the header that a list of v3 goes on from: on deployed nodes
// always, and 0 at the end, else where there is more.
func (a *API) tellCoinCursor(w http.ResponseWriter, query listQuery, cursor uint64, end bool) {
	text := strconv.FormatUint(cursor, 10)
	switch {
	case a.options.Dialect == httpapi.Deployed:
		w.Header().Set("x-supra-cursor", text)
	case query.count == 0 && query.start != nil, query.count > 0 && !end:
		w.Header().Set("x-chain-cursor", text)
	}
}

// cursor is the time of a transaction's block plus its place in the block, which its
// metadata begins, told or not.
func coinCursor(r *chain.Records, place uint32) uint64 {
	block := r.Transactions[place].Height
	return uint64(r.Time(block)) + uint64(r.IndexInBlock(place))
}

// lastCursor is the cursor of the last item of a page: 0 for an empty one, and for one of
// no items the start that was given.
func lastCursor(r *chain.Records, places []uint32, query listQuery) uint64 {
	switch {
	case query.count == 0 && query.start != nil:
		return *query.start
	case len(places) == 0:
		return 0
	case query.ascending:
		return coinCursor(r, places[len(places)-1])
	default:
		return coinCursor(r, places[0])
	}
}

// sentByUsers keeps the transactions that users sent.
func sentByUsers(r *chain.Records, places []uint32) []uint32 {
	kept := make([]uint32, 0, len(places))
	for _, place := range places {
		if r.Transactions[place].Type() == chain.UserTransaction {
			kept = append(kept, place)
		}
	}
	return kept
}

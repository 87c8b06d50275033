package wire

import (
	"net/http"
	"slices"
	"strconv"

	"foredeck/client/localnet/chain"
	"foredeck/client/localnet/httpapi"
)

// coinTransactions lists the transactions that move coins of an account (spec sections 4.3 to 4.5). The start is a cursor,
// see coinCursor, and exclusive. The order on v1 and v2 is ascending with a start and Options.CoinOrder without; on v3 it
// depends on the parameter ascending.
//
// v1 and v2 list only transactions of users. Their cursor is that of the last item, or 0 for an empty page. Deployed nodes
// filter after paging, so that pages may be short or empty before the end of the list.
func (a *API) coinTransactions(w http.ResponseWriter, r *http.Request, request accountRequest) {
	query, err := a.parseCoinQuery(r.URL.RawQuery, request.version)
	if err != nil {
		a.rejectQuery(w, err)
		return
	}
	a.setOldestBlock(w, request.version)
	account, records := a.chain.Account(request.address)
	listed := account.CoinTransactions
	switch {
	case query.kind != nil:
		listed = account.CoinTransactionsByType[*query.kind]
	case request.version != v3 && a.options.Dialect == httpapi.Spec:
		listed = account.CoinTransactionsByType[chain.UserTransaction]
	}
	from, to := query.pageByCursor(len(listed), func(i int) uint64 { return coinCursor(&records, listed[i]) })
	indexes := listed[from:to]
	end := query.ascending && to == len(listed) || !query.ascending && from == 0
	if query.count == 0 {
		end = query.start == nil
	}

	page := newRecordEncoder(a.chain, records, a.options.Dialect, request.version)
	if request.version == v3 {
		a.setCursor(w, strconv.FormatUint(lastCursor(&records, indexes, query), 10), end)
	}
	httpapi.WriteJSON(w, r, &page.Document, func() {
		if request.version == v3 {
			page.transactions(indexes, query.ascending)
			return
		}
		page.Object(func() {
			page.Key("record").transactions(sentByUsers(&records, indexes), query.ascending)
			page.Key("cursor").Number(lastCursor(&records, indexes, query))
		})
	})
}

// setCursor sets the header with the cursor of a page of v3. Deployed nodes send it always;
// the dialect Spec leaves it out at the end.
func (a *API) setCursor(w http.ResponseWriter, cursor string, end bool) {
	if a.options.Dialect == httpapi.Deployed {
		w.Header().Set("x-supra-cursor", cursor)
	} else if !end {
		w.Header().Set("x-chain-cursor", cursor)
	}
}

// coinCursor returns the cursor of a transaction: the time of its block in microseconds plus its index in the block.
func coinCursor(r *chain.Records, index uint32) uint64 {
	block := r.Transactions[index].Height
	return uint64(r.Time(block)) + uint64(r.IndexInBlock(index))
}

// lastCursor returns the cursor of the last item of a page; 0 if the page is empty, and the start if the count is 0.
func lastCursor(r *chain.Records, indexes []uint32, query listQuery) uint64 {
	switch {
	case query.count == 0 && query.start != nil:
		return *query.start
	case len(indexes) == 0:
		return 0
	case query.ascending:
		return coinCursor(r, indexes[len(indexes)-1])
	default:
		return coinCursor(r, indexes[0])
	}
}

// sentByUsers selects the transactions of users.
func sentByUsers(r *chain.Records, indexes []uint32) []uint32 {
	return slices.DeleteFunc(slices.Clone(indexes), func(index uint32) bool {
		return r.Transactions[index].Type() != chain.UserTransaction
	})
}

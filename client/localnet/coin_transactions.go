package localnet

import (
	"net/http"
	"strconv"
)

// coinTransactions serves the list of transactions that move coins of an account (spec
// sections 4.3 to 4.5). Each has a cursor: the time of its block in microseconds plus its
// place in the block. The start is such a cursor, and exclusive. From it on v1 and v2
// ascend, and without it they go as Options.CoinOrder says; v3 goes as ascending says.
//
// v1 and v2 list what users sent alone. Their cursor is that of the page's last item, 0
// for an empty page. Deployed nodes count a page before they take out the rest, so that
// their pages may be short or empty although more follow.
func (n *Network) coinTransactions(w http.ResponseWriter, r *http.Request, asked accountCall) {
	query, err := n.readCoinQuery(r.URL.RawQuery, asked.version)
	if err != nil {
		n.refuseQuery(w, err)
		return
	}
	n.tellOldestBlock(w, asked.version)
	account, records := n.chain.indexesOf(asked.address)
	counted := account.moving
	switch {
	case query.only != nil:
		counted = account.movingOf[*query.only]
	case asked.version != v3 && n.options.Dialect == Spec:
		counted = account.movingOf[userType]
	}
	from, to := query.after(len(counted), func(i int) uint64 { return records.cursor(counted[i]) })
	places := counted[from:to]
	end := to == len(counted)
	if !query.ascending {
		end = from == 0
	}

	page := newRendering(n.chain, records, n.options.Dialect, asked.version)
	page.out = make([]byte, 0, 64+len(places)*recordSize)
	if asked.version == v3 {
		n.tellCoinCursor(w, query, records.lastCursor(places, query), end)
		page.transactions(places, query.ascending)
	} else {
		page.members(func() {
			page.key("record")
			page.transactions(records.sentByUsers(places), query.ascending)
			page.key("cursor")
			page.number(records.lastCursor(places, query))
		})
	}
	succeed(w, r, page.out)
}

// tellCoinCursor writes the header that a list of v3 goes on from: on deployed nodes
// always, and 0 at the end, else where there is more.
func (n *Network) tellCoinCursor(w http.ResponseWriter, query listQuery, cursor uint64, end bool) {
	text := strconv.FormatUint(cursor, 10)
	switch {
	case n.options.Dialect == Deployed:
		w.Header().Set("x-supra-cursor", text)
	case query.count == 0 && query.start != nil, query.count > 0 && !end:
		w.Header().Set("x-chain-cursor", text)
	}
}

// cursor is the time of a transaction's block plus its place in the block, which its
// metadata begins, told or not.
func (r *records) cursor(place uint32) uint64 {
	block := r.transactions[place].block
	return uint64(r.timeOf(block)) + uint64(r.placeInBlock(place))
}

func (r *records) placeInBlock(place uint32) uint32 {
	first := r.blocks[r.transactions[place].block].firstTransaction
	if r.transactions[first].action == rewardLeader {
		return place - first
	}
	return place - first + 1
}

// lastCursor is the cursor of the last item of a page: 0 for an empty one, and for one of
// no items the start that was given.
func (r *records) lastCursor(places []uint32, query listQuery) uint64 {
	switch {
	case query.count == 0 && query.start != nil:
		return *query.start
	case len(places) == 0:
		return 0
	case query.ascending:
		return r.cursor(places[len(places)-1])
	default:
		return r.cursor(places[0])
	}
}

// sentByUsers keeps the transactions that users sent.
func (r *records) sentByUsers(places []uint32) []uint32 {
	kept := make([]uint32, 0, len(places))
	for _, place := range places {
		if r.transactions[place].transactionType() == userType {
			kept = append(kept, place)
		}
	}
	return kept
}

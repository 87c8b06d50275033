package wire

import (
	"bytes"
	"encoding/binary"
	"encoding/hex"
	"net/http"
	"slices"
	"sort"
	"strconv"

	"foredeck/client/localnet/chain"
	"foredeck/client/localnet/httpapi"
	"foredeck/client/move"
)

// transactions lists the transactions that an account has sent (spec sections 4.3 to 4.5). The start is a sequence number,
// inclusive. The order on v1 and v2 is ascending with a start and descending without; on v3 it depends on the parameter
// ascending. The list of an account that does not exist is empty,
// and all lists end at the oldest block that is not pruned, without a word.
func (a *API) transactions(w http.ResponseWriter, r *http.Request, request accountRequest) {
	query, err := parseListQuery(r.URL.RawQuery, request.version)
	if err != nil {
		a.rejectQuery(w, err)
		return
	}
	account, records := a.chain.Account(request.address)
	a.setOldestBlock(w, request.version, &records)
	from, to := query.pageBySequence(uint64(a.firstKept(&records, account.Sent)), uint64(len(account.Sent)))
	page := newRecordEncoder(a.chain, records, a.options.Dialect, request.version)
	write := func() { page.transactions(account.Sent[from:to], query.ascending) }
	httpapi.WriteJSON(w, r, &page.Document, func() {
		if request.version >= v3 {
			write()
		} else {
			page.Wrap("record", write)
		}
	})
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
		} else {
			found = now.IsPool(request.address)
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
	account, records := a.chain.Account(request.address)
	a.setOldestBlock(w, request.version, &records)
	listed := account.CoinTransactions
	switch {
	case query.kind != nil:
		listed = account.CoinTransactionsByType[*query.kind]
	case request.version < v3 && a.options.Dialect == httpapi.Spec:
		listed = account.CoinTransactionsByType[chain.UserTransaction]
	}
	a.writeCursorPage(w, r, request.version, records, listed, query)
}

// assetTransactions lists the transactions that change the balance of a store of a fungible asset, which is the address in the path. That
// of an account has none. They are paged as coinTransactions of v3 are.
func (a *API) assetTransactions(w http.ResponseWriter, r *http.Request, request accountRequest) {
	query, err := a.parseCoinQuery(r.URL.RawQuery, request.version)
	if err != nil {
		a.rejectQuery(w, err)
		return
	}
	listed, records := a.chain.AssetTransactions(request.address)
	a.setOldestBlock(w, request.version, &records)
	if query.kind != nil && *query.kind != chain.UserTransaction {
		listed = nil
	}
	a.writeCursorPage(w, r, request.version, records, listed, query)
}

// writeCursorPage responds with a page of a list of transactions with ascending cursors, see coinCursor.
func (a *API) writeCursorPage(w http.ResponseWriter, r *http.Request, version version, records chain.Records, listed []uint32, query listQuery) {
	listed = listed[a.firstKept(&records, listed):]
	from, to := query.pageByCursor(len(listed), func(i int) uint64 { return coinCursor(&records, listed[i]) })
	indexes := listed[from:to]
	end := query.ascending && to == len(listed) || !query.ascending && from == 0
	if query.count == 0 {
		end = query.start == nil
	}

	page := newRecordEncoder(a.chain, records, a.options.Dialect, version)
	if version >= v3 {
		a.setCursor(w, strconv.FormatUint(lastCursor(&records, indexes, query), 10), end)
	}
	httpapi.WriteJSON(w, r, &page.Document, func() {
		if version >= v3 {
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

// position is the position of a transaction in the order of execution.
type position struct {
	height uint64
	index  uint32 // in the block
}

func (p position) before(other position) bool {
	return p.height < other.height || p.height == other.height && p.index < other.index
}

// automatedTransactions lists the transactions of the automation tasks of an account (spec
// section 4.5), after a cursor or else from a block height, which is inclusive.
func (a *API) automatedTransactions(w http.ResponseWriter, r *http.Request, request accountRequest) {
	query, err := parseAutomatedQuery(r.URL.RawQuery)
	if err != nil {
		a.rejectQuery(w, err)
		return
	}
	var after *position
	if query.cursor != nil {
		decoded, ok := decodeCursor(request.address, *query.cursor)
		if !ok {
			writeError(w, http.StatusBadRequest, "Cursor could not be decoded")
			return
		}
		after = &decoded
	}
	account, records := a.chain.Account(request.address)
	a.setOldestBlock(w, request.version, &records)
	account.Automated = account.Automated[a.firstKept(&records, account.Automated):]
	at := func(i int) position {
		index := account.Automated[i]
		return position{uint64(records.Transactions[index].Height), records.IndexInBlock(index)}
	}
	from, to := query.page(len(account.Automated), at, after)
	next := ""
	switch {
	case query.count == 0 && query.cursor != nil:
		next = *query.cursor
	case query.count == 0:
	case query.ascending && to < len(account.Automated):
		next = encodeCursor(request.address, at(to-1))
	case !query.ascending && from > 0:
		next = encodeCursor(request.address, at(from))
	}
	a.setCursor(w, next, next == "")
	page := newRecordEncoder(a.chain, records, a.options.Dialect, request.version)
	httpapi.WriteJSON(w, r, &page.Document, func() { page.transactions(account.Automated[from:to], query.ascending) })
}

// automatedQuery is the query of a list of automated transactions.
type automatedQuery struct {
	count     uint64 // at most maxCount
	height    *uint64
	cursor    *string
	ascending bool
}

func parseAutomatedQuery(raw string) (automatedQuery, error) {
	parameters := httpapi.ParseQuery(raw)
	query := automatedQuery{
		count:     readCount(parameters),
		height:    parameters.Uint64("block_height"),
		ascending: parameters.Flag("ascending"),
		cursor:    parameters.Text("cursor"),
	}
	return query, parameters.Err()
}

// page returns the range of a page, from inclusive and to exclusive, in a list with
// ascending positions. The position after is that of the cursor, or nil.
func (q automatedQuery) page(length int, at func(i int) position, after *position) (from, to int) {
	first, end := 0, length
	switch {
	case after != nil:
		first = sort.Search(length, func(i int) bool { return after.before(at(i)) })
		end = sort.Search(length, func(i int) bool { return !at(i).before(*after) })
	case q.height != nil:
		first = sort.Search(length, func(i int) bool { return at(i).height >= *q.height })
		end = sort.Search(length, func(i int) bool { return at(i).height > *q.height })
	}
	return limitPage(first, end, length, q.count, q.ascending)
}

// encodeCursor returns the opaque cursor of a transaction: hex of address, height and index.
func encodeCursor(address move.Address, at position) string {
	cursor := binary.BigEndian.AppendUint64(address[:], at.height)
	return hex.EncodeToString(binary.BigEndian.AppendUint32(cursor, at.index))
}

// decodeCursor parses a cursor. It must be of a list of the same account.
func decodeCursor(address move.Address, text string) (position, bool) {
	cursor, err := hex.DecodeString(text)
	if err != nil || len(cursor) != len(address)+12 || !bytes.HasPrefix(cursor, address[:]) {
		return position{}, false
	}
	rest := cursor[len(address):]
	return position{binary.BigEndian.Uint64(rest), binary.BigEndian.Uint32(rest[8:])}, true
}

package wire

import (
	"bytes"
	"encoding/binary"
	"encoding/hex"
	"net/http"
	"sort"

	"foredeck/client/localnet/httpapi"
	"foredeck/client/move"
)

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
	a.setOldestBlock(w, request.version)
	account, records := a.chain.Account(request.address)
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

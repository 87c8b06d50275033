package wire

import (
	"bytes"
	"encoding/binary"
	"encoding/hex"
	"net/http"
	"net/url"
	"sort"

	"foredeck/client/localnet/httpapi"
	"foredeck/client/move"
)

// position is a place in the order of execution.
type position struct {
	height uint64
	place  uint32 // in the block
}

func (p position) before(other position) bool {
	return p.height < other.height || p.height == other.height && p.place < other.place
}

// automatedTransactions serves the list of what an account's automation tasks sent, in
// order of execution (spec section 4.5): after a cursor, or from a height, which is
// inclusive and counts for nothing next to a cursor.
func (a *API) automatedTransactions(w http.ResponseWriter, r *http.Request, request accountRequest) {
	query, err := readAutomatedQuery(r.URL.RawQuery)
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
	a.tellOldestBlock(w, request.version)
	account, records := a.chain.Account(request.address)
	at := func(i int) position {
		place := account.Automated[i]
		return position{uint64(records.Transactions[place].Height), records.IndexInBlock(place)}
	}
	from, to := query.window(len(account.Automated), at, after)
	page := newRendering(records, a.options.Dialect, request.version)
	page.Bytes = make([]byte, 0, 2+(to-from)*recordSize)
	page.transactions(account.Automated[from:to], query.ascending)

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
	if a.options.Dialect == httpapi.Deployed {
		w.Header().Set("x-supra-cursor", next) // empty at the end
	} else if next != "" {
		w.Header().Set("x-chain-cursor", next)
	}
	httpapi.WriteJSON(w, r, page.Bytes)
}

// automatedQuery is what a caller asks of the list of automated transactions.
type automatedQuery struct {
	count     uint64 // at most mostCount
	height    *uint64
	cursor    *string
	ascending bool
}

func readAutomatedQuery(raw string) (automatedQuery, error) {
	values, err := url.ParseQuery(raw)
	if err != nil {
		return automatedQuery{}, err
	}
	var asked automatedQuery
	if asked.count, err = readCount(values); err != nil {
		return automatedQuery{}, err
	}
	if asked.height, err = httpapi.ReadUint64(values, "block_height"); err != nil {
		return automatedQuery{}, err
	}
	if asked.ascending, err = httpapi.ReadFlag(values, "ascending"); err != nil {
		return automatedQuery{}, err
	}
	switch text, given, err := httpapi.ReadSingle(values, "cursor"); {
	case err != nil:
		return automatedQuery{}, err
	case given:
		asked.cursor = &text
	}
	return asked, nil
}

// window gives the page, from included and to not, of a list of so many whose items
// stand at growing positions.
func (q automatedQuery) window(length int, at func(i int) position, after *position) (from, to int) {
	// begin is the first item that the start has not behind it when the list ascends.
	begin := func() int {
		switch {
		case after != nil:
			return sort.Search(length, func(i int) bool { return after.before(at(i)) })
		case q.height != nil:
			return sort.Search(length, func(i int) bool { return at(i).height >= *q.height })
		default:
			return 0
		}
	}
	// end is the item after the first when the list descends.
	end := func() int {
		switch {
		case after != nil:
			return sort.Search(length, func(i int) bool { return !at(i).before(*after) })
		case q.height != nil:
			return sort.Search(length, func(i int) bool { return at(i).height > *q.height })
		default:
			return length
		}
	}
	if q.ascending {
		from = begin()
		return from, from + min(int(q.count), length-from)
	}
	to = end()
	return to - min(int(q.count), to), to
}

// encodeCursor gives the cursor of a transaction: hex digits that say nothing to a caller.
func encodeCursor(address move.Address, at position) string {
	cursor := binary.BigEndian.AppendUint64(address[:], at.height)
	return hex.EncodeToString(binary.BigEndian.AppendUint32(cursor, at.place))
}

// decodeCursor reads a cursor of the list of the same account.
func decodeCursor(address move.Address, text string) (position, bool) {
	cursor, err := hex.DecodeString(text)
	if err != nil || len(cursor) != len(address)+12 || !bytes.HasPrefix(cursor, address[:]) {
		return position{}, false
	}
	rest := cursor[len(address):]
	return position{binary.BigEndian.Uint64(rest), binary.BigEndian.Uint32(rest[8:])}, true
}

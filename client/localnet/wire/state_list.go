package wire

import (
	"bytes"
	"encoding/binary"
	"encoding/hex"
	"errors"
	"net/http"
	"strings"

	"foredeck/client/localnet/chain"
	"foredeck/client/localnet/httpapi"
	"foredeck/client/move"
)

// stateQuery is the query of a list of modules or resources.
type stateQuery struct {
	count uint64
	start []byte // cursor: a state key, exclusive; nil for the first page
}

// parseStateQuery parses count and start.
func parseStateQuery(raw string) (stateQuery, error) {
	parameters := httpapi.ParseQuery(raw)
	query := stateQuery{count: readCount(parameters)}
	if text := parameters.Text("start"); text != nil {
		var err error
		if query.start, err = hex.DecodeString(strings.TrimPrefix(*text, "0x")); err != nil {
			parameters.Fail("start: not a cursor in hex")
		}
	}
	return query, parameters.Err()
}

// checkCursor returns an error if a cursor is not a state key of an address.
func checkCursor(cursor []byte, address move.Address) error {
	rest, ok := bytes.CutPrefix(cursor, append([]byte{0}, address[:]...))
	if !ok {
		return errors.New("the cursor is of another address")
	}
	length, width := binary.Uvarint(rest)
	if width <= 0 || length >= uint64(len(rest)-width) {
		return errors.New("the path of the cursor is truncated")
	}
	switch group := rest[uint64(width)+length:]; {
	case len(group) == 1 && group[0] == 0, len(group) == 9 && group[0] == 1:
		return nil
	default:
		return errors.New("the end of the cursor is invalid")
	}
}

// statePage is the range of a page, from inclusive and to exclusive.
type statePage struct {
	from, to int
	cursor   []byte // nil if none
}

// page selects a page of a sorted list of keys. In the dialect Spec the cursor is absent at
// the end. Deployed nodes return the last state key that they visited, of a module or a
// resource, so their cursor does not mark the end; last is the highest key of the address.
func (q stateQuery) page(keys [][]byte, last []byte, dialect httpapi.Dialect) statePage {
	page := statePage{cursor: q.start}
	for page.from < len(keys) && bytes.Compare(keys[page.from], q.start) <= 0 {
		page.from++
	}
	page.to = min(page.from+int(q.count), len(keys))
	switch {
	case q.count == 0:
	case dialect == httpapi.Spec && page.to == len(keys):
		page.cursor = nil
	case page.to-page.from == int(q.count):
		page.cursor = keys[page.to-1]
	case bytes.Compare(last, q.start) > 0:
		page.cursor = last
	}
	return page
}

// stateList is a list of modules or resources, with its keys in the responses (spec sections
// 4.3 to 4.5).
type stateList struct {
	outer, inner string // of v1
	plural       string // of v2
	nullable     bool   // whether an absent cursor is null on v2
	item         func(body *encoder, index int)
	keys         [][]byte
}

// serveList responds with a page of the list that collect returns, with the highest state key of the address.
func (a *API) serveList(w http.ResponseWriter, r *http.Request, request accountRequest, collect func(now chain.State) (list stateList, last []byte)) {
	query, err := parseStateQuery(r.URL.RawQuery)
	if err != nil {
		a.rejectQuery(w, err)
		return
	}
	if len(query.start) > 0 {
		if err := checkCursor(query.start, request.address); err != nil {
			writeError(w, http.StatusBadRequest, "Internal server error: MoveList error: "+err.Error())
			return
		}
	}
	var list stateList
	var last []byte
	a.chain.Read(func(now chain.State) { list, last = collect(now) })
	page := query.page(list.keys, last, a.options.Dialect)
	var body encoder
	items := func() {
		for index := page.from; index < page.to; index++ {
			list.item(&body, index)
		}
	}
	cursor := hex.EncodeToString(page.cursor)
	if request.version >= v3 {
		a.setCursor(w, cursor, cursor == "")
	}
	httpapi.WriteJSON(w, r, &body.Document, func() {
		switch request.version {
		case v1:
			body.WrapObject(list.outer, func() {
				body.Key(list.inner).Array(items)
				if body.Key("cursor"); a.options.Dialect == httpapi.Spec {
					body.ByteArray(page.cursor)
				} else {
					body.Text(cursor)
				}
			})
		case v2:
			body.Object(func() {
				body.Key(list.plural).Array(items)
				if body.Key("cursor"); cursor == "" && list.nullable {
					body.Null()
				} else {
					body.Text(cursor)
				}
			})
		default:
			body.Array(items)
		}
	})
}

// lastKey returns the highest of the keys of an address; nil if there are none.
func lastKey(modules, resources [][]byte) []byte {
	var last []byte
	for _, keys := range [...][][]byte{modules, resources} {
		if len(keys) > 0 && bytes.Compare(keys[len(keys)-1], last) > 0 {
			last = keys[len(keys)-1]
		}
	}
	return last
}

// paddedAddress returns an address as 64 hex digits, the form of errors and lists of v1.
func paddedAddress(address move.Address) string { return hex.EncodeToString(address[:]) }

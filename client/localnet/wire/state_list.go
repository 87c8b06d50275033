package wire

import (
	"bytes"
	"encoding/binary"
	"encoding/hex"
	"errors"
	"net/http"
	"net/url"
	"strings"

	"foredeck/client/localnet/chain"
	"foredeck/client/localnet/httpapi"
	"foredeck/client/move"
)

// stateQuery is what a caller asks of the list of modules or of resources.
type stateQuery struct {
	count uint64
	start []byte // the key after which the page begins; nil for the first page
}

// readStateQuery reads count and start; what cannot be read fails like the query of other
// lists.
func readStateQuery(raw string) (stateQuery, error) {
	values, err := url.ParseQuery(raw)
	if err != nil {
		return stateQuery{}, err
	}
	var asked stateQuery
	if asked.count, err = readCount(values); err != nil {
		return stateQuery{}, err
	}
	text, _, err := httpapi.ReadSingle(values, "start")
	if err != nil {
		return stateQuery{}, err
	}
	if asked.start, err = hex.DecodeString(strings.TrimPrefix(text, "0x")); err != nil {
		return stateQuery{}, errors.New("start: not a cursor, which is hex")
	}
	return asked, nil
}

// checkCursor tells whether a cursor is a key of the state of an address.
func checkCursor(cursor []byte, address move.Address) error {
	rest, ok := bytes.CutPrefix(cursor, append([]byte{0}, address[:]...))
	if !ok {
		return errors.New("the cursor is of another address")
	}
	length, width := binary.Uvarint(rest)
	if width <= 0 || length >= uint64(len(rest)-width) {
		return errors.New("the cursor's path is cut short")
	}
	switch group := rest[uint64(width)+length:]; {
	case len(group) == 1 && group[0] == 0, len(group) == 9 && group[0] == 1:
		return nil
	default:
		return errors.New("the cursor does not end as one")
	}
}

// statePage is what of a list of keys a page holds.
type statePage struct {
	from, to int
	cursor   []byte // nil where there is none
}

// page finds the page of a list that is ordered by its keys. In the specification's
// dialect the cursor is there when more follows. Deployed nodes give the key of the last
// entry of the address that they have visited, of whatever kind, and so never say that a
// list has ended: last is the highest key of the address.
func (q stateQuery) page(keys [][]byte, last []byte, dialect httpapi.Dialect) statePage {
	made := statePage{cursor: q.start}
	for made.from < len(keys) && bytes.Compare(keys[made.from], q.start) <= 0 {
		made.from++
	}
	made.to = min(made.from+int(q.count), len(keys))
	switch {
	case q.count == 0:
	case dialect == httpapi.Spec && made.to == len(keys):
		made.cursor = nil
	case made.to-made.from == int(q.count):
		made.cursor = keys[made.to-1]
	case bytes.Compare(last, q.start) > 0:
		made.cursor = last
	}
	return made
}

// stateList says how a version wraps a list, and writes it (spec sections 4.3 to 4.5).
type stateList struct {
	outer, inner string // of v1
	plural       string // of v2
	nullable     bool   // whether the cursor of v2 is null where there is none
	item         func(body *encoder, place int)
	keys         [][]byte
}

// serveList answers with a page of modules or of resources.
func (a *API) serveList(w http.ResponseWriter, r *http.Request, request accountRequest, collect func(now chain.State) (list stateList, last []byte)) {
	query, err := readStateQuery(r.URL.RawQuery)
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
		body.Array(func() {
			for place := page.from; place < page.to; place++ {
				list.item(&body, place)
			}
		})
	}
	switch request.version {
	case v1:
		body.Wrap(list.outer, func() {
			body.Object(func() {
				body.Key(list.inner)
				items()
				body.Key("cursor")
				if a.options.Dialect == httpapi.Spec {
					body.ByteArray(page.cursor)
				} else {
					body.Text(hex.EncodeToString(page.cursor))
				}
			})
		})
	case v2:
		body.Object(func() {
			body.Key(list.plural)
			items()
			body.Key("cursor")
			if len(page.cursor) == 0 && list.nullable {
				body.Null()
			} else {
				body.Text(hex.EncodeToString(page.cursor))
			}
		})
	default:
		items()
		a.tellCursor(w, page.cursor)
	}
	httpapi.WriteJSON(w, r, body.Bytes)
}

// tellCursor names the next page of a list of v3, which has no place for it in its body.
func (a *API) tellCursor(w http.ResponseWriter, cursor []byte) {
	switch {
	case a.options.Dialect == httpapi.Deployed:
		w.Header().Set("x-supra-cursor", hex.EncodeToString(cursor))
	case len(cursor) > 0:
		w.Header().Set("x-chain-cursor", hex.EncodeToString(cursor))
	}
}

// lastKey is the highest key of what an address holds and has published; nil where that
// is nothing.
func lastKey(modules, resources [][]byte) []byte {
	var last []byte
	for _, keys := range [...][][]byte{modules, resources} {
		if len(keys) > 0 && bytes.Compare(keys[len(keys)-1], last) > 0 {
			last = keys[len(keys)-1]
		}
	}
	return last
}

// padded gives an address as the lists of v1 do.
func padded(address move.Address) string {
	return hex.EncodeToString(address[:])
}

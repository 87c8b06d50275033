package localnet

import (
	"bytes"
	"encoding/binary"
	"encoding/hex"
	"errors"
	"net/http"
	"net/url"
	"strings"

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
	text, _, err := single(values, "start")
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
func (q stateQuery) page(keys [][]byte, last []byte, dialect Dialect) statePage {
	made := statePage{cursor: q.start}
	for made.from < len(keys) && bytes.Compare(keys[made.from], q.start) <= 0 {
		made.from++
	}
	made.to = min(made.from+int(q.count), len(keys))
	switch {
	case q.count == 0:
	case dialect == Spec && made.to == len(keys):
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
	item         func(body *writer, place int)
	keys         [][]byte
}

// serveList answers with a page of modules or of resources.
func (n *Network) serveList(w http.ResponseWriter, r *http.Request, asked accountCall, collect func(now state) (list stateList, last []byte)) {
	query, err := readStateQuery(r.URL.RawQuery)
	if err != nil {
		n.refuseQuery(w, err)
		return
	}
	if len(query.start) > 0 {
		if err := checkCursor(query.start, asked.address); err != nil {
			fault(w, http.StatusBadRequest, "Internal server error: MoveList error: "+err.Error())
			return
		}
	}
	var list stateList
	var last []byte
	n.chain.look(func(now state) { list, last = collect(now) })
	page := query.page(list.keys, last, n.options.Dialect)
	var body writer
	items := func() {
		body.list(func() {
			for place := page.from; place < page.to; place++ {
				list.item(&body, place)
			}
		})
	}
	switch asked.version {
	case v1:
		body.only(list.outer, func() {
			body.members(func() {
				body.key(list.inner)
				items()
				body.key("cursor")
				if n.options.Dialect == Spec {
					body.bytes(page.cursor)
				} else {
					body.text(hex.EncodeToString(page.cursor))
				}
			})
		})
	case v2:
		body.members(func() {
			body.key(list.plural)
			items()
			body.key("cursor")
			if len(page.cursor) == 0 && list.nullable {
				body.null()
			} else {
				body.text(hex.EncodeToString(page.cursor))
			}
		})
	default:
		items()
		n.tellCursor(w, page.cursor)
	}
	succeed(w, r, body.out)
}

// tellCursor names the next page of a list of v3, which has no place for it in its body.
func (n *Network) tellCursor(w http.ResponseWriter, cursor []byte) {
	switch {
	case n.options.Dialect == Deployed:
		w.Header().Set("x-supra-cursor", hex.EncodeToString(cursor))
	case len(cursor) > 0:
		w.Header().Set("x-chain-cursor", hex.EncodeToString(cursor))
	}
}

// bytes writes an array of numbers.
func (w *writer) bytes(values []byte) {
	w.list(func() {
		for _, value := range values {
			w.number(uint64(value))
		}
	})
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

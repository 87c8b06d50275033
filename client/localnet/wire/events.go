package wire

import (
	"bytes"
	"cmp"
	"encoding/binary"
	"encoding/hex"
	"net/http"
	"sort"
	"strconv"
	"strings"

	"golang.org/x/crypto/sha3"

	"foredeck/client/localnet/chain"
	"foredeck/client/localnet/httpapi"
	"foredeck/client/move"
)

// maxOldRange is the largest number of blocks in a request for events on v1.
const maxOldRange = 10

// eventsQuery is the query of a list of events.
type eventsQuery struct {
	from, to uint64 // heights; to is exclusive
	count    uint64 // at most maxCount
	cursor   string
	after    *eventPosition // that of the cursor
	proofs   bool
}

// readEventsQuery parses the query of a list of events. Both heights are required: public nodes fail without them.
func readEventsQuery(raw string, version version) (eventsQuery, error) {
	parameters := httpapi.ParseQuery(raw)
	required := func(name string) uint64 {
		number := parameters.Uint64(name)
		if number == nil {
			parameters.Fail("%s: missing; give a height", name)
			return 0
		}
		return *number
	}
	if version == v1 {
		query := eventsQuery{from: required("start"), to: required("end"), count: 1 << 32}
		return query, parameters.Err()
	}
	query := eventsQuery{from: required("start_height"), to: required("end_height"), count: defaultCount}
	if limit := parameters.Uint64("limit"); limit != nil {
		query.count = min(*limit, maxCount)
	}
	if text := parameters.Text("start"); text != nil {
		query.cursor = *text
	}
	query.proofs = version >= v4 && parameters.Flag("include_proof")
	return query, parameters.Err()
}

// listEvents lists the events of a type in a range of blocks, oldest first. Blocks that the node has not indexed yet, see Options.EventLag,
// are not found. The cursor is exclusive, and the same again at the end. On v1 there is none, and the events are without their blocks.
func (a *API) listEvents(w http.ResponseWriter, r *http.Request, version version) {
	tag, err := move.ParseStructTag(r.PathValue("event_type"))
	if err != nil {
		writeError(w, http.StatusBadRequest, "Invalid input: Failed to parse struct tag: "+err.Error())
		return
	}
	query, err := readEventsQuery(r.URL.RawQuery, version)
	if err != nil {
		a.rejectQuery(w, err)
		return
	}
	kind := hashOfType(tag)
	if query.cursor != "" {
		if query.after = decodeEventCursor(kind, query.cursor); query.after == nil {
			writeError(w, http.StatusBadRequest, "Cursor could not be decoded")
			return
		}
	}
	records := a.chain.Records()
	switch oldest := a.oldestBlock(&records); {
	case query.to <= query.from:
		writeError(w, http.StatusBadRequest, "Invalid input: `end` must be greater than `start`")
		return
	case version == v1 && query.to-query.from > maxOldRange:
		writeError(w, http.StatusBadRequest, "Invalid input: the range is longer than "+strconv.Itoa(maxOldRange)+" blocks")
		return
	case query.from < uint64(oldest):
		writePruned(w, oldest)
		return
	case query.to > records.Count()-min(records.Count(), a.options.EventLag):
		writeError(w, http.StatusNotFound, "Information not available for height "+strconv.FormatUint(query.to-1, 10))
		return
	default:
		setOldest(w, oldest)
	}

	page := newRecordEncoder(a.chain, records, a.options.Dialect, version)
	page.oldEvents = a.options.Node == Node10
	if query.proofs {
		page.includeProofs(a)
	}
	places := query.page(&page.Records, a.index.eventsOf(page, tag.String()))
	if version > v1 {
		next := query.cursor
		if len(places) > 0 {
			next = encodeEventCursor(kind, positionOf(&page.Records, places[len(places)-1]))
		}
		w.Header().Set("x-supra-cursor", next)
	}
	httpapi.WriteJSON(w, r, &page.Document, func() {
		page.Wrap("data", func() {
			page.Array(func() {
				for _, place := range places {
					if version == v1 {
						page.eventAt(place)
					} else {
						page.eventWithContext(place)
					}
				}
			})
		})
	})
}

// page selects the events in the range after the cursor.
func (q eventsQuery) page(records *chain.Records, places []eventPlace) []eventPlace {
	height := func(i int) uint64 { return uint64(records.Transactions[places[i].transaction].Height) }
	end := sort.Search(len(places), func(i int) bool { return height(i) >= q.to })
	places = places[:end]
	first := sort.Search(len(places), func(i int) bool {
		return height(i) >= q.from && (q.after == nil || q.after.compare(positionOf(records, places[i])) < 0)
	})
	return places[first:][:min(q.count, uint64(len(places)-first))]
}

// eventWithContext writes an event with the block and transaction that it is from.
func (r *recordEncoder) eventWithContext(place eventPlace) {
	transaction := &r.Transactions[place.transaction]
	r.Object(func() {
		r.Key("event").eventAt(place)
		r.Key("block_height").Number(uint64(transaction.Height))
		r.Key("transaction_hash").hex32(transaction.Hash)
		if r.proofs != nil {
			r.Key("proofs").eventProofs(r.proofs.prover, place.transaction, int(place.event))
		}
	})
}

// eventAt writes one of the events of a transaction.
func (r *recordEncoder) eventAt(place eventPlace) {
	at := uint16(0)
	var visit func(e emission, data func())
	visit = func(e emission, data func()) {
		if at == place.event {
			r.visit = nil
			r.event(e.kind, e.account, e.creation, e.sequence, data)
			r.visit = visit
		}
		at++
	}
	r.visit = visit
	r.events(&r.Transactions[place.transaction])
	r.visit = nil
}

// eventPosition is the position of an event in the order of events.
type eventPosition struct{ height, transaction, event uint64 }

func positionOf(r *chain.Records, place eventPlace) eventPosition {
	height := r.Transactions[place.transaction].Height
	return eventPosition{uint64(height), uint64(r.IndexInBlock(place.transaction)), uint64(place.event)}
}

func (p *eventPosition) compare(other eventPosition) int {
	return cmp.Or(cmp.Compare(p.height, other.height), cmp.Compare(p.transaction, other.transaction), cmp.Compare(p.event, other.event))
}

// hashOfType returns keccak256 of a type with addresses of 64 digits, with which cursors of its events begin.
func hashOfType(tag move.StructTag) []byte {
	hash := sha3.NewLegacyKeccak256()
	_, _ = hash.Write([]byte(paddedType(tag))) // a hash does not fail
	return hash.Sum(nil)
}

// encodeEventCursor returns the opaque cursor of an event in the form of public nodes: hex of the hash of its type, and its position.
func encodeEventCursor(kind []byte, at eventPosition) string {
	cursor := bytes.Clone(kind)
	for _, number := range [...]uint64{at.height, at.transaction, at.event} {
		cursor = binary.BigEndian.AppendUint64(cursor, number)
	}
	return hex.EncodeToString(cursor)
}

// decodeEventCursor parses a cursor; nil if it is none of events of the type.
func decodeEventCursor(kind []byte, text string) *eventPosition {
	cursor, err := hex.DecodeString(strings.TrimPrefix(text, "0x"))
	position, ok := bytes.CutPrefix(cursor, kind)
	if err != nil || !ok || len(position) != 24 {
		return nil
	}
	number := func(i int) uint64 { return binary.BigEndian.Uint64(position[8*i:]) }
	return &eventPosition{number(0), number(1), number(2)}
}

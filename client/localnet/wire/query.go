package wire

import (
	"fmt"
	"net/url"
	"slices"
	"sort"
	"strings"

	"foredeck/client/localnet/chain"
	"foredeck/client/localnet/httpapi"
)

const (
	defaultCount = 20
	maxCount     = 100
)

// listQuery is the query of a list of transactions.
type listQuery struct {
	count     uint64 // at most maxCount
	start     *uint64
	ascending bool
	kind      *chain.TransactionType
}

// parseListQuery parses count and start, and ascending on v3. Counts over 100 are reduced to
// 100, and unknown parameters are ignored.
func parseListQuery(raw string, version version) (listQuery, error) {
	values, err := url.ParseQuery(raw)
	if err != nil {
		return listQuery{}, err
	}
	var query listQuery
	if query.count, err = parseCount(values); err != nil {
		return listQuery{}, err
	}
	if query.start, err = httpapi.ReadUint64(values, "start"); err != nil {
		return listQuery{}, err
	}
	if version != v3 {
		query.ascending = query.start != nil
		return query, nil
	}
	query.ascending, err = httpapi.ReadFlag(values, "ascending")
	return query, err
}

// parseCoinQuery parses the query of a list of coin transactions, including type on v3.
func (a *API) parseCoinQuery(raw string, version version) (listQuery, error) {
	query, err := parseListQuery(raw, version)
	switch {
	case err != nil:
		return listQuery{}, err
	case version == v3:
		query.kind, err = parseType(raw)
	case query.start == nil:
		query.ascending = a.options.oldestFirst()
	}
	return query, err
}

// parseType parses the filter by type; nil if there is none.
func parseType(raw string) (*chain.TransactionType, error) {
	values, err := url.ParseQuery(raw)
	if err != nil {
		return nil, err
	}
	text, given, err := httpapi.ReadSingle(values, "type")
	if !given || err != nil {
		return nil, err
	}
	found := slices.Index(typeFilters[:], text)
	if found < 0 {
		return nil, fmt.Errorf("type: %q is not one of %s", text, strings.Join(typeFilters[:], ", "))
	}
	return new(chain.TransactionType(found)), nil
}

// parseCount parses the page size.
func parseCount(values url.Values) (uint64, error) {
	switch count, err := httpapi.ReadUint64(values, "count"); {
	case err != nil:
		return 0, err
	case count == nil:
		return defaultCount, nil
	default:
		return min(*count, maxCount), nil
	}
}

// pageBySequence returns the range of sequence numbers of a page, from inclusive and to
// exclusive. The start of the query is inclusive in both orders.
func (q listQuery) pageBySequence(sent uint64) (from, to uint64) {
	if q.ascending {
		if q.start != nil {
			from = min(*q.start, sent)
		}
		return from, min(from+q.count, sent)
	}
	to = sent
	if q.start != nil && *q.start < sent {
		to = *q.start + 1
	}
	return to - min(q.count, to), to
}

// pageByCursor returns the range of a page, from inclusive and to exclusive, in a list with
// ascending cursors. The start of the query is exclusive in both orders.
func (q listQuery) pageByCursor(length int, cursor func(i int) uint64) (from, to int) {
	if q.ascending {
		if q.start != nil {
			from = sort.Search(length, func(i int) bool { return cursor(i) > *q.start })
		}
		return from, from + min(int(q.count), length-from)
	}
	to = length
	if q.start != nil {
		to = sort.Search(length, func(i int) bool { return cursor(i) >= *q.start })
	}
	return to - min(int(q.count), to), to
}

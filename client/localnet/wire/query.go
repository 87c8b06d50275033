package wire

import (
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

// parseListQuery parses count and start, and ascending on v3. Unknown parameters are ignored.
func parseListQuery(raw string, version version) (listQuery, error) {
	return readListQuery(httpapi.ParseQuery(raw), version)
}

func readListQuery(parameters *httpapi.Query, version version) (listQuery, error) {
	query := listQuery{count: readCount(parameters), start: parameters.Uint64("start")}
	if version >= v3 {
		query.ascending = parameters.Flag("ascending")
	} else {
		query.ascending = query.start != nil
	}
	return query, parameters.Err()
}

// parseCoinQuery parses the query of a list of coin transactions, including type on v3.
func (a *API) parseCoinQuery(raw string, version version) (listQuery, error) {
	parameters := httpapi.ParseQuery(raw)
	query, err := readListQuery(parameters, version)
	switch {
	case err != nil:
	case version >= v3:
		query.kind = readType(parameters)
	case query.start == nil:
		query.ascending = a.options.oldestFirst()
	}
	return query, parameters.Err()
}

// readType reads the filter by type; nil if there is none.
func readType(parameters *httpapi.Query) *chain.TransactionType {
	text := parameters.Text("type")
	if text == nil {
		return nil
	}
	found := slices.Index(typeFilters[:], *text)
	if found < 0 {
		parameters.Fail("type: %q is not one of %s", *text, strings.Join(typeFilters[:], ", "))
	}
	return new(chain.TransactionType(found))
}

// readCount reads the page size. Counts over 100 are reduced to 100.
func readCount(parameters *httpapi.Query) uint64 {
	count := parameters.Uint64("count")
	if count == nil {
		return defaultCount
	}
	return min(*count, maxCount)
}

// pageBySequence returns the range of sequence numbers of a page, from inclusive and to exclusive, in a list that starts at oldest. The
// start of the query is inclusive in both orders.
func (q listQuery) pageBySequence(oldest, sent uint64) (from, to uint64) {
	first, end := oldest, sent
	if q.start != nil {
		start := min(*q.start, sent)
		first, end = max(start, oldest), min(start+1, sent)
	}
	from, to = limitPage(first, end, sent, q.count, q.ascending)
	return max(from, oldest), max(to, oldest)
}

// pageByCursor returns the range of a page, from inclusive and to exclusive, in a list with
// ascending cursors. The start of the query is exclusive in both orders.
func (q listQuery) pageByCursor(length int, cursor func(i int) uint64) (from, to int) {
	first, end := 0, length
	if q.start != nil {
		first = sort.Search(length, func(i int) bool { return cursor(i) > *q.start })
		end = sort.Search(length, func(i int) bool { return cursor(i) >= *q.start })
	}
	return limitPage(first, end, length, q.count, q.ascending)
}

// limitPage returns the range of a page, from inclusive and to exclusive: the items from
// first, if ascending, or those before end.
func limitPage[N int | uint64](first, end, length N, count uint64, ascending bool) (from, to N) {
	if ascending {
		return first, first + min(N(count), length-first)
	}
	return end - min(N(count), end), end
}

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
	mostCount    = 100
)

// listQuery is what a caller asks of a list of transactions.
type listQuery struct {
	count     uint64 // at most mostCount
	start     *uint64
	ascending bool
	only      *chain.TransactionType
}

// readListQuery reads count and start, and ascending where a version has it. A count over
// 100 is cut to it; a parameter that is not known is ignored; one that is known may be
// given once.
func readListQuery(raw string, version version) (listQuery, error) {
	values, err := url.ParseQuery(raw)
	if err != nil {
		return listQuery{}, err
	}
	var asked listQuery
	if asked.count, err = readCount(values); err != nil {
		return listQuery{}, err
	}
	if asked.start, err = httpapi.ReadUint64(values, "start"); err != nil {
		return listQuery{}, err
	}
	if version != v3 {
		asked.ascending = asked.start != nil
		return asked, nil
	}
	asked.ascending, err = httpapi.ReadFlag(values, "ascending")
	return asked, err
}

// readCoinQuery reads the query of a list of coin transactions, with its type on v3.
func (a *API) readCoinQuery(raw string, version version) (listQuery, error) {
	asked, err := readListQuery(raw, version)
	switch {
	case err != nil:
		return listQuery{}, err
	case version == v3:
		asked.only, err = readType(raw)
	case asked.start == nil:
		asked.ascending = a.options.oldestFirst()
	}
	return asked, err
}

// readType reads the type that a list is to be limited to.
func readType(raw string) (*chain.TransactionType, error) {
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

// readCount reads how many items a page may have.
func readCount(values url.Values) (uint64, error) {
	switch count, err := httpapi.ReadUint64(values, "count"); {
	case err != nil:
		return 0, err
	case count == nil:
		return defaultCount, nil
	default:
		return min(*count, mostCount), nil
	}
}

// rangeOf gives the sequence numbers of the page, from included and to not, for an
// account that has sent so many. The start is inclusive in both orders.
func (q listQuery) rangeOf(sent uint64) (from, to uint64) {
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

// after gives the page, from included and to not, of a list of so many whose items have
// growing cursors. The start is exclusive in both orders.
func (q listQuery) after(length int, cursor func(i int) uint64) (from, to int) {
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

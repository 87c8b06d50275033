package localnet

import (
	"fmt"
	"net/url"
	"strconv"
)

const (
	defaultCount = 20
	mostCount    = 100
)

// listQuery is what a caller asks of the list of sent transactions.
type listQuery struct {
	count     uint64 // at most mostCount
	start     *uint64
	ascending bool
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
	if asked.start, err = readNumber(values, "start"); err != nil {
		return listQuery{}, err
	}
	if version != v3 {
		asked.ascending = asked.start != nil
		return asked, nil
	}
	ascending, err := readBoolean(values, "ascending")
	if err != nil {
		return listQuery{}, err
	}
	asked.ascending = ascending != nil && *ascending
	return asked, nil
}

// readCount reads how many items a page may have.
func readCount(values url.Values) (uint64, error) {
	switch count, err := readNumber(values, "count"); {
	case err != nil:
		return 0, err
	case count == nil:
		return defaultCount, nil
	default:
		return min(*count, mostCount), nil
	}
}

func single(values url.Values, name string) (text string, given bool, err error) {
	switch texts := values[name]; len(texts) {
	case 0:
		return "", false, nil
	case 1:
		return texts[0], true, nil
	default:
		return "", false, fmt.Errorf("%s: given %d times", name, len(texts))
	}
}

// readNumber gives nil for a parameter that is not given, as readBoolean does.
func readNumber(values url.Values, name string) (*uint64, error) {
	text, given, err := single(values, name)
	if !given || err != nil {
		return nil, err
	}
	number, err := strconv.ParseUint(text, 10, 64)
	if err != nil {
		return nil, fmt.Errorf("%s: %q is not an integer from 0 to 18446744073709551615", name, text)
	}
	return &number, nil
}

func readBoolean(values url.Values, name string) (*bool, error) {
	text, given, err := single(values, name)
	if !given || err != nil {
		return nil, err
	}
	if text != "true" && text != "false" {
		return nil, fmt.Errorf("%s: %q is not true or false", name, text)
	}
	return new(text == "true"), nil
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

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

// readListQuery reads count, start and ascending. A count over 100 is cut to it; a
// parameter that is not known is ignored; one that is known may be given once.
func readListQuery(raw string) (listQuery, error) {
	asked := listQuery{count: defaultCount}
	values, err := url.ParseQuery(raw)
	if err != nil {
		return listQuery{}, err
	}
	if count, ok, err := readNumber(values, "count"); err != nil {
		return listQuery{}, err
	} else if ok {
		asked.count = min(count, mostCount)
	}
	if start, ok, err := readNumber(values, "start"); err != nil {
		return listQuery{}, err
	} else if ok {
		asked.start = &start
	}
	switch text, ok, err := single(values, "ascending"); {
	case err != nil:
		return listQuery{}, err
	case ok && text != "true" && text != "false":
		return listQuery{}, fmt.Errorf("ascending: %q is not true or false", text)
	default:
		asked.ascending = text == "true"
	}
	return asked, nil
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

func readNumber(values url.Values, name string) (number uint64, given bool, err error) {
	text, given, err := single(values, name)
	if !given || err != nil {
		return 0, false, err
	}
	number, err = strconv.ParseUint(text, 10, 64)
	if err != nil {
		return 0, false, fmt.Errorf("%s: %q is not an integer from 0 to 18446744073709551615", name, text)
	}
	return number, true, nil
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

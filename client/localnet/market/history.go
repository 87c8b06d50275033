package market

import (
	"fmt"
	"net/http"
	"net/url"
	"strconv"
	"time"

	"foredeck/client/localnet/httpapi"
)

const (
	// longestHistory is a month (spec section 8), the longest there is.
	longestHistory = 31 * day * 1_000 // in milliseconds
	// longestResolution is as long, in seconds.
	longestResolution = 31 * day
	// mostBars is what an answer holds at most: a month at 15 seconds, the finest
	// resolution that the specification names (section 4.7), fits.
	mostBars = 200_000
)

// historyQuery is what a caller asks of the price history.
type historyQuery struct {
	seededPair
	from, to   int64 // milliseconds since the Unix epoch, both included
	resolution int64 // seconds
}

// readHistoryQuery reads the query of /history (spec section 4.7). The resolution may be
// called interval too, as the usage example there does.
func (s *Service) readHistoryQuery(values url.Values) (historyQuery, *serviceError) {
	found, rejected := s.readPair(values)
	if rejected != nil {
		return historyQuery{}, rejected
	}
	asked := historyQuery{seededPair: found}
	var err error
	if asked.from, err = readDate(values, "startDate"); err != nil {
		return historyQuery{}, badRequest(err.Error())
	}
	if asked.to, err = readDate(values, "endDate"); err != nil {
		return historyQuery{}, badRequest(err.Error())
	}
	if asked.resolution, rejected = readResolution(values); rejected != nil {
		return historyQuery{}, rejected
	}
	switch {
	case asked.to < asked.from:
		return historyQuery{}, badRequest("endDate: before startDate")
	case asked.to-asked.from > longestHistory:
		return historyQuery{}, badRequest("endDate: more than a month after startDate")
	case (asked.to-asked.from)/1_000/asked.resolution > mostBars:
		return historyQuery{}, badRequest(fmt.Sprintf("Resolution: over %d records in the range; ask for less or more coarsely", mostBars))
	}
	return asked, nil
}

// latestDate is the end of the year 9999.
const latestDate = 253_402_300_799_999

// readDate reads an end of the range, in milliseconds since the Unix epoch.
func readDate(values url.Values, name string) (int64, error) {
	number, err := httpapi.ReadUint64(values, name)
	switch {
	case err != nil:
		return 0, err
	case number == nil:
		return 0, fmt.Errorf("%s: missing; give milliseconds since the Unix epoch", name)
	case *number > latestDate:
		return 0, fmt.Errorf("%s: %d is after the year 9999; give milliseconds since the Unix epoch", name, *number)
	}
	return int64(*number), nil
}

// readResolution reads the length of a bar in seconds under one of its two names.
func readResolution(values url.Values) (int64, *serviceError) {
	var resolution *uint64
	for _, name := range []string{"Resolution", "interval"} {
		number, err := httpapi.ReadUint64(values, name)
		switch {
		case err != nil:
			return 0, badRequest(err.Error())
		case number == nil:
		case resolution != nil && *resolution != *number:
			return 0, badRequest(fmt.Sprintf("Resolution and interval: %d and %d; give one", *resolution, *number))
		default:
			resolution = number
		}
	}
	switch {
	case resolution == nil:
		return 0, badRequest("Resolution: missing; give seconds")
	case *resolution < 1 || *resolution > longestResolution:
		return 0, badRequest(fmt.Sprintf("Resolution: %d is not from 1 to %d seconds", *resolution, longestResolution))
	}
	return int64(*resolution), nil
}

// records calls visit for each bar that begins in the range, oldest first, up to a second,
// which is part of the newest. Bars begin at multiples of the resolution. It tells
// whether there was any.
func (q historyQuery) records(now int64, visit func(start int64, bar bar)) bool {
	span := q.resolution * 1_000
	first, last := (q.from+span-1)/span, q.to/span
	found := false
	q.bars(first*q.resolution, min((last+1)*q.resolution, now+1), q.resolution, func(made bar) {
		found = true
		visit(made.start/q.resolution*q.resolution, made)
	})
	return found
}

// history answers with the bars of a pair (spec section 2.9): with numbers under
// "data", or in the deployed form, a bare list of texts.
func (s *Service) history(w http.ResponseWriter, r *http.Request) {
	if !s.authorize(w, r) {
		return
	}
	asked, rejected := s.readHistoryQuery(r.URL.Query())
	if rejected != nil {
		s.reject(w, rejected)
		return
	}
	var document httpapi.Document
	now := s.now().Unix()
	var found bool
	if s.dialect == httpapi.Deployed {
		document.Array(func() {
			found = asked.records(now, func(start int64, bar bar) { asked.deployedBar(&document, start, bar) })
		})
	} else {
		document.Object(func() {
			document.Key("status")
			document.Text("success")
			document.Key("data")
			document.Array(func() {
				found = asked.records(now, func(start int64, bar bar) { asked.specBar(&document, start, bar) })
			})
		})
	}
	if !found {
		s.reject(w, &serviceError{http.StatusNotFound, "no data of " + asked.name + " in this range"})
		return
	}
	httpapi.WriteJSON(w, r, document.Bytes)
}

func (q historyQuery) specBar(document *httpapi.Document, start int64, bar bar) {
	document.Object(func() {
		document.Key("timestamp")
		document.Number(uint64(start) * 1_000)
		q.figures(bar, func(name, figure string) {
			document.Key(name)
			document.Literal(figure)
		})
	})
}

func (q historyQuery) deployedBar(document *httpapi.Document, start int64, bar bar) {
	document.Object(func() {
		document.Key("time")
		document.Decimal(uint64(start) * 1_000)
		document.Key("timestamp")
		document.Text(time.Unix(start, 0).UTC().Format(time.DateTime))
		q.figures(bar, func(name, figure string) {
			document.Key(name)
			document.Text(figure)
		})
		document.Key("tradingPair")
		document.Text(q.name)
	})
}

// figures gives the numbers of a bar by their names.
func (p seededPair) figures(bar bar, visit func(name, figure string)) {
	visit("open", decimal(bar.open, p.decimals))
	visit("high", decimal(bar.high, p.decimals))
	visit("low", decimal(bar.low, p.decimals))
	visit("close", decimal(bar.close, p.decimals))
	if p.turnover > 0 {
		visit("volume", decimal(bar.volume, p.volumeDecimals))
	}
}

// decimal writes a number of units that are so many decimals, without zeros at the end:
// 1234500 with 4 is 123.45.
func decimal(units int64, decimals int) string {
	text := strconv.FormatInt(units, 10)
	for len(text) <= decimals {
		text = "0" + text
	}
	whole, fraction := text[:len(text)-decimals], text[len(text)-decimals:]
	for len(fraction) > 0 && fraction[len(fraction)-1] == '0' {
		fraction = fraction[:len(fraction)-1]
	}
	if fraction == "" {
		return whole
	}
	return whole + "." + fraction
}

package oracle

import (
	"net/http"
	"net/url"
	"strconv"
	"strings"
	"time"

	"foredeck/client/localnet/httpapi"
	"foredeck/client/localnet/internal/rng"
)

const (
	// maxResolution is the longest month in seconds.
	maxResolution = 31 * day
	// maxCandles is the largest number of candles in a response. It allows a month at 15
	// seconds, the finest resolution in the specification (section 4.7).
	maxCandles = 200_000
)

// historyQuery is the query of /history.
type historyQuery struct {
	seededPair
	from, to   int64 // milliseconds since the Unix epoch, both inclusive
	resolution int64 // seconds
}

// parseHistoryQuery parses the query of /history (spec section 4.7).
func (s *Service) parseHistoryQuery(values url.Values) (historyQuery, error) {
	parameters := httpapi.NewQuery(values)
	query := historyQuery{
		seededPair: s.readPair(parameters),
		from:       readDate(parameters, "startDate"),
		to:         readDate(parameters, "endDate"),
		resolution: readResolution(parameters),
	}
	switch {
	case parameters.Err() != nil:
	case query.to < query.from:
		parameters.Fail("endDate: before startDate")
	case query.to > monthAfter(query.from):
		parameters.Fail("endDate: more than a month after startDate")
	case (query.to-query.from)/1_000/query.resolution > maxCandles:
		parameters.Fail("Resolution: more than %d records in the range; request a shorter range or a longer resolution", maxCandles)
	}
	return query, parameters.Err()
}

// monthAfter returns the time a calendar month later in UTC, the limit of a range (spec section 8), both in milliseconds since the
// Unix epoch. If that month is shorter, it is a time of its last day: a month after January 31 is February 28 or 29.
func monthAfter(milliseconds int64) int64 {
	from := time.UnixMilli(milliseconds).UTC()
	to := from.AddDate(0, 1, 0)
	if to.Day() != from.Day() {
		to = to.AddDate(0, 0, -to.Day())
	}
	return to.UnixMilli()
}

// maxDate is the end of the year 9999.
const maxDate = 253_402_300_799_999

// readDate reads a bound of the range, in milliseconds since the Unix epoch.
func readDate(parameters *httpapi.Query, name string) int64 {
	number := parameters.Uint64(name)
	switch {
	case number == nil:
		parameters.Fail("%s: missing; give milliseconds since the Unix epoch", name)
		return 0
	case *number > maxDate:
		parameters.Fail("%s: %d is after the year 9999; give milliseconds since the Unix epoch", name, *number)
	}
	return int64(*number)
}

// readResolution reads the length of a candle in seconds. The parameter may also be called
// interval, as in the example of the specification.
func readResolution(parameters *httpapi.Query) int64 {
	resolution, interval := parameters.Uint64("Resolution"), parameters.Uint64("interval")
	switch {
	case resolution != nil && interval != nil && *resolution != *interval:
		parameters.Fail("Resolution and interval: %d and %d; give one", *resolution, *interval)
	case resolution == nil && interval == nil:
		parameters.Fail("Resolution: missing; give seconds")
		return 0
	case resolution == nil:
		resolution = interval
	}
	if *resolution < 1 || *resolution > maxResolution {
		parameters.Fail("Resolution: %d is not from 1 to %d seconds", *resolution, maxResolution)
	}
	return int64(*resolution)
}

// candlesUntil calls visit for each candle that starts in the range, oldest first, and reports whether there are any. The
// newest candle ends with the second now. Candles start at multiples of the resolution.
func (q historyQuery) candlesUntil(now int64, visit func(start int64, candle candle)) bool {
	span := q.resolution * 1_000
	first, last := (q.from+span-1)/span, q.to/span
	found := false
	q.candles(first*q.resolution, min((last+1)*q.resolution, now+1), q.resolution, func(candle candle) {
		found = true
		visit(candle.start/q.resolution*q.resolution, candle)
	})
	return found
}

// history responds with the candles of a pair (spec section 2.9): in an object with numbers,
// or in the dialect Deployed in an array with strings.
func (s *Service) history(w http.ResponseWriter, r *http.Request) {
	if !s.authorize(w, r) {
		return
	}
	query, err := s.parseHistoryQuery(r.URL.Query())
	if err != nil {
		s.rejectQuery(w, err)
		return
	}
	var document httpapi.Document
	now, found := s.now().Unix(), false
	candles := func() {
		found = query.candlesUntil(now, func(start int64, candle candle) {
			document.Object(func() { query.candleMembers(&document, s.dialect, start, candle) })
		})
	}
	httpapi.TryWriteJSON(w, r, &document, func() bool {
		if s.dialect == httpapi.Deployed {
			document.Array(candles)
		} else {
			document.Object(func() {
				document.Key("status").Text("success")
				document.Key("data").Array(candles)
			})
		}
		return found
	})
	if !found {
		s.reject(w, http.StatusNotFound, "no data for "+query.name+" in this range")
	}
}

func (q historyQuery) candleMembers(document *httpapi.Document, dialect httpapi.Dialect, start int64, candle candle) {
	deployed := dialect == httpapi.Deployed
	write := document.Literal
	if deployed {
		write = document.Text
		document.Key("time").Decimal(uint64(start) * 1_000)
		document.Key("timestamp").Text(time.Unix(start, 0).UTC().Format(time.DateTime))
	} else {
		document.Key("timestamp").Number(uint64(start) * 1_000)
	}
	q.fields(candle, func(name, number string) {
		document.Key(name)
		write(number)
	})
	if deployed {
		document.Key("tradingPair").Text(q.name)
	}
}

// fields calls visit with the name and the decimal form of each number of a candle.
func (p seededPair) fields(candle candle, visit func(name, number string)) {
	visit("open", decimal(candle.open, p.decimals))
	visit("high", decimal(candle.high, p.decimals))
	visit("low", decimal(candle.low, p.decimals))
	visit("close", decimal(candle.close, p.decimals))
	if p.blockVolume > 0 {
		visit("volume", decimal(candle.volume, p.volumeDecimals))
	}
}

// decimal formats a number of units of the last decimal without trailing zeros: 1234500 with 4 decimals is 123.45.
func decimal(units int64, decimals int) string {
	text := strconv.FormatInt(units, 10)
	text = strings.Repeat("0", max(0, decimals+1-len(text))) + text
	whole, fraction := text[:len(text)-decimals], strings.TrimRight(text[len(text)-decimals:], "0")
	return strings.TrimSuffix(whole+"."+fraction, ".")
}

// candle is the prices and the volume of a span of time. Prices are in ticks of the pair.
//
// Candles are generated from long to short: a candle is split into halves that join to the same candle again, down to
// single seconds. Any candle is therefore found in a few dozen splits, and candles of different resolutions agree.
type candle struct {
	open, high, low, close int64
	volume                 int64

	start  int64 // seconds since the Unix epoch
	length int64 // in seconds, a power of two
	seed   uint64
}

// split returns the halves of a candle of at least two seconds.
func (c candle) split() (first, second candle) {
	random := rng.New(c.seed)
	half := c.length / 2
	first = candle{open: c.open, start: c.start, length: half}
	second = candle{close: c.close, start: c.start + half, length: half}

	// The price in the middle is halfway between open and close, plus or minus up to half of
	// the range, and reflected into the range.
	middle := (c.open+c.close)/2 + upTo(&random, c.high-c.low) - (c.high-c.low)/2
	if middle > c.high {
		middle = 2*c.high - middle
	}
	if middle < c.low {
		middle = 2*c.low - middle
	}
	first.close, second.open = middle, middle

	// One half has the high of the whole, and the other a lower one. The low is more often in
	// the other half than in the same.
	first.high, second.high = max(first.open, first.close), max(second.open, second.close)
	first.low, second.low = min(first.open, first.close), min(second.open, second.close)
	fullHigh, partHigh := &first.high, &second.high
	fullLow, partLow := &second.low, &first.low
	if random.Percent(50) {
		fullHigh, partHigh = partHigh, fullHigh
		fullLow, partLow = partLow, fullLow
	}
	if random.Percent(25) {
		fullLow, partLow = partLow, fullLow
	}
	*fullHigh = c.high
	*partHigh += fraction(&random, c.high-*partHigh, 5, 35)
	*fullLow = c.low
	*partLow -= fraction(&random, *partLow-c.low, 5, 35)

	// The first half has 35 to 65 percent of the volume.
	first.volume = fraction(&random, c.volume, 35, 65)
	second.volume = c.volume - first.volume
	first.seed, second.seed = random.Uint64(), random.Uint64()
	return first, second
}

// splitRange calls visit for the parts of a candle within a range of seconds, from inclusive and to exclusive, in order.
// The parts are the longest that do not extend across a multiple of every seconds.
func (c candle) splitRange(from, to, every int64, visit func(part candle)) {
	end := c.start + c.length
	switch {
	case end <= from || to <= c.start:
	case from <= c.start && end <= to && c.start/every == (end-1)/every:
		visit(c)
	default:
		first, second := c.split()
		first.splitRange(from, to, every, visit)
		second.splitRange(from, to, every, visit)
	}
}

// join returns the candle of two consecutive ones.
func join(first, second candle) candle {
	return candle{
		open:   first.open,
		high:   max(first.high, second.high),
		low:    min(first.low, second.low),
		close:  second.close,
		volume: first.volume + second.volume,
		start:  first.start,
	}
}

// upTo returns a random number from 0 to n, inclusive.
func upTo(source *rng.Source, n int64) int64 { return int64(source.Uint64N(uint64(n) + 1)) }

// fraction returns a random part of n, between minPercent and maxPercent.
func fraction(source *rng.Source, n, minPercent, maxPercent int64) int64 {
	return n*minPercent/100 + upTo(source, n*(maxPercent-minPercent)/100)
}

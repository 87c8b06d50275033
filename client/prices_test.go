package client

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"
)

const priceKey = "k3y-of-ours"

func servePrices(t *testing.T, handler http.HandlerFunc, options ...PricesOption) *Prices {
	t.Helper()
	server := httptest.NewServer(handler)
	t.Cleanup(server.Close)
	prices, err := NewPrices(server.URL, options...)
	require.NoError(t, err)
	t.Cleanup(prices.CloseIdleConnections)
	return prices
}

// instants of a range within one request.
var (
	rangeStart = time.UnixMilli(1_700_000_000_000)
	rangeEnd   = rangeStart.Add(time.Hour)
)

func hourOf(t *testing.T, prices *Prices) ([]Candle, error) {
	t.Helper()
	return prices.History(t.Context(), HistoryRequest{Pair: "btc_usdt", From: rangeStart, To: rangeEnd, Resolution: time.Minute})
}

func TestNewPrices(t *testing.T) {
	t.Parallel()
	prices, err := NewPrices("http://prices.example/api/", WithIntervalParameter("interval"), WithAPIKey(priceKey), WithPricesTimeout(time.Second))
	require.NoError(t, err)
	require.Equal(t, "http://prices.example/api", prices.BaseURL())

	for _, test := range []struct {
		base   string
		option PricesOption
		text   string
	}{
		{"prices.example", WithAPIKey(""), `oracle URL "prices.example": must be an absolute http or https URL, such as http://127.0.0.1:27000`},
		{"http://prices", WithPricesTimeout(0), `timeout "0s": must be greater than 0`},
		{"http://prices", WithIntervalParameter("step"), `interval parameter "step": must be Resolution or interval`},
		{"http://prices", WithAPIKey(priceKey + "\n"), `API key: must be printable ASCII without spaces: check for a line break at its end`},
		{"http://prices", WithAPIKey("clé"), `API key: must be printable ASCII without spaces: check for a line break at its end`},
	} {
		_, err := NewPrices(test.base, test.option)
		var wrong *ArgumentError
		require.ErrorAs(t, err, &wrong)
		require.EqualError(t, err, test.text)
	}
}

// Spec section 4.7, /history: path, query and header.
func TestHistoryRequest(t *testing.T) {
	t.Parallel()
	var got *http.Request
	prices := servePrices(t, func(w http.ResponseWriter, request *http.Request) {
		got = request
		responding(200, `{"status":"success","data":[]}`)(w, request)
	}, WithAPIKey(priceKey))
	candles, err := prices.History(t.Context(), HistoryRequest{Pair: "BTC_usdt", From: rangeStart, To: rangeEnd, Resolution: 90 * time.Second})
	require.NoError(t, err)
	require.Empty(t, candles)
	require.Equal(t, http.MethodGet, got.Method)
	require.Equal(t, "/history", got.URL.Path)
	require.Equal(t, url.Values{
		"trading_pair": {"btc_usdt"}, "startDate": {"1700000000000"}, "endDate": {"1700003600000"}, "Resolution": {"90"},
	}, got.URL.Query())
	require.Equal(t, []string{priceKey}, got.Header.Values("x-api-key"))
	require.NotContains(t, got.RequestURI, priceKey)
}

// Spec section 4.7, /latest: path, query and, as deployed services require it, header.
func TestLatestRequest(t *testing.T) {
	t.Parallel()
	for _, key := range []string{"", priceKey} {
		var got *http.Request
		prices := servePrices(t, func(w http.ResponseWriter, request *http.Request) {
			got = request
			responding(200, `{"instruments":[{"tradingPairs":"eth_usdt","currentPrice":"1","time":"5"}]}`)(w, request)
		}, WithAPIKey(key))
		_, err := prices.Latest(t.Context(), "ETH_USDT")
		require.NoError(t, err)
		require.Equal(t, "/latest?trading_pair=eth_usdt", got.RequestURI)
		require.Equal(t, key, got.Header.Get("x-api-key"))
		_, sent := got.Header["X-Api-Key"]
		require.Equal(t, key != "", sent)
	}
}

func TestPriceArguments(t *testing.T) {
	t.Parallel()
	prices, err := NewPrices("http://prices", WithPricesTransport(roundTrip(func(request *http.Request) (*http.Response, error) {
		t.Errorf("requested %s", request.URL)
		return response(request, 200, "[]"), nil
	})))
	require.NoError(t, err)
	pairRule := "must be <base>_<quote> in letters, digits, dots and dashes, such as btc_usdt"
	for pair, text := range map[string]string{
		"":                              "pair: " + pairRule,
		"btcusdt":                       `pair "btcusdt": ` + pairRule,
		"btc_":                          `pair "btc_": ` + pairRule,
		"_usdt":                         `pair "_usdt": ` + pairRule,
		"btc_usdt_x":                    `pair "btc_usdt_x": ` + pairRule,
		"btc/usdt":                      `pair "btc/usdt": ` + pairRule,
		"btc_usdt ":                     `pair "btc_usdt ": ` + pairRule,
		"btc_üsdt":                      `pair "btc_üsdt": ` + pairRule,
		strings.Repeat("b", 100) + "_c": `pair "` + strings.Repeat("b", 39) + `…": ` + pairRule,
	} {
		var wrong *ArgumentError
		_, err := prices.Latest(t.Context(), pair)
		require.ErrorAs(t, err, &wrong)
		require.EqualError(t, err, text)
		_, err = prices.History(t.Context(), HistoryRequest{Pair: pair, From: rangeStart, To: rangeEnd, Resolution: time.Minute})
		require.ErrorAs(t, err, &wrong)
		require.EqualError(t, err, text)
	}
	for _, test := range []struct {
		from, to   time.Time
		resolution time.Duration
		text       string
	}{
		{rangeStart, rangeEnd, 0, `resolution "0s": must be a positive number of whole seconds`},
		{rangeStart, rangeEnd, -time.Second, `resolution "-1s": must be a positive number of whole seconds`},
		{rangeStart, rangeEnd, 1500 * time.Millisecond, `resolution "1.5s": must be a positive number of whole seconds`},
		{rangeStart, rangeStart, time.Minute, `range "2023-11-14T22:13:20Z to 2023-11-14T22:13:20Z": must start before it ends`},
		{rangeStart, rangeStart.Add(time.Microsecond), time.Minute, `range "2023-11-14T22:13:20Z to 2023-11-14T22:13:20.000001Z": must start before it ends`},
		{rangeEnd, rangeStart, time.Minute, `range "2023-11-14T23:13:20Z to 2023-11-14T22:13:20Z": must start before it ends`},
		{time.Time{}, rangeEnd, time.Minute, `from "0001-01-01T00:00:00Z": must not be before 1970`},
		{rangeStart, rangeStart.AddDate(2, 0, 0), time.Second,
			`range "2023-11-14T22:13:20Z to 2025-11-14T22:13:20Z": takes 1264 requests at a resolution of 1s, of at most 1000: shorten the range or use a coarser resolution`},
	} {
		_, err := prices.History(t.Context(), HistoryRequest{Pair: "btc_usdt", From: test.from, To: test.to, Resolution: test.resolution})
		var wrong *ArgumentError
		require.ErrorAs(t, err, &wrong)
		require.EqualError(t, err, test.text)
	}
}

// Spec section 2.9 and the forms of deployed services.
func TestHistoryBodies(t *testing.T) {
	t.Parallel()
	full := Candle{Time: 1700000060000, Open: "1.50", High: "2e3", Low: "-0.5", Close: "1.2345678901234567890123", Volume: "0"}
	for _, test := range []struct {
		name, body     string
		want           Candle
		problem, other string
	}{
		{name: "as specified", want: full,
			body: `{"status":"success","data":[{"timestamp":1700000060000,"open":1.50,"high":2e3,"low":-0.5,"close":1.2345678901234567890123,"volume":0}]}`},
		{name: "a bare array of strings", want: full,
			body: `[{"time":"1700000060000","timestamp":"2023-11-14 22:14:20","open":"1.50","high":"2e3","low":"-0.5","close":"1.2345678901234567890123","volume":"0","tradingPair":"btc_usdt"}]`},
		{name: "the date before the time", want: Candle{Time: 1700000060123}, body: `[{"timestamp":"2023-11-14 22:14:20","time":1700000060123}]`},
		{name: "a date alone", want: Candle{Time: 1700000060000}, body: `[{"timestamp":"2023-11-14 22:14:20"}]`},
		{name: "a date with its zone", want: Candle{Time: 1700000060000}, body: `[{"timestamp":"2023-11-14T23:14:20+01:00"}]`},
		{name: "no volume", want: Candle{Time: 1700000060000, Open: "1", High: "1", Low: "1", Close: "1"},
			body: `[{"time":1700000060000,"open":1,"high":1,"low":1,"close":1}]`},
		{name: "null and empty", want: Candle{Time: 1700000060000}, body: `[{"time":1700000060000,"open":null,"high":""}]`},
		{name: "words for a number", want: Candle{Time: 1700000060000, Close: "2"}, problem: `[0].open: "NaN" instead of a decimal number`,
			body: `[{"time":1700000060000,"open":"NaN","close":"2"}]`},
		{name: "an object for a number", want: Candle{Time: 1700000060000, Close: "2"}, problem: `data[0].open: an object instead of a decimal number`,
			body: `{"data":[{"timestamp":1700000060000,"open":{},"close":"2"}],"more":1}`},
		{name: "another pair", want: Candle{Time: 1700000060000, Close: "2"}, problem: `[0].tradingPair: "eth_usdt" instead of the requested btc_usdt`,
			body: `[{"time":1700000060000,"tradingPair":"eth_usdt","close":"2"}]`},
		{name: "unknown members", want: Candle{Time: 1700000060000, Close: "2"}, other: `{"x":{"y":[1]}}`, body: `[{"x":{"y":[1]},"time":1700000060000,"close":"2"}]`},
	} {
		t.Run(test.name, func(t *testing.T) {
			candles, err := hourOf(t, servePrices(t, responding(200, test.body)))
			require.NoError(t, err)
			require.Len(t, candles, 1)
			candle := candles[0]
			require.Contains(t, test.body, string(candle.Raw))
			require.True(t, json.Valid(candle.Raw))
			if test.problem == "" {
				require.Nil(t, candle.Problems)
			} else {
				require.Equal(t, test.problem, candle.Problems.First().Reason())
			}
			requireOther(t, test.other, candle.Other)
			candle.Raw, candle.Problems, candle.Other = nil, nil, nil
			require.Equal(t, test.want, candle)
		})
	}
}

func TestHistoryInvalidBodies(t *testing.T) {
	t.Parallel()
	good := `{"time":1700000060000,"close":"2"}`
	for _, test := range []struct {
		name, body string
		count      int
		text       string // "" for none
		is         error
	}{
		{"an empty array", `[]`, 0, "", nil},
		{"null data", `{"status":"success","data":null}`, 0, "", nil},
		{"no data", `{"more":"hm"}`, 0, "data is missing", nil},
		{"no data and a message", `{"message":"the pair \u001b[2J is gone"}`, 0, `the price service says "the pair \x1b[2J is gone"`, nil},
		{"empty data and a message", `{"status":"success","data":[],"message":"no trades yet"}`, 0, `the price service says "no trades yet"`, nil},
		{"an error beside data", `{"data":[` + good + `],"error":{"message":"half of the range","code":7}}`, 1, `the price service says "half of the range"`, nil},
		{"a message beside data", `{"status":"success","data":[` + good + `],"message":"ok"}`, 1, "", nil},
		{"no data and a status", `{"status":"error"}`, 0, `the price service says status "error"`, nil},
		{"a text", `"OK"`, 0, `"OK" instead of an object`, nil},
		{"data of another kind", `{"data":{"a":1}}`, 0, "data: an object instead of an array", nil},
		{"a record without a time", `[` + good + `,{"close":1},` + strings.Replace(good, "060", "120", 1) + `]`, 2, "[1]: no readable time", nil},
		{"a record that is none", `[null,"x",` + good + `]`, 1, `[1]: "x" instead of an object`, nil},
		{"half of the JSON", `[` + good + `,{"time":17000`, 1, "[1]: incomplete JSON", errTruncated},
		{"more after the JSON", `[` + good + `] x`, 1, "unexpected data after the JSON", errTrailingData},
		{"an empty body", ``, 0, "empty body instead of JSON", errEmptyBody},
		{"HTML", `<html>`, 0, "HTML page instead of JSON: check that the base URL is that of a node", errHTML},
	} {
		t.Run(test.name, func(t *testing.T) {
			candles, err := hourOf(t, servePrices(t, responding(200, test.body)))
			require.Len(t, candles, test.count)
			if test.text == "" {
				require.NoError(t, err)
				return
			}
			var wrong *DecodeError
			require.ErrorAs(t, err, &wrong)
			require.Equal(t, test.text, wrong.Reason())
			if test.is != nil {
				require.ErrorIs(t, err, test.is)
			}
		})
	}
}

// Spec section 2.10 and the forms of deployed services.
func TestLatestBodies(t *testing.T) {
	t.Parallel()
	record := `{"time":"1732175999048","timestamp":"2024-11-21 07:59:59","currentPrice":"96913.07250000001",` +
		`"24h_high":"97849.9","24h_low":"92720","24h_change":"5.5326790336496980","tradingPairs":"btc_usdt"}`
	full := Instrument{Pair: "btc_usdt", Price: "96913.07250000001", High24h: "97849.9", Low24h: "92720", Change24h: "5.5326790336496980", Time: new(int64(1732175999048))}
	for _, test := range []struct {
		name, body     string
		want           Instrument
		problem, other string
	}{
		{name: "as specified", want: full,
			body: `{"currentPage":1,"totalPages":1,"totalRecords":1,"pageSize":10,"instruments":[` + record + `]}`},
		{name: "numbers and tradingPair", want: full,
			body: `{"instruments":[{"time":1732175999048,"currentPrice":96913.07250000001,"24h_high":97849.9,"24h_low":92720,"24h_change":5.5326790336496980,"tradingPair":"BTC_USDT"}]}`},
		{name: "among others", want: full,
			body: `{"instruments":[{"tradingPairs":"eth_usdt","currentPrice":"1","time":"1"},{"currentPrice":"2","time":"2"},` + record + `,{"tradingPairs":"btc_usdt"}]}`},
		{name: "without its pair", want: Instrument{Pair: "btc_usdt", Price: "7", Time: new(int64(1))}, body: `{"instruments":[{"currentPrice":"7","time":"1"}]}`},
		{name: "a date alone", want: Instrument{Pair: "btc_usdt", Price: "7", Time: new(int64(1732175999000))},
			body: `{"instruments":[{"tradingPairs":"btc_usdt","currentPrice":"7","timestamp":"2024-11-21 07:59:59"}]}`},
		{name: "no price", want: Instrument{Pair: "btc_usdt", Time: new(int64(1))}, problem: "instruments[0].currentPrice is missing",
			body: `{"instruments":[{"tradingPairs":"btc_usdt","time":"1"}]}`},
		{name: "no time", want: Instrument{Pair: "btc_usdt", Price: "7"}, problem: `instruments[0].time: "soon" instead of milliseconds or a date`,
			body: `{"instruments":[{"tradingPairs":"btc_usdt","currentPrice":"7","time":"soon"}]}`},
		{name: "invalid neighbors", want: Instrument{Pair: "btc_usdt", Price: "7", Time: new(int64(1))}, other: `{"more":{}}`,
			body: `{"instruments":[null,{"tradingPairs":[1]},{"more":{},"tradingPairs":"btc_usdt","currentPrice":"7","time":"1"}]}`},
	} {
		t.Run(test.name, func(t *testing.T) {
			instrument, err := servePrices(t, responding(200, test.body)).Latest(t.Context(), "btc_usdt")
			require.NoError(t, err)
			require.Contains(t, test.body, string(instrument.Raw))
			if test.problem == "" {
				require.Nil(t, instrument.Problems)
			} else {
				require.Equal(t, test.problem, instrument.Problems.First().Reason())
			}
			requireOther(t, test.other, instrument.Other)
			instrument.Raw, instrument.Problems, instrument.Other = nil, nil, nil
			require.Equal(t, test.want, instrument)
		})
	}
}

func TestLatestNotFound(t *testing.T) {
	t.Parallel()
	for _, body := range []string{
		`{"currentPage":1,"totalPages":0,"totalRecords":0,"pageSize":10,"instruments":[]}`, `{"instruments":null}`, `null`,
		`{"instruments":[{"tradingPairs":"eth_usdt","currentPrice":"1","time":"1"}]}`,
	} {
		prices := servePrices(t, responding(200, body))
		instrument, err := prices.Latest(t.Context(), "btc_usdt")
		require.ErrorIs(t, err, ErrNotFound)
		require.ErrorContains(t, err, prices.BaseURL()+"/latest?trading_pair=btc_usdt")
		require.Empty(t, instrument)
	}
	for body, text := range map[string]string{`{}`: "instruments is missing", `[]`: "an array instead of an object", `{"instruments":[`: "instruments[0]: incomplete JSON"} {
		_, err := servePrices(t, responding(200, body)).Latest(t.Context(), "btc_usdt")
		var wrong *DecodeError
		require.ErrorAs(t, err, &wrong)
		require.Equal(t, text, wrong.Reason())
	}
}

// Spec section 7, and further responses of deployed services.
func TestPriceErrors(t *testing.T) {
	t.Parallel()
	for _, test := range []struct {
		name   string
		status int
		body   string
		is     error
		text   string
	}{
		{"400", 400, `{"error":"bad range"}`, nil, "status 400 Bad Request: bad range"},
		{"401", 401, `{"error":"API key is missing"}`, ErrUnauthorized, "status 401 Unauthorized: API key is missing"},
		{"403", 403, "Forbidden", ErrUnauthorized, "status 403 Forbidden: Forbidden"},
		{"404 with a message", 404, `{"message":"trading pair not found"}`, ErrNotFound, "status 404 Not Found: trading pair not found"},
		{"404 without a body", 404, "", ErrNotFound, "status 404 Not Found"},
		{"404 in plain text", 404, "404 page not found", ErrNotFound, "status 404 Not Found: 404 page not found"},
		{"404 of a web server", 404, "<html>", ErrUnsupported, "status 404 Not Found: HTML page: check that the base URL is that of a node"},
		{"429", 429, `{"error":"slow down"}`, ErrRateLimited, "status 429 Too Many Requests: slow down"},
		{"500", 500, "boom", nil, "status 500 Internal Server Error: boom"},
		{"the key repeated", 403, `{"error":"the key ` + priceKey + ` is unknown"}`, ErrUnauthorized, "status 403 Forbidden: the key (removed) is unknown"},
	} {
		t.Run(test.name, func(t *testing.T) {
			prices := servePrices(t, responding(test.status, test.body), WithAPIKey(priceKey))
			_, latest := prices.Latest(t.Context(), "btc_usdt")
			candles, history := hourOf(t, prices)
			require.Empty(t, candles)
			for _, err := range []error{latest, history} {
				var refused *StatusError
				require.ErrorAs(t, err, &refused)
				require.Equal(t, test.text, refused.Reason())
				require.NotContains(t, fmt.Sprintf("%v %+v %s", err, refused, refused.Body), priceKey)
				for _, other := range []error{ErrNotFound, ErrUnsupported, ErrUnauthorized, ErrRateLimited} {
					require.Equal(t, other == test.is, refused.Is(other), "%v", other)
				}
			}
		})
	}
}

// Redirects do not receive the key.
func TestAPIKeyNotRedirected(t *testing.T) {
	t.Parallel()
	other := httptest.NewServer(http.HandlerFunc(func(_ http.ResponseWriter, request *http.Request) {
		t.Errorf("redirected with key %q", request.Header.Get("x-api-key"))
	}))
	t.Cleanup(other.Close)
	for _, to := range []string{other.URL + "/history", "/elsewhere"} {
		var requests []string
		prices := servePrices(t, func(w http.ResponseWriter, request *http.Request) {
			requests = append(requests, request.URL.Path)
			http.Redirect(w, request, to+"?key="+request.Header.Get("x-api-key"), http.StatusTemporaryRedirect)
		}, WithAPIKey(priceKey))
		_, err := hourOf(t, prices)
		var refused *StatusError
		require.ErrorAs(t, err, &refused)
		require.Equal(t, to+"?key=(removed)", refused.Location)
		require.NotContains(t, err.Error(), priceKey)
		require.Equal(t, []string{"/history"}, requests)
	}
}

func TestAPIKeyNotInErrors(t *testing.T) {
	t.Parallel()
	prices, err := NewPrices("http://prices", WithAPIKey(priceKey), WithPricesTransport(roundTrip(func(*http.Request) (*http.Response, error) {
		return nil, io.ErrUnexpectedEOF
	})))
	require.NoError(t, err)
	_, err = prices.Latest(t.Context(), "btc_usdt")
	var broken *TransportError
	require.ErrorAs(t, err, &broken)
	require.NotContains(t, fmt.Sprintf("%v %+v", err, broken), priceKey)
}

// The parameter of the resolution: the other name is tried once after a 400, and used from then on if it works.
func TestIntervalParameter(t *testing.T) {
	t.Parallel()
	for _, given := range []string{"Resolution", "interval"} {
		for _, taken := range []string{"Resolution", "interval", "neither"} {
			t.Run(given+" given, "+taken+" taken", func(t *testing.T) {
				var requests []string
				prices := servePrices(t, func(w http.ResponseWriter, request *http.Request) {
					for _, name := range []string{"Resolution", "interval"} {
						if request.URL.Query().Has(name) {
							requests = append(requests, name)
						}
					}
					if request.URL.Query().Has(taken) {
						responding(200, `[]`)(w, request)
						return
					}
					responding(400, `{"error":"`+requests[len(requests)-1]+` is not known"}`)(w, request)
				}, WithIntervalParameter(given))
				other := map[string]string{"Resolution": "interval", "interval": "Resolution"}[given]
				for range 2 {
					_, err := hourOf(t, prices)
					if taken == "neither" {
						require.ErrorContains(t, err, "400 Bad Request: "+given+" is not known")
					} else {
						require.NoError(t, err)
					}
				}
				switch taken {
				case given:
					require.Equal(t, []string{given, given}, requests)
				case other:
					require.Equal(t, []string{given, other, other}, requests)
				default:
					require.Equal(t, []string{given, other, given, other}, requests)
				}
			})
		}
	}
}

func TestIntervalParameterRemembered(t *testing.T) {
	t.Parallel()
	requests, status := 0, 200
	prices := servePrices(t, func(w http.ResponseWriter, request *http.Request) {
		requests++
		responding(status, `[]`)(w, request)
	})
	_, err := hourOf(t, prices)
	require.NoError(t, err)
	status = 400
	_, err = hourOf(t, prices)
	require.ErrorContains(t, err, "status 400")
	require.Equal(t, 2, requests, "the other name was tried although this one works")
}

// The result of the other name counts, unless it is rejected the same way.
func TestIntervalParameterOtherFailure(t *testing.T) {
	t.Parallel()
	prices := servePrices(t, func(w http.ResponseWriter, request *http.Request) {
		if request.URL.Query().Has("Resolution") {
			responding(400, `{"error":"which interval?"}`)(w, request)
			return
		}
		responding(429, ``)(w, request)
	})
	_, err := hourOf(t, prices)
	require.ErrorIs(t, err, ErrRateLimited)
}

// day is a daily record, at midnight.
func day(number int64) string {
	return fmt.Sprintf(`{"timestamp":%d,"open":%d,"high":%d,"low":%d,"close":%d,"volume":1}`, number*86_400_000, number, number, number, number)
}

// daily serves a record for each day from first to last, inclusive.
func daily(first, last int64, visit func(from, to int64)) http.HandlerFunc {
	return func(w http.ResponseWriter, request *http.Request) {
		from, _ := strconv.ParseInt(request.URL.Query().Get("startDate"), 10, 64)
		to, _ := strconv.ParseInt(request.URL.Query().Get("endDate"), 10, 64)
		visit(from, to)
		var records []string
		for number := max(first, (from+86_400_000-1)/86_400_000); number <= min(last, to/86_400_000); number++ {
			records = append(records, day(number))
		}
		_, _ = io.WriteString(w, `{"status":"success","data":[`+strings.Join(records, ",")+`]}`)
	}
}

func daysOf(candles []Candle) []int64 {
	days := make([]int64, len(candles))
	for i, candle := range candles {
		days[i] = candle.Time / 86_400_000
	}
	return days
}

func counting(first, last int64) []int64 {
	days := make([]int64, 0, last-first+1)
	for number := first; number <= last; number++ {
		days = append(days, number)
	}
	return days
}

func midnight(number int64) time.Time { return time.UnixMilli(number * 86_400_000) }

// Spec sections 4.7 and 8: no request exceeds a calendar month.
func TestHistoryYear(t *testing.T) {
	t.Parallel()
	var lock sync.Mutex
	var ranges [][2]int64
	prices := servePrices(t, daily(0, 1<<40, func(from, to int64) {
		lock.Lock()
		defer lock.Unlock()
		ranges = append(ranges, [2]int64{from, to})
	}))
	type step struct{ done, total int }
	var steps []step
	candles, err := prices.History(t.Context(), HistoryRequest{Pair: "btc_usdt", From: midnight(19700), To: midnight(20065), Resolution: 24 * time.Hour, Progress: func(done, total int) { steps = append(steps, step{done, total}) }})
	require.NoError(t, err)
	require.Equal(t, counting(19700, 20065), daysOf(candles))
	require.Len(t, ranges, 14)
	slices.SortFunc(ranges, func(a, b [2]int64) int { return int(a[0] - b[0]) })
	for i, span := range ranges {
		require.LessOrEqual(t, span[1]-span[0], int64(28*86_400_000))
		if i > 0 {
			require.Equal(t, ranges[i-1][1], span[0])
		}
	}
	require.Len(t, steps, 14)
	for i := range steps {
		require.Equal(t, step{i + 1, 14}, steps[i])
	}
}

// Each time appears once, in order and within the range, however the service orders its responses.
func TestHistoryJoins(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		const hour = int64(3_600_000)
		from := rapid.Int64Range(0, 5000*hour).Draw(t, "from")
		to := from + rapid.Int64Range(1, 3000*hour).Draw(t, "length")
		excludesEnd := rapid.Bool().Draw(t, "excludes the end")
		excludesStart := !excludesEnd && rapid.Bool().Draw(t, "excludes the start")
		around := rapid.Int64Range(0, 3).Draw(t, "records around the range")
		backwards := rapid.Bool().Draw(t, "newest first")
		shift := rapid.Int64Range(0, hour-1).Draw(t, "shift")
		prices, err := NewPrices("http://prices", WithPricesTransport(roundTrip(func(request *http.Request) (*http.Response, error) {
			start, _ := strconv.ParseInt(request.URL.Query().Get("startDate"), 10, 64)
			end, _ := strconv.ParseInt(request.URL.Query().Get("endDate"), 10, 64)
			var records []string
			for at := shift; at <= end+around*hour; at += hour {
				switch {
				case at < start-around*hour, around == 0 && excludesEnd && at == end, around == 0 && excludesStart && at == start:
				default:
					records = append(records, fmt.Sprintf(`{"timestamp":%d,"close":%d}`, at, at/hour))
				}
			}
			if backwards {
				slices.Reverse(records)
			}
			return response(request, 200, "["+strings.Join(records, ",")+"]"), nil
		})))
		require.NoError(t, err)
		candles, err := prices.History(context.Background(), HistoryRequest{Pair: "btc_usdt", From: time.UnixMilli(from), To: time.UnixMilli(to), Resolution: time.Hour})
		require.NoError(t, err)
		var want []int64
		for at := shift; at <= to; at += hour {
			switch {
			case at < from, around == 0 && excludesEnd && at == to, around == 0 && excludesStart && at == from:
			default:
				want = append(want, at)
			}
		}
		var got []int64
		for _, candle := range candles {
			got = append(got, candle.Time)
			require.Equal(t, strconv.FormatInt(candle.Time/hour, 10), candle.Close)
		}
		require.Equal(t, want, got)
	})
}

// Of records with the same time the last one counts: it is the newer state of a candle.
func TestHistoryDuplicates(t *testing.T) {
	t.Parallel()
	candles, err := hourOf(t, servePrices(t, responding(200, `[{"time":1700000120000,"close":1},{"time":1700000060000,"close":2},{"time":1700000120000,"close":3}]`)))
	require.NoError(t, err)
	require.Len(t, candles, 2)
	require.Equal(t, []string{"2", "3"}, []string{candles[0].Close, candles[1].Close})
}

// A range can start before the pair was listed.
func TestHistoryBeforeListing(t *testing.T) {
	t.Parallel()
	handler := func(listed int64) http.HandlerFunc {
		return func(w http.ResponseWriter, request *http.Request) {
			end, _ := strconv.ParseInt(request.URL.Query().Get("endDate"), 10, 64)
			if end < listed*86_400_000 {
				responding(404, `{"error":"no data"}`)(w, request)
				return
			}
			daily(listed, 1<<40, func(int64, int64) {})(w, request)
		}
	}
	candles, err := servePrices(t, handler(150)).History(t.Context(), HistoryRequest{Pair: "btc_usdt", From: midnight(0), To: midnight(200), Resolution: 24 * time.Hour})
	require.NoError(t, err)
	require.Equal(t, counting(150, 200), daysOf(candles))

	candles, err = servePrices(t, handler(1000)).History(t.Context(), HistoryRequest{Pair: "btc_usdt", From: midnight(0), To: midnight(200), Resolution: 24 * time.Hour})
	require.ErrorIs(t, err, ErrNotFound)
	require.Empty(t, candles)
}

// Candles of other requests are returned with the error of one that fails; no further requests are sent.
func TestHistoryPartial(t *testing.T) {
	t.Parallel()
	var requests atomic.Int32
	allArrived := make(chan struct{})
	prices := servePrices(t, func(w http.ResponseWriter, request *http.Request) {
		if requests.Add(1) == 1+piecesAtOnce {
			close(allArrived)
		}
		start, _ := strconv.ParseInt(request.URL.Query().Get("startDate"), 10, 64)
		if start >= 28*86_400_000 {
			<-allArrived // of the concurrent requests that fail, the earliest in time is reported
			responding(500, `{"error":"boom"}`)(w, request)
			return
		}
		daily(0, 1<<40, func(int64, int64) {})(w, request)
	})
	candles, err := prices.History(t.Context(), HistoryRequest{Pair: "btc_usdt", From: midnight(0), To: midnight(28 * 100), Resolution: 24 * time.Hour})
	var refused *StatusError
	require.ErrorAs(t, err, &refused)
	require.ErrorContains(t, err, "btc_usdt from 1970-01-29T00:00:00Z to 1970-02-26T00:00:00Z: GET ")
	require.Equal(t, counting(0, 28), daysOf(candles))
	require.LessOrEqual(t, requests.Load(), int32(1+2*piecesAtOnce))
}

// The start of a body that breaks off is returned too.
func TestHistoryCanceled(t *testing.T) {
	t.Parallel()
	candles, err := hourOf(t, servePrices(t, func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Length", "1000")
		_, _ = io.WriteString(w, `{"status":"success","data":[{"timestamp":1700000060000,"close":2},{"timesta`)
	}))
	var broken *TransportError
	require.ErrorAs(t, err, &broken)
	require.ErrorIs(t, err, io.ErrUnexpectedEOF)
	require.Len(t, candles, 1)
}

// The first request is sent alone, then several concurrently. Canceling ends all of them at once.
func TestHistoryConcurrency(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		var lock sync.Mutex
		running, most, total := 0, 0, 0
		ctx, cancel := context.WithCancel(t.Context())
		prices, err := NewPrices("http://prices", WithPricesTransport(roundTrip(func(request *http.Request) (*http.Response, error) {
			lock.Lock()
			total++
			first := total == 1
			running++
			most = max(most, running)
			lock.Unlock()
			defer func() {
				lock.Lock()
				running--
				lock.Unlock()
			}()
			if first {
				return response(request, 200, `[{"timestamp":5}]`), nil
			}
			<-request.Context().Done()
			return nil, request.Context().Err()
		})))
		require.NoError(t, err)
		finished := make(chan error)
		var candles []Candle
		go func() {
			var err error
			candles, err = prices.History(ctx, HistoryRequest{Pair: "btc_usdt", From: midnight(0), To: midnight(2000), Resolution: 24 * time.Hour})
			finished <- err
		}()
		synctest.Wait()
		lock.Lock()
		require.Equal(t, piecesAtOnce, running)
		lock.Unlock()
		start := time.Now()
		cancel()
		require.ErrorIs(t, <-finished, context.Canceled)
		require.Zero(t, time.Since(start))
		require.Len(t, candles, 1)
		require.Equal(t, piecesAtOnce, most)
		require.LessOrEqual(t, total, 1+2*piecesAtOnce)
	})
}

func TestPriceJSON(t *testing.T) {
	t.Parallel()
	for _, test := range []struct {
		value any
		want  string
	}{
		{Candle{Time: 5, Open: "1.50", High: "2e3", Low: "1", Close: "1.9", Volume: "0", Raw: raw(`{}`)},
			`{"time_ms":5,"open":"1.50","high":"2e3","low":"1","close":"1.9","volume":"0","problems":[],"other":null}`},
		{Candle{}, `{"time_ms":0,"open":null,"high":null,"low":null,"close":null,"volume":null,"problems":[],"other":null}`},
		{Instrument{Pair: "btc_usdt", Price: "1.0", High24h: "2", Low24h: "0.5", Change24h: "-3.2", Time: new(int64(7)), Raw: raw(`{}`)},
			`{"pair":"btc_usdt","price":"1.0","high_24h":"2","low_24h":"0.5","change_24h":"-3.2","time_ms":7,"problems":[],"other":null}`},
		{Instrument{Pair: "btc_usdt"}, `{"pair":"btc_usdt","price":null,"high_24h":null,"low_24h":null,"change_24h":null,"time_ms":null,"problems":[],"other":null}`},
	} {
		encoded, err := json.Marshal(test.value)
		require.NoError(t, err)
		require.Equal(t, test.want, string(encoded))
	}
}

func TestIsDecimal(t *testing.T) {
	t.Parallel()
	for _, text := range []string{"0", "007", "-1", "+1", "1.5", "1e5", "1E-5", "-1.25e+10"} {
		require.True(t, isDecimal(text), text)
	}
	for _, text := range []string{"", "-", ".", "1.", ".5", "1e", "e5", "1e5e5", "1.2.3", "--1", "1,5", "0x1", "NaN", "Infinity", "1 "} {
		require.False(t, isDecimal(text), text)
	}
}

func TestSampleHistory(t *testing.T) {
	t.Parallel()
	from, to := time.UnixMilli(1732014890000), time.UnixMilli(1732014970000)
	candles, err := servePrices(t, responding(200, string(sample(t, "history.json")))).History(t.Context(), HistoryRequest{Pair: "btc_usdt", From: from, To: to, Resolution: 5 * time.Second})
	require.NoError(t, err)
	require.Len(t, candles, 2)
	require.Equal(t, int64(1732014893723), candles[0].Time)
	require.Equal(t, []string{"20000.5", "20100.0", "19950.0", "20050.0", "15.2"},
		[]string{candles[0].Open, candles[0].High, candles[0].Low, candles[0].Close, candles[0].Volume})

	candles, err = servePrices(t, responding(200, string(sample(t, "history-bare-array.json")))).History(t.Context(), HistoryRequest{Pair: "btc_usdt", From: from, To: to, Resolution: time.Minute})
	require.NoError(t, err)
	require.Len(t, candles, 2)
	require.Equal(t, int64(1732014960000), candles[1].Time)
	require.Equal(t, "92161.07250000001", candles[1].High)
	require.Nil(t, candles[1].Problems)
}

func TestSampleLatest(t *testing.T) {
	t.Parallel()
	instrument, err := servePrices(t, responding(200, string(sample(t, "latest.json")))).Latest(t.Context(), "btc_usdt")
	require.NoError(t, err)
	require.Nil(t, instrument.Problems)
	instrument.Raw = nil
	require.Equal(t, Instrument{
		Pair: "btc_usdt", Price: "96913.07250000001", High24h: "97849.9", Low24h: "92720", Change24h: "5.5326790336496980", Time: new(int64(1732175999048)),
	}, instrument)
}

func TestSampleKeyMissing(t *testing.T) {
	t.Parallel()
	_, err := servePrices(t, responding(401, string(sample(t, "error-401-price.json")))).Latest(t.Context(), "btc_usdt")
	require.ErrorIs(t, err, ErrUnauthorized)
	require.ErrorContains(t, err, "API key is missing")
}

// Any bytes: no panic, the body is not modified, and returned records are complete.
func FuzzDecodePrices(f *testing.F) {
	for _, body := range []string{
		``, `null`, `[]`, `{}`, `{"status":"success","data":[` + day(3) + `]}`, `[{"time":"5","open":"1e3"},{"timestamp":"2024-11-19 11:15:00"}]`,
		`{"instruments":[{"tradingPairs":"btc_usdt","currentPrice":"1","24h_high":2,"time":"3"}]}`, `{"data":[{"timestamp":1`,
	} {
		f.Add([]byte(body))
	}
	f.Fuzz(func(t *testing.T, body []byte) {
		before := slices.Clone(body)
		reader := newBodyReader(apiResponse{url: "http://prices/history", body: body})
		for _, candle := range reader.history() {
			require.True(t, json.Valid(candle.Raw))
			for _, text := range []string{candle.Open, candle.High, candle.Low, candle.Close, candle.Volume} {
				require.True(t, text == "" || isDecimal(text))
			}
			_, err := json.Marshal(candle)
			require.NoError(t, err)
		}
		_ = reader.end()
		reader = newBodyReader(apiResponse{url: "http://prices/latest", body: body})
		if instrument, _ := reader.instrument("btc_usdt"); instrument != nil && reader.end() == nil {
			require.Equal(t, "btc_usdt", instrument.Pair)
			require.True(t, json.Valid(instrument.Raw))
		}
		require.Equal(t, before, body, "the body was changed")
	})
}

// What the service says in place of a price, or beside one, is shown.
func TestLatestSays(t *testing.T) {
	t.Parallel()
	for body, text := range map[string]string{
		`{"instruments":[],"message":"btc_usdt is \u001b[31mdelisted"}`:       `: the price service says "btc_usdt is \x1b[31mdelisted"`,
		`{"instruments":null,"error":{"message":"maintenance"},"status":"x"}`: `: the price service says "maintenance", status "x"`,
		`{"instruments":[]}`: ``,
	} {
		prices := servePrices(t, responding(200, body))
		_, err := prices.Latest(t.Context(), "btc_usdt")
		require.ErrorIs(t, err, ErrNotFound)
		require.EqualError(t, err, "price of btc_usdt: not found in the response of "+prices.BaseURL()+"/latest?trading_pair=btc_usdt"+text)
	}
	for body, text := range map[string]string{
		`{"status":"error","detail":"no feed"}`: `the price service says "no feed", status "error"`,
		`{"error":"no feed"}`:                   `the price service says "no feed"`,
		`{"currentPage":1}`:                     `instruments is missing`,
	} {
		_, err := servePrices(t, responding(200, body)).Latest(t.Context(), "btc_usdt")
		var wrong *DecodeError
		require.ErrorAs(t, err, &wrong)
		require.Equal(t, text, wrong.Reason())
	}
	beside := `{"instruments":[{"tradingPairs":"btc_usdt","currentPrice":"7","time":"1"}],"error":"stale"}`
	instrument, err := servePrices(t, responding(200, beside)).Latest(t.Context(), "btc_usdt")
	require.NoError(t, err)
	require.Equal(t, `the price service says "stale"`, instrument.Problems.First().Rule())
}

// Times that are not those of the record are named or kept.
func TestPriceTimes(t *testing.T) {
	t.Parallel()
	for times, want := range map[string]string{
		`"time":"1732175999048","timestamp":"2024-11-21 07:59:59"`: `"time_ms":1732175999048,"problems":[],"other":null}`,
		`"timestamp":"2024-11-21 09:59:59","time":1732175999048`:   `"time_ms":1732175999048,"problems":[],"other":{"timestamp":"2024-11-21 09:59:59"}}`,
		`"time":1732175999048,"timestamp":1732175999`:              `"time_ms":1732175999048,"problems":[],"other":{"timestamp":1732175999}}`,
		`"time":"soon","timestamp":"2024-11-21 07:59:59"`:          `"time_ms":1732175999000,"problems":[{"field":"time","rule":"\"soon\" instead of milliseconds or a date"}],"other":null}`,
		`"time":{},"timestamp":1732175999048`:                      `"time_ms":1732175999048,"problems":[{"field":"time","rule":"an object instead of a time"}],"other":null}`,
	} {
		body := `{"instruments":[{"tradingPairs":"btc_usdt","currentPrice":"7",` + times + `}]}`
		instrument, err := servePrices(t, responding(200, body)).Latest(t.Context(), "btc_usdt")
		require.NoError(t, err)
		encoded, err := json.Marshal(instrument)
		require.NoError(t, err)
		require.True(t, strings.HasSuffix(string(encoded), want), "%s", encoded)
	}
}

package oracle

import (
	"encoding/json"
	"fmt"
	"math/big"
	"net/http"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"foredeck/client/localnet/httpapi"
	"foredeck/client/localnet/internal/apitest"
)

// start is the time of the newest price.
var start = time.Date(2026, time.August, 1, 12, 0, 0, 500_000, time.UTC)

// testService is a price service with a fixed clock.
type testService struct {
	http.Handler
	dialect httpapi.Dialect
	clock   time.Time
}

func newService(t testing.TB, dialect httpapi.Dialect) *testService {
	t.Helper()
	return newServiceWithKey(dialect, DefaultAPIKey)
}

func newServiceWithKey(dialect httpapi.Dialect, key string) *testService {
	s := &testService{dialect: dialect, clock: start}
	s.Handler = httpapi.NewMux(NewService(7, dialect, key, func() time.Time { return s.clock }, nil).Routes()...)
	return s
}

// inBothDialects runs a test against a service of each dialect.
func inBothDialects(t *testing.T, test func(t *testing.T, n *testService)) {
	for _, dialect := range []httpapi.Dialect{httpapi.Spec, httpapi.Deployed} {
		t.Run(dialect.String(), func(t *testing.T) {
			t.Parallel()
			test(t, newService(t, dialect))
		})
	}
}

// sample reads a recorded body of a deployed service.
func sample(t *testing.T, name string) []byte {
	t.Helper()
	body, err := os.ReadFile(filepath.Join("..", "..", "testdata", "samples", name))
	require.NoError(t, err)
	return body
}

// record is a candle in a response, in either dialect. The numbers are as written.
type record struct {
	time                           int64 // milliseconds
	open, high, low, close, volume string
}

func (c record) number(t *testing.T, text string) *big.Rat {
	t.Helper()
	number, ok := new(big.Rat).SetString(text)
	require.True(t, ok, text)
	return number
}

// askHistory requests /history with the API key.
func askHistory(t *testing.T, n *testService, query string) apitest.Response {
	t.Helper()
	return apitest.Do(t, n, http.MethodGet, "/history?"+query, "x-api-key", DefaultAPIKey)
}

// recordsOf requests the records of a range.
func recordsOf(t *testing.T, n *testService, pair string, from, to time.Time, resolution int) []record {
	t.Helper()
	response := askHistory(t, n, fmt.Sprintf("trading_pair=%s&startDate=%d&endDate=%d&Resolution=%d", pair, from.UnixMilli(), to.UnixMilli(), resolution))
	require.Equal(t, http.StatusOK, response.Status, response.Body)
	var all []record
	if n.dialect == httpapi.Deployed {
		for _, item := range apitest.Decode[[]struct{ Time, Timestamp, Open, High, Low, Close, Volume, TradingPair string }](t, response.Body) {
			at, err := strconv.ParseInt(item.Time, 10, 64)
			require.NoError(t, err)
			require.Equal(t, time.UnixMilli(at).UTC().Format("2006-01-02 15:04:05"), item.Timestamp)
			require.Equal(t, pair, item.TradingPair)
			all = append(all, record{at, item.Open, item.High, item.Low, item.Close, item.Volume})
		}
		return all
	}
	body := apitest.Decode[struct {
		Status string
		Data   []struct {
			Timestamp                      int64
			Open, High, Low, Close, Volume json.Number
		}
	}](t, response.Body)
	require.Equal(t, "success", body.Status)
	for _, item := range body.Data {
		all = append(all, record{item.Timestamp, item.Open.String(), item.High.String(), item.Low.String(), item.Close.String(), item.Volume.String()})
	}
	return all
}

// Spec sections 2.9 and 4.7: the price history.
func TestHistory(t *testing.T) {
	t.Parallel()
	inBothDialects(t, func(t *testing.T, n *testService) {
		require.Equal(t, []string{"btc_usdt", "eth_usdt", "sol_usdt", "native_usdt", "usdx_usdt", "xau_usd", "eur_usd"}, PairNames())
		from := start.Add(-24 * time.Hour).Truncate(time.Hour)
		for _, pair := range PairNames() {
			got := recordsOf(t, n, pair, from, start, 3_600)
			if pair == "xau_usd" {
				require.Equal(t, 10, len(got), "until Friday, 22:00")
			} else {
				require.Equal(t, 25, len(got))
			}
			for i, record := range got {
				require.Equal(t, from.Add(time.Duration(i)*time.Hour).UnixMilli(), record.time)
				low, high := record.number(t, record.low), record.number(t, record.high)
				for _, price := range []string{record.open, record.close, record.low, record.high} {
					require.Regexp(t, `^[1-9]?[0-9]*(\.[0-9]{0,5}[1-9])?$`, price, "no more digits than the price has")
					require.GreaterOrEqual(t, record.number(t, price).Cmp(low), 0)
					require.LessOrEqual(t, record.number(t, price).Cmp(high), 0)
				}
				require.Equal(t, pair == "eur_usd", record.volume == "", "one pair does not report volumes")
			}
		}
	})
}

// Every resolution adds up to the same day.
func TestHistoryAtEachResolution(t *testing.T) {
	t.Parallel()
	n := newService(t, httpapi.Spec)
	from := start.Add(-72 * time.Hour).Truncate(24 * time.Hour)
	to := from.Add(24*time.Hour - time.Second)
	whole := recordsOf(t, n, "btc_usdt", from, to, 86_400)
	require.Len(t, whole, 1)
	for _, resolution := range []int{15, 30, 60, 300, 3_600, 14_400} {
		parts := recordsOf(t, n, "btc_usdt", from, to, resolution)
		require.Equal(t, 86_400/resolution, len(parts))
		volume := new(big.Rat)
		high, low := parts[0].high, parts[0].low
		for _, part := range parts {
			volume.Add(volume, part.number(t, part.volume))
			if part.number(t, part.high).Cmp(part.number(t, high)) > 0 {
				high = part.high
			}
			if part.number(t, part.low).Cmp(part.number(t, low)) < 0 {
				low = part.low
			}
		}
		require.Zero(t, volume.Cmp(whole[0].number(t, whole[0].volume)))
		require.Equal(t, whole[0], record{from.UnixMilli(), parts[0].open, high, low, parts[len(parts)-1].close, whole[0].volume})
	}
}

// Candles start at multiples of the resolution within the range, which is inclusive. The newest is incomplete.
func TestHistoryRange(t *testing.T) {
	t.Parallel()
	inBothDialects(t, func(t *testing.T, n *testService) {
		noon := start.Truncate(time.Hour)
		minute := func(count int) time.Time { return noon.Add(time.Duration(count) * time.Minute) }
		times := func(from, to time.Time) []int64 {
			var all []int64
			for _, record := range recordsOf(t, n, "btc_usdt", from, to, 60) {
				all = append(all, record.time-noon.UnixMilli())
			}
			return all
		}
		require.Equal(t, []int64{-120_000, -60_000}, times(minute(-2), minute(-1)))
		require.Equal(t, []int64{-60_000}, times(minute(-2).Add(time.Millisecond), minute(-1).Add(59*time.Second)))
		require.Equal(t, []int64{-60_000}, times(minute(-1), minute(-1)))
		require.Equal(t, []int64{-60_000, 0}, times(minute(-1), minute(60)))
		require.Equal(t, http.StatusNotFound, askHistory(t, n, fmt.Sprintf("trading_pair=btc_usdt&startDate=%d&endDate=%d&Resolution=60", minute(1).UnixMilli(), minute(2).UnixMilli())).Status)
		require.Len(t, recordsOf(t, n, "btc_usdt", time.UnixMilli(0), time.UnixMilli(86_400_000), 86_400), 2, "any past")
	})
}

// Prices change with the clock.
func TestNewestCandleGrows(t *testing.T) {
	t.Parallel()
	n := newService(t, httpapi.Spec)
	newest := func() record {
		got := recordsOf(t, n, "btc_usdt", start.Add(-time.Hour), start.Add(time.Hour), 3_600)
		return got[len(got)-1]
	}
	first := newest()
	require.Equal(t, first, newest())
	n.clock = n.clock.Add(100 * time.Second)
	second := newest()
	require.Equal(t, first.time, second.time)
	require.Equal(t, first.open, second.open)
	require.Equal(t, 1, second.number(t, second.volume).Cmp(first.number(t, first.volume)))
}

// Spec sections 4.7, 7 and 8: errors.
func TestHistoryErrors(t *testing.T) {
	t.Parallel()
	at := start.UnixMilli()
	month := at - start.AddDate(0, -1, 0).UnixMilli() // July has 31 days
	good := func(from, to int64) string { return fmt.Sprintf("startDate=%d&endDate=%d&trading_pair=", from, to) }
	inBothDialects(t, func(t *testing.T, n *testService) {
		for query, want := range map[string]struct {
			status  int
			message string
		}{
			"":                                                                        {400, "trading_pair: missing; give one such as btc_usdt"},
			good(at, at) + "BTC_USDT&Resolution=60":                                   {400, "trading_pair: must be <base>_<quote> in lower case, such as btc_usdt"},
			good(at, at) + "btc&Resolution=60":                                        {400, "trading_pair: must be <base>_<quote> in lower case, such as btc_usdt"},
			good(at, at) + "doge_usdt&Resolution=60":                                  {404, "trading pair doge_usdt not found"},
			good(at, at) + "btc_usdt&trading_pair=x":                                  {400, "trading_pair: given 2 times"},
			good(at, at) + "btc_usdt":                                                 {400, "Resolution: missing; give seconds"},
			good(at, at) + "btc_usdt&Resolution=0":                                    {400, "Resolution: 0 is not from 1 to 2678400 seconds"},
			good(at, at) + "btc_usdt&interval=1h":                                     {400, `interval: "1h" is not an integer from 0 to 18446744073709551615`},
			good(at, at) + "btc_usdt&Resolution=2678401":                              {400, "Resolution: 2678401 is not from 1 to 2678400 seconds"},
			good(at, at) + "btc_usdt&Resolution=60&interval=30":                       {400, "Resolution and interval: 60 and 30; give one"},
			good(at-month-1, at) + "btc_usdt&Resolution=3600":                         {400, "endDate: more than a month after startDate"},
			good(at, at-1) + "btc_usdt&Resolution=60":                                 {400, "endDate: before startDate"},
			good(at-month, at) + "btc_usdt&Resolution=13":                             {400, "Resolution: more than 200000 records in the range; request a shorter range or a longer resolution"},
			"endDate=5&trading_pair=btc_usdt&Resolution=60":                           {400, "startDate: missing; give milliseconds since the Unix epoch"},
			"startDate=5&trading_pair=btc_usdt&Resolution=60":                         {400, "endDate: missing; give milliseconds since the Unix epoch"},
			"startDate=-5&endDate=5&trading_pair=btc_usdt&Resolution=60":              {400, `startDate: "-5" is not an integer from 0 to 18446744073709551615`},
			"startDate=5&endDate=253402300800000&trading_pair=btc_usdt&Resolution=60": {400, "endDate: 253402300800000 is after the year 9999; give milliseconds since the Unix epoch"},
			good(at+60_000, at+120_000) + "btc_usdt&Resolution=60":                    {404, "no data for btc_usdt in this range"},
			good(at-6*3_600_000, at) + "xau_usd&Resolution=60":                        {404, "no data for xau_usd in this range"}, // a Saturday
		} {
			response := askHistory(t, n, query)
			require.Equal(t, want.status, response.Status, query)
			require.Equal(t, "application/json", response.Header.Get("Content-Type"))
			name := map[httpapi.Dialect]string{httpapi.Spec: "message", httpapi.Deployed: "error"}[n.dialect]
			require.Equal(t, map[string]string{name: want.message}, apitest.Decode[map[string]string](t, response.Body), query)
		}
		for _, query := range []string{"Resolution=86400", "interval=86400", "Resolution=86400&interval=86400"} {
			require.Equal(t, http.StatusOK, askHistory(t, n, good(at-month, at)+"btc_usdt&"+query).Status, query)
		}
		require.Equal(t, http.StatusMethodNotAllowed, apitest.Do(t, n, http.MethodPost, "/history").Status)
		require.Equal(t, http.StatusMethodNotAllowed, apitest.Do(t, n, http.MethodDelete, "/latest").Status)
		require.Equal(t, http.StatusNotFound, apitest.Do(t, n, http.MethodGet, "/history/").Status)
	})
}

// Spec sections 4.7 and 8: a range of a calendar month, which is 28 to 31 days long.
func TestHistoryMonth(t *testing.T) {
	t.Parallel()
	n := newService(t, httpapi.Spec)
	for _, test := range []struct{ from, to string }{
		{"2025-01-01", "2025-02-01"}, {"2025-02-01", "2025-03-01"}, {"2024-02-01", "2024-03-01"}, {"2024-02-29", "2024-03-29"},
		{"2025-04-01", "2025-05-01"}, {"2025-01-28", "2025-02-28"}, {"2025-01-29", "2025-02-28"}, {"2025-01-31", "2025-02-28"},
		{"2024-01-30", "2024-02-29"}, {"2024-01-31", "2024-02-29"}, {"2025-03-31", "2025-04-30"}, {"2025-12-31", "2026-01-31"},
	} {
		from, err := time.Parse(time.DateOnly, test.from)
		require.NoError(t, err)
		to, err := time.Parse(time.DateOnly, test.to)
		require.NoError(t, err)
		query := fmt.Sprintf("trading_pair=btc_usdt&Resolution=86400&startDate=%d&endDate=", from.UnixMilli())
		require.Equal(t, http.StatusOK, askHistory(t, n, query+strconv.FormatInt(to.UnixMilli(), 10)).Status, test)
		require.Equal(t, http.StatusBadRequest, askHistory(t, n, query+strconv.FormatInt(to.UnixMilli()+1, 10)).Status, test)
	}
}

// Spec section 5: x-api-key. The dialect Deployed requires it on both calls.
func TestAPIKey(t *testing.T) {
	t.Parallel()
	history := fmt.Sprintf("/history?trading_pair=btc_usdt&Resolution=60&startDate=%d&endDate=%d", start.UnixMilli()-600_000, start.UnixMilli())
	const latest = "/latest?trading_pair=btc_usdt"
	for _, want := range []string{DefaultAPIKey, "k3y"} {
		for _, dialect := range []httpapi.Dialect{httpapi.Spec, httpapi.Deployed} {
			n := newServiceWithKey(dialect, want)
			paths := []string{history, latest}
			if dialect == httpapi.Spec {
				paths = paths[:1]
				require.Equal(t, http.StatusOK, apitest.Do(t, n, http.MethodGet, latest).Status)
			}
			for _, path := range paths {
				require.Equal(t, http.StatusOK, apitest.Do(t, n, http.MethodGet, path, "x-api-key", want).Status)
				missing, wrong := apitest.Do(t, n, http.MethodGet, path), apitest.Do(t, n, http.MethodGet, path, "x-api-key", want+"x")
				require.Equal(t, http.StatusUnauthorized, missing.Status)
				require.Contains(t, missing.Body, `:"API key is missing"`)
				require.Equal(t, http.StatusUnauthorized, wrong.Status)
				require.Contains(t, wrong.Body, `:"API key is invalid"`)
			}
		}
	}
}

type latestBody struct {
	CurrentPage, TotalPages, TotalRecords, PageSize int
	Instruments                                     []map[string]string
}

func latestOf(t *testing.T, n *testService, pair string) map[string]string {
	t.Helper()
	response := apitest.Do(t, n, http.MethodGet, "/latest?trading_pair="+pair, "x-api-key", DefaultAPIKey)
	require.Equal(t, http.StatusOK, response.Status, response.Body)
	body := apitest.Decode[latestBody](t, response.Body)
	require.Equal(t, latestBody{1, 1, 1, 10, body.Instruments}, body)
	require.Len(t, body.Instruments, 1)
	return body.Instruments[0]
}

// Spec section 2.10: the current price is the close of the newest candle; high, low and
// change follow from the candles of 24 hours.
func TestLatest(t *testing.T) {
	t.Parallel()
	inBothDialects(t, func(t *testing.T, n *testService) {
		for _, pair := range PairNames() {
			if pair == "xau_usd" {
				continue // below
			}
			got := latestOf(t, n, pair)
			second := start.Truncate(time.Second)
			newest := recordsOf(t, n, pair, second, second, 1)[0]
			require.Equal(t, newest.close, got["currentPrice"])
			for _, resolution := range []int{15, 3_600, 86_400} {
				bars := recordsOf(t, n, pair, second.Add(-24*time.Hour), second, resolution)
				require.Equal(t, got["currentPrice"], bars[len(bars)-1].close)
			}
			past := recordsOf(t, n, pair, second.Add(-24*time.Hour), second.Add(-24*time.Hour), 1)[0]
			change := new(big.Rat).Quo(newest.number(t, newest.close), past.number(t, past.close))
			change.Mul(change.Sub(change, big.NewRat(1, 1)), big.NewRat(100, 1))
			_, digits, _ := strings.Cut(got["24h_change"], ".")
			require.Equal(t, change.FloatString(len(digits)), got["24h_change"])
			require.Equal(t, strconv.FormatInt(start.UnixMilli(), 10), got["time"])
			require.Equal(t, "2026-08-01 12:00:00", got["timestamp"])
			require.Equal(t, pair, got["tradingPairs"])
			require.Len(t, got, 7)
		}
		// High and low of the seconds of a day.
		got := latestOf(t, n, "btc_usdt")
		bars := recordsOf(t, n, "btc_usdt", start.Add(time.Second-24*time.Hour), start, 1)
		require.Equal(t, 86_400, len(bars))
		high, low := new(big.Rat), big.NewRat(1<<40, 1)
		for _, bar := range bars {
			if price := bar.number(t, bar.high); price.Cmp(high) > 0 {
				high = price
			}
			if price := bar.number(t, bar.low); price.Cmp(low) < 0 {
				low = price
			}
		}
		require.Zero(t, high.Cmp(bars[0].number(t, got["24h_high"])))
		require.Zero(t, low.Cmp(bars[0].number(t, got["24h_low"])))

		// On a Saturday, the price of gold is that of Friday, 22:00.
		rests := latestOf(t, n, "xau_usd")
		require.Equal(t, "2026-07-31 21:59:59", rests["timestamp"])
		bars = recordsOf(t, n, "xau_usd", start.Add(-24*time.Hour), start, 60)
		require.Equal(t, bars[len(bars)-1].close, rests["currentPrice"])

		for query, status := range map[string]int{"": 400, "?trading_pair=nothing": 400, "?trading_pair=doge_usdt": 404} {
			require.Equal(t, status, apitest.Do(t, n, http.MethodGet, "/latest"+query, "x-api-key", DefaultAPIKey).Status)
		}
	})
}

// Responses have the same shapes as recorded ones.
func TestPriceSamples(t *testing.T) {
	t.Parallel()
	day := start.Add(-24 * time.Hour).UnixMilli()
	path := fmt.Sprintf("/history?trading_pair=btc_usdt&Resolution=3600&startDate=%d&endDate=%d", day, day+7_200_000)
	for _, test := range []struct {
		dialect httpapi.Dialect
		sample  string
		path    string
	}{
		{httpapi.Spec, "history.json", path},
		{httpapi.Deployed, "history-bare-array.json", path},
		{httpapi.Spec, "latest.json", "/latest?trading_pair=btc_usdt"},
		{httpapi.Deployed, "latest.json", "/latest?trading_pair=btc_usdt"},
	} {
		t.Run(test.dialect.String()+" "+test.sample, func(t *testing.T) {
			n := newService(t, test.dialect)
			response := apitest.Do(t, n, http.MethodGet, test.path, "x-api-key", DefaultAPIKey)
			require.Equal(t, http.StatusOK, response.Status, response.Body)
			distinct := func(raw []byte) []string {
				return slices.Compact(slices.Sorted(slices.Values(apitest.Shape(t, regexp.MustCompile(`\s`).ReplaceAll(raw, nil)))))
			}
			require.Equal(t, distinct(sample(t, test.sample)), distinct([]byte(response.Body)))
		})
	}
	n := newService(t, httpapi.Deployed)
	require.JSONEq(t, string(sample(t, "error-401-price.json")), apitest.Do(t, n, http.MethodGet, "/latest?trading_pair=btc_usdt").Body)
}

package main

import (
	"encoding/csv"
	"fmt"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"foredeck/client/localnet"
)

func TestPriceInEveryForm(t *testing.T) {
	for _, dialect := range []localnet.Dialect{localnet.Spec, localnet.Deployed} { // they differ in digits, which are printed verbatim
		network := frozen(t, dialect)
		t.Setenv("FOREDECK_API_KEY", network.APIKey())
		ask := func(format string, pairs ...string) string {
			got := foredeck(t, append([]string{"price", "--base-url", network.BaseURL(), "-o", format}, pairs...)...)
			require.Zero(t, got.code, got.stderr)
			requireSanitized(t, got.stdout)
			return got.stdout
		}
		price := read[priceShape](t, ask("json", "BTC_usdt"))
		require.Equal(t, "btc_usdt", price.Pair)
		require.Equal(t, networkStart.UnixMilli()/60_000, *price.Time/60_000)
		several := read[[]priceShape](t, ask("json", "btc_usdt", "eth_usdt"))
		require.Equal(t, price, several[0])
		require.Equal(t, "eth_usdt", several[1].Pair)
		require.Equal(t, several, readLines[priceShape](t, ask("jsonl", "btc_usdt", "eth_usdt")))
		require.Equal(t, fmt.Sprintf("pair,price,high_24h,low_24h,change_24h,time_ms\nbtc_usdt,%s,%s,%s,%s,%d\n",
			*price.Price, *price.High24h, *price.Low24h, *price.Change24h, *price.Time), ask("csv", "btc_usdt"))
		for format, change := range map[string]string{"table": `-?\d+\.\d\d`, "wide": *price.Change24h} {
			require.Regexp(t, `^PAIR +PRICE +HIGH 24H +LOW 24H +CHANGE 24H +(AGE|TIME)\nbtc_usdt +`+*price.Price+` +`+*price.High24h+` +`+*price.Low24h+` +`+
				change+`% +(2001-\S|9\d{3}d).*\neth_usdt .*\n$`, ask(format, "btc_usdt", "eth_usdt"))
		}
		require.Contains(t, ask("raw", "btc_usdt"), `"tradingPair`)
	}
}

// Pairs that fail do not keep others from being printed. The exit code says that the result is partial.
func TestSomePairsFail(t *testing.T) {
	network := frozen(t, localnet.Spec)
	t.Setenv("FOREDECK_API_KEY", network.APIKey())
	price := func(arguments ...string) outcome {
		return foredeck(t, append([]string{"price", "--base-url", network.BaseURL()}, arguments...)...)
	}

	got := price("btc_usdt", "nosuch", "eth_usdt", "no_such", "-o", "csv")
	require.Equal(t, exitPartial, got.code)
	require.Regexp(t, `^pair,.*\nbtc_usdt,.*\neth_usdt,.*\n$`, got.stdout)
	require.Regexp(t, `^foredeck: pair "nosuch": must be .*\n  nothing was sent.*\nforedeck: no_such: not found on .*\n  check the pair.*\n$`, got.stderr)

	got = price("btc_usdt", "no_such", "-o", "json")
	require.Equal(t, exitPartial, got.code)
	require.Len(t, read[[]priceShape](t, got.stdout), 1)
	require.Regexp(t, `^\{"error":\{"kind":"not_found","message":"no_such: not found on .*\n$`, got.stderr)

	got = price("nosuch", "no_such")
	require.Equal(t, exitUsage, got.code, "nothing was printed: the code of the first failure")
	require.Empty(t, got.stdout)

	got = foredeck(t, "price", "btc_usdt", "eth_usdt", "sol_usdt", "--base-url", serve(t, responding(http.StatusUnauthorized, "")).url)
	require.Equal(t, exitUnauthorized, got.code)
	require.Regexp(t, `^foredeck: btc_usdt: .*\n.*\nforedeck: eth_usdt, sol_usdt: not requested\n$`, got.stderr)
}

func TestHistoryInEveryForm(t *testing.T) {
	from, to := networkStart.Add(-50*time.Hour).Format(time.RFC3339), networkStart.Add(-2*time.Hour).Format("2006-01-02T15:04")
	list := func(format string) string {
		return inEveryForm(t, []string{"auto"}, "history", "btc_usdt", "--bar", "4h", "--from", from, "--to", to, "-o", format)
	}
	candles := readLines[candleShape](t, list("jsonl"))
	require.InDelta(t, 12, len(candles), 1)
	for i, candle := range candles[1:] {
		require.Equal(t, candles[i].Time+4*3_600_000, candle.Time)
		require.Equal(t, *candles[i].Close, *candle.Open)
	}
	require.Equal(t, candles, read[[]candleShape](t, list("json")))
	rows, err := csv.NewReader(strings.NewReader(list("csv"))).ReadAll()
	require.NoError(t, err)
	require.Equal(t, []string{"time_ms", "open", "high", "low", "close", "volume"}, rows[0])
	require.Equal(t, []string{strconv.FormatInt(candles[0].Time, 10), *candles[0].Open, *candles[0].High, *candles[0].Low, *candles[0].Close, *candles[0].Volume}, rows[1])
	for _, format := range []string{"table", "wide"} {
		printed := lines(t, list(format))
		require.Regexp(t, `^TIME +OPEN +HIGH +LOW +CLOSE +VOLUME$`, printed[0])
		require.Len(t, printed, 1+len(candles))
		require.Regexp(t, `^2001-07-\d\d \d\d:00:00 UTC +`+*candles[0].Open+` `, printed[1])
	}
}

// A range over a month is requested in parts and printed as one list.
func TestHistoryOverMonths(t *testing.T) {
	network := frozen(t, localnet.Deployed)
	t.Setenv("FOREDECK_API_KEY", network.APIKey())
	got := foredeck(t, "history", "eth_usdt", "--bar", "1d", "--from", "2001-01-01", "--to", "2001-07-01", "--base-url", network.BaseURL(), "-o", "jsonl", "-v")
	require.Zero(t, got.code, got.stderr)
	require.InDelta(t, 182, len(lines(t, got.stdout)), 2)
	require.GreaterOrEqual(t, strings.Count(got.stderr, "/history?"), 7)
	require.NotContains(t, got.stderr, network.APIKey())
}

// Without --from the newest --limit bars are printed.
func TestNewestBars(t *testing.T) {
	t.Parallel()
	for _, limit := range []int{1, 7, 20} {
		got := foredeck(t, "history", "btc_usdt", "--bar", "1m", "--limit", strconv.Itoa(limit), "-o", "jsonl")
		require.Zero(t, got.code, got.stderr)
		require.Len(t, lines(t, got.stdout), limit)
	}
	require.Len(t, lines(t, foredeck(t, "history", "btc_usdt", "-o", "jsonl").stdout), 20)
}

// The newest --limit bars are printed although the market was closed between them, the bar of now is not served yet, and the service
// leaves out the start of a range.
func TestNewestBarsAroundGaps(t *testing.T) {
	t.Parallel()
	const hour = 3_600_000
	n := serve(t, func(w http.ResponseWriter, r *http.Request) {
		from, _ := strconv.ParseInt(r.FormValue("startDate"), 10, 64)
		to, _ := strconv.ParseInt(r.FormValue("endDate"), 10, 64)
		var bars []string
		for at := (from/hour + 1) * hour; at+hour <= to; at += hour {
			if day := time.UnixMilli(at).UTC().Weekday(); day != time.Saturday && day != time.Sunday && at >= time.Date(2001, 3, 1, 0, 0, 0, 0, time.UTC).UnixMilli() {
				bars = append(bars, fmt.Sprintf(`{"timestamp":%d,"open":1,"high":1,"low":1,"close":1,"volume":1}`, at))
			}
		}
		fmt.Fprintf(w, `{"status":"success","data":[%s]}`, strings.Join(bars, ","))
	})
	timesOf := func(arguments ...string) (times []string) {
		got := foredeck(t, append([]string{"history", "xau_usd", "--base-url", n.url, "-o", "jsonl"}, arguments...)...)
		require.Zero(t, got.code, got.stderr)
		for _, candle := range readLines[candleShape](t, got.stdout) {
			times = append(times, time.UnixMilli(candle.Time).UTC().Format("01-02T15"))
		}
		return times
	}
	const sunday = "2001-07-29T13:30"
	require.Equal(t, []string{"07-27T23"}, timesOf("--limit", "1", "--to", sunday))
	require.Equal(t, []string{"07-27T21", "07-27T22", "07-27T23"}, timesOf("--limit", "3", "--to", sunday))
	require.Equal(t, []string{"07-27T23", "07-30T00", "07-30T01"}, timesOf("--limit", "3", "--to", "2001-07-30T02:30"))
	require.Len(t, timesOf("--limit", "1500", "--to", sunday), 1500)
	require.Equal(t, []string{"03-01T00", "03-01T01"}, timesOf("--limit", "500", "--to", "2001-03-01T02:30"), "there are no more")

	// With --from, those of the range, or the newest of them.
	require.Len(t, timesOf("--from", "2001-07-23", "--to", sunday), 5*24)
	require.Equal(t, []string{"07-27T22", "07-27T23"}, timesOf("--limit", "2", "--from", "2001-07-23", "--to", sunday))
	require.Len(t, timesOf("--limit", "200", "--from", "2001-07-23", "--to", sunday), 5*24)
}

func TestPriceServiceURL(t *testing.T) {
	t.Parallel()
	node := serve(t, responding(http.StatusNotFound, ""))
	prices := serve(t, responding(http.StatusOK, `{"instruments":[{"time":"1","currentPrice":"2","tradingPairs":"btc_usdt"}]}`))
	for _, where := range [][]string{{"--oracle-url", prices.url}, {"--oracle-url", prices.url, "--base-url", node.url}, {"--base-url", prices.url}} {
		got := foredeck(t, append([]string{"price", "btc_usdt", "-o", "csv"}, where...)...)
		require.Zero(t, got.code, got.stderr)
		require.Equal(t, "pair,price,high_24h,low_24h,change_24h,time_ms\nbtc_usdt,2,,,,1\n", got.stdout)
	}
	require.Empty(t, node.requests())
	got := foredeck(t, "price", "btc_usdt", "--oracle-url", node.url)
	require.Equal(t, exitNotFound, got.code)
	require.Contains(t, got.stderr, node.url)
	require.Contains(t, got.stderr, "check the pair")

	got = foredeck(t, "price", "btc_usdt", "--oracle-url", prices.url)
	require.Regexp(t, `\nbtc_usdt +2 +– +– +– +\d{5}d\n$`, got.stdout)
}

// The key from the environment is sent only to the price service.
func TestKeyIsSentOnlyToPriceService(t *testing.T) {
	t.Setenv("FOREDECK_API_KEY", "hunter2")
	t.Setenv("FOREDECK_CONSENSUS_TOKEN", "hunter3")
	type seen struct{ path, key, authorization string }
	var requested []seen
	n := serve(t, func(w http.ResponseWriter, r *http.Request) {
		requested = append(requested, seen{r.URL.Path, r.Header.Get("X-Api-Key"), r.Header.Get("Authorization")})
		w.WriteHeader(http.StatusUnauthorized)
	})
	for _, command := range [][]string{{"account", "0x1"}, {"block", "3"}, {"price", "btc_usdt"}, {"history", "btc_usdt"}} {
		got := foredeck(t, append(command, "--base-url", n.url, "-v")...)
		require.Equal(t, exitUnauthorized, got.code)
		require.NotContains(t, got.stderr, "hunter")
	}
	account := "/rpc/v3/accounts/0x0000000000000000000000000000000000000000000000000000000000000001"
	require.Equal(t, []seen{{account, "", ""}, {"/rpc/v1/consensus/block/height/3", "", "Bearer hunter3"}, {"/rpc/v4/block/height/3", "", ""}, {"/latest", "hunter2", ""}, {"/history", "hunter2", ""}}, requested)

	// The simulated network has its own key.
	require.Zero(t, foredeck(t, "history", "btc_usdt").code)
	require.Zero(t, foredeck(t, "block", "head").code)
}

// A history that fails partway is printed up to the failure.
func TestHistoryFailure(t *testing.T) {
	t.Parallel()
	n := serve(t, func(w http.ResponseWriter, r *http.Request) {
		start, err := strconv.ParseInt(r.URL.Query().Get("startDate"), 10, 64)
		if err != nil || start > 1_000_000_000_000 {
			w.WriteHeader(http.StatusInternalServerError)
			return
		}
		fmt.Fprint(w, `[{"time":"1000000000000","open":1}]`)
	})
	got := foredeck(t, "history", "btc_usdt", "--bar", "1d", "--from", "1000000000000", "--to", "2001-11-01", "--base-url", n.url, "-o", "jsonl")
	require.Equal(t, exitServerError, got.code)
	require.Equal(t, `{"time_ms":1000000000000,"open":"1","high":null,"low":null,"close":null,"volume":null,"problems":[],"other":null}`+"\n", got.stdout)
	require.Contains(t, read[problemShape](t, got.stderr).Error.Message, "incomplete list: failed after 1 records")
}

func TestDates(t *testing.T) {
	t.Parallel()
	now := time.Date(2026, time.November, 21, 12, 4, 29, 0, time.UTC)
	for written, want := range map[string]string{
		"2026-11-20": "2026-11-20T00:00:00Z", "2026-11-20T01:02": "2026-11-20T01:02:00Z", "2026-11-20 01:02:03": "2026-11-20T01:02:03Z",
		"2026-11-20T01:02:03Z": "2026-11-20T01:02:03Z", "2026-11-20T01:02+02:00": "2026-11-19T23:02:00Z", "1000000000000": "2001-09-09T01:46:40Z",
		"0": "1970-01-01T00:00:00Z", "-7d": "2026-11-14T12:04:29Z", "-90m": "2026-11-21T10:34:29Z",
	} {
		got, err := parseDate(written, now)
		require.NoError(t, err, written)
		require.Equal(t, want, got.UTC().Format(time.RFC3339), written)
	}
	for _, written := range []string{"", "-", "7d", "-7", "tomorrow", "2026-13-01", "1.5e12", "--7d", "-d"} {
		_, err := parseDate(written, now)
		require.Error(t, err, written)
	}
}

// Bars that do not divide a day begin at midnight in UTC, and are those of the minutes in them.
func TestOddBarsBeginAtMidnight(t *testing.T) {
	midnight := networkStart.UTC().Truncate(24 * time.Hour)
	list := func(bar string) []candleShape {
		return readLines[candleShape](t, inEveryForm(t, []string{"auto"}, "history", "btc_usdt", "--bar", bar, "--from", midnight.Add(-30*time.Minute).Format(time.RFC3339), "--to", midnight.Add(time.Hour).Format(time.RFC3339), "-o", "jsonl"))
	}
	minutes, bars := list("1m"), list("7m")
	at := func(all []candleShape, time int64) candleShape {
		i := slices.IndexFunc(all, func(c candleShape) bool { return c.Time == time })
		require.GreaterOrEqual(t, i, 0)
		return all[i]
	}
	const minute = 60_000
	first, start := at(bars, midnight.UnixMilli()), midnight.UnixMilli()
	require.Equal(t, at(minutes, start).Open, first.Open)
	require.Equal(t, at(minutes, start+6*minute).Close, first.Close)
	last := at(bars, start-5*minute) // 205 bars of 7 minutes and five minutes
	require.Equal(t, at(minutes, start-5*minute).Open, last.Open)
	require.Equal(t, at(minutes, start-minute).Close, last.Close)
	require.Equal(t, at(minutes, start+7*minute).Open, at(bars, start+7*minute).Open)
}

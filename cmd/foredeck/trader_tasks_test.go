package main

import (
	"encoding/csv"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"foredeck/client/localnet"
)

// traderTasks are those of the twelve tasks of a trader that one command does. The price chart does the others, with at most four keys:
// TestTraderTasks of tui/screens/price.
var traderTasks = []struct {
	name, command string
	prints        func(*testing.T, string)
}{
	{"three pairs over exactly the last week", "compare-prices btc_usdt eth_usdt sol_usdt --bar 1h --from 2001-07-22T00:00:00Z --to 2001-07-28T23:59:59Z -o json", checkWeek},
	{"largest daily drop this year", "stats-prices btc_usdt --bar 1d --from 2001-01-01 -o json", checkDrop},
	{"returns since a date", "stats-prices btc_usdt --bar 1d --from 2001-06-20 -o json", checkReturns},
	{"a year to CSV", "history btc_usdt --bar 1d --from 2000-08-01 --to 2001-07-31 --all -o csv", checkYear},
}

func TestTraderTasks(t *testing.T) {
	network := frozen(t, localnet.Spec)
	t.Setenv("FOREDECK_API_KEY", network.APIKey())
	for _, task := range traderTasks {
		t.Run(task.name, func(t *testing.T) {
			got := foredeck(t, append(strings.Fields(task.command), "--base-url", network.BaseURL())...)
			require.Zero(t, got.code, got.stderr)
			task.prints(t, got.stdout)
		})
	}
}

// checkWeek requires the first and the last hour of the week for each pair.
func checkWeek(t *testing.T, printed string) {
	compared := read[[]comparisonShape](t, printed)
	require.Len(t, compared, 3)
	for _, pair := range compared {
		require.Equal(t, time.Date(2001, 7, 22, 0, 0, 0, 0, time.UTC).UnixMilli(), *pair.From)
		require.Equal(t, time.Date(2001, 7, 28, 23, 0, 0, 0, time.UTC).UnixMilli(), *pair.To)
		require.NotEmpty(t, pair.Change)
	}
}

// checkDrop requires the largest drop from open to close of the days of the year.
func checkDrop(t *testing.T, printed string) {
	network := frozen(t, localnet.Spec)
	got := foredeck(t, "history", "btc_usdt", "--bar", "1d", "--from", "2001-01-01", "--all", "-o", "jsonl", "--base-url", network.BaseURL())
	require.Zero(t, got.code, got.stderr)
	most, at := 0.0, int64(0)
	for _, bar := range readLines[candleShape](t, got.stdout) {
		open, err := strconv.ParseFloat(*bar.Open, 64)
		require.NoError(t, err)
		closed, err := strconv.ParseFloat(*bar.Close, 64)
		require.NoError(t, err)
		if change := 100 * (closed/open - 1); change < most {
			most, at = change, bar.Time
		}
	}
	found := read[[]pairStatisticsShape](t, printed)[0]
	drop, err := strconv.ParseFloat(found.Drop, 64)
	require.NoError(t, err)
	require.Negative(t, drop)
	require.InDelta(t, most, drop, 1e-6)
	require.Equal(t, at, *found.DropAt)
}

func checkReturns(t *testing.T, printed string) {
	found := read[[]pairStatisticsShape](t, printed)[0]
	require.Equal(t, time.Date(2001, 6, 20, 0, 0, 0, 0, time.UTC).UnixMilli(), *found.From)
	open, err := strconv.ParseFloat(found.Open, 64)
	require.NoError(t, err)
	closed, err := strconv.ParseFloat(found.Close, 64)
	require.NoError(t, err)
	change, err := strconv.ParseFloat(found.Change, 64)
	require.NoError(t, err)
	require.InDelta(t, 100*(closed/open-1), change, 1e-6)
}

func checkYear(t *testing.T, printed string) {
	rows, err := csv.NewReader(strings.NewReader(printed)).ReadAll()
	require.NoError(t, err)
	require.Len(t, rows, 1+365)
	require.Equal(t, strconv.FormatInt(time.Date(2000, 8, 1, 0, 0, 0, 0, time.UTC).UnixMilli(), 10), rows[1][0])
}

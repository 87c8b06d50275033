package main

import (
	"encoding/csv"
	"fmt"
	"math"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"foredeck/client"
	"foredeck/client/localnet"
)

// comparisonShape is the JSON of compare-prices.
type comparisonShape struct {
	Pair        string   `json:"pair"`
	From        *int64   `json:"from_ms"`
	To          *int64   `json:"to_ms"`
	First       string   `json:"first"`
	Last        string   `json:"last"`
	Change      string   `json:"change_percent"`
	Correlation *float64 `json:"correlation"`
	Bars        int      `json:"bars"`
}

func TestComparePrices(t *testing.T) {
	network := frozen(t, localnet.Spec)
	t.Setenv("FOREDECK_API_KEY", network.APIKey())
	run := func(arguments ...string) outcome {
		return foredeck(t, append([]string{"compare-prices", "--to", "2001-07-06", "--base-url", network.BaseURL()}, arguments...)...)
	}
	got := run("btc_usdt", "eth_usdt", "btc_usdt", "-o", "json", "--bar", "1h", "--limit", "50")
	require.Zero(t, got.code, got.stderr)
	pairs := read[[]comparisonShape](t, got.stdout)
	require.Len(t, pairs, 3)
	require.Nil(t, pairs[0].Correlation)
	require.Less(t, math.Abs(*pairs[1].Correlation), 1.0)
	require.InDelta(t, 1, *pairs[2].Correlation, 1e-9, "a pair with itself")
	require.InDelta(t, 49, pairs[1].Bars, 2)
	for _, pair := range pairs {
		first, err := strconv.ParseFloat(pair.First, 64)
		require.NoError(t, err)
		last, err := strconv.ParseFloat(pair.Last, 64)
		require.NoError(t, err)
		change, err := strconv.ParseFloat(pair.Change, 64)
		require.NoError(t, err)
		require.InDelta(t, 100*(last/first-1), change, 1e-8)
		require.Less(t, *pair.From, *pair.To)
	}

	table := run("btc_usdt", "eth_usdt", "--limit", "50")
	require.Zero(t, table.code, table.stderr)
	require.Regexp(t, `^PAIR +FROM +FIRST +LAST +CHANGE +CORRELATION +BARS\nbtc_usdt .* [+-]?\d+\.\d\d% +– +0\neth_usdt .* [+-]?\d+\.\d\d% +-?[01]\.\d\d +\d+\n$`, table.stdout)
	written, err := csv.NewReader(strings.NewReader(run("btc_usdt", "eth_usdt", "-o", "csv", "--limit", "50").stdout)).ReadAll()
	require.NoError(t, err)
	require.Equal(t, []string{"pair", "from_ms", "to_ms", "first", "last", "change_percent", "correlation", "bars"}, written[0])
	require.Equal(t, []string{"eth_usdt", fmt.Sprint(*pairs[1].From), fmt.Sprint(*pairs[1].To), pairs[1].First, pairs[1].Last, pairs[1].Change}, written[2][:6])

	few := run("btc_usdt", "eth_usdt", "-o", "json", "--limit", "5")
	require.Nil(t, read[[]comparisonShape](t, few.stdout)[1].Correlation, "too few bars")

	partial := run("btc_usdt", "no_such", "eth_usdt", "-o", "json", "--limit", "50")
	require.Equal(t, exitPartial, partial.code)
	require.Equal(t, []comparisonShape{pairs[0], pairs[1]}, read[[]comparisonShape](t, partial.stdout))
	require.Contains(t, partial.stderr, "no_such: not found on ")
	require.Equal(t, exitUsage, run("btc_usdt").code, "there is nothing to compare with")
}

// The bar at --to counts with its last price if it has finished, to the millisecond.
func TestComparedLastBar(t *testing.T) {
	network := frozen(t, localnet.Spec)
	t.Setenv("FOREDECK_API_KEY", network.APIKey())
	const end = "2001-07-05T23:59:59Z"
	to := time.Date(2001, 7, 6, 0, 0, 0, 0, time.UTC)
	list := func(pair string) []candleShape {
		got := foredeck(t, "history", pair, "--bar", "1h", "--to", end, "--limit", "20", "-o", "jsonl", "--base-url", network.BaseURL())
		require.Zero(t, got.code, got.stderr)
		return readLines[candleShape](t, got.stdout)
	}
	got := foredeck(t, "compare-prices", "btc_usdt", "eth_usdt", "--to", end, "--bar", "1h", "--limit", "20", "-o", "json", "--base-url", network.BaseURL())
	require.Zero(t, got.code, got.stderr)
	for _, compared := range read[[]comparisonShape](t, got.stdout) {
		bars := list(compared.Pair)
		last := bars[len(bars)-1]
		require.Equal(t, to.Add(-time.Hour).UnixMilli(), last.Time)
		require.Equal(t, *last.Close, compared.Last)
		require.Equal(t, last.Time, *compared.To)
	}

	candles := []client.Candle{{Time: to.Add(-2 * time.Hour).UnixMilli(), Close: "1"}, {Time: to.Add(-time.Hour).UnixMilli(), Close: "2"}}
	bar, ok := parseBar("1h")
	require.True(t, ok)
	require.Equal(t, []float64{1, 2}, bar.closes(candles, to.Add(-2*time.Hour), to.Add(-time.Millisecond), to))
	require.Equal(t, []float64{1}, bar.closes(candles, to.Add(-2*time.Hour), to.Add(-time.Millisecond), to.Add(-time.Millisecond)))
}

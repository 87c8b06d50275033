package main

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"foredeck/client/localnet"
)

// pairStatisticsShape is the JSON of stats-prices.
type pairStatisticsShape struct {
	Pair       string   `json:"pair"`
	Bars       int      `json:"bars"`
	From       *int64   `json:"from_ms"`
	To         *int64   `json:"to_ms"`
	Open       string   `json:"open"`
	Close      string   `json:"close"`
	Change     string   `json:"change_percent"`
	High       string   `json:"high"`
	HighAt     *int64   `json:"high_ms"`
	Low        string   `json:"low"`
	LowAt      *int64   `json:"low_ms"`
	Drawdown   string   `json:"drawdown_percent"`
	PeakAt     *int64   `json:"peak_ms"`
	TroughAt   *int64   `json:"trough_ms"`
	Rise       string   `json:"rise_percent"`
	RiseAt     *int64   `json:"rise_ms"`
	Drop       string   `json:"drop_percent"`
	DropAt     *int64   `json:"drop_ms"`
	Volatility *float64 `json:"volatility_percent"`
	UpShare    *float64 `json:"up_percent"`
}

func TestStatsPrices(t *testing.T) {
	network := frozen(t, localnet.Spec)
	t.Setenv("FOREDECK_API_KEY", network.APIKey())
	run := func(arguments ...string) outcome {
		return foredeck(t, append([]string{"stats-prices", "--to", "2001-07-06", "--base-url", network.BaseURL()}, arguments...)...)
	}
	got := run("btc_usdt", "eth_usdt", "-o", "json", "--limit", "50")
	require.Zero(t, got.code, got.stderr)
	pairs := read[[]pairStatisticsShape](t, got.stdout)
	require.Len(t, pairs, 2)
	for _, pair := range pairs {
		require.InDelta(t, 50, pair.Bars, 2)
		require.Less(t, *pair.From, *pair.To)
		require.Less(t, *pair.PeakAt, *pair.TroughAt)
		require.True(t, strings.HasPrefix(pair.Drawdown, "-"))
		require.True(t, strings.HasPrefix(pair.Drop, "-"))
		require.Positive(t, *pair.Volatility)
		require.LessOrEqual(t, *pair.UpShare, 100.0)
	}
	table := run("btc_usdt", "--limit", "50")
	require.Regexp(t, `^PAIR +BARS +CHANGE +HIGH +LOW +DRAWDOWN +PEAK +TROUGH +RISE +DROP +VOLATILITY +UP\nbtc_usdt +\d+ +[+-]`, table.stdout)
	partial := run("btc_usdt", "no_such", "-o", "json", "--limit", "50")
	require.Equal(t, exitPartial, partial.code)
	require.Contains(t, partial.stderr, "no_such: not found on ")
}

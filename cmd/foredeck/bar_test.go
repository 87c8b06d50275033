package main

import (
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"foredeck/client"
	"foredeck/client/localnet"
	"foredeck/tui/market"
	"foredeck/tui/widget/chart"
)

// Calendar weeks and months are the exact joins of their days, and the first one is complete.
func TestCalendarBars(t *testing.T) {
	network := frozen(t, localnet.Deployed)
	t.Setenv("FOREDECK_API_KEY", network.APIKey())
	history := func(arguments ...string) (candles []client.Candle) {
		got := foredeck(t, append([]string{"history", "btc_usdt", "--to", "2001-06-30", "--base-url", network.BaseURL(), "-o", "csv"}, arguments...)...)
		require.Zero(t, got.code, got.stderr)
		for _, line := range lines(t, got.stdout)[1:] {
			cells := strings.Split(line, ",")
			at, err := strconv.ParseInt(cells[0], 10, 64)
			require.NoError(t, err)
			candles = append(candles, client.Candle{Time: at, Open: cells[1], High: cells[2], Low: cells[3], Close: cells[4], Volume: cells[5]})
		}
		return candles
	}
	days := history("--bar", "1d", "--from", "2001-01-01") // a Monday
	for bar, period := range map[string]chart.Period{"1w": {Weeks: 1}, "1M": {Months: 1}} {
		joined := history("--bar", bar, "--from", "2001-01-03")
		require.Equal(t, market.Join(days, period, time.UTC), joined, bar)
		require.Equal(t, joined[len(joined)-3:], history("--bar", bar, "--limit", "3"), "the newest bars are complete too")
	}
	require.Equal(t, exitUsage, foredeck(t, "history", "btc_usdt", "--bar", "0w").code)
}

package client

import (
	"net/http"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
)

func TestClockOffset(t *testing.T) {
	t.Parallel()
	prices := servePrices(t, func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Date", time.Now().Add(time.Hour).UTC().Format(http.TimeFormat))
		_, _ = w.Write([]byte(`{"instruments":[{"currentPrice":"1","tradingPairs":"btc_usdt"}]}`))
	})
	_, _, ok := prices.ClockOffset()
	require.False(t, ok, "no response yet")
	for range 3 {
		_, err := prices.Latest(t.Context(), "btc_usdt")
		require.NoError(t, err)
	}
	ahead, accuracy, ok := prices.ClockOffset()
	require.True(t, ok)
	require.LessOrEqual(t, (ahead - time.Hour).Abs(), accuracy)
}

// Responses narrow the offset down. One that contradicts the earlier ones replaces them.
func TestClockOffsetOfSeveralResponses(t *testing.T) {
	t.Parallel()
	var c clockOffset
	start := time.Date(2026, 11, 23, 12, 0, 0, 0, time.UTC)
	at := func(date time.Time, sent, received time.Duration) {
		c.add(http.Header{"Date": {date.Format(http.TimeFormat)}}, start.Add(sent), start.Add(received))
	}
	at(start, 100*time.Millisecond, 300*time.Millisecond)
	require.Equal(t, [2]time.Duration{-300 * time.Millisecond, 900 * time.Millisecond}, [2]time.Duration{c.low, c.high})
	at(start, 900*time.Millisecond, time.Second)
	require.Equal(t, [2]time.Duration{-300 * time.Millisecond, 100 * time.Millisecond}, [2]time.Duration{c.low, c.high})
	at(start.Add(time.Minute), 2*time.Second, 3*time.Second)
	require.Equal(t, [2]time.Duration{57 * time.Second, 59 * time.Second}, [2]time.Duration{c.low, c.high})
	c.add(http.Header{"Date": {"yesterday"}}, start, start)
	require.Equal(t, 57*time.Second, c.low)
}

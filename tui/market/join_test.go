package market

import (
	"strconv"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"foredeck/client"
	"foredeck/tui/widget/chart"
)

// Joined bars are the exact aggregate of their records, in the calendar of a zone with daylight saving time.
func TestJoinIsExact(t *testing.T) {
	berlin, err := time.LoadLocation("Europe/Berlin")
	require.NoError(t, err)
	periods := []chart.Period{{Fixed: 4 * time.Hour}, {Days: 1}, {Weeks: 1}, {Months: 1}}
	rapid.Check(t, func(t *rapid.T) {
		period := rapid.SampledFrom(periods).Draw(t, "period")
		at := time.Date(2026, 3, 1, 0, 0, 0, 0, time.UTC).UnixMilli()
		var records []client.Candle
		var prices []int64 // in units of the last decimal
		digits := func(units int64) string {
			return strconv.FormatInt(units/1000, 10) + "." + strconv.FormatInt(1000+units%1000, 10)[1:]
		}
		for range rapid.IntRange(1, 200).Draw(t, "records") {
			at += rapid.Int64Range(1, 30).Draw(t, "hours") * 3_600_000
			low := rapid.Int64Range(1, 1<<40).Draw(t, "low")
			prices = append(prices, low)
			records = append(records, client.Candle{Time: at, Open: digits(low + 1), High: digits(low + 3), Low: digits(low), Close: digits(low + 2), Volume: digits(low)})
		}
		s := &Series{Step: time.Hour}
		s.merge(fetched{from: records[0].Time, to: at, page: newPage(records, time.Hour.Milliseconds())})
		joined := Join(records, period, berlin)
		next := 0
		for _, bar := range joined {
			end := period.Next(bar.Time, berlin)
			first, low, high, volume := next, int64(1)<<50, int64(0), int64(0)
			for ; next < len(records) && records[next].Time < end; next++ {
				require.GreaterOrEqual(t, records[next].Time, bar.Time)
				low, high, volume = min(low, prices[next]), max(high, prices[next]+3), volume+prices[next]
			}
			require.Greater(t, next, first)
			require.Equal(t, client.Candle{Time: bar.Time, Open: digits(prices[first] + 1), High: digits(high), Low: digits(low), Close: digits(prices[next-1] + 2), Volume: digits(volume)}, bar)
			record, ok := s.Record(bar.Time, end)
			require.True(t, ok)
			require.Equal(t, bar, record, "the series and the command agree")
			require.True(t, s.Has(bar.Time, end))
		}
		require.Equal(t, len(records), next, "every record is in a bar")
	})
}

func TestChangePercent(t *testing.T) {
	require.Equal(t, "10.000000000000", ChangePercent("0.50", "0.55"))
	require.Equal(t, "-50.000000000000", ChangePercent("2", "1"))
	require.Equal(t, "-1.10%", Change(ChangePercent("0.5973", "0.5907")).String(), "-1.10497, not -1.105 rounded again")
	require.Empty(t, ChangePercent("0", "1"))
	require.Empty(t, ChangePercent("", "1"))
}

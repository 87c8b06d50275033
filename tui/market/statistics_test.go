package market

import (
	"math"
	"strconv"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"foredeck/client"
)

func TestStatistics(t *testing.T) {
	candle := func(at int64, open, high, low, closed string) client.Candle {
		return client.Candle{Time: at, Open: open, High: high, Low: low, Close: closed}
	}
	bars := []client.Candle{
		candle(1, "100", "110", "95", "105"), candle(2, "105", "120", "104", "118"), candle(3, "118", "119", "90", "93"), candle(4, "", "1", "1", "1"), candle(5, "93", "130", "92", "126"),
	}
	s := StatisticsOf(bars)
	require.Equal(t, 4, s.Bars)
	require.Equal(t, "26.000000000000", s.Change())
	require.Equal(t, []int64{5, 3, 5, 3, 2, 3}, []int64{s.High.Time, s.Low.Time, s.Rise.Time, s.Drop.Time, s.Peak.Time, s.Trough.Time})
	require.Equal(t, "-25.000000000000", s.Drawdown, "from 120 to 90")
	require.Equal(t, "-21.186440677966", BarChange(s.Drop))
	require.Equal(t, 3, s.Up)
	first, second, third := math.Log(118.0/105), math.Log(93.0/118), math.Log(126.0/93)
	mean := (first + second + third) / 3
	variance := ((first-mean)*(first-mean) + (second-mean)*(second-mean) + (third-mean)*(third-mean)) / 2
	require.InDelta(t, 100*math.Sqrt(variance), s.Volatility, 1e-9)

	none := StatisticsOf(bars[3:4])
	require.Zero(t, none.Bars)
	require.Empty(t, none.Change()+none.Drawdown+BarChange(none.Rise))
	require.True(t, math.IsNaN(none.Volatility))
}

// The drawdown is the largest fall of all pairs of a bar and a later one.
func TestDrawdown(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		var bars []client.Candle
		for at := range rapid.IntRange(0, 20).Draw(t, "bars") {
			low := rapid.IntRange(1, 50).Draw(t, "low")
			high := low + rapid.IntRange(0, 50).Draw(t, "range")
			bars = append(bars, client.Candle{Time: int64(at), Open: strconv.Itoa(low), High: strconv.Itoa(high), Low: strconv.Itoa(low), Close: strconv.Itoa(high)})
		}
		least := 0.0
		for i := range bars {
			for j := i + 1; j < len(bars); j++ {
				least = min(least, Float(bars[j].Low)/Float(bars[i].High)-1)
			}
		}
		s := StatisticsOf(bars)
		if least == 0 {
			require.Empty(t, s.Drawdown)
		} else {
			require.InDelta(t, 100*least, Float(s.Drawdown), 1e-9)
		}
	})
}

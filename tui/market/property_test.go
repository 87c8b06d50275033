package market_test

import (
	"math"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"foredeck/tui/market"
	_ "foredeck/tui/tuitest/effort" // fewer cases of property tests
)

// anyIndicator draws an indicator with small parameters.
func anyIndicator(t *rapid.T) market.Indicator {
	kind := rapid.SampledFrom(market.Kinds()).Draw(t, "kind")
	var values []string
	for i := range kind.Parameters {
		values = append(values, string(rune('2'+2*i+rapid.IntRange(0, 1).Draw(t, "parameter"))))
	}
	made, err := market.NewIndicator(kind, values)
	require.NoError(t, err)
	return made
}

// anyBars draws bars of an hour with some gaps.
func anyBars(t *rapid.T, most int) market.Bars {
	var b market.Bars
	price := rapid.Float64Range(1e-6, 1e6).Draw(t, "price")
	for i := range rapid.IntRange(1, most).Draw(t, "bars") {
		opened := price
		price *= rapid.Float64Range(0.9, 1.1).Draw(t, "change")
		closed, wick := price, rapid.Float64Range(1, 1.05).Draw(t, "wick")
		if rapid.IntRange(0, 9).Draw(t, "gap") == 0 {
			closed = math.NaN()
		}
		b.Time = append(b.Time, int64(i)*time.Hour.Milliseconds())
		b.Open, b.High, b.Low, b.Close = append(b.Open, opened), append(b.High, max(opened, price)*wick), append(b.Low, min(opened, price)/wick), append(b.Close, closed)
		b.Volume = append(b.Volume, rapid.Float64Range(0, 1e6).Draw(t, "volume"))
	}
	return b
}

// cut returns the bars of a range.
func cut(b market.Bars, from, to int) market.Bars {
	return market.Bars{Time: b.Time[from:to], Open: b.Open[from:to], High: b.High[from:to], Low: b.Low[from:to], Close: b.Close[from:to], Volume: b.Volume[from:to], Zone: b.Zone}
}

// requireSame requires equal values, apart from rounding in relation to a magnitude.
func requireSame(t *rapid.T, want, got, magnitude float64, what string) {
	if math.IsNaN(want) || math.IsNaN(got) {
		require.Equal(t, math.IsNaN(want), math.IsNaN(got), "%s: %v, %v", what, want, got)
		return
	}
	require.InDelta(t, want, got, magnitude*1e-7, what)
}

// greatest returns the magnitude of rounding errors: that of the prices, or of percent.
func greatest(b market.Bars) float64 {
	most := 100.0
	for _, high := range b.High {
		most = max(most, high)
	}
	return most
}

// A value is that of the bars up to its own: later ones do not change it.
func TestNoLookAhead(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		of, bars := anyIndicator(t), anyBars(t, 60)
		end := rapid.IntRange(1, len(bars.Time)).Draw(t, "end")
		whole, part := of.Compute(bars), of.Compute(cut(bars, 0, end))
		for line := range part {
			for i := range part[line] {
				requireSame(t, whole[line][i], part[line][i], greatest(bars), of.String())
			}
		}
	})
}

// Bars before the warm-up of a value do not change it, so that it does not depend on the window that is shown. A session of VWAP starts
// at the first of its bars.
func TestWarmUpSuffices(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		of, bars := anyIndicator(t), anyBars(t, 200)
		at := rapid.IntRange(0, len(bars.Time)-1).Draw(t, "at")
		start, known := at, 0
		for ; start > 0 && (known < of.Needs(time.Hour).Bars || bars.Time[at]-bars.Time[start-1] <= of.Needs(time.Hour).Time.Milliseconds()); start-- {
			if !math.IsNaN(bars.Close[start-1]) {
				known++
			}
		}
		whole, part := of.Compute(bars), of.Compute(cut(bars, start, at+1))
		for line := range part {
			want, got := whole[line][at], part[line][at-start]
			if !math.IsNaN(want) && !math.IsNaN(got) {
				require.InDelta(t, want, got, greatest(bars)*2e-8, of.String())
			} else {
				requireSame(t, want, got, 1, of.String())
			}
		}
	})
}

// Prices in another unit give values in that unit, and the same RSI.
func TestScaleOfPrices(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		of, bars := anyIndicator(t), anyBars(t, 60)
		factor := rapid.SampledFrom([]float64{1e-6, 0.01, 3, 1e6}).Draw(t, "factor")
		scaled := cut(bars, 0, len(bars.Time))
		for _, column := range []*[]float64{&scaled.Open, &scaled.High, &scaled.Low, &scaled.Close} {
			multiplied := make([]float64, len(*column))
			for i, price := range *column {
				multiplied[i] = price * factor
			}
			*column = multiplied
		}
		if of.Kind().Name == "rsi" {
			factor = 1
		}
		want, got := of.Compute(bars), of.Compute(scaled)
		for line := range want {
			for i := range want[line] {
				requireSame(t, want[line][i]*factor, got[line][i], greatest(bars)*factor, of.String())
			}
		}
	})
}

// For a constant price, averages and bands are that price, ranges and differences are zero, and the RSI, a share of no change, has no
// value.
func TestConstantPrice(t *testing.T) {
	t.Parallel()
	prices := make([]float64, 100)
	for i := range prices {
		prices[i] = 0.1
	}
	for _, kind := range market.Kinds() {
		for _, line := range compute(t, kind.Name, closes(prices...)) {
			switch kind.Name {
			case "rsi":
				require.True(t, math.IsNaN(line[99]))
			case "macd", "atr":
				require.InDelta(t, 0, line[99], 1e-12, kind.Name)
			default:
				require.InDelta(t, 0.1, line[99], 1e-12, kind.Name)
			}
		}
	}
}

// The channel has the highest high and the lowest low of the last bars; the VWAP starts again at midnight of the zone.
func TestDonchianAndVWAP(t *testing.T) {
	t.Parallel()
	bars := closes(10, 12, 11, 9, 10)
	bars.High, bars.Low = []float64{11, 14, 12, 10, 10}, []float64{9, 11, 10, 7, 9}
	got := compute(t, "donchian(3)", bars)
	requireLine(t, got[0], 2, 0, 14, 14, 12)
	requireLine(t, got[1], 2, 0, 11.5, 10.5, 9.5)
	requireLine(t, got[2], 2, 0, 9, 7, 7)

	bars.Volume = []float64{1, 3, 0, math.NaN(), 2}
	bars.Zone = time.FixedZone("", -3*60*60) // midnight is at the fourth bar
	first, second, last := 10.0, (14.0+11+12)/3, (10.0+9+10)/3
	got = compute(t, "vwap", bars)
	requireLine(t, got[0], 0, 1e-12, first, (first+3*second)/4, (first+3*second)/4)
	require.True(t, math.IsNaN(got[0][3]), "nothing traded yet")
	require.InDelta(t, last, got[0][4], 1e-12)
}

// Any numbers are computed without a panic, and without infinite values.
func TestAnyNumbers(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		of := anyIndicator(t)
		odd := rapid.SampledFrom([]float64{0, -1, 1, 1e300, -1e300, math.MaxFloat64, math.SmallestNonzeroFloat64, math.NaN(), math.Inf(1), math.Inf(-1)})
		var b market.Bars
		for range rapid.IntRange(0, 40).Draw(t, "bars") {
			b.Time = append(b.Time, rapid.Int64().Draw(t, "time"))
			b.Open, b.High, b.Low = append(b.Open, odd.Draw(t, "open")), append(b.High, odd.Draw(t, "high")), append(b.Low, odd.Draw(t, "low"))
			b.Close, b.Volume = append(b.Close, odd.Draw(t, "close")), append(b.Volume, odd.Draw(t, "volume"))
		}
		for _, line := range of.Compute(b) {
			require.Len(t, line, len(b.Time))
			for _, value := range line {
				require.False(t, math.IsInf(value, 0))
			}
		}
	})
}

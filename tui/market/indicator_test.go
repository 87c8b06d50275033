package market_test

import (
	"math"
	"testing"

	"github.com/stretchr/testify/require"

	"foredeck/tui/market"
)

// closes returns bars of an hour with these closes.
func closes(values ...float64) market.Bars {
	var bars market.Bars
	for i, value := range values {
		bars.Time = append(bars.Time, int64(i)*3_600_000)
		bars.Volume = append(bars.Volume, 1)
		bars.Close = append(bars.Close, value)
	}
	bars.Open, bars.High, bars.Low = bars.Close, bars.Close, bars.Close
	return bars
}

func compute(t require.TestingT, typed string, bars market.Bars) [][]float64 {
	parsed, err := market.Parse(typed)
	require.NoError(t, err)
	return parsed.Compute(bars)
}

// requireLine requires values from an index on, and none before.
func requireLine(t *testing.T, line []float64, from int, tolerance float64, want ...float64) {
	t.Helper()
	for i := range from {
		require.True(t, math.IsNaN(line[i]), "value %d: %v", i, line[i])
	}
	require.InDeltaSlice(t, want, line[from:from+len(want)], tolerance)
}

// The sheets of StockCharts' ChartSchool for moving averages and for the RSI.
func TestPublishedValues(t *testing.T) {
	t.Parallel()
	averaged := closes(22.2734, 22.1940, 22.0847, 22.1741, 22.1840, 22.1344, 22.2337, 22.4323, 22.2436, 22.2933, 22.1542, 22.3926, 22.3816, 22.6109, 23.3558, 24.0519,
		23.7530, 23.8324, 23.9516, 23.6338, 23.8225, 23.8722, 23.6537, 23.1870, 23.0976, 23.3260, 22.6805, 23.0976, 22.4025, 22.1725)
	requireLine(t, compute(t, "sma(10)", averaged)[0], 9, 0.0051, 22.22, 22.21, 22.23, 22.26, 22.31, 22.42, 22.61, 22.77, 22.91, 23.08, 23.21, 23.38, 23.53, 23.65, 23.71,
		23.69, 23.61, 23.51, 23.43, 23.28, 23.13)
	requireLine(t, compute(t, "ema(10)", averaged)[0], 9, 0.0051, 22.22, 22.21, 22.24, 22.27, 22.33, 22.52, 22.80, 22.97, 23.13, 23.28, 23.34, 23.43, 23.51, 23.54, 23.47,
		23.40, 23.39, 23.26, 23.23, 23.08, 22.92)

	changing := closes(44.3389, 44.0902, 44.1497, 43.6124, 44.3278, 44.8264, 45.0955, 45.4245, 45.8433, 46.0826, 45.8931, 46.0328, 45.6140, 46.2820, 46.2820, 46.0028, 46.0328,
		46.4116, 46.2222, 45.6439, 46.2122, 46.2521, 45.7137, 46.4515, 45.7835, 45.3548, 44.0288, 44.1783, 44.2181, 44.5672, 43.4205, 42.6628, 43.1314)
	requireLine(t, compute(t, "rsi(14)", changing)[0], 14, 0.0051, 70.53, 66.32, 66.55, 69.41, 66.36, 57.97, 62.93, 63.26, 56.06, 62.38, 54.71, 50.42, 39.99, 41.46, 41.87,
		45.46, 37.30, 33.08, 37.77)
}

func TestParse(t *testing.T) {
	t.Parallel()
	for typed, want := range map[string]string{
		"ema": "ema(20)", " EMA ( 50 ) ": "ema(50)", "vwap": "vwap", "vwap()": "vwap", "macd(5)": "macd(5,26,9)", "bollinger(20,2.5)": "bollinger(20,2.5)", "rsi()": "rsi(14)",
	} {
		parsed, err := market.Parse(typed)
		require.NoError(t, err, typed)
		require.Equal(t, want, parsed.String())
		again, err := market.Parse(want)
		require.NoError(t, err)
		require.Equal(t, parsed, again)
	}
	for typed, want := range map[string]string{
		"":                `not an indicator: "" must be one of sma, ema, wma, vwap, bollinger, donchian, rsi, macd, atr`,
		"ema(20":          "not an indicator: ema( needs a closing parenthesis",
		"ema(20,3)":       "not an indicator: ema takes 1 parameters, not 2",
		"ema(x)":          `not an indicator: period of ema must be a number, not "x"`,
		"ema(0)":          "not an indicator: period of ema must be from 1 to 500",
		"ema(1.5)":        "not an indicator: period of ema must be a whole number, not 1.5",
		"ema(nan)":        `not an indicator: period of ema must be a number, not "nan"`,
		"ema(1e9)":        "not an indicator: period of ema must be from 1 to 500",
		"macd(26,12)":     "not an indicator: the fast period of macd must be shorter than the slow one",
		"bollinger(20,0)": "not an indicator: deviations of bollinger must be from 0.1 to 10",
	} {
		_, err := market.Parse(typed)
		require.ErrorIs(t, err, market.ErrInvalid, typed)
		require.EqualError(t, err, want)
	}
}

// Every indicator has no values where bars are missing or too few, and the same ones as without the missing bars elsewhere.
func TestMissingBars(t *testing.T) {
	t.Parallel()
	var values, with []float64
	for i := range 120 {
		value := 100 + 10*math.Sin(float64(i)/7)
		values = append(values, value)
		if i%10 == 3 {
			with = append(with, math.NaN(), math.Inf(1))
		}
		with = append(with, value)
	}
	for _, kind := range market.Kinds() {
		if kind.Name == "vwap" {
			continue // its sessions depend on the time
		}
		for count := range 60 {
			require.NotPanics(t, func() { compute(t, kind.Name, closes(values[:count]...)) }, "%s of %d bars", kind.Name, count)
		}
		whole, gaps := compute(t, kind.Name, closes(values...)), compute(t, kind.Name, closes(with...))
		for line := range whole {
			at := 0
			for i, closed := range with {
				if math.IsNaN(closed) || math.IsInf(closed, 0) {
					require.True(t, math.IsNaN(gaps[line][i]))
					continue
				}
				require.Equal(t, math.IsNaN(whole[line][at]), math.IsNaN(gaps[line][i]), "%s at %d", kind.Name, i)
				if !math.IsNaN(whole[line][at]) {
					require.Equal(t, whole[line][at], gaps[line][i], "%s at %d", kind.Name, i)
				}
				at++
			}
			require.False(t, math.IsNaN(whole[line][119]), kind.Name)
		}
	}
}

package market

import (
	"errors"
	"math"
	"time"

	"github.com/markcheno/go-talib"
)

// maxPeriod is the maximum number of bars of a period.
const maxPeriod = 500

func period(name string, normal float64) Parameter {
	return Parameter{Name: name, Default: normal, Min: 1, Max: maxPeriod}
}

var oneLine = []Line{{}}

var errOrder = errors.New("the fast period of macd must be shorter than the slow one")

// kinds are all kinds, in the order of a menu.
var kinds = []*Kind{
	{
		Name: "sma", Title: "Simple moving average", Parameters: []Parameter{period("period", 20)}, Lines: oneLine,
		compute: overCloses(talib.Sma), warmUp: window,
	},
	{
		Name: "ema", Title: "Exponential moving average", Parameters: []Parameter{period("period", 20)}, Lines: oneLine,
		compute: overCloses(talib.Ema), warmUp: func(p []float64) int { return smoothing(2/(p[0]+1)) + int(p[0]) },
	},
	{
		Name: "wma", Title: "Weighted moving average", Parameters: []Parameter{period("period", 20)}, Lines: oneLine,
		compute: overCloses(talib.Wma), warmUp: window,
	},
	{
		Name: "vwap", Title: "Volume-weighted average price", Lines: oneLine,
		compute: vwap,
	},
	{
		Name: "bollinger", Title: "Bollinger bands", Lines: []Line{{Name: "upper"}, {Name: "middle"}, {Name: "lower"}},
		Parameters: []Parameter{{Name: "period", Default: 20, Min: 2, Max: maxPeriod}, {Name: "deviations", Default: 2, Min: 0.1, Max: 10, Fraction: true}},
		compute:    bollinger, warmUp: window,
	},
	{
		Name: "donchian", Title: "Donchian channel", Lines: []Line{{Name: "upper"}, {Name: "middle"}, {Name: "lower"}},
		Parameters: []Parameter{{Name: "period", Default: 20, Min: 2, Max: maxPeriod}},
		compute:    donchian, warmUp: window,
	},
	{
		Name: "rsi", Title: "Relative strength index", Pane: true, Lines: oneLine, Levels: []float64{30, 70}, Low: 0, High: 100,
		Parameters: []Parameter{{Name: "period", Default: 14, Min: 2, Max: maxPeriod}},
		compute:    rsi, warmUp: func(p []float64) int { return smoothing(1/p[0]) + int(p[0]) },
	},
	{
		Name: "macd", Title: "Moving average convergence divergence", Pane: true, Levels: []float64{0},
		Lines:      []Line{{Name: "macd"}, {Name: "signal"}, {Name: "histogram", Histogram: true}},
		Parameters: []Parameter{period("fast period", 12), period("slow period", 26), period("signal period", 9)},
		compute:    macd,
		warmUp: func(p []float64) int {
			return smoothing(2/(p[1]+1)) + int(p[1]) + smoothing(2/(p[2]+1)) + int(p[2])
		},
		valid: func(p []float64) error {
			if p[0] >= p[1] {
				return errOrder
			}
			return nil
		},
	},
	{
		Name: "atr", Title: "Average true range", Pane: true, Lines: oneLine, Parameters: []Parameter{period("period", 14)},
		compute: atr, warmUp: func(p []float64) int { return smoothing(1/p[0]) + int(p[0]) },
	},
}

// window is the warm-up of an indicator over the last bars of a period.
func window(parameters []float64) int { return int(parameters[0]) - 1 }

// overCloses returns the computation of an average over the closes.
func overCloses(average func(closes []float64, period int) []float64) func(known, []float64) [][]float64 {
	return func(bars known, parameters []float64) [][]float64 {
		return [][]float64{fromFirst(bars.Close, int(parameters[0])-1, func(closes []float64) []float64 { return average(closes, int(parameters[0])) })}
	}
}

// fromFirst computes values and returns those from the first valid one on, at index skip; nil if there are too few: the library expects
// more numbers than that.
func fromFirst(numbers []float64, skip int, compute func([]float64) []float64) []float64 {
	if len(numbers) <= skip {
		return nil
	}
	return compute(numbers)[skip:]
}

// bollinger computes upper band, average and lower band. The library takes deviations below 0.0001 for none, which many prices have.
func bollinger(bars known, parameters []float64) [][]float64 {
	length, deviations := int(parameters[0]), parameters[1]
	lines := make([][]float64, 3)
	for end := length; end <= len(bars.Close); end++ {
		window := bars.Close[end-length : end]
		mean, squares := 0.0, 0.0
		for _, closed := range window {
			mean += (closed - window[0]) / float64(length) // relative to the first, which keeps the digits of small deviations
		}
		for _, closed := range window {
			away := closed - window[0] - mean
			squares += away * away / float64(length)
		}
		mean, band := mean+window[0], deviations*math.Sqrt(squares)
		lines[0], lines[1], lines[2] = append(lines[0], mean+band), append(lines[1], mean), append(lines[2], mean-band)
	}
	return lines
}

// donchian computes the highest high, the middle and the lowest low of the last bars, including the current one.
func donchian(bars known, parameters []float64) [][]float64 {
	length := int(parameters[0])
	upper := fromFirst(bars.High, length-1, func(highs []float64) []float64 { return talib.Max(highs, length) })
	lower := fromFirst(bars.Low, length-1, func(lows []float64) []float64 { return talib.Min(lows, length) })
	middle := make([]float64, len(upper))
	for i := range middle {
		middle[i] = upper[i]/2 + lower[i]/2
	}
	return [][]float64{upper, middle, lower}
}

// macd computes the difference of two averages, its own average and their difference. The library's function lets the second average
// begin with zeros, so this uses its averages.
func macd(bars known, parameters []float64) [][]float64 {
	fast, slow, signal := int(parameters[0]), int(parameters[1]), int(parameters[2])
	difference := fromFirst(bars.Close, slow-1, func(closes []float64) []float64 {
		quick, late := talib.Ema(closes, fast), talib.Ema(closes, slow)
		for i := range quick {
			quick[i] -= late[i]
		}
		return quick
	})
	average := fromFirst(difference, signal-1, func(values []float64) []float64 { return talib.Ema(values, signal) })
	histogram := make([]float64, len(average))
	for i := range histogram {
		histogram[i] = difference[len(difference)-len(average)+i] - average[i]
	}
	return [][]float64{difference, average, histogram}
}

// atr computes the average true range with the smoothing of Wilder.
func atr(bars known, parameters []float64) [][]float64 {
	length := int(parameters[0])
	return [][]float64{fromFirst(bars.Close, length, func([]float64) []float64 { return talib.Atr(bars.High, bars.Low, bars.Close, length) })}
}

// rsi computes the share of gains in all changes, in percent, with the smoothing of Wilder. Without changes it has no value; the library
// has 0 there, also for prices so small that their changes look like none.
func rsi(bars known, parameters []float64) [][]float64 {
	length := parameters[0]
	var values []float64
	gains, losses := 0.0, 0.0
	for i := 1; i < len(bars.Close); i++ {
		change := bars.Close[i] - bars.Close[i-1]
		share := min(length, float64(i)) // the first value is a plain average
		gains += (max(change, 0) - gains) / share
		losses += (max(-change, 0) - losses) / share
		if i < int(length) {
			continue
		}
		value := math.NaN()
		if gains+losses > 0 {
			value = 100 * gains / (gains + losses)
		}
		values = append(values, value)
	}
	return [][]float64{values}
}

// vwap computes the average of the typical price, weighted by volume, since the start of the session: the day, for bars of a day and
// more the month, and for bars of a month and more the year.
func vwap(bars known, _ []float64) [][]float64 {
	start := sessionStart(bars)
	values := make([]float64, len(bars.Close))
	session, sum, volume := time.Time{}, 0.0, 0.0
	for i := range values {
		if now := start(bars.Time[i]); !now.Equal(session) {
			session, sum, volume = now, 0, 0
		}
		if traded := bars.Volume[i]; traded > 0 {
			sum += (bars.High[i] + bars.Low[i] + bars.Close[i]) / 3 * traded
			volume += traded
		}
		values[i] = math.NaN()
		if volume > 0 {
			values[i] = sum / volume
		}
	}
	return [][]float64{values}
}

// sessionLength returns the maximum length of a session of bars with a length.
func sessionLength(bar time.Duration) time.Duration {
	switch {
	case bar >= 27*day:
		return 366 * day
	case bar >= 23*time.Hour: // a day with a change of the clock
		return 31 * day
	}
	return 25 * time.Hour
}

// sessionStart returns the function from a time in Unix milliseconds to the start of its session.
func sessionStart(bars known) func(int64) time.Time {
	zone, length := bars.Zone, int64(math.MaxInt64)
	if zone == nil {
		zone = time.UTC
	}
	for i := 1; i < len(bars.Time); i++ {
		length = min(length, bars.Time[i]-bars.Time[i-1])
	}
	if bars.Length > 0 {
		length = bars.Length.Milliseconds()
	}
	session := sessionLength(time.Duration(min(length, math.MaxInt64/int64(time.Millisecond))) * time.Millisecond)
	return func(at int64) time.Time {
		local := time.UnixMilli(at).In(zone)
		switch {
		case session > 31*day:
			return time.Date(local.Year(), 1, 1, 0, 0, 0, 0, zone)
		case session > 25*time.Hour:
			return time.Date(local.Year(), local.Month(), 1, 0, 0, 0, 0, zone)
		}
		return time.Date(local.Year(), local.Month(), local.Day(), 0, 0, 0, 0, zone)
	}
}

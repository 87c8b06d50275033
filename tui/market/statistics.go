package market

import (
	"math"

	"foredeck/client"
)

// Statistics describe the prices of a range of bars. Changes are in percent, exact but for their rounding to twelve decimals.
type Statistics struct {
	Bars  int // with an open, a high, a low and a close
	First *client.Candle
	Last  *client.Candle
	High  *client.Candle // with the highest high
	Low   *client.Candle // with the lowest low
	Rise  *client.Candle // with the largest change from its open to its close; nil if none rose
	Drop  *client.Candle // with the smallest one; nil if none fell
	// Drawdown is the largest fall from a high to a later low, of Peak and Trough; empty if the price never fell.
	Drawdown     string
	Peak, Trough *client.Candle
	// Volatility is the standard deviation of the logarithmic returns from close to close, in percent per bar; NaN with fewer than two returns.
	Volatility float64
	Up         int // bars that closed above their open
}

// Change returns the change from the open of the first bar to the close of the last one.
func (s *Statistics) Change() string {
	if s.Bars == 0 {
		return ""
	}
	return ChangePercent(s.First.Open, s.Last.Close)
}

// BarChange returns the change from the open of a bar to its close; empty if there is no bar.
func BarChange(c *client.Candle) string {
	if c == nil {
		return ""
	}
	return ChangePercent(c.Open, c.Close)
}

// StatisticsOf summarizes bars in the order of time. Those without a positive price for each of the four are left out.
func StatisticsOf(candles []client.Candle) Statistics {
	s := Statistics{Volatility: math.NaN()}
	var returns []float64
	var peak *client.Candle
	least, rise, drop := 0.0, 0.0, 0.0
	for i := range candles {
		c := &candles[i]
		open, high, low, closed := Float(c.Open), Float(c.High), Float(c.Low), Float(c.Close)
		if !(open > 0 && high > 0 && low > 0 && closed > 0) || math.IsInf(open+high+low+closed, 0) {
			continue
		}
		if s.Bars++; s.First == nil {
			s.First, s.High, s.Low = c, c, c
		} else {
			returns = append(returns, math.Log(closed/Float(s.Last.Close)))
		}
		// The fall is from a high of an earlier bar: within a bar, it is not known which of the two came first.
		if peak != nil {
			if fall := low/Float(peak.High) - 1; fall < least {
				least, s.Peak, s.Trough = fall, peak, c
			}
		}
		if peak == nil || high > Float(peak.High) {
			peak = c
		}
		if high > Float(s.High.High) {
			s.High = c
		}
		if low < Float(s.Low.Low) {
			s.Low = c
		}
		change := closed/open - 1
		switch {
		case change > rise:
			rise, s.Rise = change, c
		case change < drop:
			drop, s.Drop = change, c
		}
		if closed > open {
			s.Up++
		}
		s.Last = c
	}
	if s.Trough != nil {
		s.Drawdown = ChangePercent(s.Peak.High, s.Trough.Low)
	}
	s.Volatility = 100 * deviation(returns)
	return s
}

// deviation returns the standard deviation of a sample, NaN with fewer than two values.
func deviation(values []float64) float64 {
	if len(values) < 2 {
		return math.NaN()
	}
	sum := 0.0
	for _, value := range values {
		sum += value
	}
	mean, squares := sum/float64(len(values)), 0.0
	for _, value := range values {
		squares += (value - mean) * (value - mean)
	}
	return math.Sqrt(squares / float64(len(values)-1))
}

package desk

import "math"

// MinReturns is the number of returns below which a correlation says nothing.
const MinReturns = 10

// Correlation returns Pearson's coefficient of the logarithmic returns of two pairs from bar to bar, between -1 and 1, and the
// number of returns. A return counts if both pairs have a price at a bar and at the one before it; an unknown price is NaN. The
// coefficient is NaN with fewer than MinReturns returns, and if the price of a pair never changes.
func Correlation(first, second []float64) (coefficient float64, returns int) {
	var meanFirst, meanSecond, varianceFirst, varianceSecond, covariance float64
	for i := 1; i < min(len(first), len(second)); i++ {
		x, y := logReturn(first, i), logReturn(second, i)
		if math.IsNaN(x) || math.IsNaN(y) {
			continue
		}
		returns++ // Welford's method: the sums stay small
		count := float64(returns)
		before, beforeSecond := x-meanFirst, y-meanSecond
		meanFirst += before / count
		meanSecond += beforeSecond / count
		varianceFirst += before * (x - meanFirst)
		varianceSecond += beforeSecond * (y - meanSecond)
		covariance += before * (y - meanSecond)
	}
	if returns < MinReturns || !(varianceFirst > 0 && varianceSecond > 0) {
		return math.NaN(), returns
	}
	coefficient = covariance / math.Sqrt(varianceFirst) / math.Sqrt(varianceSecond)
	return max(-1, min(coefficient, 1)), returns
}

// logReturn returns the logarithm of the ratio of a price to the one before it, NaN if one of them is not a price.
func logReturn(prices []float64, at int) float64 {
	if !isPrice(prices[at-1]) || !isPrice(prices[at]) {
		return math.NaN()
	}
	return math.Log(prices[at]) - math.Log(prices[at-1])
}

func isPrice(value float64) bool { return value > 0 && !math.IsInf(value, 1) }

// Base returns the index of the first price from an index on, the one that a change in percent refers to; -1 if there is none.
func Base(prices []float64, from int) int {
	for i := max(from, 0); i < len(prices); i++ {
		if isPrice(prices[i]) {
			return i
		}
	}
	return -1
}

// Rebase scales prices so that the one at an index becomes level. Unknown prices, and those before the index, become NaN.
func Rebase(prices []float64, base int, level float64) []float64 {
	scaled := make([]float64, len(prices))
	for i := range prices {
		scaled[i] = math.NaN()
		if i >= base && isPrice(prices[i]) {
			scaled[i] = level * (prices[i] / prices[base])
		}
	}
	return scaled
}

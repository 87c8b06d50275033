package desk

import (
	"math"
	"math/big"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"
)

// precision is that of the naive computation, in bits.
const precision = 400

func exact(value float64) *big.Float { return new(big.Float).SetPrec(precision).SetFloat64(value) }

// naive computes Pearson's coefficient by its definition with large numbers, from returns that are exact numbers.
func naive(first, second []float64) (coefficient float64, ok bool) {
	sum := func(count int, term func(i int) *big.Float) *big.Float {
		total := exact(0)
		for i := range count {
			total.Add(total, term(i))
		}
		return total
	}
	n := len(first)
	mean := func(values []float64) *big.Float {
		return new(big.Float).Quo(sum(n, func(i int) *big.Float { return exact(values[i]) }), exact(float64(n)))
	}
	meanFirst, meanSecond := mean(first), mean(second)
	product := func(a, b []float64, meanA, meanB *big.Float) *big.Float {
		return sum(n, func(i int) *big.Float {
			x, y := exact(0).Sub(exact(a[i]), meanA), exact(0).Sub(exact(b[i]), meanB)
			return x.Mul(x, y)
		})
	}
	spread := exact(0).Mul(product(first, first, meanFirst, meanFirst), product(second, second, meanSecond, meanSecond))
	if spread.Sign() == 0 {
		return 0, false
	}
	result, _ := exact(0).Quo(product(first, second, meanFirst, meanSecond), spread.Sqrt(spread)).Float64()
	return result, true
}

// gappyPrices draws prices with gaps and invalid numbers between them.
func gappyPrices(t *rapid.T, label string, count int) []float64 {
	level := math.Pow(10, rapid.Float64Range(-9, 9).Draw(t, label+" level"))
	prices := make([]float64, count)
	for i := range prices {
		prices[i] = level * rapid.Float64Range(0.5, 2).Draw(t, label)
		if rapid.IntRange(0, 9).Draw(t, label+" is a gap") == 0 {
			prices[i] = rapid.SampledFrom([]float64{math.NaN(), 0, -1, math.Inf(1), math.Inf(-1)}).Draw(t, label+" gap")
		}
	}
	return prices
}

// The coefficient is the one of its definition, over the bars that both pairs have next to each other.
func TestCorrelationIsExact(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		count := rapid.IntRange(0, 80).Draw(t, "bars")
		first, second := gappyPrices(t, "first", count), gappyPrices(t, "second", count)
		known := func(i int) bool {
			return first[i] > 0 && second[i] > 0 && !math.IsInf(first[i], 0) && !math.IsInf(second[i], 0)
		}
		var returnsFirst, returnsSecond []float64
		for i := 1; i < count; i++ {
			if known(i) && known(i-1) {
				returnsFirst = append(returnsFirst, math.Log(first[i])-math.Log(first[i-1]))
				returnsSecond = append(returnsSecond, math.Log(second[i])-math.Log(second[i-1]))
			}
		}
		got, returns := Correlation(first, second)
		require.Len(t, returnsFirst, returns)
		if returns < MinReturns {
			require.True(t, math.IsNaN(got))
			return
		}
		want, ok := naive(returnsFirst, returnsSecond)
		if !ok {
			require.True(t, math.IsNaN(got))
			return
		}
		require.InDelta(t, want, got, 1e-9)
		reversed, _ := Correlation(second, first)
		require.InDelta(t, got, reversed, 1e-12, "the order does not matter")
	})
}

func TestCorrelationOfKnownSeries(t *testing.T) {
	t.Parallel()
	var prices, same, opposite, constant []float64
	price := 100.0
	for i := range 40 {
		price *= 1 + 0.01*math.Sin(float64(i*i))
		prices, same, opposite, constant = append(prices, price), append(same, price*1e-6), append(opposite, 1e6/price), append(constant, 1)
	}
	for name, test := range map[string]struct {
		second  []float64
		want    float64
		returns int
	}{
		"a multiple": {same, 1, 39}, "the reciprocal": {opposite, -1, 39}, "a constant": {constant, math.NaN(), 39},
		"enough bars": {same[:MinReturns+1], 1, MinReturns}, "too few bars": {same[:MinReturns], math.NaN(), MinReturns - 1}, "no bars": {nil, math.NaN(), 0},
	} {
		got, returns := Correlation(prices, test.second)
		require.Equal(t, test.returns, returns, name)
		if math.IsNaN(test.want) {
			require.True(t, math.IsNaN(got), name)
		} else {
			require.InDelta(t, test.want, got, 1e-12, name)
		}
	}
}

// A rebased price is level × price ÷ base, and gaps stay gaps.
func TestRebaseIsExact(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		prices := gappyPrices(t, "price", rapid.IntRange(0, 40).Draw(t, "bars"))
		from := rapid.IntRange(-1, 40).Draw(t, "from")
		level := rapid.Float64Range(1e-8, 1e8).Draw(t, "level")
		base := Base(prices, from)
		if base < 0 {
			for i := max(from, 0); i < len(prices); i++ {
				require.False(t, isPrice(prices[i]))
			}
			return
		}
		require.GreaterOrEqual(t, base, from)
		rebased := Rebase(prices, base, level)
		require.Equal(t, level, rebased[base], "the base is at the level itself")
		for i, got := range rebased {
			if i < base || !isPrice(prices[i]) {
				require.True(t, math.IsNaN(got))
				continue
			}
			ratio := new(big.Rat).Quo(new(big.Rat).SetFloat64(prices[i]), new(big.Rat).SetFloat64(prices[base]))
			want, _ := ratio.Mul(ratio, new(big.Rat).SetFloat64(level)).Float64()
			require.InEpsilon(t, want, got, 1e-14)
		}
	})
}

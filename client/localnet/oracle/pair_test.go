package oracle

import (
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"
)

// someTime returns a second from 1970 to 2106, often near the start or end of a trading session.
func someTime(t *rapid.T, label string) int64 {
	second := rapid.Int64Range(0, 1<<32).Draw(t, label)
	if rapid.Bool().Draw(t, label+" at a border") {
		return max(0, sessionStart(second)+rapid.SampledFrom([]int64{0, sessionLength}).Draw(t, label+" border")+rapid.Int64Range(-3, 3).Draw(t, label+" offset"))
	}
	return second
}

func somePair(t *rapid.T) seededPair {
	return pairs[rapid.IntRange(0, len(pairs)-1).Draw(t, "pair")].withSeed(rapid.Uint64().Draw(t, "seed"))
}

// joined returns the candle of consecutive candles.
func joined(t require.TestingT, bars []candle) candle {
	require.NotEmpty(t, bars)
	whole := candle{open: bars[0].open, high: bars[0].high, low: bars[0].low, close: bars[len(bars)-1].close}
	for _, b := range bars {
		whole.high = max(whole.high, b.high)
		whole.low = min(whole.low, b.low)
		whole.volume += b.volume
	}
	return whole
}

func figuresOf(b candle) [5]int64 { return [5]int64{b.open, b.high, b.low, b.close, b.volume} }

// A candle is the join of the candles of any parts of its range.
func TestCandlesJoin(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		p := somePair(t)
		from := someTime(t, "from")
		to := from
		var parts []candle
		for range rapid.IntRange(1, 12).Draw(t, "parts") {
			length := rapid.OneOf(rapid.Int64Range(1, 3), rapid.Int64Range(1, 3*day), rapid.SampledFrom([]int64{15, 60, 300, 3_600, 14_400, day})).Draw(t, "length")
			if part, traded := p.candle(to, to+length); traded {
				parts = append(parts, part)
			}
			to += length
		}
		whole, traded := p.candle(from, to)
		require.Equal(t, len(parts) > 0, traded)
		if traded {
			require.Equal(t, figuresOf(joined(t, parts)), figuresOf(whole))
		}
	})
}

// Candles of a resolution are the joins of those of a finer one, including the newest, which is incomplete.
func TestResolutionsAgree(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		fine := rapid.SampledFrom([]int64{1, 7, 15, 60, 300, 3_600}).Draw(t, "fine")
		factor := rapid.Int64Range(1, 30).Draw(t, "factor")
		coarse := fine * factor
		first := someTime(t, "from") / coarse
		spans := rapid.Int64Range(1, 20).Draw(t, "spans")
		query := historyQuery{seededPair: somePair(t), resolution: coarse, from: first * coarse * 1_000}
		query.to = query.from + (spans*coarse-fine)*1_000 // the last fine record of the last coarse one
		now := first*coarse + rapid.Int64Range(0, 25*coarse).Draw(t, "now")
		records := func(resolution int64) map[int64][]candle {
			query := query
			query.resolution = resolution
			spans, last := map[int64][]candle{}, int64(-1)
			query.candlesUntil(now, func(start int64, part candle) {
				require.Greater(t, start, last)
				require.Zero(t, start%resolution)
				require.GreaterOrEqual(t, start*1_000, query.from)
				require.LessOrEqual(t, start*1_000, query.to)
				require.LessOrEqual(t, start, now)
				spans[start/coarse] = append(spans[start/coarse], part)
				last = start
			})
			return spans
		}
		wholes, parts := records(coarse), records(fine)
		require.Len(t, wholes, len(parts))
		for span, whole := range wholes {
			require.Len(t, whole, 1)
			require.Equal(t, figuresOf(joined(t, parts[span])), figuresOf(whole[0]))
		}
	})
}

// In every candle, low is the lowest price, high the highest, and prices are positive.
func TestCandleBounds(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		p := somePair(t)
		from := someTime(t, "from")
		part, traded := p.candle(from, from+rapid.Int64Range(1, 40*day).Draw(t, "length"))
		if !traded {
			require.True(t, p.closedOnWeekends)
			return
		}
		require.Positive(t, part.low)
		require.LessOrEqual(t, part.low, min(part.open, part.close))
		require.GreaterOrEqual(t, part.high, max(part.open, part.close))
		require.GreaterOrEqual(t, part.volume, int64(0))
		if p.blockVolume == 0 {
			require.Zero(t, part.volume)
		}
		require.Less(t, part.high, 3*p.anchor)
	})
}

// The halves of any candle join to the candle.
func TestSplitCandle(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		low := rapid.Int64Range(1, 1<<40).Draw(t, "low")
		height := rapid.Int64Range(0, 1<<40).Draw(t, "height")
		inside := rapid.Int64Range(low, low+height)
		whole := candle{
			open: inside.Draw(t, "open"), close: inside.Draw(t, "close"), low: low, high: low + height,
			volume: rapid.Int64Range(0, 1<<50).Draw(t, "volume"), length: 2, seed: rapid.Uint64().Draw(t, "salt"),
		}
		first, second := whole.split()
		require.Equal(t, figuresOf(whole), figuresOf(join(first, second)))
		require.Equal(t, first.close, second.open)
		require.NotEqual(t, first.seed, second.seed)
		for _, half := range []candle{first, second} {
			require.LessOrEqual(t, half.low, min(half.open, half.close))
			require.GreaterOrEqual(t, half.high, max(half.open, half.close))
			require.GreaterOrEqual(t, half.volume, int64(0))
		}
	})
}

// A candle opens at the close of the one before.
func TestCandlesAreContinuous(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		p := pairs[0].withSeed(rapid.Uint64().Draw(t, "seed"))
		at := max(1, someTime(t, "at"))
		if rapid.Bool().Draw(t, "between whole bars") {
			at = max(1, at/blockLength) * blockLength
		}
		before, _ := p.candle(at-1, at)
		after, _ := p.candle(at, at+1)
		require.Equal(t, before.close, after.open)
	})
}

func TestWeekends(t *testing.T) {
	t.Parallel()
	p := findPair("xau_usd").withSeed(0)
	const friday = 1_785_535_200 // 2026-07-31 22:00 UTC
	const sunday = friday + 2*day
	_, traded := p.candle(friday-1, friday)
	require.True(t, traded)
	_, traded = p.candle(friday, sunday)
	require.False(t, traded)
	_, traded = p.candle(sunday, sunday+1)
	require.True(t, traded)
	for at, want := range map[int64]int64{friday - 1: friday - 1, friday: friday - 1, sunday - 1: friday - 1, sunday: sunday, sunday + 100: sunday + 100} {
		require.Equal(t, want, p.lastTrade(at))
	}
	require.Equal(t, int64(friday), pairs[0].withSeed(0).lastTrade(friday))
}

// The range of candles grows with the square root of their length.
func TestCandleVolatility(t *testing.T) {
	t.Parallel()
	p := pairs[0].withSeed(1)
	mean := func(length int64) float64 {
		const count = 500
		sum := 0.0
		for i := range int64(count) {
			part, _ := p.candle(1_780_000_000+i*blockLength, 1_780_000_000+i*blockLength+length)
			sum += float64(part.high-part.low) / float64(part.open)
		}
		return sum / count
	}
	require.InDelta(t, 0.0007, mean(60), 0.0004)
	require.InDelta(t, 0.005, mean(3_600), 0.0025)
	require.InDelta(t, 0.025, mean(day), 0.012)
}

func TestPricesFollowFromTheSeed(t *testing.T) {
	t.Parallel()
	at := func(seed uint64, name string) [5]int64 {
		part, _ := findPair(name).withSeed(seed).candle(1_780_000_000, 1_780_003_600)
		return figuresOf(part)
	}
	require.Equal(t, at(1, "btc_usdt"), at(1, "btc_usdt"))
	require.NotEqual(t, at(1, "btc_usdt"), at(2, "btc_usdt"))
	require.NotEqual(t, at(1, "btc_usdt")[0]*10, at(1, "eth_usdt")[0])
	require.Equal(t, [5]int64{8364191, 8422694, 8353839, 8382770, 47865301}, at(0, "btc_usdt"), "the same on every machine and in every version")
}

func TestDecimal(t *testing.T) {
	t.Parallel()
	for want, given := range map[string][2]int64{
		"0": {0, 2}, "1": {100, 2}, "1.5": {150, 2}, "0.01": {1, 2}, "0.000041": {41, 6}, "120": {120, 0}, "96913.07": {9691307, 2}, "100": {10000, 2},
	} {
		require.Equal(t, want, decimal(given[0], int(given[1])))
	}
}

func BenchmarkHistoryOfAMonth(b *testing.B) {
	for _, resolution := range []int64{15, 60, 3_600} {
		b.Run((map[int64]string{15: "15s", 60: "1m", 3_600: "1h"})[resolution], func(b *testing.B) {
			query := historyQuery{seededPair: pairs[0].withSeed(0), from: 1_780_000_000_000, to: 1_780_000_000_000 + 31*day*1_000, resolution: resolution}
			for b.Loop() {
				query.candlesUntil(1<<40, func(int64, candle) {})
			}
		})
	}
}

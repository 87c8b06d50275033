package oracle

import "foredeck/client/localnet/internal/rng"

// candle is the prices and the volume of a span of time. Prices are in ticks of the pair.
//
// Candles are generated from long to short: a candle is split into halves that join to the same candle again, down to
// single seconds. Any candle is therefore found in a few dozen splits, and candles of different resolutions agree.
type candle struct {
	open, high, low, close int64
	volume                 int64

	start  int64 // seconds since the Unix epoch
	length int64 // in seconds, a power of two
	seed   uint64
}

// split returns the halves of a candle of at least two seconds.
func (c candle) split() (first, second candle) {
	random := rng.New(c.seed)
	half := c.length / 2
	first = candle{open: c.open, start: c.start, length: half}
	second = candle{close: c.close, start: c.start + half, length: half}

	// The price in the middle is halfway between open and close, plus or minus up to half of
	// the range, and reflected into the range.
	middle := (c.open+c.close)/2 + upTo(&random, c.high-c.low) - (c.high-c.low)/2
	if middle > c.high {
		middle = 2*c.high - middle
	}
	if middle < c.low {
		middle = 2*c.low - middle
	}
	first.close, second.open = middle, middle

	// One half has the high of the whole, and the other a lower one. The low is more often in
	// the other half than in the same.
	first.high, second.high = max(first.open, first.close), max(second.open, second.close)
	first.low, second.low = min(first.open, first.close), min(second.open, second.close)
	fullHigh, partHigh := &first.high, &second.high
	fullLow, partLow := &second.low, &first.low
	if random.Percent(50) {
		fullHigh, partHigh = partHigh, fullHigh
		fullLow, partLow = partLow, fullLow
	}
	if random.Percent(25) {
		fullLow, partLow = partLow, fullLow
	}
	*fullHigh = c.high
	*partHigh += fraction(&random, c.high-*partHigh, 5, 35)
	*fullLow = c.low
	*partLow -= fraction(&random, *partLow-c.low, 5, 35)

	// The first half has 35 to 65 percent of the volume.
	first.volume = fraction(&random, c.volume, 35, 65)
	second.volume = c.volume - first.volume
	first.seed, second.seed = random.Uint64(), random.Uint64()
	return first, second
}

// splitRange calls visit for the parts of a candle within a range of seconds, from inclusive and to exclusive, in order.
// The parts are the longest that do not extend across a multiple of every seconds.
func (c candle) splitRange(from, to, every int64, visit func(part candle)) {
	end := c.start + c.length
	switch {
	case end <= from || to <= c.start:
	case from <= c.start && end <= to && c.start/every == (end-1)/every:
		visit(c)
	default:
		first, second := c.split()
		first.splitRange(from, to, every, visit)
		second.splitRange(from, to, every, visit)
	}
}

// join returns the candle of two consecutive ones.
func join(first, second candle) candle {
	return candle{
		open:   first.open,
		high:   max(first.high, second.high),
		low:    min(first.low, second.low),
		close:  second.close,
		volume: first.volume + second.volume,
		start:  first.start,
	}
}

// upTo returns a random number from 0 to n, inclusive.
func upTo(source *rng.Source, n int64) int64 { return int64(source.Uint64N(uint64(n) + 1)) }

// fraction returns a random part of n, between minPercent and maxPercent.
func fraction(source *rng.Source, n, minPercent, maxPercent int64) int64 {
	return n*minPercent/100 + upTo(source, n*(maxPercent-minPercent)/100)
}

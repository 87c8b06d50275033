package market

import "foredeck/client/localnet/internal/rng"

// bar is what a price does in a span of time, and the volume traded in it. Prices are in
// ticks of their pair. A bar is made before its parts: it is split into halves that join
// to the very same bar, down to single seconds. So a bar of any length anywhere in time
// is found in a few dozen splits, and bars of a coarse resolution are those of a fine one
// joined.
type bar struct {
	open, high, low, close int64
	volume                 int64

	start  int64 // seconds since the Unix epoch
	length int64 // in seconds, a power of two
	salt   uint64
}

// split gives the two halves of a bar of at least two seconds.
func (b bar) split() (first, second bar) {
	draw := rng.New(b.salt)
	half := b.length / 2
	first = bar{open: b.open, start: b.start, length: half}
	second = bar{close: b.close, start: b.start + half, length: half}

	// In the middle the price is about half-way, give or take half of the bar's height;
	// what would be outside of the bar is turned back into it.
	middle := (b.open+b.close)/2 + upTo(&draw, b.high-b.low) - (b.high-b.low)/2
	if middle > b.high {
		middle = 2*b.high - middle
	}
	if middle < b.low {
		middle = 2*b.low - middle
	}
	first.close, second.open = middle, middle

	// One half reaches as high as the whole, the other some of the way; so with the low,
	// more often in the other half.
	first.high, second.high = max(first.open, first.close), max(second.open, second.close)
	first.low, second.low = min(first.open, first.close), min(second.open, second.close)
	highest, higher := &first.high, &second.high
	lowest, lower := &second.low, &first.low
	if draw.Percent(50) {
		highest, higher = higher, highest
		lowest, lower = lower, lowest
	}
	if draw.Percent(25) {
		lowest, lower = lower, lowest
	}
	*highest = b.high
	*higher += portion(&draw, b.high-*higher, 5, 35)
	*lowest = b.low
	*lower -= portion(&draw, *lower-b.low, 5, 35)

	// 35 to 65 hundredths of the volume are the first half's.
	first.volume = portion(&draw, b.volume, 35, 65)
	second.volume = b.volume - first.volume
	first.salt, second.salt = draw.Uint64(), draw.Uint64()
	return first, second
}

// cut calls visit for the parts of a bar from a second, included, to another, not
// included, in their order. The parts are as long as can be without a multiple of every,
// in seconds, inside them.
func (b bar) cut(from, to, every int64, visit func(part bar)) {
	end := b.start + b.length
	switch {
	case end <= from || to <= b.start:
	case from <= b.start && end <= to && b.start/every == (end-1)/every:
		visit(b)
	default:
		first, second := b.split()
		first.cut(from, to, every, visit)
		second.cut(from, to, every, visit)
	}
}

// join gives the bar of two that follow one another.
func join(first, second bar) bar {
	return bar{
		open:   first.open,
		high:   max(first.high, second.high),
		low:    min(first.low, second.low),
		close:  second.close,
		volume: first.volume + second.volume,
		start:  first.start,
	}
}

// upTo draws from 0 to n, n included.
func upTo(source *rng.Source, n int64) int64 {
	return int64(source.Uint64N(uint64(n) + 1))
}

// part draws a part of n between two shares in hundredths.
func portion(source *rng.Source, n, least, most int64) int64 {
	return n*least/100 + upTo(source, n*(most-least)/100)
}

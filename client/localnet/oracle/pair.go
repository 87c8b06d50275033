package oracle

import (
	"hash/fnv"

	"foredeck/client/localnet/internal/rng"
)

const (
	// blockLength is the length in seconds of the candles that are split, about 36 hours.
	blockLength = 1 << 17
	// waves is the number of waves in a price; the longest has a period of two years.
	waves = 10

	day            = 86_400
	week           = 7 * day
	sessionOpening = 3*day + 22*3_600 // Sunday 22:00 after the Unix epoch, a Thursday
	sessionLength  = 5 * day
	millionths     = 1_000_000
	noiseAmplitude = 1 << 16
)

// pair describes a trading pair.
type pair struct {
	name     string
	number   uint32 // in the price feed on the chain
	decimals int    // of prices; a tick is a unit of the last decimal
	anchor   int64  // the mean price, in ticks
	// swing is the amplitude of the shortest wave, in millionths of the anchor. All waves
	// together reach up to 42 times as far, so that the price stays positive.
	swing          int64
	volumeDecimals int
	blockVolume    int64 // average volume of a block, in units of the last decimal; 0 if volumes are not reported
	// closedOnWeekends means no trading, and no candles, from Friday to Sunday, 22:00 UTC.
	closedOnWeekends bool
}

// pairs lists the trading pairs. As in deployed services, one is closed on weekends and one does not report volumes.
var pairs = [...]pair{
	{name: "btc_usdt", number: 0, decimals: 2, anchor: 96_913_07, swing: 15_000, volumeDecimals: 5, blockVolume: 24_000_00000},
	{name: "eth_usdt", number: 1, decimals: 2, anchor: 3_342_50, swing: 18_000, volumeDecimals: 4, blockVolume: 310_000_0000},
	{name: "sol_usdt", number: 10, decimals: 3, anchor: 214_620, swing: 21_000, volumeDecimals: 3, blockVolume: 4_100_000_000},
	{name: "native_usdt", number: 500, decimals: 6, anchor: 41_250, swing: 22_000, volumeDecimals: 2, blockVolume: 260_000_000_00},
	{name: "usdx_usdt", number: 501, decimals: 6, anchor: 1_000_000, swing: 60, volumeDecimals: 2, blockVolume: 18_000_000_00},
	{name: "xau_usd", number: 5500, decimals: 2, anchor: 2_694_80, swing: 6_000, volumeDecimals: 2, blockVolume: 950_000_00, closedOnWeekends: true},
	{name: "eur_usd", number: 5000, decimals: 5, anchor: 1_08_430, swing: 2_500},
}

// findPair returns nil for an unknown pair.
func findPair(name string) *pair {
	for i := range pairs {
		if pairs[i].name == name {
			return &pairs[i]
		}
	}
	return nil
}

// seededPair is a pair whose prices follow from a seed.
type seededPair struct {
	*pair
	seed uint64
}

func (p *pair) withSeed(seed uint64) seededPair {
	name := fnv.New64a()
	_, _ = name.Write([]byte(p.name)) // it never fails
	return seededPair{p, rng.Mix(seed ^ rng.Mix(name.Sum64()))}
}

// level returns the price at the start of a block: the anchor plus waves, each twice as long
// as the one before and slightly higher.
func (p seededPair) level(index int64) int64 {
	offset, swing := int64(0), p.swing
	for wave := range waves {
		span := int64(1) << wave
		at, past := index/span, index%span
		from, to := p.waveHeight(wave, at), p.waveHeight(wave, at+1)
		offset += swing * ((from*(span-past) + to*past) / span) / noiseAmplitude
		swing = swing * 13 / 10
	}
	return p.anchor + p.anchor*offset/millionths
}

// waveHeight returns the height of a wave at one of its points.
func (p seededPair) waveHeight(wave int, at int64) int64 {
	random := rng.New(p.seed ^ rng.Mix(uint64(at)<<4|uint64(wave)))
	return upTo(&random, 2*noiseAmplitude) - noiseAmplitude
}

// block returns the candle of a block, by its number since the Unix epoch.
func (p seededPair) block(index int64) candle {
	candle := candle{open: p.level(index), close: p.level(index + 1), start: index * blockLength, length: blockLength}
	random := rng.New(rng.Mix(p.seed) ^ rng.Mix(uint64(index)))
	reach := candle.open * p.swing / millionths
	candle.high = max(candle.open, candle.close) + upTo(&random, reach)
	candle.low = max(1, min(candle.open, candle.close)-upTo(&random, reach))
	candle.volume = p.blockVolume/2 + upTo(&random, p.blockVolume)
	candle.seed = random.Uint64()
	return candle
}

// candle returns the candle of a range of seconds, from inclusive and to exclusive, and whether there is trading in it.
func (p seededPair) candle(from, to int64) (whole candle, traded bool) {
	p.candles(from, to, to-from, func(part candle) {
		if traded {
			part = join(whole, part)
		}
		whole, traded = part, true
	})
	return whole, traded
}

// candles calls visit for the candles of a range of seconds, from inclusive and to exclusive, in order: one for each span
// between multiples of every seconds that has trading in it. A candle starts at its first second with trading.
func (p seededPair) candles(from, to, every int64, visit func(candle)) {
	var current candle
	started := false
	p.sessions(from, to, func(from, to int64) {
		for index := from / blockLength; index*blockLength < to; index++ {
			p.block(index).splitRange(from, to, every, func(part candle) {
				switch {
				case !started:
					current, started = part, true
				case current.start/every == part.start/every:
					current = join(current, part)
				default:
					visit(current)
					current = part
				}
			})
		}
	})
	if started {
		visit(current)
	}
}

// sessions calls visit for each part of a range with trading.
func (p seededPair) sessions(from, to int64, visit func(from, to int64)) {
	if !p.closedOnWeekends {
		visit(from, to)
		return
	}
	for opens := sessionStart(from); opens < to; opens += week {
		if begin, end := max(from, opens), min(to, opens+sessionLength); begin < end {
			visit(begin, end)
		}
	}
}

// sessionStart returns the last start of a trading session up to a second. It may be before the Unix epoch, so negative.
func sessionStart(second int64) int64 {
	return (second+week-sessionOpening)/week*week + sessionOpening - week
}

// lastTrade returns the last second with trading, up to and including a second.
func (p seededPair) lastTrade(second int64) int64 {
	if !p.closedOnWeekends {
		return second
	}
	return min(second, sessionStart(second)+sessionLength-1)
}

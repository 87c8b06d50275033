package market

import (
	"hash/fnv"

	"foredeck/client/localnet/internal/rng"
)

const (
	// wholeBar is the length in seconds of the bars that are split, about 36 hours.
	wholeBar = 1 << 17
	// octaves is how many waves a price is made of; the longest takes two years.
	octaves = 10

	day            = 86_400
	week           = 7 * day
	tradingOpens   = 3*day + 22*3_600 // Sunday 22:00 after the Unix epoch, a Thursday
	tradingLasts   = 5 * day
	millionths     = 1_000_000
	noiseAmplitude = 1 << 16
)

// pair is a trading pair of the price service. What it does follows from the seed and the
// time alone.
type pair struct {
	name     string
	decimals int   // of a price; a tick is a unit of the last one
	anchor   int64 // the price, in ticks, around which it moves
	// swing is how far the shortest of its waves takes the price, in millionths. All waves
	// together take it 42 times as far at most, which leaves it over 0.
	swing          int64
	volumeDecimals int
	turnover       int64 // about how much is traded in a whole bar, in units of the last decimal; 0: no volume is told
	// weekends: there is no trading from Friday to Sunday, 22:00 UTC, and no bars.
	weekends bool
}

// pairs lists what the service knows. One pair rests at weekends and one tells no volume,
// as deployed services have them.
var pairs = [...]pair{
	{name: "btc_usdt", decimals: 2, anchor: 96_913_07, swing: 15_000, volumeDecimals: 5, turnover: 24_000_00000},
	{name: "eth_usdt", decimals: 2, anchor: 3_342_50, swing: 18_000, volumeDecimals: 4, turnover: 310_000_0000},
	{name: "sol_usdt", decimals: 3, anchor: 214_620, swing: 21_000, volumeDecimals: 3, turnover: 4_100_000_000},
	{name: "native_usdt", decimals: 6, anchor: 41_250, swing: 22_000, volumeDecimals: 2, turnover: 260_000_000_00},
	{name: "usdx_usdt", decimals: 6, anchor: 1_000_000, swing: 60, volumeDecimals: 2, turnover: 18_000_000_00},
	{name: "xau_usd", decimals: 2, anchor: 2_694_80, swing: 6_000, volumeDecimals: 2, turnover: 950_000_00, weekends: true},
	{name: "eur_usd", decimals: 5, anchor: 1_08_430, swing: 2_500},
}

// findPair gives nil for a pair that the service does not know.
func findPair(name string) *pair {
	for i := range pairs {
		if pairs[i].name == name {
			return &pairs[i]
		}
	}
	return nil
}

// seededPair is a pair on a network with a seed.
type seededPair struct {
	*pair
	salt uint64
}

func (p *pair) withSeed(seed uint64) seededPair {
	name := fnv.New64a()
	_, _ = name.Write([]byte(p.name)) // it never fails
	return seededPair{p, rng.Mix(seed ^ rng.Mix(name.Sum64()))}
}

// level is the price between two whole bars: the anchor and waves of random heights, each
// twice as long as the one before and a little higher.
func (p seededPair) level(index int64) int64 {
	away, swing := int64(0), p.swing
	for octave := range octaves {
		span := int64(1) << octave
		at, past := index/span, index%span
		from, to := p.height(octave, at), p.height(octave, at+1)
		away += swing * ((from*(span-past) + to*past) / span) / noiseAmplitude
		swing = swing * 13 / 10
	}
	return p.anchor + p.anchor*away/millionths
}

// height is that of a wave at one of its points.
func (p seededPair) height(octave int, at int64) int64 {
	draw := rng.New(p.salt ^ rng.Mix(uint64(at)<<4|uint64(octave)))
	return upTo(&draw, 2*noiseAmplitude) - noiseAmplitude
}

// whole gives a whole bar by its number since the Unix epoch.
func (p seededPair) whole(index int64) bar {
	made := bar{open: p.level(index), close: p.level(index + 1), start: index * wholeBar, length: wholeBar}
	draw := rng.New(rng.Mix(p.salt) ^ rng.Mix(uint64(index)))
	reach := made.open * p.swing / millionths
	made.high = max(made.open, made.close) + upTo(&draw, reach)
	made.low = max(1, min(made.open, made.close)-upTo(&draw, reach))
	made.volume = p.turnover/2 + upTo(&draw, p.turnover)
	made.salt = draw.Uint64()
	return made
}

// over gives the bar from a second, included, to another, not included, and whether there
// is trading in it.
func (p seededPair) over(from, to int64) (whole bar, traded bool) {
	p.bars(from, to, to-from, func(part bar) {
		if traded {
			part = join(whole, part)
		}
		whole, traded = part, true
	})
	return whole, traded
}

// bars calls visit for the bars from a second, included, to another, not included, in
// their order: one for each span between multiples of every, in seconds, that has trading
// in it. It begins with that.
func (p seededPair) bars(from, to, every int64, visit func(bar)) {
	var growing bar
	begun := false
	p.sessions(from, to, func(from, to int64) {
		for index := from / wholeBar; index*wholeBar < to; index++ {
			p.whole(index).cut(from, to, every, func(part bar) {
				switch {
				case !begun:
					growing, begun = part, true
				case growing.start/every == part.start/every:
					growing = join(growing, part)
				default:
					visit(growing)
					growing = part
				}
			})
		}
	})
	if begun {
		visit(growing)
	}
}

// sessions calls visit for each part of a span of time in which there is trading.
func (p seededPair) sessions(from, to int64, visit func(from, to int64)) {
	if !p.weekends {
		visit(from, to)
		return
	}
	for opens := sessionBefore(from); opens < to; opens += week {
		if begin, end := max(from, opens), min(to, opens+tradingLasts); begin < end {
			visit(begin, end)
		}
	}
}

// sessionBefore gives when trading began last before a second or at it. Where that is
// before the Unix epoch it is negative.
func sessionBefore(second int64) int64 {
	return (second+week-tradingOpens)/week*week + tradingOpens - week
}

// lastTraded gives the newest second with trading, up to a second and with it.
func (p seededPair) lastTraded(second int64) int64 {
	if !p.weekends {
		return second
	}
	return min(second, sessionBefore(second)+tradingLasts-1)
}

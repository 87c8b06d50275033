package oracle

import (
	"math/big"
	"time"
)

// feedDecimals is the number of decimals of prices on the chain.
const feedDecimals = 18

// FeedPrice returns the price of a pair as the price feed on the chain has it: the last one up to a time, with its number of decimals and
// the time of its trade. Pairs have the numbers that they have in public feeds, as far as there are such pairs.
func FeedPrice(seed uint64, number uint32, at time.Time) (value *big.Int, decimals uint64, traded time.Time, ok bool) {
	for i := range pairs {
		if pairs[i].number != number {
			continue
		}
		pair := pairs[i].withSeed(seed)
		second := pair.lastTrade(at.Unix())
		last, _ := pair.candle(second, second+1)
		value := new(big.Int).Exp(big.NewInt(10), big.NewInt(int64(feedDecimals-pair.decimals)), nil)
		return value.Mul(value, big.NewInt(last.close)), feedDecimals, time.Unix(second, 0), true
	}
	return nil, 0, time.Time{}, false
}

// PairNumbers returns the numbers of the trading pairs in the price feed, in the order of PairNames.
func PairNumbers() []uint32 {
	numbers := make([]uint32, len(pairs))
	for i := range pairs {
		numbers[i] = pairs[i].number
	}
	return numbers
}

package render

import (
	"cmp"
	"math/big"
	"strings"

	"foredeck/client"
)

// Memoize calls of once per record, since sorting compares each record many times.
func Memoize[P comparable, V any](of func(P) V) func(P) V {
	var cache map[P]V // allocated on first use: few columns are ever sorted
	return func(record P) V {
		value, ok := cache[record]
		if !ok {
			if cache == nil {
				cache = map[P]V{}
			}
			value = of(record)
			cache[record] = value
		}
		return value
	}
}

// ByText sorts strings in ascending order.
func ByText[P comparable](of func(P) string) func(a, b P) int {
	of = Memoize(of)
	return func(a, b P) int { return strings.Compare(of(a), of(b)) }
}

// descending sorts by a value in descending order; records without it come last.
func descending[P, V any](of func(P) *V, compare func(a, b *V) int) func(a, b P) int {
	return func(a, b P) int {
		x, y := of(a), of(b)
		switch {
		case x == nil && y == nil:
			return 0
		case x == nil:
			return 1
		case y == nil:
			return -1
		}
		return compare(y, x)
	}
}

// ByNumber sorts numbers in descending order; records without one come last.
func ByNumber[P any](of func(P) *uint64) func(a, b P) int {
	return descending(of, func(a, b *uint64) int { return cmp.Compare(*a, *b) })
}

// ByFee sorts by fee, or by the fee limit if the fee is unknown, in descending order.
func ByFee() func(a, b *client.Transaction) int {
	return descending(Memoize(maxFee), (*big.Int).Cmp)
}

func maxFee(record *client.Transaction) *big.Int {
	if fee := record.Fee(); fee != nil {
		return fee
	}
	return record.FeeCap()
}

// ByTime sorts by block time, newest first.
var ByTime = ByNumber(func(record *client.Transaction) *uint64 { return (*uint64)(record.BlockTime()) })

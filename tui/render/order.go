package render

import (
	"cmp"
	"math/big"
	"strings"

	"foredeck/client"
)

// Memoize calls of once per record, since sorting compares each record many times.
func Memoize[T, V any](of func(*T) V) func(*T) V {
	var cache map[*T]V // allocated on first use: few columns are ever sorted
	return func(record *T) V {
		value, ok := cache[record]
		if !ok {
			if cache == nil {
				cache = map[*T]V{}
			}
			value = of(record)
			cache[record] = value
		}
		return value
	}
}

// ByText sorts strings in ascending order.
func ByText[T any](of func(*T) string) func(a, b *T) int {
	of = Memoize(of)
	return func(a, b *T) int { return strings.Compare(of(a), of(b)) }
}

// descending sorts by a value in descending order; records without it come last.
func descending[T, V any](of func(*T) *V, compare func(a, b *V) int) func(a, b *T) int {
	return func(a, b *T) int {
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
func ByNumber[T any](of func(*T) *uint64) func(a, b *T) int {
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

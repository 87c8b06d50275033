package render

import (
	"cmp"
	"math/big"
	"strings"

	"foredeck/client"
)

// Remembered asks once for each record: sorting looks at each of them many times.
func Remembered[T, V any](of func(*T) V) func(*T) V {
	var known map[*T]V // made when the column is sorted by, which it seldom is
	return func(record *T) V {
		value, ok := known[record]
		if !ok {
			if known == nil {
				known = map[*T]V{}
			}
			value = of(record)
			known[record] = value
		}
		return value
	}
}

// ByText sorts texts from A to Z.
func ByText[T any](of func(*T) string) func(a, b *T) int {
	of = Remembered(of)
	return func(a, b *T) int { return strings.Compare(of(a), of(b)) }
}

// ByNumber sorts the greatest number first; records without one come last.
func ByNumber[T any](of func(*T) *uint64) func(a, b *T) int {
	return greatestFirst(of, func(a, b *uint64) int { return cmp.Compare(*a, *b) })
}

// ByFee sorts the greatest fee first, or the most that it could have been where the fee is not given.
func ByFee() func(a, b *client.Transaction) int {
	return greatestFirst(Remembered(mostPaid), (*big.Int).Cmp)
}

// greatestFirst sorts by what can be compared; records without it come last.
func greatestFirst[T, V any](of func(*T) *V, compare func(a, b *V) int) func(a, b *T) int {
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

func mostPaid(record *client.Transaction) *big.Int {
	if fee := record.Fee(); fee != nil {
		return fee
	}
	return record.FeeCap()
}

// ByTime sorts the youngest block first.
var ByTime = ByNumber(func(record *client.Transaction) *uint64 {
	if record.Block == nil {
		return nil
	}
	return (*uint64)(&record.Block.Timestamp)
})

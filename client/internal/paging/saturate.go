// saturate.go computes with uint64 and stops at the largest one instead of overflowing.

package paging

import (
	"math"
	"math/bits"
)

// SaturatingAdd returns a+b, or the largest uint64 if that overflows.
func SaturatingAdd(a, b uint64) uint64 {
	sum, carry := bits.Add64(a, b, 0)
	if carry > 0 {
		return math.MaxUint64
	}
	return sum
}

// SaturatingMultiply returns a*b, or the largest uint64 if that overflows.
func SaturatingMultiply(a, b uint64) uint64 {
	high, product := bits.Mul64(a, b)
	if high > 0 {
		return math.MaxUint64
	}
	return product
}

package market

import (
	"math"
	"slices"
)

// integers is a list of integers, in four bytes each if they are close together. It only grows and shrinks at its end, so that a copy of
// it stays valid if its capacity is limited before.
type integers struct {
	base   int64    // of narrow
	narrow []uint32 // differences from base
	wide   []int64  // instead of narrow if the range is too large
}

// newIntegers returns a list of values.
func newIntegers(values []int64) integers {
	if len(values) == 0 {
		return integers{}
	}
	low, high := slices.Min(values), slices.Max(values)
	const most = 1 << 62 // so that differences do not overflow
	if low < -most || high > most || high-low > math.MaxUint32 {
		return integers{wide: slices.Clone(values)}
	}
	list := integers{base: low - (math.MaxUint32-(high-low))/2, narrow: make([]uint32, len(values))} // room to grow in both directions
	for i, value := range values {
		list.narrow[i] = uint32(value - list.base)
	}
	return list
}

func (n *integers) len() int { return max(len(n.narrow), len(n.wide)) }

func (n *integers) at(i int) int64 {
	if n.wide != nil {
		return n.wide[i]
	}
	return n.base + int64(n.narrow[i])
}

// append adds a value of at most 2^62.
func (n *integers) append(value int64) {
	switch difference := value - n.base; {
	case n.len() == 0:
		*n = newIntegers([]int64{value})
	case n.wide != nil:
		n.wide = append(n.wide, value)
	case difference >= 0 && difference <= math.MaxUint32:
		n.narrow = append(n.narrow, uint32(difference))
	default:
		n.wide = append(n.all(), value)
		n.narrow = nil
	}
}

// all returns the values.
func (n *integers) all() []int64 {
	values := make([]int64, n.len(), n.len()+1)
	for i := range values {
		values[i] = n.at(i)
	}
	return values
}

// cut keeps the first values, with limited capacity.
func (n *integers) cut(count int) {
	if n.wide != nil {
		n.wide = n.wide[:count:count]
		return
	}
	n.narrow = n.narrow[:count:count]
}

// extreme returns the index of the first greatest value from first to last (exclusive) if sign is 1, or the first smallest if it is -1.
func (n *integers) extreme(first, last, sign int) int {
	if n.wide != nil {
		return first + extremeOf(n.wide[first:last], sign)
	}
	return first + extremeOf(n.narrow[first:last], sign)
}

func extremeOf[T uint32 | int64](values []T, sign int) (at int) {
	found := values[0]
	if sign < 0 {
		for i, value := range values {
			if value < found {
				at, found = i, value
			}
		}
		return at
	}
	for i, value := range values {
		if value > found {
			at, found = i, value
		}
	}
	return at
}

// maxSummed is the largest number of values that sum adds without a check: 2^10.
const maxSummed = 1 << 10

// sum returns the sum of the values from first to last (exclusive), at most maxSummed. ok is false if it can overflow.
func (n *integers) sum(first, last int) (sum int64, ok bool) {
	const most = math.MaxInt64 / maxSummed / 2
	if n.wide != nil {
		for _, value := range n.wide[first:last] {
			if value > most || value < -most {
				return 0, false
			}
			sum += value
		}
		return sum, true
	}
	if n.base > most || n.base < -most {
		return 0, false
	}
	for _, value := range n.narrow[first:last] {
		sum += int64(value)
	}
	return sum + int64(last-first)*n.base, true
}

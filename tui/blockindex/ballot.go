package blockindex

import (
	"iter"
	"math/bits"
)

// ballot is the compact form of a voter list: the bitmap of the missing votes without its zero bytes, after a mask with one
// bit per byte of the bitmap. It is empty if all members voted. The number of members is stored elsewhere.
type ballot string

// maskLength returns the length of the mask for a number of members.
func maskLength(members int) int { return (members + 63) / 64 }

func newBallot(voters []bool) ballot {
	length := maskLength(len(voters))
	encoded := make([]byte, length, length+8)
	for first := 0; first < len(voters); first += 8 {
		missed := byte(0)
		for i, voted := range voters[first:min(first+8, len(voters))] {
			if !voted {
				missed |= 1 << i
			}
		}
		if missed != 0 {
			encoded[first/64] |= 1 << (first / 8 % 8)
			encoded = append(encoded, missed)
		}
	}
	if len(encoded) == length {
		return ""
	}
	return ballot(encoded)
}

// missed reports whether the vote of a member is missing.
func (b ballot) missed(member, members int) bool {
	if b == "" {
		return false
	}
	mask, bit := member/64, byte(1)<<(member/8%8)
	if b[mask]&bit == 0 {
		return false
	}
	at := maskLength(members) + bits.OnesCount8(b[mask]&(bit-1))
	for i := range mask {
		at += bits.OnesCount8(b[i])
	}
	return b[at]&(1<<(member%8)) != 0
}

// misses returns the number of missing votes.
func (b ballot) misses(members int) int32 {
	count := 0
	if b != "" {
		for _, missed := range []byte(b[maskLength(members):]) {
			count += bits.OnesCount8(missed)
		}
	}
	return int32(count)
}

// absent iterates over the members whose votes are missing, in ascending order.
func (b ballot) absent(members int) iter.Seq[int] {
	return func(yield func(int) bool) {
		if b == "" {
			return
		}
		at := maskLength(members)
		for i := range maskLength(members) {
			for mask := b[i]; mask != 0; mask &= mask - 1 {
				first := i*64 + bits.TrailingZeros8(mask)*8
				for missed := b[at]; missed != 0; missed &= missed - 1 {
					if !yield(first + bits.TrailingZeros8(missed)) {
						return
					}
				}
				at++
			}
		}
	}
}

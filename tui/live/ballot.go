package live

import (
	"iter"
	"math/bits"
	"strings"
)

// ballot is the compact form of a voter list: the indexes of the members whose votes are missing, or a bitmap with one bit per member
// where that is not longer. It is empty if all members voted. The number of members is stored elsewhere.
type ballot string

// bitmapLength returns the length of the bitmap for a number of members. A shorter ballot is a list of indexes.
func bitmapLength(members int) int { return (members + 7) / 8 }

// indexLength returns the length of an index in a list.
func indexLength(members int) int {
	if members <= 1<<8 {
		return 1
	}
	return 4
}

func newBallot(voters []bool) ballot {
	bitmap, width := make([]byte, bitmapLength(len(voters))), indexLength(len(voters))
	var list []byte
	for i, voted := range voters {
		if voted {
			continue
		}
		bitmap[i/8] |= 1 << (i % 8)
		for at := range width {
			list = append(list, byte(i>>(8*at)))
		}
	}
	if len(list) < len(bitmap) {
		return ballot(list)
	}
	return ballot(bitmap)
}

// isList reports whether the ballot is a list of indexes.
func (b ballot) isList(members int) bool { return len(b) < bitmapLength(members) }

// missed reports whether the vote of a member is missing.
func (b ballot) missed(member, members int) bool {
	switch {
	case !b.isList(members):
		return b[member/8]&(1<<(member%8)) != 0
	case indexLength(members) == 1:
		return strings.IndexByte(string(b), byte(member)) >= 0
	}
	for absent := range b.absent(members) {
		if absent >= member {
			return absent == member
		}
	}
	return false
}

// misses returns the number of missing votes.
func (b ballot) misses(members int) int32 {
	if b.isList(members) {
		return int32(len(b) / indexLength(members))
	}
	count := 0
	for i := range len(b) {
		count += bits.OnesCount8(b[i])
	}
	return int32(count)
}

// absent iterates over the members whose votes are missing, in ascending order.
func (b ballot) absent(members int) iter.Seq[int] {
	return func(yield func(int) bool) {
		if b.isList(members) {
			width := indexLength(members)
			for at := 0; at < len(b); at += width {
				member := 0
				for i := range width {
					member |= int(b[at+i]) << (8 * i)
				}
				if !yield(member) {
					return
				}
			}
			return
		}
		for i := range len(b) {
			for missed := b[i]; missed != 0; missed &= missed - 1 {
				if !yield(i*8 + bits.TrailingZeros8(missed)) {
					return
				}
			}
		}
	}
}

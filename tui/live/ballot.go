package live

import (
	"iter"
	"math/bits"
	"slices"
	"strings"
	"time"
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

// EpochProgress describes the epoch of the newest block. Its end is estimated from the earlier epochs whose first blocks are known.
type EpochProgress struct {
	Epoch   uint64
	Known   bool          // the node sent the epoch
	First   *uint64       // height of its first block, nil if unknown
	Started *time.Time    // time of its first block, nil if unknown
	Earlier int           // number of earlier epochs whose duration is known
	Length  time.Duration // their mean duration, 0 if none is known
}

// Progress returns the fraction of the epoch that has passed and the time to its end, which is negative if the epoch is longer
// than the earlier ones. ok is false if either the start of the epoch or the length of the earlier ones is unknown.
func (e EpochProgress) Progress(now time.Time) (fraction float64, left time.Duration, ok bool) {
	if e.Started == nil || e.Length <= 0 {
		return 0, 0, false
	}
	passed := max(now.Sub(*e.Started), 0)
	return min(passed.Seconds()/e.Length.Seconds(), 1), e.Length - passed, true
}

// maxEarlierEpochs limits the number of epochs that an estimate considers.
const maxEarlierEpochs = 10

// epochProgress evaluates the newest epochs.
func (s Snapshot) epochProgress() EpochProgress {
	newest, starts := s.newestBlock(), s.epochStarts(maxEarlierEpochs+1)
	e := EpochProgress{Epoch: newest.Epoch, Known: newest.hasEpoch}
	var total time.Duration
	for i, start := range starts {
		at, ok := start.Time()
		if i == 0 && start.Epoch == newest.Epoch {
			if e.First = new(start.Height); ok {
				e.Started = &at
			}
		}
		if i == 0 || starts[i-1].Epoch != start.Epoch+1 {
			continue
		}
		if end, known := starts[i-1].Time(); ok && known {
			total += end.Sub(at)
			e.Earlier++
		}
	}
	if e.Earlier > 0 {
		e.Length = total / time.Duration(e.Earlier)
	}
	return e
}

// epochStarts returns the first blocks of epochs, the newest first.
func (s Snapshot) epochStarts(limit int) []Row {
	var starts []Row
	for at := len(s.chunks) - 1; at >= 0; at-- {
		c := &s.chunks[at]
		for _, mark := range slices.Backward(c.marks()) {
			var row Row
			if c.read(mark, &row); row.Kind != Epoch {
				continue
			}
			switch { // an epoch row precedes a block
			case mark+1 < c.length():
				c.read(mark+1, &row)
			case at+1 < len(s.chunks):
				s.chunks[at+1].read(0, &row)
			}
			if starts = append(starts, row); len(starts) == limit {
				return starts
			}
		}
	}
	return starts
}

// newestBlock returns the newest block, or the zero row.
func (s Snapshot) newestBlock() Row {
	for row := range s.NewestFirst() {
		return *row
	}
	return Row{}
}

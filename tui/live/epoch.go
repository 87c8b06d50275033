package live

import (
	"slices"
	"time"
)

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

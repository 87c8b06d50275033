package compare

import (
	"fmt"
	"maps"
	"slices"
)

// RangeError reports a first height above the common head.
type RangeError struct {
	From, Common uint64
}

func (e *RangeError) Error() string {
	return fmt.Sprintf("height %d: above the newest block that both nodes have, %d", e.From, e.Common)
}

// Report summarizes the events of a Run. It does not grow with the number of blocks.
type Report struct {
	Heads   Heads
	Range   *Range // that was compared first, nil if no blocks were
	Fork    *Fork
	Blocks  BlockCounts
	Objects []Object
	Lag     Lag
	// First is the first difference in a block, nil if there is none.
	First *Difference
	// Differences is the number of differences in blocks and objects.
	Differences uint64
	// Healed is how the last fork ended, nil while there is one, and if there was none.
	Healed *Healed
	// Failed is the last failure of a node during the watch, nil if there was none.
	Failed error

	forked   *Range    // heights with other digests that were compared since the fork began; nil if there is none
	replaced *Replaced // since then
}

// Healed is the end of a fork: equal digests mean that all blocks below are equal too.
type Healed struct {
	// Height is that of the first block that was found to be equal again.
	Height uint64 `json:"height"`
	// Differed are the heights at which the nodes were seen with other digests.
	Differed Range `json:"differed"`
	// Replaced are the heights that a node replaced, nil if it was not seen to do that.
	Replaced *Range `json:"replaced"`
	// Side is the node that replaced them, A or B; empty if Replaced is nil.
	Side string `json:"side,omitempty"`
}

// BlockCounts are numbers of blocks.
type BlockCounts struct {
	Compared  uint64 `json:"compared"`
	Skipped   uint64 `json:"skipped"` // not compared: pruned
	Different uint64 `json:"different"`
	// Blocks that differ in these values. Votes are part of the certificate.
	Digest      uint64 `json:"digest"`
	Author      uint64 `json:"author"`
	Votes       uint64 `json:"votes"`
	Certificate uint64 `json:"certificate"`
}

// Lag counts how far B was behind A.
type Lag struct {
	Samples uint64           // in which both nodes responded
	Failed  uint64           // in which a node did not respond
	Blocks  map[int64]uint64 // samples by lag in blocks; less than 0: B was ahead
}

// Add adds an event.
func (r *Report) Add(event Event) {
	switch {
	case event.Heads != nil:
		r.Heads = *event.Heads
	case event.Range != nil:
		r.Range = event.Range
	case event.Fork != nil:
		r.Fork = event.Fork
		r.forked = &Range{event.Fork.Height, event.Fork.Height}
	case event.Block != nil:
		r.addBlock(event.Block)
	case event.Object != nil:
		r.Objects = append(r.Objects, *event.Object)
		r.Differences += uint64(len(event.Object.Differences))
	case event.Replaced != nil:
		r.addReplaced(event.Replaced)
	case event.Sample != nil:
		r.addSample(event.Sample)
	}
}

func (r *Report) addBlock(block *Block) {
	r.Blocks.Compared++
	r.noteFork(block)
	if len(block.Differences) == 0 {
		return
	}
	r.Blocks.Different++
	r.Differences += uint64(len(block.Differences))
	if r.First == nil || block.Height < *r.First.Height {
		r.First = &block.Differences[0]
	}
	for field, count := range map[string]*uint64{
		"digest": &r.Blocks.Digest, "author": &r.Blocks.Author, "certificate.voters": &r.Blocks.Votes, "certificate": &r.Blocks.Certificate,
	} {
		if block.Has(field) {
			*count++
		}
	}
}

// noteFork notes whether the nodes are on a fork.
func (r *Report) noteFork(block *Block) {
	switch {
	case block.Has("digest"):
		r.Healed = nil
		if r.forked == nil {
			r.forked = &Range{block.Height, block.Height}
		}
		r.forked.From, r.forked.To = min(r.forked.From, block.Height), max(r.forked.To, block.Height)
	case r.forked != nil && block.Height >= r.forked.From:
		r.Healed = &Healed{Height: block.Height, Differed: *r.forked}
		if r.replaced != nil {
			r.Healed.Replaced, r.Healed.Side = &r.replaced.Range, r.replaced.Side.String()
		}
		r.forked, r.replaced = nil, nil
	}
}

// addReplaced notes blocks that a node replaced while the nodes are on a fork. It can replace them in several steps.
func (r *Report) addReplaced(replaced *Replaced) {
	if r.forked == nil && r.Healed != nil && r.Healed.Replaced == nil { // the new blocks were compared before the old ones were known to be gone
		r.Healed.Replaced, r.Healed.Side = &replaced.Range, replaced.Side.String()
		return
	}
	if r.replaced != nil && r.replaced.Side == replaced.Side {
		r.replaced.From, r.replaced.To = min(r.replaced.From, replaced.From), max(r.replaced.To, replaced.To)
	} else {
		copied := *replaced
		r.replaced = &copied
	}
}

func (r *Report) addSample(sample *Sample) {
	r.Heads.A.Height, r.Heads.B.Height, r.Blocks.Skipped = sample.HeadA, sample.HeadB, sample.Skipped
	blocks, ok := sample.Lag()
	if !ok {
		r.Lag.Failed++
		r.Failed = sample.Err()
		return
	}
	r.Lag.Samples++
	if r.Lag.Blocks == nil {
		r.Lag.Blocks = map[int64]uint64{}
	}
	r.Lag.Blocks[blocks]++
}

// IsEqual reports whether nothing differs. It says nothing about the time in which a node did not respond.
func (r *Report) IsEqual() bool { return r.Fork == nil && r.Differences == 0 }

// Quantile returns the lag that a share of the samples, from 0 to 1, does not exceed. ok is false without samples.
func (l *Lag) Quantile(share float64) (blocks int64, ok bool) {
	wanted, count := share*float64(l.Samples), uint64(0)
	for _, blocks = range slices.Sorted(maps.Keys(l.Blocks)) {
		if count += l.Blocks[blocks]; float64(count) >= wanted {
			return blocks, true
		}
	}
	return 0, false
}

// Mean returns the mean lag in blocks, 0 without samples.
func (l *Lag) Mean() float64 {
	sum := 0.0
	for blocks, count := range l.Blocks {
		sum += float64(blocks) * float64(count)
	}
	return sum / float64(max(l.Samples, 1))
}

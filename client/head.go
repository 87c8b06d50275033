package client

import (
	"context"
	"errors"
	"fmt"
	"iter"
	"maps"
	"math"
	"slices"
	"sync"
)

const (
	// blocksAtOnce is how many blocks are on their way at a time at most.
	blocksAtOnce = 16
	// mostHints is how many hints a search begins with; the highest ones are taken.
	mostHints = 4
	// nearest is how many heights just above one are asked before the steps grow.
	nearest = 4
	// mostClosed is how often a search looks for what came in the meantime.
	mostClosed = 4
	// highestOctave is the power of two up to which heights are tried where no hint helps.
	highestOctave = 40
	// finestOctave is how many heights of an octave (from a power of two to the next) are
	// tried in the end: a kept range of one part of so many is found.
	finestOctave = 16
)

// HeadSearch says how to look for the newest block. The zero value looks without help.
type HeadSearch struct {
	// Hints are heights near which the newest block may be: the last one that was seen,
	// that of a recent transaction. Wrong ones cost one round trip together.
	Hints []uint64
	// Asking, where set, is told the heights of each round before they are asked.
	Asking func(heights []uint64)
}

// HeadNotFoundError tells that the node held no block at any height that was tried. It
// is ErrNotFound. A chain that it may hold all the same is found from a height that the
// caller knows of.
type HeadNotFoundError struct {
	Tried []uint64 // in ascending order
}

// Error says how many heights were tried and from where to where.
func (e *HeadNotFoundError) Error() string {
	return fmt.Sprintf("no block at any of the %d heights that were tried, from %d to %d; give a height that the node holds",
		len(e.Tried), e.Tried[0], e.Tried[len(e.Tried)-1])
}

// Is matches ErrNotFound.
func (e *HeadNotFoundError) Is(target error) bool { return target == ErrNotFound }

// FindHead finds the newest block. The node has no call for it (spec section 4.6), so
// heights are asked, at most 16 at a time: at the hints, that of WithHeadHint among them,
// and above them, else at powers of
// two and between these, since a node that dropped its old blocks answers null for them
// as for those to come. A range is found that covers a sixteenth of the heights between
// two powers of two, up to 2^40. It fails with a *HeadNotFoundError where none is found,
// and with the node's error where that stands in the way.
func (n *Node) FindHead(ctx context.Context, search HeadSearch) (ConsensusBlock, error) {
	s := headSearch{node: n, asking: search.Asking, absent: map[uint64]bool{}}
	hints := search.Hints
	if height, ok := n.hintedHead(ctx); ok {
		hints = append(slices.Clone(hints), height)
	}
	if hinted := hintedHeights(hints); len(hinted) > 0 {
		if err := s.round(ctx, hinted); err != nil {
			return ConsensusBlock{}, err
		}
	}
	for heights := range slices.Chunk(slices.Collect(heightsToTry()), blocksAtOnce) {
		if s.isFound {
			break
		}
		if err := s.round(ctx, heights); err != nil {
			return ConsensusBlock{}, err
		}
	}
	switch {
	case !s.isFound && s.failure != nil:
		return ConsensusBlock{}, s.failure
	case !s.isFound:
		return ConsensusBlock{}, &HeadNotFoundError{slices.Sorted(maps.Keys(s.absent))}
	}
	for !s.isEnd && s.newest.Height < math.MaxUint64 {
		if err := s.round(ctx, s.between()); err != nil {
			return ConsensusBlock{}, err
		}
	}
	return s.newest, nil
}

// headSearch is what a search knows.
type headSearch struct {
	node    *Node
	asking  func(heights []uint64)
	isFound bool
	newest  ConsensusBlock  // of those found
	absent  map[uint64]bool // heights without a block when they were asked
	failure error           // the first, of heights about which nothing is known
	// isEnd: the last round found the end of the chain. What an earlier one said of the
	// height above the newest may be outdated: the chain grows meanwhile.
	isEnd bool
	step  uint64 // of the last round above which no end is known yet
	// closed is how many rounds looked for what came above a height that was the end.
	closed int
}

// round asks for some heights at once. It fails when nothing is learned from it, or when
// the node has no blocks for this caller.
func (s *headSearch) round(ctx context.Context, heights []uint64) error {
	if s.asking != nil {
		s.asking(heights)
	}
	answers := s.node.blocksAt(ctx, heights)
	failed := 0
	absent := map[uint64]bool{}
	for _, answer := range answers {
		switch {
		case answer.err == nil:
			delete(s.absent, answer.height)
			if !s.isFound || answer.height > s.newest.Height {
				s.newest, s.isFound = answer.block, true
			}
		case errors.Is(answer.err, ErrNotFound):
			absent[answer.height], s.absent[answer.height] = true, true
		default:
			failed++
			if s.failure == nil {
				s.failure = answer.err
			}
			if failed == len(answers) || ctx.Err() != nil || isLasting(answer.err) {
				return answer.err
			}
		}
	}
	// A chain that makes blocks faster than one can ask has no end to be caught up with.
	s.isEnd = s.isFound && (absent[s.newest.Height+1] || s.closed > mostClosed)
	return nil
}

// between gives the heights to ask next: between the newest block and the lowest height
// above it without one, else above.
func (s *headSearch) between() []uint64 {
	low, high := s.newest.Height, uint64(math.MaxUint64)
	bounded := false
	for height := range s.absent {
		if height > low && height <= high {
			high, bounded = height, true
		}
	}
	width := high - low
	if !bounded {
		heights := above(low, max(s.step, 1), blocksAtOnce)
		s.step = heights[len(heights)-1] - low
		return heights
	}
	if width == 1 {
		s.closed++
		return above(low, 1, blocksAtOnce)
	}
	var heights []uint64
	if width-1 <= blocksAtOnce {
		for height := low + 1; height < high; height++ {
			heights = append(heights, height)
		}
		return heights
	}
	for i := range uint64(blocksAtOnce) {
		heights = append(heights, low+width/(blocksAtOnce+1)*(i+1))
	}
	return heights
}

// above gives so many heights above one: the next four steps, then steps that grow
// fourfold.
func above(height, step uint64, count int) []uint64 {
	var heights []uint64
	offset := uint64(0)
	for range count {
		if offset < nearest {
			offset++
		} else {
			offset = times(offset, 4)
		}
		next := plus(height, times(offset, step))
		if len(heights) > 0 && next == heights[len(heights)-1] {
			break
		}
		heights = append(heights, next)
	}
	return heights
}

// hintedHeights are the first to ask: the hints, and heights above the highest.
func hintedHeights(hints []uint64) []uint64 {
	if len(hints) == 0 {
		return nil
	}
	sorted := slices.Compact(slices.Sorted(slices.Values(hints)))
	sorted = sorted[max(0, len(sorted)-mostHints):]
	highest := sorted[len(sorted)-1]
	if highest == math.MaxUint64 {
		return sorted
	}
	return append(sorted, above(highest, 1, blocksAtOnce-len(sorted))...)
}

// heightsToTry are heights where blocks may be held, the likelier and coarser ones first:
// eightfold steps, all powers of two, then halves, quarters and so on between them.
func heightsToTry() iter.Seq[uint64] {
	return func(yield func(uint64) bool) {
		const stride = 3 // of the octaves of the first round
		first := []uint64{0, 1 << highestOctave}
		for octave := 0; octave < highestOctave; octave += stride {
			first = append(first, 1<<octave)
		}
		for octave := range highestOctave {
			if octave%stride != 0 {
				first = append(first, 1<<octave)
			}
		}
		for _, height := range first {
			if !yield(height) {
				return
			}
		}
		for parts := uint64(2); parts <= finestOctave; parts *= 2 {
			for octave := range highestOctave + 1 {
				base := uint64(1) << octave
				for part := uint64(1); part < parts && base >= parts; part += 2 {
					if !yield(base + base/parts*part) {
						return
					}
				}
			}
		}
	}
}

// blockAnswer is what came of asking for one height.
type blockAnswer struct {
	height uint64
	block  ConsensusBlock
	err    error
	isKept bool // it was not asked for
}

// blocksAt asks for some heights at the same time, without batches, and gives the answers
// in the order of the heights. The block of another height is an error here.
func (n *Node) blocksAt(ctx context.Context, heights []uint64) []blockAnswer {
	answers := make([]blockAnswer, len(heights))
	var asked sync.WaitGroup
	for i, height := range heights {
		asked.Go(func() { answers[i] = n.blockAt(ctx, height) })
	}
	asked.Wait()
	return answers
}

func (n *Node) blockAt(ctx context.Context, height uint64) blockAnswer {
	block, err := n.ConsensusBlock(ctx, height)
	if err == nil && block.Height != height {
		err = block.Problem
	}
	if err == nil {
		n.keep(block)
	}
	return blockAnswer{height: height, block: block, err: err}
}

// isLasting tells of an error that is the same at every height.
func isLasting(err error) bool {
	return errors.Is(err, ErrUnauthorized) || errors.Is(err, ErrUnsupported)
}

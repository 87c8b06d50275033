package client

import (
	"context"
	"iter"
	"sync"
)

// Blocks gives the blocks from one height to another, both included, in the order of
// their heights, downwards where to is the lower one; without batches. Up to 16 are asked
// for at a time. The walk ends at the first height that fails: with its error and a block
// that has its Height alone, ErrNotFound where the node holds no block there.
func (n *Node) Blocks(ctx context.Context, from, to uint64, options ...BlocksOption) iter.Seq2[ConsensusBlock, error] {
	return func(yield func(ConsensusBlock, error) bool) {
		ctx, cancel := context.WithCancel(ctx)
		w := blocksWalk{node: n, from: from, to: to, isTrusted: n.blockCache != nil && !bypassesCache(ctx)}
		defer w.asking.Wait()
		defer cancel()
		for _, option := range options {
			option(&w)
		}
		last := max(from, to) - min(from, to)
		asked := uint64(0)
		for at := uint64(0); ; at++ {
			for ; asked <= last && asked-at < blocksAtOnce; asked++ {
				w.ask(ctx, asked)
			}
			block, err := w.take(ctx, at)
			if !yield(block, err) || err != nil || at == last {
				return
			}
		}
	}
}

// blocksWalk is a walk of Blocks.
type blocksWalk struct {
	node      *Node
	from, to  uint64
	before    *ConsensusBlock // the block beside the next one; nil where it is not known
	isTrusted bool            // no kept block was found to be of another chain
	pending   [blocksAtOnce]chan blockAnswer
	asking    sync.WaitGroup
}

// height is that at a place of the walk.
func (w *blocksWalk) height(at uint64) uint64 {
	if w.to < w.from {
		return w.from - at
	}
	return w.from + at
}

// ask begins to ask for the block at a place, unless it is kept.
func (w *blocksWalk) ask(ctx context.Context, at uint64) {
	answered := make(chan blockAnswer, 1)
	w.pending[at%blocksAtOnce] = answered
	height := w.height(at)
	if w.isTrusted && w.before != nil && w.before.ChainID != nil {
		if block, found := w.node.keptBlock(*w.before.ChainID, height); found {
			answered <- blockAnswer{height: height, block: block, isKept: true}
			return
		}
	}
	w.asking.Go(func() { answered <- w.node.blockAt(ctx, height) })
}

// take waits for the block at a place. One that was kept is asked for all the same where
// it does not fit to its neighbour.
func (w *blocksWalk) take(ctx context.Context, at uint64) (ConsensusBlock, error) {
	answer := <-w.pending[at%blocksAtOnce]
	if answer.isKept && !isLinked(answer.block, *w.before) {
		w.isTrusted = false
		answer = w.node.blockAt(ctx, answer.height)
	}
	if answer.err != nil {
		return ConsensusBlock{Height: answer.height}, answer.err
	}
	w.before = &answer.block
	return answer.block, nil
}

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
func (n *Node) Blocks(ctx context.Context, from, to uint64) iter.Seq2[ConsensusBlock, error] {
	return func(yield func(ConsensusBlock, error) bool) {
		ctx, cancel := context.WithCancel(ctx)
		var asking sync.WaitGroup
		defer asking.Wait()
		defer cancel()
		var pending [blocksAtOnce]chan blockAnswer // a ring, by place in the walk
		ask := func(place uint64) {
			answered := make(chan blockAnswer, 1)
			pending[place%blocksAtOnce] = answered
			asking.Go(func() { answered <- n.blockAt(ctx, heightAt(from, to, place)) })
		}
		last := max(from, to) - min(from, to)
		for place := range min(last, blocksAtOnce-1) + 1 {
			ask(place)
		}
		for place := uint64(0); ; place++ {
			answer := <-pending[place%blocksAtOnce]
			if answer.err != nil {
				yield(ConsensusBlock{Height: answer.height}, answer.err)
				return
			}
			if last-place >= blocksAtOnce {
				ask(place + blocksAtOnce)
			}
			if !yield(answer.block, nil) || place == last {
				return
			}
		}
	}
}

// heightAt is the height at a place of the walk from one height to another.
func heightAt(from, to, place uint64) uint64 {
	if to < from {
		return from - place
	}
	return from + place
}

package client

import (
	"context"
	"errors"
	"iter"
	"sync"
)

// Blocks iterates over the blocks from one height to another, both inclusive, in descending order if to is lower than from,
// without batches. It requests up to 16 at a time. An error is yielded last, with a block that has only its Height.
func (n *Node) Blocks(ctx context.Context, from, to uint64, opts ...BlocksOption) iter.Seq2[Block, error] {
	return func(yield func(Block, error) bool) {
		ctx, cancel := context.WithCancel(ctx)
		w := blocksWalk{node: n, from: from, to: to, usesCache: n.blockCache != nil && !bypassesCache(ctx)}
		defer w.requests.Wait()
		defer cancel()
		defer w.end()
		for _, option := range opts {
			option(&w)
		}
		last := max(from, to) - min(from, to)
		requested := uint64(0)
		for index := uint64(0); ; index++ {
			for ; requested <= last && requested-index < blocksAtOnce; requested++ {
				w.request(ctx, requested)
			}
			block, err := w.receive(ctx, index)
			if !yield(block, err) || err != nil || index == last {
				return
			}
		}
	}
}

// blocksWalk is an iteration of Blocks.
type blocksWalk struct {
	node      *Node
	from, to  uint64
	neighbor  *Block // the block before the next one, nil if unknown
	usesCache bool   // false after the cache returned a block of another chain
	options   []BlockOption
	places    [blocksAtOnce]blockPlace
	requests  sync.WaitGroup
}

// blockPlace requests one block after the other: those whose index has the same remainder. A goroutine for each block would spend more time
// on growing its stack than on the block.
type blockPlace struct {
	wanted  chan uint64 // heights; nil before the first
	pending chan blockResponse
}

// height returns the height at an index of the iteration.
func (w *blocksWalk) height(index uint64) uint64 {
	if w.to < w.from {
		return w.from - index
	}
	return w.from + index
}

// request starts to fetch a block, unless it is cached.
func (w *blocksWalk) request(ctx context.Context, index uint64) {
	place, height := &w.places[index%blocksAtOnce], w.height(index)
	if place.pending == nil {
		place.pending = make(chan blockResponse, 1)
	}
	if w.usesCache && w.neighbor != nil && w.neighbor.ChainID != nil {
		if block, found := w.node.cachedBlock(*w.neighbor.ChainID, height); found {
			place.pending <- blockResponse{height: height, block: block, isCached: true}
			return
		}
	}
	if place.wanted == nil {
		place.wanted = make(chan uint64, 1)
		w.requests.Go(func() {
			for height := range place.wanted {
				place.pending <- w.node.blockAt(ctx, height, w.options...)
			}
		})
	}
	place.wanted <- height
}

// end lets the goroutines of all places end.
func (w *blocksWalk) end() {
	for i := range w.places {
		if w.places[i].wanted != nil {
			close(w.places[i].wanted)
		}
	}
}

// receive waits for a block. A cached one that is not linked to its neighbor is fetched after all.
func (w *blocksWalk) receive(ctx context.Context, index uint64) (Block, error) {
	response := <-w.places[index%blocksAtOnce].pending
	if response.isCached && !isLinked(response.block, *w.neighbor) {
		w.usesCache = false
		response = w.node.blockAt(ctx, response.height, w.options...)
	}
	if response.err != nil {
		return Block{Height: response.height}, response.err
	}
	w.neighbor = &response.block
	return response.block, nil
}

// BlocksOption configures Blocks, such as NextTo.
type BlocksOption func(*blocksWalk)

// NextTo passes the block just before the first one of the iteration: above it in descending order, below it in ascending
// order. With it, the first block too can come from a BlockCache.
func NextTo(block Block) BlocksOption {
	return func(w *blocksWalk) { w.neighbor = &block }
}

// EachWith passes options for each block of the iteration, such as WithTransactions. A BlockCache, whose blocks have no parts that options
// add, is not used then.
func EachWith(options ...BlockOption) BlocksOption {
	return func(w *blocksWalk) { w.options, w.usesCache = options, w.usesCache && len(options) == 0 }
}

// isLinked reports whether the higher of two neighbors has the digest of the lower one as its parent.
func isLinked(a, b Block) bool {
	if a.Height < b.Height {
		a, b = b, a
	}
	return a.Height == b.Height+1 && a.Parent != "" && a.Parent == b.Digest
}

// blocksAtOnce is the maximum number of concurrent requests for blocks.
const blocksAtOnce = 16

// blockResponse is the response for one height.
type blockResponse struct {
	height   uint64
	block    Block
	err      error
	isCached bool
}

// blocksAt fetches blocks concurrently, without batches, and returns the responses in the order of the heights.
func (n *Node) blocksAt(ctx context.Context, heights []uint64) []blockResponse {
	responses := make([]blockResponse, len(heights))
	var requests sync.WaitGroup
	for i, height := range heights {
		requests.Go(func() { responses[i] = n.blockAt(ctx, height) })
	}
	requests.Wait()
	return responses
}

// blockAt fetches a block and, if it has no parts that options add, adds it to the cache. A block of another height is an error.
func (n *Node) blockAt(ctx context.Context, height uint64, options ...BlockOption) blockResponse {
	block, err := n.Block(ctx, height, options...)
	if err == nil && block.Height != height {
		err = block.Problems.Err()
	}
	if err == nil && len(options) == 0 {
		n.cacheBlock(block)
	}
	return blockResponse{height: height, block: block, err: err}
}

// isPermanent reports whether an error is the same for all heights.
func isPermanent(err error) bool {
	return errors.Is(err, ErrUnauthorized) || errors.Is(err, ErrUnsupported)
}

package client

// BlockCache keeps blocks, which are final, so that they are not asked for twice. Its
// methods are called from several goroutines. client/diskcache has one that keeps them on disk.
type BlockCache interface {
	// Block gives the JSON of the block of a chain at a height, nil where it is not kept.
	Block(chainID, height uint64) []byte
	// Keep keeps a block. The JSON is not changed later.
	PutBlock(chainID, height uint64, raw []byte)
}

// WithBlockCache keeps the blocks that Blocks, FindHead and WatchBlocks read, and lets
// Blocks take them from there. A kept block is taken only where its digest is the one
// that the block beside it names: those of a chain that is no more are asked for anew.
func WithBlockCache(store BlockCache) Option {
	return func(s *settings) { s.blockCache = store }
}

// BlocksOption changes how Blocks reads; NextTo is one.
type BlocksOption func(*blocksWalk)

// NextTo names the block that stands just before the walk's first one: above it for a walk
// downwards, below it for one upwards. With it the first block can come from a BlockCache
// too.
func NextTo(block ConsensusBlock) BlocksOption {
	return func(w *blocksWalk) { w.before = &block }
}

// keep hands a block to the store, if it is a whole one.
func (n *Node) keep(block ConsensusBlock) {
	if n.blockCache != nil && block.Problem == nil && block.ChainID != nil && block.Digest != "" {
		n.blockCache.PutBlock(*block.ChainID, block.Height, block.Raw)
	}
}

// keptBlock gives the block that is kept for a chain and a height, if it is a whole one.
func (n *Node) keptBlock(chainID, height uint64) (ConsensusBlock, bool) {
	raw := n.blockCache.Block(chainID, height)
	if raw == nil {
		return ConsensusBlock{}, false
	}
	block, err := decodeConsensusBlock(answer{body: raw}, height)
	return block, err == nil && block.Problem == nil && block.Digest != ""
}

// isLinked tells whether the higher of two neighbours names the lower one.
func isLinked(a, b ConsensusBlock) bool {
	if a.Height < b.Height {
		a, b = b, a
	}
	return a.Height == b.Height+1 && a.Parent != "" && a.Parent == b.Digest
}

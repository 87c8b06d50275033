package client

import (
	"context"
	"time"
)

// BlockCache stores blocks, which are final. Its methods are called concurrently. Package client/diskcache has one on disk.
type BlockCache interface {
	// Block returns the JSON of a block, nil if it is not cached.
	Block(chainID, height uint64) []byte
	// PutBlock adds a block. The JSON is not modified later.
	PutBlock(chainID, height uint64, raw []byte)
}

// CandleCache stores candles that are final. Its methods are called concurrently. Package client/diskcache has one on disk.
type CandleCache interface {
	// Candles returns the JSON array of the candles in the page that starts at a time, nil if it is not cached.
	Candles(pair string, resolution time.Duration, page time.Time) []byte
	// PutCandles adds a page of candles. The JSON is not modified later.
	PutCandles(pair string, resolution time.Duration, page time.Time, raw []byte)
}

// WithBlockCache adds all blocks that Blocks, FindHead and WatchBlocks read to a cache, from which Blocks reads. A cached
// block is used only if its neighbor names its digest, so blocks of a chain that was replaced are fetched again.
func WithBlockCache(cache BlockCache) Option {
	return func(o *options) { o.blockCache = cache }
}

// WithCandleCache makes History use a cache for pages that ended at least an hour ago.
func WithCandleCache(cache CandleCache) PricesOption {
	return func(o *pricesOptions) { o.candleCache = cache }
}

type bypassCacheKey struct{}

// BypassCache returns a context whose calls only write to a BlockCache or CandleCache.
func BypassCache(ctx context.Context) context.Context {
	return context.WithValue(ctx, bypassCacheKey{}, true)
}

func bypassesCache(ctx context.Context) bool { return ctx.Value(bypassCacheKey{}) != nil }

// cacheBlock adds a complete block to the cache.
func (n *Node) cacheBlock(block ConsensusBlock) {
	if n.blockCache != nil && block.Problems == nil && block.ChainID != nil && block.Digest != "" {
		n.blockCache.PutBlock(*block.ChainID, block.Height, block.Raw)
	}
}

// cachedBlock returns a complete block from the cache.
func (n *Node) cachedBlock(chainID, height uint64) (ConsensusBlock, bool) {
	raw := n.blockCache.Block(chainID, height)
	if raw == nil {
		return ConsensusBlock{}, false
	}
	block, err := decodeConsensusBlock(apiResponse{body: raw}, height)
	return block, err == nil && block.Problems == nil && block.Digest != ""
}

package client

import (
	"bytes"
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
func (n *Node) cacheBlock(block Block) {
	if n.blockCache != nil && block.Problems == nil && block.ChainID != nil && block.Digest != "" {
		n.blockCache.PutBlock(*block.ChainID, block.Height, block.Raw)
	}
}

// cachedBlock returns a complete block from the cache.
func (n *Node) cachedBlock(chainID, height uint64) (Block, bool) {
	raw := n.blockCache.Block(chainID, height)
	if raw == nil {
		return Block{}, false
	}
	found := apiResponse{body: raw}
	source := n.blockSource.Load() // blocks of the other one are not wanted
	var block Block
	var err error
	if source != executedBlocks {
		block, err = decodeConsensusBlock(found, height)
	}
	if source == executedBlocks || source == 0 && err != nil {
		block, err = decodeExecutedBlock(found, &height)
	}
	return block, err == nil && block.Problems == nil && block.Digest != ""
}

// finalAfter is the age at which a page no longer changes, with a margin for clocks that differ.
const finalAfter = time.Hour

// candleCacheFor returns the cache for candles of a resolution, nil if they are not cached.
func (p *Prices) candleCacheFor(resolution time.Duration) CandleCache {
	if resolution > maxCachedResolution {
		return nil
	}
	return p.candleCache
}

// readCache reads the cached pages and leaves only the pieces that are to be requested.
func (h *history) readCache() {
	page, longest := CandlePage(h.resolution).Milliseconds(), cachedPieceLength(h.resolution).Milliseconds()
	h.pieces = nil
	open := h.whole.from // start of the next piece
	request := func(until int64) {
		for open <= until {
			end := min(open/page*page+longest, until)
			h.pieces = append(h.pieces, piece{open, end})
			if open = end; open == until {
				break
			}
		}
	}
	for start := (h.whole.from + page - 1) / page * page; start+page-1 <= h.whole.to; start += page {
		raw := h.cache.Candles(h.pair, h.resolution, time.UnixMilli(start))
		if raw == nil {
			continue
		}
		reader := newBodyReader(apiResponse{body: raw})
		reader.pair = h.pair
		candles := reader.history()
		if reader.end() != nil {
			continue // fetched again
		}
		h.cached = append(h.cached, candles...)
		request(start - 1)
		open = start + page
	}
	request(h.whole.to)
}

// writeCache adds the final pages of a piece to the cache.
func (h *history) writeCache(fetched piece, candles []Candle) {
	page := CandlePage(h.resolution).Milliseconds()
	final := time.Now().Add(-finalAfter).UnixMilli()
	for start := (fetched.from + page - 1) / page * page; start+page-1 <= min(fetched.to, final); start += page {
		var raw bytes.Buffer
		for _, candle := range candles {
			if start <= candle.Time && candle.Time < start+page {
				raw.WriteByte(',')
				raw.Write(candle.Raw)
			}
		}
		if raw.Len() == 0 {
			continue // the service can still receive candles
		}
		raw.Bytes()[0] = '['
		raw.WriteByte(']')
		h.cache.PutCandles(h.pair, h.resolution, time.UnixMilli(start), raw.Bytes())
	}
}

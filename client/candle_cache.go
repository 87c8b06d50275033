package client

import (
	"bytes"
	"time"
)

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

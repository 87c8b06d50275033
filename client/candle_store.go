package client

import (
	"bytes"
	"time"
)

// CandleCache keeps candles that are final, so that they are not asked for twice. Its
// methods are called from several goroutines. client/diskcache has one that keeps them on disk.
type CandleCache interface {
	// Candles gives the JSON list of the candles of a pair at a resolution in the page that
	// begins at a time, nil where they are not kept.
	Candles(pair string, resolution time.Duration, page time.Time) []byte
	// PutCandles keeps them. The JSON is not changed later.
	PutCandles(pair string, resolution time.Duration, page time.Time, raw []byte)
}

// WithCandleCache keeps the candles that History reads, and lets it take them from there:
// whole pages that ended an hour ago or earlier and have candles in them.
func WithCandleCache(store CandleCache) PricesOption {
	return func(s *pricesSettings) { s.candleCache = store }
}

const (
	// pageRecords is how many intervals a page has at most.
	pageRecords = 2048
	// finalAfter is when what the service has of a page changes no more. It also makes up
	// for clocks that differ.
	finalAfter = time.Hour
)

// HistoryPage is the length of the pages in which candles of a resolution are kept. They
// begin at its multiples since 1970, and a range of whole pages is kept as a whole. At the
// resolution of an hour it is four weeks.
func HistoryPage(resolution time.Duration) time.Duration {
	if resolution >= longestPiece {
		return resolution
	}
	return min(longestPiece, pageRecords*resolution).Truncate(resolution)
}

// takeKept takes the pages that are kept and gives the pieces that are left to be asked
// for: as long as those of piecesOf at most, with the borders of pages as theirs.
func (h *history) takeKept(pieces []piece) []piece {
	store, from, to := h.prices.candleCache, pieces[0].from, pieces[len(pieces)-1].to
	page := HistoryPage(h.resolution).Milliseconds()
	longest := max((pieces[0].to-pieces[0].from)/page, 1) * page
	var left []piece
	open := from // of what is to be asked for next
	ask := func(until int64) {
		for open <= until {
			end := min(open/page*page+longest, until)
			left = append(left, piece{open, end})
			if open = end; open == until {
				break
			}
		}
	}
	for start := (from + page - 1) / page * page; start+page-1 <= to; start += page {
		raw := store.Candles(h.pair, h.resolution, time.UnixMilli(start))
		if raw == nil {
			continue
		}
		reader := newBodyReader(answer{body: raw})
		candles := reader.history()
		if reader.end() != nil {
			continue // it is asked for anew
		}
		h.kept = append(h.kept, candles...)
		ask(start - 1)
		open = start + page
	}
	ask(to)
	return left
}

// keepPages hands the pages of a piece that are final to the store.
func (h *history) keepPages(asked piece, candles []Candle) {
	page := HistoryPage(h.resolution).Milliseconds()
	final := time.Now().Add(-finalAfter).UnixMilli()
	for start := (asked.from + page - 1) / page * page; start+page-1 <= min(asked.to, final); start += page {
		var raw bytes.Buffer
		for _, candle := range candles {
			if start <= candle.Time && candle.Time < start+page {
				raw.WriteByte(',')
				raw.Write(candle.Raw)
			}
		}
		if raw.Len() == 0 {
			continue // the service may come to have something
		}
		raw.Bytes()[0] = '['
		raw.WriteByte(']')
		h.prices.candleCache.PutCandles(h.pair, h.resolution, time.UnixMilli(start), raw.Bytes())
	}
}

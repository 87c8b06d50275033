package client

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"iter"
	"net/http"
	"net/url"
	"sort"
	"strconv"
	"sync"
	"time"

	"golang.org/x/sync/errgroup"
)

const (
	// maxPiece is the longest range of a request: it fits into any calendar month, the limit of the service (spec section 8).
	maxPiece = 28 * 24 * time.Hour
	// maxRecords is the maximum number of records of a request, so that the response stays far below the body limit.
	maxRecords = 50_000
	// maxPieces is the maximum number of requests for a range, enough for 76 years of days or minutes.
	maxPieces = 1000
	// piecesAtOnce is the maximum number of concurrent requests. Services do not document their limit; about four a second
	// is safe.
	piecesAtOnce = 4
)

// Candle is a record of the price history (spec section 2.9). Prices are decimal texts with the digits of the service; "" if
// absent or invalid.
type Candle struct {
	Time                           int64 // milliseconds since the Unix epoch
	Open, High, Low, Close, Volume string
	Raw                            json.RawMessage // the complete JSON
	Problem                        *DecodeError    // the first part that could not be decoded, nil if none
}

// MarshalJSON returns prices as strings. What is absent is null.
func (c Candle) MarshalJSON() ([]byte, error) {
	return marshal(struct {
		Time   int64   `json:"time_ms"`
		Open   *string `json:"open"`
		High   *string `json:"high"`
		Low    *string `json:"low"`
		Close  *string `json:"close"`
		Volume *string `json:"volume"`
	}{c.Time, textOrNull(c.Open), textOrNull(c.High), textOrNull(c.Low), textOrNull(c.Close), textOrNull(c.Volume)})
}

// HistoryRequest selects a range of the price history.
type HistoryRequest struct {
	Pair string // such as btc_usdt
	// From and To are the ends of the range, inclusive, from 1970 on and at least a millisecond apart.
	From, To   time.Time
	Resolution time.Duration // length of a candle, in whole seconds
	// Progress, if not nil, is called after each of the requests that a long range takes, never concurrently.
	Progress func(done, total int)
}

// History reads the candles of a pair in order of time (spec section 2.9). It splits long ranges into several requests. An
// error comes with the candles of the requests that succeeded, which can have gaps: ErrNotFound if the service has no candle
// of the pair in the range, a *DecodeError if one has no time.
func (p *Prices) History(ctx context.Context, request HistoryRequest) ([]Candle, error) {
	pair, err := validPair(request.Pair)
	if err != nil {
		return nil, err
	}
	pieces, err := splitRange(request.From, request.To, request.Resolution)
	if err != nil {
		return nil, err
	}
	progress := request.Progress
	if progress == nil {
		progress = func(int, int) {}
	}
	history := &history{
		prices: p, pair: pair, resolution: request.Resolution, progress: progress,
		whole: piece{pieces[0].from, pieces[len(pieces)-1].to}, pieces: pieces,
	}
	if p.candleCache != nil && !bypassesCache(ctx) {
		history.pieces = history.readCache(pieces)
	}
	history.results = make([]pieceResult, len(history.pieces))
	history.fetch(ctx)
	return history.candles(), history.err()
}

// AllHistory iterates over the candles of History with few of them in memory.
func (p *Prices) AllHistory(ctx context.Context, request HistoryRequest) iter.Seq2[Candle, error] {
	return func(yield func(Candle, error) bool) {
		pieces, err := splitRange(request.From, request.To, request.Resolution)
		if err != nil {
			yield(Candle{}, err)
			return
		}
		progress := request.Progress
		var last *Candle // neighboring parts share their border: the later candle of a time counts
		var missing error
		for start := 0; start < len(pieces); start += piecesAtOnce {
			part := request
			end := min(start+piecesAtOnce, len(pieces))
			part.From, part.To = time.UnixMilli(pieces[start].from), time.UnixMilli(pieces[end-1].to)
			if progress != nil {
				part.Progress = func(done, _ int) { progress(start+done, len(pieces)) }
			}
			candles, err := p.History(ctx, part)
			for _, candle := range candles {
				if last != nil && last.Time < candle.Time && !yield(*last, nil) {
					return
				}
				last = &candle
			}
			if missing = err; err != nil && !errors.Is(err, ErrNotFound) {
				break
			}
		}
		if last != nil {
			if !yield(*last, nil) || errors.Is(missing, ErrNotFound) {
				return
			}
		}
		if missing != nil {
			yield(Candle{}, missing)
		}
	}
}

// piece is a part of a range, in milliseconds since the Unix epoch, inclusive.
type piece struct{ from, to int64 }

// String returns the range for errors.
func (p piece) String() string {
	return time.UnixMilli(p.from).UTC().Format(time.RFC3339) + " to " + time.UnixMilli(p.to).UTC().Format(time.RFC3339)
}

// splitRange splits a range into requests. Neighbors share their border, because the service can leave out the record at one
// end of a range. All but the last are multiples of the resolution long, so that a service that counts intervals from
// the start of a range returns the same ones.
func splitRange(from, to time.Time, resolution time.Duration) ([]piece, error) {
	if resolution <= 0 || resolution%time.Second != 0 {
		return nil, &ArgumentError{Field: "resolution", Value: resolution.String(), Rule: "must be a positive number of whole seconds"}
	}
	start, end := from.UnixMilli(), to.UnixMilli()
	switch {
	case from.Before(time.Unix(0, 0)):
		return nil, &ArgumentError{Field: "from", Value: from.UTC().Format(time.RFC3339), Rule: "must not be before 1970"}
	case start >= end:
		return nil, &ArgumentError{
			Field: "range", Value: from.UTC().Format(time.RFC3339Nano) + " to " + to.UTC().Format(time.RFC3339Nano),
			Rule: "must start before it ends",
		}
	}
	step := maxPiece
	if resolution < step {
		step = min(step, maxRecords*resolution).Truncate(resolution)
	}
	milliseconds := step.Milliseconds()
	if count := (end-start-1)/milliseconds + 1; count > maxPieces {
		return nil, &ArgumentError{
			Field: "range", Value: piece{start, end}.String(),
			Rule: fmt.Sprintf("takes %d requests at a resolution of %v, of at most %d: shorten the range or use a coarser resolution", count, resolution, maxPieces),
		}
	}
	var pieces []piece
	for ; start < end; start += milliseconds {
		pieces = append(pieces, piece{start, min(start+milliseconds, end)})
	}
	return pieces, nil
}

// history is the state of History.
type history struct {
	prices     *Prices
	pair       string
	resolution time.Duration
	whole      piece
	pieces     []piece  // to request
	cached     []Candle // from the cache
	progress   func(done, total int)

	lock    sync.Mutex
	results []pieceResult // as many as pieces
	done    int
	failed  bool
}

type pieceResult struct {
	candles []Candle
	err     error
}

// fetch requests all pieces until one fails. It waits for the first one, which shows whether the key is valid and which name
// of the resolution the service accepts.
func (h *history) fetch(ctx context.Context) {
	if len(h.pieces) == 0 {
		return
	}
	interval := h.first(ctx)
	var group errgroup.Group
	group.SetLimit(piecesAtOnce)
	for index := 1; index < len(h.pieces); index++ {
		group.Go(func() error {
			if !h.hasFailed() {
				candles, err := h.request(ctx, index, interval)
				h.store(index, candles, err)
			}
			return nil
		})
	}
	_ = group.Wait() // errors are in the results
}

// first requests the first piece and returns the name of the parameter for the others.
func (h *history) first(ctx context.Context) string {
	interval, accepted := h.prices.interval, h.prices.accepted.Load()
	if accepted != nil {
		interval = *accepted
	}
	candles, err := h.request(ctx, 0, interval)
	if accepted == nil && isBadRequest(err) {
		other := intervalParameter
		if interval == intervalParameter {
			other = resolutionParameter
		}
		if retried, failure := h.request(ctx, 0, other); !isBadRequest(failure) {
			interval, candles, err = other, retried, failure
		}
	}
	if err == nil {
		h.prices.accepted.Store(&interval)
	}
	h.store(0, candles, err)
	return interval
}

func isBadRequest(err error) bool {
	status, ok := errors.AsType[*StatusError](err)
	return ok && status.Status == http.StatusBadRequest
}

// request reads a piece. If the response is truncated, its candles come with the error.
func (h *history) request(ctx context.Context, index int, interval string) ([]Candle, error) {
	from := h.pieces[index].from
	if h.prices.candleCache != nil {
		// Start an interval early: cached pages must be complete even if the service leaves out the record at the start of a
		// range, and the same for all ranges even if it counts intervals from there.
		step := h.resolution.Milliseconds()
		from = max(from/step*step-step, 0)
	}
	found, err := h.prices.get(ctx, "/history", url.Values{
		"trading_pair": {h.pair},
		"startDate":    {strconv.FormatInt(from, 10)},
		"endDate":      {strconv.FormatInt(h.pieces[index].to, 10)},
		interval:       {strconv.FormatInt(int64(h.resolution/time.Second), 10)},
	})
	if len(found.body) == 0 {
		return nil, err
	}
	reader := newBodyReader(found)
	candles := reader.history()
	if err == nil {
		err = reader.end()
	}
	if err == nil && h.prices.candleCache != nil {
		h.writeCache(h.pieces[index], candles)
		if len(candles) > 0 && candles[len(candles)-1].Time < h.pieces[index].from {
			return nil, fmt.Errorf("prices of %s in this range: %w in the response of %s", h.pair, ErrNotFound, found.url)
		}
	}
	return candles, err
}

func (h *history) hasFailed() bool {
	h.lock.Lock()
	defer h.lock.Unlock()
	return h.failed
}

// store records the result of a piece. A piece without candles is not a failure: it can be before the pair was listed.
func (h *history) store(index int, candles []Candle, err error) {
	h.lock.Lock()
	defer h.lock.Unlock()
	h.results[index] = pieceResult{candles, err}
	if err != nil && !errors.Is(err, ErrNotFound) {
		h.failed = true
		return
	}
	h.done++
	h.progress(h.done, len(h.pieces))
}

// candles joins the candles of the cache and the pieces.
func (h *history) candles() []Candle {
	var all []Candle
	add := func(candles []Candle) {
		for _, candle := range candles {
			if h.whole.from <= candle.Time && candle.Time <= h.whole.to {
				all = append(all, candle)
			}
		}
	}
	add(h.cached)
	for _, result := range h.results {
		add(result.candles)
	}
	sort.SliceStable(all, func(i, j int) bool { return all[i].Time < all[j].Time })
	unique := all[:0]
	for i, candle := range all {
		if i+1 == len(all) || all[i+1].Time != candle.Time {
			unique = append(unique, candle)
		}
	}
	clear(all[len(unique):])
	return unique
}

// err returns the error of the earliest piece that failed, or ErrNotFound if no piece has candles.
func (h *history) err() error {
	missing := 0
	for index, result := range h.results {
		switch {
		case result.err == nil:
		case errors.Is(result.err, ErrNotFound):
			missing++
		case len(h.pieces) == 1:
			return result.err
		default:
			return fmt.Errorf("%s from %v: %w", h.pair, h.pieces[index], result.err)
		}
	}
	if missing == len(h.results) && missing > 0 && len(h.cached) == 0 {
		return h.results[0].err
	}
	return nil
}

const (
	// pageRecords is the maximum number of candles in a cached page.
	pageRecords = 2048
	// finalAfter is the age at which a page no longer changes, with a margin for clocks that differ.
	finalAfter = time.Hour
)

// CandlePage returns the length of a page in a CandleCache, such as four weeks for candles of an hour. Pages start at
// multiples of it since 1970.
func CandlePage(resolution time.Duration) time.Duration {
	if resolution >= maxPiece {
		return resolution
	}
	return min(maxPiece, pageRecords*resolution).Truncate(resolution)
}

// readCache reads the cached pages and returns the pieces that are left to request. They start and end at pages, and are no
// longer than those of splitRange.
func (h *history) readCache(pieces []piece) []piece {
	cache, from, to := h.prices.candleCache, pieces[0].from, pieces[len(pieces)-1].to
	page := CandlePage(h.resolution).Milliseconds()
	maxLength := max((pieces[0].to-pieces[0].from)/page, 1) * page
	var left []piece
	open := from // start of the next piece
	request := func(until int64) {
		for open <= until {
			end := min(open/page*page+maxLength, until)
			left = append(left, piece{open, end})
			if open = end; open == until {
				break
			}
		}
	}
	for start := (from + page - 1) / page * page; start+page-1 <= to; start += page {
		raw := cache.Candles(h.pair, h.resolution, time.UnixMilli(start))
		if raw == nil {
			continue
		}
		reader := newBodyReader(apiResponse{body: raw})
		candles := reader.history()
		if reader.end() != nil {
			continue // fetched again
		}
		h.cached = append(h.cached, candles...)
		request(start - 1)
		open = start + page
	}
	request(to)
	return left
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
		h.prices.candleCache.PutCandles(h.pair, h.resolution, time.UnixMilli(start), raw.Bytes())
	}
}

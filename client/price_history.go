package client

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"iter"
	"net/http"
	"net/url"
	"slices"
	"sort"
	"strconv"
	"sync"
	"time"

	"golang.org/x/sync/errgroup"
)

// piecesAtOnce is the maximum number of concurrent requests. Services do not document their limit; about four a second is safe.
const piecesAtOnce = 4

// Candle is a record of the price history (spec section 2.9). Prices are decimal texts with the digits of the service; "" if
// absent or invalid.
type Candle struct {
	Time                           int64 // milliseconds since the Unix epoch
	Open, High, Low, Close, Volume string
	Raw                            json.RawMessage // the complete JSON
	Problems                       Problems        // the parts that could not be decoded
	Other                          Members         // the members that are not known
}

// MarshalJSON returns prices as strings. What is absent is null.
func (c Candle) MarshalJSON() ([]byte, error) {
	return marshal(struct {
		Time     int64    `json:"time_ms"`
		Open     *string  `json:"open"`
		High     *string  `json:"high"`
		Low      *string  `json:"low"`
		Close    *string  `json:"close"`
		Volume   *string  `json:"volume"`
		Problems Problems `json:"problems"`
		Other    Members  `json:"other"`
	}{c.Time, textOrNull(c.Open), textOrNull(c.High), textOrNull(c.Low), textOrNull(c.Close), textOrNull(c.Volume), c.Problems, c.Other})
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
// of the pair in the range, a *DecodeError if one has no time or a time far outside of the range.
func (p *Prices) History(ctx context.Context, request HistoryRequest) ([]Candle, error) {
	pair, err := validPair(request.Pair)
	if err != nil {
		return nil, err
	}
	cache := p.candleCacheFor(request.Resolution)
	pieces, err := splitRange(request.From, request.To, request.Resolution, cache != nil)
	if err != nil {
		return nil, err
	}
	progress := request.Progress
	if progress == nil {
		progress = func(int, int) {}
	}
	history := &history{
		prices: p, cache: cache, pair: pair, resolution: request.Resolution, progress: progress,
		whole: piece{pieces[0].from, pieces[len(pieces)-1].to}, pieces: pieces,
	}
	if cache != nil && !bypassesCache(ctx) {
		history.readCache()
	}
	history.results = make([]pieceResult, len(history.pieces))
	history.fetch(ctx)
	return history.candles(), history.err()
}

// AllHistory iterates over the candles of History with few of them in memory.
func (p *Prices) AllHistory(ctx context.Context, request HistoryRequest) iter.Seq2[Candle, error] {
	return func(yield func(Candle, error) bool) {
		pieces, err := splitRange(request.From, request.To, request.Resolution, p.candleCacheFor(request.Resolution) != nil)
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

// history is the state of History.
type history struct {
	prices     *Prices
	cache      CandleCache // nil if none
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
	if h.cache != nil {
		from = cachedStart(from, h.resolution)
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
	reader.pair = h.pair
	candles := reader.history()
	if err == nil {
		err = reader.end()
	}
	if err == nil {
		err = h.foreign(candles, piece{from, h.pieces[index].to}, found.url)
	}
	if err == nil && h.cache != nil {
		h.writeCache(h.pieces[index], candles)
		if len(candles) > 0 && candles[len(candles)-1].Time < h.pieces[index].from {
			return nil, fmt.Errorf("prices of %s in this range: %w in the response of %s", h.pair, ErrNotFound, found.url)
		}
	}
	return candles, err
}

// rangeTolerance is how far outside of the requested range a candle may be, as services can round the range to days.
const rangeTolerance = 24 * time.Hour

// foreign returns an error for candles that were not requested, which are left out: the response may be that of another range.
func (h *history) foreign(candles []Candle, requested piece, url string) error {
	tolerance := (h.resolution + rangeTolerance).Milliseconds()
	for _, candle := range candles {
		if candle.Time < requested.from-tolerance || candle.Time > requested.to+tolerance {
			at := time.UnixMilli(candle.Time).UTC().Format(time.RFC3339)
			return &DecodeError{URL: url, Path: "timestamp", Err: fmt.Errorf("a candle of %s (%d) instead of the range %v", at, candle.Time, requested)}
		}
	}
	return nil
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
	if len(h.cached) == 0 && len(h.results) == 1 && slices.IsSortedFunc(h.results[0].candles, isAfter) {
		return h.within(h.results[0].candles)
	}
	count := len(h.cached)
	for _, result := range h.results {
		count += len(result.candles)
	}
	all := make([]Candle, 0, count)
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

// isAfter compares candles for a check that their times ascend: equal ones do not.
func isAfter(a, b Candle) int {
	if a.Time < b.Time {
		return -1
	}
	return 1
}

// within returns the candles of the range, which are sorted.
func (h *history) within(candles []Candle) []Candle {
	first := sort.Search(len(candles), func(i int) bool { return candles[i].Time >= h.whole.from })
	last := sort.Search(len(candles), func(i int) bool { return candles[i].Time > h.whole.to })
	return candles[first:last]
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

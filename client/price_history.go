package client

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"slices"
	"strconv"
	"sync"
	"time"

	"golang.org/x/sync/errgroup"
)

const (
	// longestPiece is what one request asks for: within any calendar month, which is the
	// most that the service gives (spec section 8).
	longestPiece = 28 * 24 * time.Hour
	// mostRecords is how many records one request asks for at most, which keeps its answer
	// far below the limit of a body.
	mostRecords = 50_000
	// mostPieces is how many requests a range may take: 76 years of days or minutes.
	mostPieces = 1000
	// piecesAtOnce is how many requests of one range are on their way at most. Services do
	// not tell their limit; careful callers keep to about four a second.
	piecesAtOnce = 4
)

// History reads the price history of a pair (spec section 2.9) in the range, both ends
// included, with one record for each interval of the resolution as far as the service has
// them; the times are the service's own. The pair is one that Latest takes. The range
// begins in 1970 or later and holds at least a millisecond; the resolution is in whole
// seconds. Anything else is an *ArgumentError.
//
// A range that is too long for one request is asked for in pieces, several at once. The
// records come in the order of time and each time once: of records with the same time the
// last counts. progress, where it is not nil, is called after each piece, never by two
// goroutines at once.
//
// When a piece fails no further ones are asked for, and the error comes with the records
// of those that did not: there may be gaps between them. It fails with ErrNotFound when
// the service has nothing of the pair in the whole range. Records without a time are a
// *DecodeError, which comes with all the others.
func (p *Prices) History(ctx context.Context, pair string, from, to time.Time, resolution time.Duration, progress func(done, total int)) ([]Candle, error) {
	pair, err := validPair(pair)
	if err != nil {
		return nil, err
	}
	pieces, err := piecesOf(from, to, resolution)
	if err != nil {
		return nil, err
	}
	if progress == nil {
		progress = func(int, int) {}
	}
	history := &history{
		prices: p, pair: pair, resolution: resolution, progress: progress,
		whole: piece{pieces[0].from, pieces[len(pieces)-1].to}, pieces: pieces,
	}
	if p.candleCache != nil && !bypassesCache(ctx) {
		history.pieces = history.takeKept(pieces)
	}
	history.results = make([]pieceResult, len(history.pieces))
	history.read(ctx)
	return history.candles(), history.err()
}

// piece is a part of a range, in milliseconds since the Unix epoch, both ends included.
type piece struct{ from, to int64 }

// String gives the range for an error.
func (p piece) String() string {
	return time.UnixMilli(p.from).UTC().Format(time.RFC3339) + " to " + time.UnixMilli(p.to).UTC().Format(time.RFC3339)
}

// piecesOf splits a range. Neighbours share their border, as the service may leave out
// the record at one end of a range. All but the last are multiples of the resolution
// long, so that a service that counts intervals from the start of a range gives the same
// ones.
func piecesOf(from, to time.Time, resolution time.Duration) ([]piece, error) {
	if resolution <= 0 || resolution%time.Second != 0 {
		return nil, &ArgumentError{Field: "resolution", Value: resolution.String(), Rule: "must be whole seconds, at least one"}
	}
	start, end := from.UnixMilli(), to.UnixMilli()
	switch {
	case from.Before(time.Unix(0, 0)):
		return nil, &ArgumentError{Field: "from", Value: from.UTC().Format(time.RFC3339), Rule: "must not be before 1970"}
	case start >= end:
		return nil, &ArgumentError{
			Field: "range", Value: from.UTC().Format(time.RFC3339Nano) + " to " + to.UTC().Format(time.RFC3339Nano),
			Rule: "must begin before it ends",
		}
	}
	step := longestPiece
	if resolution < step {
		step = min(step, mostRecords*resolution).Truncate(resolution)
	}
	milliseconds := step.Milliseconds()
	if count := (end-start-1)/milliseconds + 1; count > mostPieces {
		return nil, &ArgumentError{
			Field: "range", Value: piece{start, end}.String(),
			Rule: fmt.Sprintf("takes %d requests at a resolution of %v, at most %d; ask for less or more coarsely", count, resolution, mostPieces),
		}
	}
	var pieces []piece
	for ; start < end; start += milliseconds {
		pieces = append(pieces, piece{start, min(start+milliseconds, end)})
	}
	return pieces, nil
}

// history is the reading of one range.
type history struct {
	prices     *Prices
	pair       string
	resolution time.Duration
	whole      piece
	pieces     []piece  // what is asked for of it
	kept       []Candle // what was not to be asked for
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

// read asks for all pieces until one fails. The first is asked for alone: it shows
// whether the key is good and by which name the service takes the resolution.
func (h *history) read(ctx context.Context) {
	if len(h.pieces) == 0 {
		return
	}
	interval := h.first(ctx)
	var group errgroup.Group
	group.SetLimit(piecesAtOnce)
	for index := 1; index < len(h.pieces); index++ {
		group.Go(func() error {
			if h.goesOn() {
				candles, err := h.ask(ctx, index, interval)
				h.keep(index, candles, err)
			}
			return nil
		})
	}
	_ = group.Wait() // the errors stand in the results
}

// first asks for the first piece and gives the name of the parameter for the others.
func (h *history) first(ctx context.Context) string {
	interval, taken := h.prices.interval, h.prices.taken.Load()
	if taken != nil {
		interval = *taken
	}
	candles, err := h.ask(ctx, 0, interval)
	if taken == nil && isBadRequest(err) {
		other := intervalParameter
		if interval == intervalParameter {
			other = resolutionParameter
		}
		if again, failure := h.ask(ctx, 0, other); !isBadRequest(failure) {
			interval, candles, err = other, again, failure
		}
	}
	if err == nil {
		h.prices.taken.Store(&interval)
	}
	h.keep(0, candles, err)
	return interval
}

func isBadRequest(err error) bool {
	var refused *StatusError
	return errors.As(err, &refused) && refused.Status == http.StatusBadRequest
}

// ask reads one piece. What came of it before an error is kept.
func (h *history) ask(ctx context.Context, index int, interval string) ([]Candle, error) {
	from := h.pieces[index].from
	if h.prices.candleCache != nil {
		// What is kept has to be whole, also where the service leaves out the record at the
		// beginning of a range, and to be the same wherever a range begins, also where the
		// service counts intervals from there.
		step := h.resolution.Milliseconds()
		from = max(from/step*step-step, 0)
	}
	found, err := h.prices.ask(ctx, "/history", url.Values{
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
		h.keepPages(h.pieces[index], candles)
		if len(candles) > 0 && candles[len(candles)-1].Time < h.pieces[index].from {
			return nil, fmt.Errorf("%s lists no price of %s in this range: %w", found.url, h.pair, ErrNotFound)
		}
	}
	return candles, err
}

func (h *history) goesOn() bool {
	h.lock.Lock()
	defer h.lock.Unlock()
	return !h.failed
}

// keep notes what came of a piece. A part of the range of which the service has nothing
// is no failure: it may lie before the pair was listed.
func (h *history) keep(index int, candles []Candle, err error) {
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

// candles joins what came of the pieces.
func (h *history) candles() []Candle {
	var all []Candle
	take := func(candles []Candle) {
		for _, candle := range candles {
			if h.whole.from <= candle.Time && candle.Time <= h.whole.to {
				all = append(all, candle)
			}
		}
	}
	take(h.kept)
	for _, result := range h.results {
		take(result.candles)
	}
	slices.SortStableFunc(all, func(a, b Candle) int { return cmp.Compare(a.Time, b.Time) })
	kept := all[:0]
	for i, candle := range all {
		if i+1 == len(all) || all[i+1].Time != candle.Time {
			kept = append(kept, candle)
		}
	}
	clear(all[len(kept):])
	return kept
}

// err gives the failure of the earliest piece that failed, or that nothing was found.
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
	if missing == len(h.results) && missing > 0 && len(h.kept) == 0 {
		return h.results[0].err
	}
	return nil
}

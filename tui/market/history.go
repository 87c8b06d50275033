// Package market has the prices of trading pairs and what follows from them: the latest ones, their history, the watched pairs, price
// alerts and technical indicators; and what accounts hold. All calls of the price service are made here.
package market

import (
	"context"
	"errors"
	"time"

	tea "github.com/charmbracelet/bubbletea"

	"foredeck/client"
	"foredeck/tui/load"
)

const (
	// The interval at which the newest bars are reloaded, depending on the resolution. In between they are updated from
	// the latest price.
	minRefresh = 30 * time.Second
	maxRefresh = 5 * time.Minute
	// maxRetryDelay limits the delay before a failed request is retried.
	maxRetryDelay = time.Minute
)

// Want loads the next missing part of a series, so that it eventually reaches back to from and up to now. It makes one
// request at a time and returns nil if none is due.
func (p *Prices) Want(ctx context.Context, s *Series, from int64) tea.Cmd {
	key := seriesKey{s.Pair, s.Step}
	reload := p.reloading[key]
	if reload == nil {
		return p.fetchHistory(ctx, s, from, 0)
	}
	if cmd := p.fetchHistory(client.BypassCache(ctx), reload, max(from, s.from), 0); cmd != nil || reload.state.Loading() || reload.to == 0 || reload.state.Err() != nil {
		return cmd
	}
	if reload.from <= max(from, s.from) || reload.ended { // the reloaded range covers the visible one
		p.series[key] = reload
		delete(p.reloading, key)
	}
	return nil
}

// HardReload reloads the latest price and the history of a pair and bypasses the cache. The loaded history stays until
// its replacement covers the same range.
func (p *Prices) HardReload(ctx context.Context, pair string, step time.Duration) tea.Cmd {
	if p.service.Client == nil || p.Backoff() > 0 {
		return nil
	}
	key := seriesKey{pair, step}
	if running := p.reloading[key]; running != nil {
		running.state.Cancel()
	}
	p.reloading[key] = &Series{Pair: pair, Step: step}
	if far := p.far[key]; far != nil {
		far.state.Cancel()
		delete(p.far, key)
	}
	return p.Refresh(ctx, pair)
}

func (p *Prices) fetchHistory(ctx context.Context, s *Series, wanted int64, reserve int) tea.Cmd {
	now := p.loader.Now()
	if p.service.Client == nil || p.refused || s.stopped || s.state.Loading() || now.Before(s.retryAt) {
		return nil
	}
	if p.service.Feed != nil { // the series says why it is empty
		s.stopped = true
		call := s.state.Compute(p.loader, func() (fetched, error) { return fetched{}, client.ErrNoHistory })
		return func() tea.Msg { return ResponseMsg{series: s, history: call().(load.Result[fetched])} }
	}
	s.restart(now)
	next := s.nextRange
	if s.isFar {
		next = s.nextFar
	}
	from, to, due := next(now, wanted)
	affordable := p.budget.affordable(now, reserve)
	if !due || affordable < 1 {
		return nil
	}
	from, calls := s.extendRange(from, to, wanted, affordable)
	for range calls {
		p.budget.spend(now, reserve)
	}
	call := s.state.LoadExternal(ctx, p.loader, func(ctx context.Context) (fetched, error) {
		began := p.loader.Now()
		candles, err := p.service.Client.History(ctx, client.HistoryRequest{Pair: s.Pair, From: time.UnixMilli(from), To: time.UnixMilli(to), Resolution: s.Step})
		if err != nil && !errors.Is(err, client.ErrNotFound) {
			return fetched{}, err
		}
		return fetched{from: from, to: to, page: newPage(candles, s.Step.Milliseconds()), took: p.loader.Now().Sub(began), problems: problemsIn(candles)}, nil
	})
	return func() tea.Msg { return ResponseMsg{series: s, history: call().(load.Result[fetched])} }
}

// nextRange returns the next range to request, both ends included; due is false if nothing is missing. Ranges are
// aligned to the cached pages and at most a month long.
func (s *Series) nextRange(now time.Time, wanted int64) (from, to int64, due bool) {
	page := client.CandlePage(s.Step).Milliseconds()
	switch {
	case s.to == 0:
		from = now.UnixMilli() / page * page
		if now.UnixMilli()-from < page/8 {
			from -= page // a page that has just started has almost no bars
		}
		return from, now.UnixMilli(), true
	case wanted < s.from && !s.ended && s.from >= page:
		return s.from - page, s.from - 1, true
	case now.Sub(s.refreshed) >= max(minRefresh, min(s.Step/12, maxRefresh)):
		from = s.refreshStart()
		return from, now.UnixMilli(), from < now.UnixMilli()
	}
	return 0, 0, false
}

// refreshStart returns the start of the range to reload: an interval before the end of what the service has sent, as later bars are made
// of the latest prices that were seen, or none was seen.
func (s *Series) refreshStart() int64 {
	newest, ok := s.NewestTime()
	if !ok {
		return s.from
	}
	step := s.Step.Milliseconds()
	return max(min(newest, s.to/step*step)-step, s.from)
}

// restart forgets a series whose end is too far in the past to be loaded at once, as after a long sleep: it would have a gap.
func (s *Series) restart(now time.Time) {
	if s.to == 0 || s.isFar || client.HistoryCalls(s.refreshStart(), now.UnixMilli(), s.Step) <= maxBatch {
		return
	}
	s.pages, s.from, s.to, s.emptyPages, s.ended = nil, 0, 0, 0, false
	s.revision++
}

const (
	// maxBatch is the maximum number of calls for one request of older bars, which run in parallel.
	maxBatch = 10
	// maxBatchRecords limits the records of one request, and so the memory that reading them takes. One call can have almost as many.
	maxBatchRecords = 40_000
)

// extendRange extends a range of older bars to as many of the wanted pages as the budget affords, and returns the number of calls. The newest
// page is requested alone, so that it is drawn first.
func (s *Series) extendRange(from, to, wanted int64, affordable int) (start int64, calls int) {
	page := client.CandlePage(s.Step).Milliseconds()
	if s.to == 0 || to >= s.from {
		return from, min(max(client.HistoryCalls(from, to, s.Step), 1), affordable)
	}
	for calls = 1; wanted < from && from >= page; from -= page {
		next := client.HistoryCalls(from-page, to, s.Step)
		if next > min(affordable, maxBatch) || time.Duration(to-from+page)*time.Millisecond/s.Step > maxBatchRecords {
			break
		}
		calls = next
	}
	return from, calls
}

func (p *Prices) handleHistory(s *Series, result load.Result[fetched]) {
	if !s.state.Accept(result) {
		return
	}
	if errors.Is(result.Err, client.ErrNoHistory) {
		return
	}
	p.adjustPace(result.Err)
	now := p.loader.Now()
	if err := result.Err; err != nil {
		s.failures++
		s.retryAt = now.Add(min(time.Second<<min(s.failures, 10), maxRetryDelay))
		return
	}
	s.failures = 0
	newest := s.to == 0 || result.Value.to > s.from+s.Step.Milliseconds()
	s.merge(result.Value)
	if newest {
		s.refreshed = now
	}
	if latest, ok := p.Latest(s.Pair); ok && newest && !s.isFar && latest.Time != nil {
		s.update(*latest.Time, latest.Price)
	}
}

// Stopped reports whether the user has stopped loading.
func (s *Series) Stopped() bool { return s.stopped }

// Stop cancels the request of a series and disables automatic retries. It reports whether a request was active.
func (s *Series) Stop() bool {
	if !s.state.Loading() {
		return false
	}
	s.state.Cancel()
	s.stopped = true
	return true
}

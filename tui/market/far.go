package market

import (
	"context"
	"time"

	tea "github.com/charmbracelet/bubbletea"

	"foredeck/client"
)

// nearPages is the number of requests between a time and what is loaded up to which everything between them is loaded.
const nearPages = 3

// isNear reports whether a time is in the range of a series, or so close to it that everything between is loaded.
func (s *Series) isNear(at int64) bool {
	near := nearPages * client.CandlePage(s.Step).Milliseconds()
	return s.to != 0 && (at >= s.from-near || s.ended) && at <= s.to+near
}

// SeriesAt returns the series to show a window from that ends at a time: the one that reaches up to now, or one of its own if the time is far
// in the past, which does not load what lies between. There is one such series for a pair and a resolution. An end of 0 is now.
func (p *Prices) SeriesAt(pair string, step time.Duration, end int64) *Series {
	newest := p.Series(pair, step)
	if end == 0 || newest.to == 0 || end >= newest.from || newest.isNear(end) {
		return newest
	}
	key := seriesKey{pair, step}
	far := p.far[key]
	if far == nil || far.to == 0 && far.until != end || far.to != 0 && !far.isNear(end) {
		if far != nil {
			far.state.Cancel()
		}
		far = &Series{Pair: pair, Step: step, isFar: true}
		p.far[key] = far
	}
	far.until = end
	return far
}

// WantWindow loads the next missing part of the series that SeriesAt returns. Of a pair of which nothing is loaded yet, it loads the newest
// page only before it is known that a window is far from it.
func (p *Prices) WantWindow(ctx context.Context, pair string, step time.Duration, from, end int64) tea.Cmd {
	s, now := p.SeriesAt(pair, step, end), p.loader.Now().UnixMilli()
	if s.to == 0 && !s.isFar && end != 0 && end < now-nearPages*client.CandlePage(step).Milliseconds() {
		from = now
	}
	return p.WantAt(ctx, s, from)
}

// WantAt loads the next missing part of a window from a series that SeriesAt returned, so that it eventually reaches from from to its end.
func (p *Prices) WantAt(ctx context.Context, s *Series, from int64) tea.Cmd {
	if !s.isFar {
		return p.Want(ctx, s, from)
	}
	return p.fetchHistory(ctx, s, from, 0)
}

// nextFar returns the next range to request of a series in the past, newer bars before older ones.
func (s *Series) nextFar(now time.Time, wanted int64) (from, to int64, due bool) {
	page := client.CandlePage(s.Step).Milliseconds()
	switch {
	case s.to == 0:
		from = (s.until - 1) / page * page
		return from, min(from+page-1, now.UnixMilli()), true
	case s.until > s.to+1:
		return s.to + 1, min(s.to+page, now.UnixMilli()), true
	case wanted < s.from && !s.ended && s.from >= page:
		return s.from - page, s.from - 1, true
	}
	return 0, 0, false
}

// IsFar reports whether the series is one in the past, that does not reach up to now.
func (s *Series) IsFar() bool { return s.isFar }

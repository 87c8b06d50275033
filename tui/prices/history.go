package prices

import (
	"context"
	"errors"
	"time"

	tea "github.com/charmbracelet/bubbletea"

	"foredeck/client"
	"foredeck/tui/load"
)

const (
	// The times after which the newest bars are looked at again; in between they follow the newest price.
	refreshSoonest = 30 * time.Second
	refreshLatest  = 5 * time.Minute
	// longestPause is the longest time after a failure until the look is made again by itself.
	longestPause = time.Minute
)

// Want sees to it that a series reaches back to a time and is fresh: it makes the next look that this takes, one at a time.
func (m *Prices) Want(ctx context.Context, s *Series, from int64) tea.Cmd {
	key := seriesKey{s.Pair, s.Step}
	fresh := m.fresh[key]
	if fresh == nil {
		return m.want(ctx, s, from, 0)
	}
	if cmd := m.want(client.BypassCache(ctx), fresh, max(from, s.from), 0); cmd != nil || fresh.look.Loading() || fresh.to == 0 || fresh.look.Err() != nil {
		return cmd
	}
	if fresh.from <= max(from, s.from) || fresh.ended { // it has come as far as one sees
		m.series[key] = fresh
		delete(m.fresh, key)
	}
	return nil
}

// LookAfresh looks at the newest price of a pair at once, and reads what it did before from the service anew: what was kept is not
// taken. What is known stays until that is here.
func (m *Prices) LookAfresh(ctx context.Context, pair string, step time.Duration) tea.Cmd {
	if m.prices == nil || m.Slowed() > 0 {
		return nil
	}
	key := seriesKey{pair, step}
	if before := m.fresh[key]; before != nil {
		before.look.Cancel()
	}
	m.fresh[key] = &Series{Pair: pair, Step: step}
	return m.Look(ctx, pair)
}

func (m *Prices) want(ctx context.Context, s *Series, wanted int64, leave int) tea.Cmd {
	now := m.loader.Now()
	if m.prices == nil || m.refused || s.stop || s.look.Loading() || now.Before(s.again) {
		return nil
	}
	from, to, due := s.nextLook(now, wanted)
	if !due || !m.budget.take(now, leave) {
		return nil
	}
	call := s.look.AskElsewhere(ctx, m.loader, func(ctx context.Context) (fetched, error) {
		began := m.loader.Now()
		candles, err := m.prices.History(ctx, s.Pair, time.UnixMilli(from), time.UnixMilli(to), s.Step, nil)
		if err != nil && !errors.Is(err, client.ErrNotFound) {
			return fetched{}, err
		}
		return fetched{from: from, to: to, page: newPage(candles), took: m.loader.Now().Sub(began)}, nil
	})
	return func() tea.Msg { return AnswerMsg{series: s, history: call().(load.Result[fetched])} }
}

// nextLook is the range of the next look, both ends included. It is not due where nothing is missing. Ranges begin and end with
// the pages in which candles are kept; the longest is a month.
func (s *Series) nextLook(now time.Time, wanted int64) (from, to int64, due bool) {
	page, step := client.HistoryPage(s.Step).Milliseconds(), s.Step.Milliseconds()
	switch {
	case s.to == 0:
		from = now.UnixMilli() / page * page
		if now.UnixMilli()-from < page/8 {
			from -= page // a page that has just begun shows next to nothing
		}
		return from, now.UnixMilli(), true
	case wanted < s.from && !s.ended && s.from >= page:
		return s.from - page, s.from - 1, true
	case now.Sub(s.looked) >= max(refreshSoonest, min(s.Step/12, refreshLatest)):
		from = s.from
		if newest, ok := s.Newest(); ok {
			from = max(newest.Time-step, s.from)
		}
		return from, now.UnixMilli(), from < now.UnixMilli()
	}
	return 0, 0, false
}

func (m *Prices) takeHistory(s *Series, result load.Result[fetched]) {
	if !s.look.Take(result) {
		return
	}
	m.pace(result.Err)
	now := m.loader.Now()
	if err := result.Err; err != nil {
		s.failed++
		s.again = now.Add(min(time.Second<<min(s.failed, 10), longestPause))
		return
	}
	s.failed = 0
	newest := s.to == 0 || result.Value.to > s.from+s.Step.Milliseconds()
	s.take(result.Value)
	if newest {
		s.looked = now
	}
	if latest, ok := m.Latest(s.Pair); ok && newest {
		s.grow(latest.Time, latest.Price)
	}
}

// Stop ends the look at a series, and tells whether there was one. It is not made again by itself.
func (s *Series) Stop() bool {
	if !s.look.Loading() {
		return false
	}
	s.look.Cancel()
	s.stop = true
	return true
}

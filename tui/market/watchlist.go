package market

import (
	"context"
	"maps"
	"math"
	"slices"
	"time"

	tea "github.com/charmbracelet/bubbletea"

	"foredeck/tui/store"
)

// Watched returns the watched pairs in the user's order.
func (p *Prices) Watched() []string {
	if chosen, ok := p.store.Watchlist(); ok {
		return chosen
	}
	return p.service.Pairs
}

// Watch adds a pair to the end of the watchlist, or removes it if it is there, and reports whether it is watched now.
func (p *Prices) Watch(pair string) bool {
	watched := slices.Clone(p.Watched())
	at := slices.Index(watched, pair)
	if at >= 0 {
		watched = slices.Delete(watched, at, at+1)
		view := p.WatchlistView()
		view.SetGroup(pair, "")
		p.SetWatchlistView(view)
	} else {
		watched = append(watched, pair)
	}
	p.setWatched(watched)
	return at < 0
}

// Place moves a watched pair before or after another one in the user's order.
func (p *Prices) Place(pair, other string, isAfter bool) {
	watched := slices.Clone(p.Watched())
	at := slices.Index(watched, pair)
	if at < 0 || pair == other {
		return
	}
	watched = slices.Delete(watched, at, at+1)
	to := slices.Index(watched, other)
	if to < 0 {
		return
	}
	if isAfter {
		to++
	}
	p.setWatched(slices.Insert(watched, to, pair))
}

// Move moves a watched pair by the given number of positions, up if negative.
func (p *Prices) Move(pair string, by int) {
	watched := p.Watched()
	if to := slices.Index(watched, pair) + by; to >= 0 && to < len(watched) {
		p.Place(pair, watched[to], by > 0)
	}
}

func (p *Prices) setWatched(pairs []string) {
	p.store.SetWatchlist(pairs)
	p.revision++
}

// WatchlistView returns the order and the groups of the watchlist. The groups are copies.
func (p *Prices) WatchlistView() store.WatchlistView { return p.store.WatchlistView() }

// SetWatchlistView replaces the order and the groups of the watchlist.
func (p *Prices) SetWatchlistView(view store.WatchlistView) {
	p.store.SetWatchlistView(view)
	p.revision++
}

// WatchlistRevision changes with each edit of the watchlist, its order or its groups.
func (p *Prices) WatchlistRevision() int { return p.revision }

// KnownPairs returns the pairs that are watched by default or by the user, and those that have had a price.
func (p *Prices) KnownPairs() []string {
	known := append(slices.Clone(p.service.Pairs), p.Watched()...)
	for pair, q := range p.quotes {
		if _, ok := q.state.Value(); ok {
			known = append(known, pair)
		}
	}
	if p.service.Feed != nil {
		known = slices.AppendSeq(known, maps.Keys(p.service.Feed.Pairs))
	}
	slices.Sort(known)
	return slices.Compact(known)
}

// Check requests the latest price of a pair, to learn whether the service has it. Status reports the result.
func (p *Prices) Check(ctx context.Context, pair string) tea.Cmd {
	if p.service.Client == nil {
		return nil
	}
	p.budget.spend(p.loader.Now(), 0) // a request by the user is not delayed
	return p.fetchLatest(ctx, pair)
}

// CancelCheck cancels the request of Check.
func (p *Prices) CancelCheck(pair string) {
	if q := p.quotes[pair]; q != nil {
		q.state.Cancel()
	}
}

// Pair returns the pair of a response.
func (msg ResponseMsg) Pair() string {
	if msg.series != nil {
		return msg.series.Pair
	}
	return msg.pair
}

// Pairs returns the pairs that a response changes.
func (msg ResponseMsg) Pairs() []string {
	if msg.push == nil {
		return []string{msg.Pair()}
	}
	pairs := make([]string, len(msg.push.prices))
	for i, price := range msg.push.prices {
		pairs[i] = price.Pair
	}
	return pairs
}

// Turnover returns the volume of the last 24 hours in the quote currency, from the hourly bars. ok is false if there are none.
func (p *Prices) Turnover(pair string) (turnover float64, ok bool) {
	s := p.series[seriesKey{pair, time.Hour}]
	if s == nil {
		return 0, false
	}
	now := p.loader.Now()
	for _, bar := range s.Bars(nil, now.Add(-day).UnixMilli(), now.UnixMilli()+1) {
		if value := bar.Close * bar.Volume; !math.IsNaN(value) && !math.IsInf(value, 0) {
			turnover, ok = turnover+value, true
		}
	}
	return turnover, ok
}

// AlertDistances returns how far the price of each pair with an armed price alert is from the nearest level, in percent of the price.
func (p *Prices) AlertDistances() map[string]float64 {
	distances := map[string]float64{}
	for _, alert := range p.store.Alerts() {
		c, o := p.observation(&alert)
		if !o.isKnown() {
			continue
		}
		away := o.away()
		if away.Abs(away); !c.isChange {
			if away = percentOf(away, o.value); away == nil {
				continue
			}
		}
		percent, _ := away.Float64()
		if known, ok := distances[alert.Pair]; !ok || percent < known {
			distances[alert.Pair] = percent
		}
	}
	return distances
}

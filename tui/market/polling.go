package market

import (
	"context"
	"time"

	tea "github.com/charmbracelet/bubbletea"

	"foredeck/tui/load"
)

const (
	day = 24 * time.Hour
	// maxPollInterval is the time between requests for a latest price, for all pairs together. It is shorter if many pairs are on screen,
	// so that each of them is requested once per refreshTarget.
	maxPollInterval = 5 * time.Second
	minPollInterval = 2500 * time.Millisecond
	// pushedPollInterval is the time between requests while the service pushes prices: what it does not push is asked for, the high, low and
	// change of a day.
	pushedPollInterval = 15 * time.Second
	// refreshTarget is divided by the number of pairs on screen for the time between requests. As some requests are for the pair in focus
	// and for pairs off the screen, up to a dozen prices on screen stay younger than load.StaleAfter.
	refreshTarget = 30 * time.Second
	// reservedForUser is the number of calls that background requests leave for the user, and reservedForVisible the number that requests
	// for pairs off the screen leave for those on it.
	reservedForUser    = 4
	reservedForVisible = 8
	// hiddenRefresh is the age at which the last day of a pair off the screen is loaded again, for sorting by volume.
	hiddenRefresh = time.Hour
	// unknownRetry is the time after which a pair that the service does not know is requested again.
	unknownRetry = 10 * time.Minute
)

// Show reports that prices are on screen. pair is the one in focus, which is polled more often; it may be empty.
func (p *Prices) Show(pair string) { p.visiblePair, p.visible = pair, true }

// ShowRows reports which pairs of a list are on screen, until Hide. They are requested before the others; nil means all watched pairs.
func (p *Prices) ShowRows(pairs []string) { p.visibleRows = pairs }

// Tick makes the requests that are due. Call it once a second, and when the visible prices change.
func (p *Prices) Tick(ctx context.Context) tea.Cmd {
	if !p.wanted() {
		return nil
	}
	var cmds []tea.Cmd
	now := p.loader.Now()
	if back := p.ticked.Sub(now); back > 0 {
		p.setBack(now, back)
	}
	p.ticked = now
	near, far := p.wantedPairs()
	for _, pair := range near {
		if p.quotes[pair] == nil && p.budget.spend(now, 0) {
			cmds = append(cmds, p.fetchLatest(ctx, pair))
		}
	}
	if len(cmds) == 0 && !now.Before(p.nextPoll) {
		if pair := p.due(near, far); pair != "" && p.budget.spend(now, 0) {
			cmds = append(cmds, p.fetchLatest(ctx, pair))
		}
	}
	if p.onScreen() {
		cmds = append(cmds, p.fetchDays(ctx, near, far)...)
	}
	cmds = append(cmds, p.fetchAlertData(ctx)...)
	return tea.Batch(cmds...)
}

// setBack follows a clock that was set back: what waits for a time would wait for too long, and history that is yet to come is loaded again.
func (p *Prices) setBack(now time.Time, by time.Duration) {
	times := []*time.Time{&p.nextPoll, &p.budget.updated, &p.budget.blockedUntil}
	for _, q := range p.quotes {
		times = append(times, &q.requested, &q.pushedAt)
	}
	for key, s := range p.series {
		if s.from > now.UnixMilli() {
			s.state.Cancel()
			delete(p.series, key)
		}
		times = append(times, &s.refreshed, &s.retryAt)
	}
	for _, at := range times {
		if !at.IsZero() {
			*at = at.Add(-by)
		}
	}
}

// wanted reports whether prices are to be requested: they are on screen or have alerts, and the service accepts the key.
func (p *Prices) wanted() bool {
	return p.service.Client != nil && !p.refused && (p.onScreen() || len(p.store.Alerts()) > 0)
}

// onScreen reports whether prices are on screen and not paused. A pause is of what is shown: alerts go on.
func (p *Prices) onScreen() bool { return p.visible && !p.paused }

// fetchDays loads the last day of the watched pairs, of those on screen first.
func (p *Prices) fetchDays(ctx context.Context, near, far []string) []tea.Cmd {
	var cmds []tea.Cmd
	now := p.loader.Now()
	for _, pair := range near {
		cmds = append(cmds, p.fetchHistory(ctx, p.Series(pair, time.Hour), now.Add(-day).UnixMilli(), reservedForUser))
	}
	for _, pair := range far {
		if s := p.Series(pair, time.Hour); s.refreshed.IsZero() || now.Sub(s.refreshed) >= hiddenRefresh {
			cmds = append(cmds, p.fetchHistory(ctx, s, now.Add(-day).UnixMilli(), reservedForVisible))
		}
	}
	return cmds
}

// wantedPairs returns the pairs to poll: near are the one in focus, those on screen and those with alerts, far the other watched ones.
func (p *Prices) wantedPairs() (near, far []string) {
	seen := map[string]bool{"": true}
	add := func(pairs []string, pair string) []string {
		if seen[pair] {
			return pairs
		}
		seen[pair] = true
		return append(pairs, pair)
	}
	if p.onScreen() {
		near = add(near, p.visiblePair)
		for _, pair := range p.rows() {
			near = add(near, pair)
		}
		if p.held != nil {
			for _, pair := range p.held() {
				near = add(near, pair)
			}
		}
	}
	for _, alert := range p.store.Alerts() {
		near = add(near, alert.Pair)
	}
	if p.onScreen() {
		for _, pair := range p.Watched() {
			far = add(far, pair)
		}
	}
	return near, far
}

// rows returns the pairs of lists on screen, all watched ones if that is not known.
func (p *Prices) rows() []string {
	if p.visibleRows == nil {
		return p.Watched()
	}
	return p.visibleRows
}

// pollInterval returns the time between two requests for a latest price.
func (p *Prices) pollInterval() time.Duration {
	if p.arePushed() {
		return pushedPollInterval
	}
	rows := time.Duration(max(len(p.rows()), 1))
	return min(max(refreshTarget/rows, minPollInterval), maxPollInterval)
}

// farTurn is the number of polls of which one is for a pair off the screen.
const farTurn = 8

// focusTurn returns the number of polls of which one is for the pair in focus.
func (p *Prices) focusTurn() int {
	if p.pollInterval() < maxPollInterval {
		return 4
	}
	return 2
}

// due returns the pair to poll next: by turns the pair in focus, a pair off the screen, and otherwise the near pair that was requested
// longest ago.
func (p *Prices) due(near, far []string) string {
	p.turn++
	if q := p.quotes[p.visiblePair]; q != nil && !p.paused && p.turn%p.focusTurn() == 1 && p.canPoll(p.visiblePair) {
		return p.visiblePair
	}
	pair := p.oldest(near)
	if pair == "" || p.turn%farTurn == 0 {
		if other := p.oldest(far); other != "" {
			return other
		}
	}
	return pair
}

// oldest returns the pair that was requested longest ago, or never; "" if none can be polled.
func (p *Prices) oldest(pairs []string) string {
	oldest, requested := "", time.Time{}
	for _, pair := range pairs {
		q := p.quotes[pair]
		if q == nil {
			return pair
		}
		if p.canPoll(pair) && (oldest == "" || q.requested.Before(requested)) {
			oldest, requested = pair, q.requested
		}
	}
	return oldest
}

// canPoll reports whether a pair can be requested: it is not loading, and was not unknown to the service recently.
func (p *Prices) canPoll(pair string) bool {
	q := p.quotes[pair]
	if q.state.Loading() {
		return false
	}
	isUnknown := q.state.Err() != nil && p.Explain(q.state.Err()).Kind == load.NotFound
	return !isUnknown || p.loader.Now().Sub(q.requested) >= unknownRetry
}

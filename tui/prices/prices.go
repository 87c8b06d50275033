// Package prices loads and stores prices: the latest ones, their history, the watchlist and the price alerts. All calls
// of the price service go through it and share one budget.
package prices

import (
	"context"
	"errors"
	"slices"
	"strings"
	"time"

	tea "github.com/charmbracelet/bubbletea"

	"foredeck/client"
	"foredeck/client/transport"
	"foredeck/tui/load"
	"foredeck/tui/store"
)

// pollInterval is the time between requests for a latest price, for all pairs together.
const pollInterval = 5 * time.Second

// Prices holds all price data. It must be used from the program's update loop only.
type Prices struct {
	service      *client.Prices // nil: no price service
	loader       *load.Loader
	store        *store.Store
	endpoint     load.Endpoint
	keyed        bool
	defaultPairs []string // watchlist unless the user has edited it

	budget      budget
	quotes      map[string]*quote
	series      map[seriesKey]*Series
	reloading   map[seriesKey]*Series // series being reloaded, to replace others
	nextPoll    time.Time             // next request for a latest price
	turn        int                   // number of requests so far
	visiblePair string                // pair on screen
	visible     bool                  // prices are on screen
	paused      bool
	refused     bool // key missing or rejected: further requests would fail too
	fired       []store.Alert
}

type seriesKey struct {
	pair string
	step time.Duration
}

type quote struct {
	state     load.State[client.Instrument]
	requested time.Time
}

// Caller names the background polling of prices to the loader.
var Caller = load.Caller{Screen: "prices"}

// Options configures New.
type Options struct {
	Service      *client.Prices // nil: no price service
	Loader       *load.Loader
	Store        *store.Store
	Endpoint     load.Endpoint // of the price service
	Keyed        bool          // requests carry an API key
	DefaultPairs []string      // initial watchlist of the network
	RecordingEnd time.Time     // end of the recording in replay, whose calls need no budget; zero outside replay
}

// New returns an empty Prices.
func New(options Options) *Prices {
	return &Prices{
		service: options.Service, loader: options.Loader, store: options.Store, endpoint: options.Endpoint, keyed: options.Keyed, defaultPairs: options.DefaultPairs,
		budget: newBudget(options.RecordingEnd), quotes: map[string]*quote{}, series: map[seriesKey]*Series{}, reloading: map[seriesKey]*Series{},
	}
}

// Available reports whether there is a price service.
func (p *Prices) Available() bool { return p.service != nil }

// Keyed reports whether requests carry an API key.
func (p *Prices) Keyed() bool { return p.keyed }

// Explain describes a failed request of the price service.
func (p *Prices) Explain(err error) load.Failure { return load.Explain(err, p.endpoint) }

// Watched returns the watched pairs in the user's order.
func (p *Prices) Watched() []string {
	if chosen, ok := p.store.Watchlist(); ok {
		return chosen
	}
	return p.defaultPairs
}

// Watch adds a pair to the end of the watchlist, or removes it if it is there, and reports whether it is watched now.
func (p *Prices) Watch(pair string) bool {
	watched := slices.Clone(p.Watched())
	at := slices.Index(watched, pair)
	if at >= 0 {
		watched = slices.Delete(watched, at, at+1)
	} else {
		watched = append(watched, pair)
	}
	p.store.SetWatchlist(watched)
	return at < 0
}

// Move moves a watched pair by the given number of positions, up if negative.
func (p *Prices) Move(pair string, by int) {
	watched := slices.Clone(p.Watched())
	at := slices.Index(watched, pair)
	to := at + by
	if at < 0 || to < 0 || to >= len(watched) {
		return
	}
	watched[at], watched[to] = watched[to], watched[at]
	p.store.SetWatchlist(watched)
}

// Show reports that prices are on screen. pair is the one in focus, which is polled more often; it may be empty.
func (p *Prices) Show(pair string) { p.visiblePair, p.visible = pair, true }

// Hide reports that no prices are on screen. It cancels the requests for them and ends a pause; alerts remain active.
func (p *Prices) Hide() {
	p.visiblePair, p.visible, p.paused = "", false, false
	for _, s := range p.series {
		s.state.Cancel()
	}
	for _, s := range p.reloading {
		s.state.Cancel()
	}
	clear(p.reloading)
}

// Pause pauses or resumes polling.
func (p *Prices) Pause(paused bool) { p.paused = paused }

// Paused reports whether polling is paused.
func (p *Prices) Paused() bool { return p.paused }

// Latest returns the latest price of a pair.
func (p *Prices) Latest(pair string) (latest client.Instrument, ok bool) {
	if q := p.quotes[pair]; q != nil {
		return q.state.Value()
	}
	return client.Instrument{}, false
}

// Status returns the state of the latest price of a pair.
func (p *Prices) Status(pair string) load.Status {
	if q := p.quotes[pair]; q != nil {
		return q.state.Status(p.loader.Now())
	}
	return load.Status{}
}

// Series returns the series of a pair at a resolution of the service.
func (p *Prices) Series(pair string, step time.Duration) *Series {
	key := seriesKey{pair, step}
	s := p.series[key]
	if s == nil {
		s = &Series{Pair: pair, Step: step}
		p.series[key] = s
	}
	return s
}

// Pace returns the interval between calls, the time until a call is possible, and the time until the next poll.
func (p *Prices) Pace() (every, wait, next time.Duration) {
	now := p.loader.Now()
	return p.budget.interval, p.budget.wait(now), max(p.nextPoll.Sub(now), p.budget.wait(now))
}

// Backoff returns how long calls are blocked by the service's rate limit; 0 if they are not.
func (p *Prices) Backoff() time.Duration { return max(p.budget.blockedUntil.Sub(p.loader.Now()), 0) }

// ResponseMsg is a response of the price service, to be passed to Handle.
type ResponseMsg struct {
	pair    string
	series  *Series
	quote   load.Result[client.Instrument]
	history load.Result[fetched]
}

// Tick makes the requests that are due. Call it once a second, and when the visible prices change.
func (p *Prices) Tick(ctx context.Context) tea.Cmd {
	if p.service == nil || p.paused || p.refused || !p.visible && len(p.store.Alerts()) == 0 {
		return nil
	}
	var cmds []tea.Cmd
	now := p.loader.Now()
	pairs := p.wantedPairs()
	for _, pair := range pairs {
		if p.quotes[pair] == nil && p.budget.spend(now, 0) {
			cmds = append(cmds, p.fetchLatest(ctx, pair))
		}
	}
	if len(pairs) > 0 && len(cmds) == 0 && !now.Before(p.nextPoll) {
		if pair := p.due(pairs); pair != "" && p.budget.spend(now, 0) {
			cmds = append(cmds, p.fetchLatest(ctx, pair))
		}
	}
	if p.visible {
		for _, pair := range p.Watched() {
			cmds = append(cmds, p.fetchHistory(ctx, p.Series(pair, time.Hour), now.Add(-day).UnixMilli(), reservedForUser))
		}
	}
	return tea.Batch(cmds...)
}

const (
	day = 24 * time.Hour
	// reservedForUser is the number of calls that background requests leave for the user.
	reservedForUser = 4
)

// wantedPairs returns the pairs to poll, the visible one first.
func (p *Prices) wantedPairs() []string {
	var pairs []string
	add := func(pair string) {
		if pair != "" && !slices.Contains(pairs, pair) {
			pairs = append(pairs, pair)
		}
	}
	add(p.visiblePair)
	if p.visible {
		for _, pair := range p.Watched() {
			add(pair)
		}
	}
	for _, alert := range p.store.Alerts() {
		add(alert.Pair)
	}
	return pairs
}

// due returns the pair to poll next: one without a price, else the visible pair every second time, else the one polled
// longest ago.
func (p *Prices) due(pairs []string) string {
	p.turn++
	for _, pair := range pairs {
		if status := p.Status(pair); !status.Has && !status.Loading && p.Explain(status.Err).Kind != load.NotFound {
			return pair
		}
	}
	if p.visiblePair != "" && p.turn%2 == 1 && !p.quotes[p.visiblePair].state.Loading() {
		return p.visiblePair
	}
	longest := ""
	for _, pair := range pairs {
		q := p.quotes[pair]
		if q != nil && !q.state.Loading() && (longest == "" || q.requested.Before(p.quotes[longest].requested)) {
			longest = pair
		}
	}
	return longest
}

func (p *Prices) fetchLatest(ctx context.Context, pair string) tea.Cmd {
	q := p.quotes[pair]
	if q == nil {
		q = &quote{}
		p.quotes[pair] = q
	}
	q.requested = p.loader.Now()
	p.nextPoll = q.requested.Add(pollInterval)
	call := q.state.LoadExternal(ctx, p.loader, func(ctx context.Context) (client.Instrument, error) {
		return p.service.Latest(ctx, pair)
	})
	return func() tea.Msg { return ResponseMsg{pair: pair, quote: call().(load.Result[client.Instrument])} }
}

// Refresh requests the latest price of a pair now and resumes requests that were stopped.
func (p *Prices) Refresh(ctx context.Context, pair string) tea.Cmd {
	if p.service == nil || p.Backoff() > 0 {
		return nil
	}
	for key, s := range p.series {
		if key.pair == pair {
			s.retryAt, s.stopped, s.refreshed = time.Time{}, false, time.Time{}
		}
	}
	p.refused = false
	p.budget.spend(p.loader.Now(), 0) // a request by the user is not delayed
	return p.fetchLatest(ctx, pair)
}

// IsRequest reports whether an exchange was made with the price service.
func (p *Prices) IsRequest(exchange transport.Exchange) bool {
	if p.service == nil {
		return false
	}
	path, _, _ := strings.Cut(exchange.URL, "?")
	path, of := strings.CutPrefix(path, p.service.BaseURL())
	return of && (path == "/history" || path == "/latest")
}

// Resend repeats a request to the price service unchanged.
func (p *Prices) Resend(ctx context.Context, exchange transport.Exchange) error {
	return p.service.Debug().Resend(ctx, exchange)
}

// Handle processes a response.
func (p *Prices) Handle(msg ResponseMsg) {
	if msg.series != nil {
		p.handleHistory(msg.series, msg.history)
		return
	}
	q := p.quotes[msg.pair]
	if q == nil || !q.state.Accept(msg.quote) {
		return
	}
	p.adjustPace(msg.quote.Err)
	latest := msg.quote.Value
	if msg.quote.Err != nil {
		return
	}
	for key, s := range p.series {
		if key.pair == msg.pair && latest.Time != nil {
			s.update(*latest.Time, latest.Price)
		}
	}
	p.checkAlerts(latest)
}

func (p *Prices) adjustPace(err error) {
	var status *client.StatusError
	switch {
	case err == nil:
		p.refused = false
		p.budget.speedUp()
	case errors.Is(err, client.ErrUnauthorized):
		p.refused = true
	case errors.Is(err, client.ErrRateLimited):
		retryAfter := time.Duration(0)
		if errors.As(err, &status) {
			retryAfter = status.RetryAfter
		}
		p.budget.backOff(p.loader.Now(), retryAfter)
	}
}

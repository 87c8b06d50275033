// prices.go loads and stores prices: the latest ones, their history, the watchlist and the price alerts. All calls
// of the price service go through it and share one budget.

package market

import (
	"context"
	"errors"
	"strings"
	"time"

	tea "github.com/charmbracelet/bubbletea"

	"foredeck/client"
	"foredeck/client/transport"
	"foredeck/tui/load"
	"foredeck/tui/store"
)

// Prices holds all price data. It must be used from the program's update loop only.
type Prices struct {
	service  Service
	loader   *load.Loader
	store    *store.Store
	held     func() []string // see Options.Held
	answered time.Time       // when the service last sent a latest price

	budget      budget
	quotes      map[string]*quote
	series      map[seriesKey]*Series
	reloading   map[seriesKey]*Series // series being reloaded, to replace others
	far         map[seriesKey]*Series // series of windows in the past
	nextPoll    time.Time             // next request for a latest price
	ticked      time.Time             // last Tick
	turn        int                   // number of requests so far
	visiblePair string                // pair on screen
	visibleRows []string              // pairs on screen in lists
	revision    int                   // number of edits of the watchlist
	visible     bool                  // prices are on screen
	paused      bool
	refused     bool                  // key missing or rejected: further requests would fail too
	conditions  map[string]*condition // of alerts, by their text; nil: invalid
	observed    map[string]*observation
	crossings   []Crossing
	firings     firings
	isSilent    bool
	pushes      pushes
	pushPause   time.Duration
	positions   map[string]Position // planned ones, by pair
}

type seriesKey struct {
	pair string
	step time.Duration
}

type quote struct {
	state     load.State[client.Instrument]
	requested time.Time
	tick      PriceTick
	pushed    client.PushedPrice // the last one; zero if none
	pushedAt  time.Time
}

// Caller names the background polling of prices to the loader.
var Caller = load.Caller{Screen: "prices"}

// Service is the price service of a network.
type Service struct {
	Client   *client.Prices // nil: there is none
	Endpoint load.Endpoint
	Keyed    bool // requests have an API key
	// Feed is the on-chain price feed, from which the latest prices come without a key; nil if they come from Client. There is no history then.
	Feed  *client.Feed
	Pairs []string // watched unless the user has edited the watchlist
}

// Options configures New.
type Options struct {
	Service      Service
	Loader       *load.Loader
	Store        *store.Store
	Held         func() []string // pairs of the trader's holdings, which are polled while prices are on screen; may be nil
	Silent       bool            // there is no terminal: alerts are sent, and rung by the decks that use the same store
	RecordingEnd time.Time       // end of the recording in replay, whose calls need no budget; zero outside replay
}

// New returns an empty Prices.
func New(options Options) *Prices {
	return &Prices{
		service: options.Service, loader: options.Loader, store: options.Store, held: options.Held,
		budget: newBudget(options.RecordingEnd), quotes: map[string]*quote{}, series: map[seriesKey]*Series{}, reloading: map[seriesKey]*Series{}, far: map[seriesKey]*Series{},
		conditions: map[string]*condition{}, observed: map[string]*observation{},
		pushPause: pushPause, isSilent: options.Silent, firings: firings{waiting: map[uint64]waiting{}},
	}
}

// Available reports whether there is a price service.
func (p *Prices) Available() bool { return p.service.Client != nil }

// OnChain reports whether the latest prices come from the feed on the chain, without a key.
func (p *Prices) OnChain() bool { return p.service.Feed != nil }

// Keyed reports whether requests carry an API key.
func (p *Prices) Keyed() bool { return p.service.Keyed }

// maxClockOffset is the difference between the clocks up to which nothing is said.
const maxClockOffset = 2 * time.Second

// ClockOffset returns how far the service's clock is ahead of this machine's. ok is false if that is unknown, or too little to matter.
func (p *Prices) ClockOffset() (ahead time.Duration, ok bool) {
	if p.service.Client == nil || p.budget.unlimited() { // the responses of a recording are old
		return 0, false
	}
	ahead, accuracy, known := p.service.Client.ClockOffset()
	return ahead, known && ahead.Abs() > max(maxClockOffset, accuracy)
}

// Explain describes a failed request of the price service.
func (p *Prices) Explain(err error) load.Failure { return load.Explain(err, p.service.Endpoint) }

// Hide reports that no prices are on screen. It cancels the requests for them and ends a pause; alerts remain active.
func (p *Prices) Hide() {
	p.visiblePair, p.visibleRows, p.visible, p.paused = "", nil, false, false
	for _, s := range p.series {
		s.state.Cancel()
	}
	for _, s := range p.far {
		s.state.Cancel()
	}
	for _, s := range p.reloading {
		s.state.Cancel()
	}
	clear(p.reloading)
}

// Pause pauses or resumes the polling of what is on screen. Alerts remain active.
func (p *Prices) Pause(paused bool) { p.paused = paused }

// Paused reports whether polling is paused.
func (p *Prices) Paused() bool { return p.paused }

// Answered returns when the service last sent a latest price, zero if it never did.
func (p *Prices) Answered() time.Time { return p.answered }

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
	push    *push
	sync    *synced
}

func (p *Prices) fetchLatest(ctx context.Context, pair string) tea.Cmd {
	q := p.quotes[pair]
	if q == nil {
		q = &quote{}
		p.quotes[pair] = q
	}
	q.requested = p.loader.Now()
	p.nextPoll = q.requested.Add(p.pollInterval())
	call := q.state.LoadExternal(ctx, p.loader, func(ctx context.Context) (client.Instrument, error) {
		if p.service.Feed != nil {
			return p.service.Feed.Latest(ctx, pair)
		}
		return p.service.Client.Latest(ctx, pair)
	})
	return func() tea.Msg { return ResponseMsg{pair: pair, quote: call().(load.Result[client.Instrument])} }
}

// Refresh requests the latest price of a pair now and resumes requests that were stopped.
func (p *Prices) Refresh(ctx context.Context, pair string) tea.Cmd {
	if p.service.Client == nil || p.Backoff() > 0 {
		return nil
	}
	for _, all := range []map[seriesKey]*Series{p.series, p.far} {
		for key, s := range all {
			if key.pair == pair {
				s.retryAt, s.stopped, s.refreshed = time.Time{}, false, time.Time{}
			}
		}
	}
	p.refused = false
	p.budget.spend(p.loader.Now(), 0) // a request by the user is not delayed
	return p.fetchLatest(ctx, pair)
}

// IsRequest reports whether an exchange was made with the price service.
func (p *Prices) IsRequest(exchange transport.Exchange) bool {
	if p.service.Client == nil {
		return false
	}
	path, _, _ := strings.Cut(exchange.URL, "?")
	path, of := strings.CutPrefix(path, p.service.Client.BaseURL())
	return of && (path == "/history" || path == "/latest")
}

// Resend repeats a request to the price service unchanged.
func (p *Prices) Resend(ctx context.Context, exchange transport.Exchange) error {
	return p.service.Client.Debug().Resend(ctx, exchange)
}

// Handle processes a response. The command waits for what the service pushes next, and writes what happened to alerts; it can be nil.
func (p *Prices) Handle(msg ResponseMsg) tea.Cmd {
	if msg.push != nil {
		return tea.Batch(p.handlePush(*msg.push), p.syncMoves())
	}
	if msg.sync != nil {
		p.handleSync(msg.sync)
		return p.syncMoves()
	}
	if msg.series != nil {
		p.handleHistory(msg.series, msg.history)
		latest, _ := p.Latest(msg.series.Pair)
		latest.Pair = msg.series.Pair
		p.checkAlerts(latest)
		return p.syncMoves()
	}
	q := p.quotes[msg.pair]
	if q == nil {
		return nil
	}
	before, _ := q.state.Value()
	if !q.state.Accept(msg.quote) {
		return nil
	}
	p.adjustPace(msg.quote.Err)
	if msg.quote.Err != nil {
		return nil
	}
	latest := q.withPushed(msg.quote.Value)
	q.state.Replace(latest, msg.quote.At)
	p.priced(msg.pair, before.Price, latest, msg.quote.At)
	return p.syncMoves()
}

// priced takes over a new price of a pair.
func (p *Prices) priced(pair, before string, latest client.Instrument, at time.Time) {
	p.answered = at
	p.quotes[pair].tick.update(before, latest.Price, p.loader.Now())
	for key, s := range p.series {
		if key.pair == pair && latest.Time != nil {
			s.update(*latest.Time, latest.Price)
		}
	}
	latest.Pair = pair
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

// PriceTick is the latest change of a pair's price.
type PriceTick struct {
	At        time.Time // arrival of the changed price; zero before the first change
	Direction int       // 1: the price rose; -1: it fell
}

// update records a change from one price to the next. A first price is not a change.
func (t *PriceTick) update(before, after string, now time.Time) {
	x, y := Rat(before), Rat(after)
	if x == nil || y == nil || x.Cmp(y) == 0 {
		return
	}
	*t = PriceTick{At: now, Direction: y.Cmp(x)}
}

// LastTick returns the latest change of a pair's price that arrived while the deck was open.
func (p *Prices) LastTick(pair string) PriceTick {
	if q := p.quotes[pair]; q != nil {
		return q.tick
	}
	return PriceTick{}
}

// Age returns the age of the latest price of a pair, and whether it counts as stale, after load.StaleAfter. It is the time since the
// price arrived, or since the service determined it if that is longer. A pair without a price has the age 0.
func (p *Prices) Age(pair string) (age time.Duration, isStale bool) {
	q := p.quotes[pair]
	if q == nil {
		return 0, false
	}
	latest, ok := q.state.Value()
	if !ok {
		return 0, false
	}
	now := p.loader.Now()
	age = now.Sub(q.state.UpdatedAt())
	if latest.Time != nil {
		age = max(age, now.Sub(time.UnixMilli(*latest.Time)))
	}
	return age, age >= load.StaleAfter
}

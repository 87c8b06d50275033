// Package prices is what the deck knows of prices: the newest ones, what they did before, and what the user wants to be told.
// It is the one place from which the price service is asked, so that all calls come out of one budget.
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

// lookEvery is the time from one look at a newest price to the next, of whichever pair.
const lookEvery = 5 * time.Second

// Prices is used from the program's loop only.
type Prices struct {
	prices *client.Prices // nil: there is no price service
	loader *load.Loader
	book   *store.Store
	place  load.Endpoint
	keyed  bool
	brings []string // pairs that are watched where the user has chosen none

	budget  budget
	quotes  map[string]*quote
	series  map[seriesKey]*Series
	fresh   map[seriesKey]*Series // those that are read from the service anew, to take the place of others
	next    time.Time             // when a newest price is looked at
	turn    int                   // looks so far
	shown   string                // the pair that one looks at
	seen    bool                  // prices are on the screen
	paused  bool
	refused bool // the key is missing or wrong: asking on would be refused again
	fired   []store.Alert
}

type seriesKey struct {
	pair string
	step time.Duration
}

// quote is the newest price of a pair.
type quote struct {
	look  load.State[client.Instrument]
	asked time.Time
}

// Options is what a market is opened with.
type Options struct {
	Prices *client.Prices // nil: there is no price service
	Loader *load.Loader
	Book   *store.Store
	Place  load.Endpoint // of the price service
	Keyed  bool          // a key goes along
	Pairs  []string      // that the network brings along to be watched
	Ends   time.Time     // when the recording was over that the service is: its calls need no budget; the zero time: it is none
}

// New is a market of which nothing is known.
func New(options Options) *Prices {
	return &Prices{
		prices: options.Prices, loader: options.Loader, book: options.Book, place: options.Place, keyed: options.Keyed, brings: options.Pairs,
		budget: newBudget(options.Ends), quotes: map[string]*quote{}, series: map[seriesKey]*Series{}, fresh: map[seriesKey]*Series{},
	}
}

// Served tells whether there is a price service.
func (m *Prices) Served() bool { return m.prices != nil }

// Keyed tells whether a key goes along with calls.
func (m *Prices) Keyed() bool { return m.keyed }

// Explain is a failure of the price service in words.
func (m *Prices) Explain(err error) load.Failure { return load.Explain(err, m.place) }

// Watched are the pairs that are watched, in the user's order.
func (m *Prices) Watched() []string {
	if chosen, ok := m.book.Watched(); ok {
		return chosen
	}
	return m.brings
}

// Watch puts a pair at the end of those that are watched, or gives it up. It tells whether it is watched now.
func (m *Prices) Watch(pair string) bool {
	watched := slices.Clone(m.Watched())
	at := slices.Index(watched, pair)
	if at >= 0 {
		watched = slices.Delete(watched, at, at+1)
	} else {
		watched = append(watched, pair)
	}
	m.book.SetWatched(watched)
	return at < 0
}

// Move moves a watched pair among the others: up where by is negative.
func (m *Prices) Move(pair string, by int) {
	watched := slices.Clone(m.Watched())
	at := slices.Index(watched, pair)
	to := at + by
	if at < 0 || to < 0 || to >= len(watched) {
		return
	}
	watched[at], watched[to] = watched[to], watched[at]
	m.book.SetWatched(watched)
}

// Show says that prices are on the screen, and which pair one looks at, if any: that is looked at more often.
func (m *Prices) Show(pair string) { m.shown, m.seen = pair, true }

// Hide says that no prices are on the screen. What is being asked for the screen is no longer wanted, and what rested for it
// goes on: alerts are told everywhere.
func (m *Prices) Hide() {
	m.shown, m.seen, m.paused = "", false, false
	for _, s := range m.series {
		s.look.Cancel()
	}
	for _, s := range m.fresh {
		s.look.Cancel()
	}
	clear(m.fresh)
}

// Pause lets the looks at newest prices rest, or go on.
func (m *Prices) Pause(paused bool) { m.paused = paused }

// Paused tells whether the looks at newest prices rest.
func (m *Prices) Paused() bool { return m.paused }

// Latest is the newest price of a pair. It is not ok where none is known.
func (m *Prices) Latest(pair string) (latest client.Instrument, ok bool) {
	if q := m.quotes[pair]; q != nil {
		return q.look.Value()
	}
	return client.Instrument{}, false
}

// Status is how the look at the newest price of a pair stands.
func (m *Prices) Status(pair string) load.Status {
	if q := m.quotes[pair]; q != nil {
		return q.look.Status(m.loader.Now())
	}
	return load.Status{}
}

// Series is what is known of a pair at a resolution of the service.
func (m *Prices) Series(pair string, step time.Duration) *Series {
	key := seriesKey{pair, step}
	s := m.series[key]
	if s == nil {
		s = &Series{Pair: pair, Step: step}
		m.series[key] = s
	}
	return s
}

// Pace is the time for a call, how long it takes until the next one can be made, and the time of the next look at a newest price.
func (m *Prices) Pace() (every, wait, next time.Duration) {
	now := m.loader.Now()
	return m.budget.every, m.budget.wait(now), max(m.next.Sub(now), m.budget.wait(now))
}

// Slowed is for how long no call is made because the service asks for fewer; 0 when it does not.
func (m *Prices) Slowed() time.Duration { return max(m.budget.until.Sub(m.loader.Now()), 0) }

// AnswerMsg is an answer of the price service, for Take.
type AnswerMsg struct {
	pair    string
	series  *Series
	quote   load.Result[client.Instrument]
	history load.Result[fetched]
}

// Tick makes the looks whose time has come. It is called once a second, and when something else is shown.
func (m *Prices) Tick(ctx context.Context) tea.Cmd {
	if m.prices == nil || m.paused || m.refused || !m.seen && len(m.book.Alerts()) == 0 {
		return nil
	}
	var looks []tea.Cmd
	now := m.loader.Now()
	pairs := m.lookedAt()
	for _, pair := range pairs {
		if m.quotes[pair] == nil && m.budget.take(now, 0) {
			looks = append(looks, m.ask(ctx, pair))
		}
	}
	if len(pairs) > 0 && len(looks) == 0 && !now.Before(m.next) {
		if pair := m.due(pairs); pair != "" && m.budget.take(now, 0) {
			looks = append(looks, m.ask(ctx, pair))
		}
	}
	if m.seen {
		for _, pair := range m.Watched() {
			looks = append(looks, m.want(ctx, m.Series(pair, time.Hour), now.Add(-day).UnixMilli(), savedForUser))
		}
	}
	return tea.Batch(looks...)
}

const (
	day = 24 * time.Hour
	// savedForUser is how many calls are left for what the user may want next, by looks that can wait.
	savedForUser = 4
)

// lookedAt are the pairs whose newest prices are wanted, the shown one first.
func (m *Prices) lookedAt() []string {
	var pairs []string
	add := func(pair string) {
		if pair != "" && !slices.Contains(pairs, pair) {
			pairs = append(pairs, pair)
		}
	}
	add(m.shown)
	if m.seen {
		for _, pair := range m.Watched() {
			add(pair)
		}
	}
	for _, alert := range m.book.Alerts() {
		add(alert.Pair)
	}
	return pairs
}

// due is the pair whose turn it is: one of which nothing is known, else every second time the shown one, else the one that was
// not asked for longest.
func (m *Prices) due(pairs []string) string {
	m.turn++
	for _, pair := range pairs {
		if status := m.Status(pair); !status.Has && !status.Loading && m.Explain(status.Err).Kind != load.NotFound {
			return pair
		}
	}
	if m.shown != "" && m.turn%2 == 1 && !m.quotes[m.shown].look.Loading() {
		return m.shown
	}
	longest := ""
	for _, pair := range pairs {
		q := m.quotes[pair]
		if q != nil && !q.look.Loading() && (longest == "" || q.asked.Before(m.quotes[longest].asked)) {
			longest = pair
		}
	}
	return longest
}

func (m *Prices) ask(ctx context.Context, pair string) tea.Cmd {
	q := m.quotes[pair]
	if q == nil {
		q = &quote{}
		m.quotes[pair] = q
	}
	q.asked = m.loader.Now()
	m.next = q.asked.Add(lookEvery)
	call := q.look.AskElsewhere(ctx, m.loader, func(ctx context.Context) (client.Instrument, error) {
		return m.prices.Latest(ctx, pair)
	})
	return func() tea.Msg { return AnswerMsg{pair: pair, quote: call().(load.Result[client.Instrument])} }
}

// Look looks at the newest price of a pair at once, also where looks had been given up.
func (m *Prices) Look(ctx context.Context, pair string) tea.Cmd {
	if m.prices == nil || m.Slowed() > 0 {
		return nil
	}
	for key, s := range m.series {
		if key.pair == pair {
			s.again, s.stop, s.looked = time.Time{}, false, time.Time{}
		}
	}
	m.refused = false
	m.budget.take(m.loader.Now(), 0) // who asks by hand is not made to wait
	return m.ask(ctx, pair)
}

// Made tells that a request was made of the price service.
func (m *Prices) Made(exchange transport.Exchange) bool {
	if m.prices == nil {
		return false
	}
	path, _, _ := strings.Cut(exchange.URL, "?")
	path, of := strings.CutPrefix(path, m.prices.BaseURL())
	return of && (path == "/history" || path == "/latest")
}

// Again makes a request of the price service once more as it was made before.
func (m *Prices) Again(ctx context.Context, exchange transport.Exchange) error {
	return m.prices.Again(ctx, exchange)
}

// Take takes an answer.
func (m *Prices) Take(msg AnswerMsg) {
	if msg.series != nil {
		m.takeHistory(msg.series, msg.history)
		return
	}
	q := m.quotes[msg.pair]
	if q == nil || !q.look.Take(msg.quote) {
		return
	}
	m.pace(msg.quote.Err)
	latest := msg.quote.Value
	if msg.quote.Err != nil {
		return
	}
	for key, s := range m.series {
		if key.pair == msg.pair {
			s.grow(latest.Time, latest.Price)
		}
	}
	m.watchFor(latest)
}

// pace goes by how a call went.
func (m *Prices) pace(err error) {
	var status *client.StatusError
	switch {
	case err == nil:
		m.refused = false
		m.budget.went()
	case errors.Is(err, client.ErrUnauthorized):
		m.refused = true
	case errors.Is(err, client.ErrRateLimited):
		asked := time.Duration(0)
		if errors.As(err, &status) {
			asked = status.RetryAfter
		}
		m.budget.slow(m.loader.Now(), asked)
	}
}

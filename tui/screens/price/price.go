// Package price is the screen of a trading pair: its price chart with a crosshair, the latest price, and the watchlist.
package price

import (
	"context"
	"time"

	tea "github.com/charmbracelet/bubbletea"

	"foredeck/client"
	"foredeck/tui/desk"
	"foredeck/tui/load"
	"foredeck/tui/market"
	"foredeck/tui/screen"
	"foredeck/tui/text"
	"foredeck/tui/widget/chart"
)

// Model is the price screen. It can switch between pairs.
type Model struct {
	deps *screen.Deps
	ctx  context.Context
	size screen.Size

	list      *desk.Watchlist
	pair      string // selected in the list
	bar, span int    // indexes into sizes and spans; the latter may be market.AsWide
	kind      chart.Type
	scale     chart.Scale
	volume    bool
	grid      bool
	explains  bool  // the chart explains its symbols: nobody has seen one yet
	end       int64 // end of the window in Unix milliseconds; 0: follows the newest bar
	crosshair bool
	cursor    int64 // in Unix milliseconds
	grabbed   bool  // the last click was on a bar, which a drag moves
	showsList bool  // the list replaces the chart, if there is no room for both
	marks     marks
	measure   measure
	ranged    rangeStatistics
	replay    replay
	level     levelDrag
	lineDrag  lineDrag
	draft     draft
	snap      snap // price of the bar at the crosshair that a line snaps to

	indicators *IndicatorBox
	comparison *desk.Comparison

	bars         []chart.Bar // reused from frame to frame
	cachedWindow window      // for windowKey
	windowKey    windowKey
	cachedWarmUp market.WarmUp // for warmUpKey
	warmUpKey    warmUpKey
	warmBars     []chart.Bar // of cachedWarmUp; empty: not merged yet
}

// New returns the screen of a pair. Requests start with Enter.
func New(deps *screen.Deps, pair string) *Model {
	list := desk.NewWatchlist(deps, pair)
	list.HasPointTargets = true
	list.SetBlurred(true) // it never has the focus: its keys act at any time
	return &Model{
		deps: deps, list: list, pair: pair, indicators: NewIndicatorBox(deps, pair), comparison: desk.NewComparison(deps),
		bar: chart.DefaultBarSize, span: market.AsWide, volume: true, grid: desk.HasGrid(deps.Theme),
		explains: deps.Config.Hints && deps.Store.IsSaved() && !deps.Store.HasHinted(symbolsHint),
	}
}

func (m *Model) prices() *market.Prices { return m.deps.Prices }

// Enter starts loading prices of the pair.
func (m *Model) Enter(ctx context.Context) tea.Cmd {
	m.ctx = ctx
	m.list.Enter(ctx)
	m.comparison.Enter(ctx)
	m.show(m.pair)
	if m.explains && !m.deps.Store.HasHinted(symbolsHint) {
		m.deps.Store.SetHinted(symbolsHint)
		return tea.Batch(m.prices().Tick(ctx), m.load(), m.deps.SaveStore())
	}
	return tea.Batch(m.prices().Tick(ctx), m.load())
}

// Leave cancels the requests.
func (m *Model) Leave() {
	m.list.Leave()
	m.setPlaying(false)
	m.level, m.lineDrag = levelDrag{}, lineDrag{}
	m.comparison.Leave()
	m.prices().Hide()
	m.marks.state.Cancel()
}

// load requests missing history and marks.
func (m *Model) load() tea.Cmd {
	if m.ctx == nil {
		return nil // not entered yet
	}
	w := m.window()
	margin := int64(w.slots()/8) * m.period().Length().Milliseconds() // so that scrolling rarely waits
	from := m.warmUp().From - margin
	s := m.history()
	cmds := []tea.Cmd{m.prices().WantWindow(m.ctx, m.pair, s.Step, from, m.historyEnd()), m.loadComparison(w.start())}
	if s.IsFar() {
		cmds = append(cmds, m.prices().Want(m.ctx, m.newestSeries(), m.liveSlot()))
	}
	return tea.Batch(append(cmds, m.marks.loadMore(m.ctx, m.deps, w.start()))...)
}

// SetSize sets the size of the body.
func (m *Model) SetSize(size screen.Size) {
	m.size = size
	if m.crosshair {
		m.showCursor(0) // a smaller window has fewer bars
	}
	m.layoutList()
}

// Update handles responses, the clock, the mouse and text.
func (m *Model) Update(msg tea.Msg) tea.Cmd {
	cmd := tea.Batch(m.list.Update(msg), m.comparison.Update(msg))
	switch msg := msg.(type) {
	case load.Result[client.Page[client.Transaction]]:
		m.marks.handle(msg, m.deps)
	case screen.MomentMsg:
		if msg.Pair == m.pair {
			m.endReplay()
			m.goTo(msg.At.UnixMilli())
		}
	case screen.ClickMsg:
		if clicked, handled := m.list.Click(msg); handled {
			cmd = tea.Batch(cmd, clicked)
		} else {
			m.point(msg)
		}
	case screen.DragMsg:
		cmd = tea.Batch(cmd, m.drag(msg))
	case screen.WheelMsg:
		m.wheel(msg)
	case playMsg:
		cmd = tea.Batch(cmd, m.play(msg))
	case tea.KeyMsg:
		if m.Captures(msg) {
			m.indicators.Type(msg)
		}
	}
	return tea.Batch(cmd, m.settle())
}

func (m *Model) status(s text.Safe) tea.Cmd { return m.deps.Post(screen.StatusMsg{Text: s}) }

// followList shows the pair that is selected in the list, in the same window.
func (m *Model) followList() tea.Cmd {
	pair := m.list.Current()
	if pair == m.pair || m.ctx == nil {
		return nil
	}
	m.show(pair)
	return m.prices().Tick(m.ctx)
}

// Captures reports whether the form of indicators uses a key as text.
func (m *Model) Captures(msg tea.KeyMsg) bool { return m.indicators.Captures(msg) }

// Escape leaves the level that is dragged, closes the form of indicators, ends drawing a line, measuring or a replay, cancels a request, returns to the newest bar, or to the chart from the list.
func (m *Model) Escape() bool {
	switch wasAway := m.crosshair || m.end != 0; {
	case m.dropLevel(), m.dropLine(), m.indicators.Escape(), m.endDraft(), m.endMeasure(), m.endRange(), m.endReplay(), m.list.Escape(), m.stop():
	case wasAway:
		m.goLast()
	case m.coversChart():
		m.showsList = false
	default:
		return false
	}
	return true
}

// coversChart reports whether the list is shown in place of the chart.
func (m *Model) coversChart() bool { return m.showsList && !m.replay.on && m.hasOnePanel() }

// Crumbs returns the breadcrumb entries.
func (m *Model) Crumbs() []text.Safe { return []text.Safe{text.Const("Price"), text.Clean(m.pair)} }

// Note reports the latest history request.
func (m *Model) Note() (left, right text.Line) {
	th, s := m.deps.Theme, m.history()
	_, wait, _ := m.prices().Pace()
	now := m.deps.Now()
	status := s.Status(now)
	ahead, isOff := m.prices().ClockOffset()
	latest, _ := m.prices().Latest(m.pair)
	quote := m.prices().Status(m.pair)
	switch {
	case m.prices().Backoff() > 0:
		left = text.In(th.Warn, "! rate limited: retrying in %s", desk.Seconds(m.prices().Backoff()))
	case status.Err != nil && status.Has:
		left = text.In(th.Warn, "! history of %s: %s", text.Clean(m.pair), m.prices().Explain(status.Err).Reason)
	case quote.Err != nil:
		left = text.In(th.Warn, "! price of %s: %s", text.Clean(m.pair), m.prices().Explain(quote.Err).Reason)
	case latest.Problems != nil:
		left = text.In(th.Warn, "! price of %s: %s", text.Clean(m.pair), load.Malformed(latest.Problems))
	case s.Problems() != nil:
		left = text.In(th.Warn, "! history of %s: %s", text.Clean(m.pair), load.Malformed(s.Problems()))
	case m.replay.on && !m.replay.rung.IsEmpty():
		left = text.In(th.Warn, "! %s", m.replay.rung)
	case isOff:
		left = text.In(th.Warn, "! %s", clockText(ahead))
	}
	if wait > 0 && !status.Loading && !status.Has {
		left = text.In(th.Faint, "waiting for the request budget: %s", desk.Seconds(wait))
	}
	if checking := m.list.Checking(); checking != nil {
		left = checking
	}
	return left, nil
}

// clockText reports a difference between the clocks.
func clockText(ahead time.Duration) text.Safe {
	if ahead < 0 {
		return text.Format("the price service's clock is %s behind this machine's", text.Elapsed(-ahead))
	}
	return text.Format("the price service's clock is %s ahead of this machine's", text.Elapsed(ahead))
}

// Activity returns the time of the next update.
func (m *Model) Activity() text.Line {
	th := m.deps.Theme
	switch _, _, next := m.prices().Pace(); {
	case m.replay.on:
		return nil // the heading says so
	case m.prices().Paused():
		return text.In(th.Warn, "paused · %s resume", m.deps.Key("price.pause"))
	case m.prices().Live(m.pair):
		return text.In(th.Faint, "live")
	case m.prices().Status(m.pair).Err == nil || next > 0:
		return text.In(th.Faint, "next update in %s", desk.Seconds(next))
	}
	return nil
}

func (m *Model) date(milliseconds int64) text.Safe {
	return text.Clean(m.deps.Local(time.UnixMilli(milliseconds)).Format(time.DateOnly))
}

func (m *Model) zone() text.Safe { return text.Clean(m.deps.Now().Format("MST")) }

// Vital returns the pair and its latest price.
func (m *Model) Vital() text.Line {
	if m.replay.on {
		return m.replayVital()
	}
	latest, ok := m.prices().Latest(m.pair)
	line := text.Plain("%s ", text.Clean(m.pair))
	if !ok {
		return append(line, m.deps.StateLine(m.prices().Status(m.pair))...)
	}
	return append(line, text.Span{Text: text.Format("%s ", market.Digits(latest.Price))}, market.ChangeSpan(m.deps.Theme, latest.Change24h))
}

// HardReload reloads the latest price and the history, bypassing the cache. It does nothing while the service limits
// the rate.
func (m *Model) HardReload() tea.Cmd {
	if m.prices().Backoff() > 0 {
		return desk.Limited(m.deps)
	}
	return tea.Batch(m.prices().HardReload(m.ctx, m.pair, m.history().Step), m.load())
}

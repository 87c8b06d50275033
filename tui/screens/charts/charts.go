// Package charts is the screen of several small price charts: the watched pairs side by side, at one bar size and span.
package charts

import (
	"context"
	"slices"
	"sort"
	"time"

	tea "github.com/charmbracelet/bubbletea"

	"foredeck/tui/desk"
	"foredeck/tui/market"
	"foredeck/tui/screen"
	"foredeck/tui/target"
	"foredeck/tui/text"
	"foredeck/tui/widget/chart"
)

// Model is the screen.
type Model struct {
	screen.NoText
	deps *screen.Deps
	ctx  context.Context
	size screen.Size

	pair      string // selected
	layout    int    // index into layouts
	bar, span int    // indexes into prices.BarSizes and prices.BarCounts, for all charts
	kind      chart.Type
	exact     time.Duration // shown instead of a number of bars; 0: none
	cursor    int64         // start of the bar of the crosshair, which is the same moment in all charts; 0: none
	noVolume  bool

	bars []chart.Bar // reused from chart to chart
}

// New returns the screen with a pair selected, the first one if it is empty or not watched. Requests start with Enter.
func New(deps *screen.Deps, pair string) *Model {
	return &Model{deps: deps, pair: pair, layout: defaultLayout, bar: chart.DefaultBarSize, span: market.AsWide}
}

// Select selects a pair. It does nothing if the pair is empty or not watched.
func (m *Model) Select(pair string) {
	if slices.Contains(m.pairs(), pair) {
		m.pair = pair
	}
}

func (m *Model) prices() *market.Prices { return m.deps.Prices }

// pairs returns the pairs in the order of their charts.
func (m *Model) pairs() []string { return m.prices().Watched() }

// selected returns the index of the selected pair.
func (m *Model) selected() int { return max(slices.Index(m.pairs(), m.pair), 0) }

// visible returns the pairs whose charts are on screen, and the index of the first.
func (m *Model) visible() (pairs []string, first int) {
	pairs = m.pairs()
	if len(pairs) == 0 {
		return nil, 0
	}
	count := m.grid().cells()
	first = m.selected() / count * count
	return pairs[first:min(first+count, len(pairs))], first
}

// Enter starts loading the prices on screen.
func (m *Model) Enter(ctx context.Context) tea.Cmd {
	m.ctx = ctx
	return m.show()
}

// Leave cancels the requests.
func (m *Model) Leave() { m.prices().Hide() }

// SetSize sets the size of the body.
func (m *Model) SetSize(size screen.Size) { m.size = size }

// show requests the prices on screen and their history.
func (m *Model) show() tea.Cmd {
	if m.ctx == nil {
		return nil // not entered yet
	}
	pairs, first := m.visible()
	if len(pairs) == 0 {
		return nil
	}
	selected := pairs[m.selected()-first]
	m.prices().Show(selected)
	m.prices().ShowRows(pairs)
	return tea.Batch(m.prices().Tick(m.ctx), m.load(selected, pairs))
}

// load requests missing history, of the selected pair first. Older bars are requested only when each chart on screen has the newest ones.
func (m *Model) load(selected string, pairs []string) tea.Cmd {
	var newest, older []tea.Cmd
	isWaiting := false
	now, w := m.deps.Now(), m.window()
	for _, pair := range append([]string{selected}, pairs...) {
		c := m.cell(pair, w)
		if _, to := c.Series.Requested(); to == 0 {
			isWaiting = isWaiting || c.Series.Status(now).Err == nil
			newest = append(newest, m.prices().Want(m.ctx, c.Series, c.Times[0]))
		}
	}
	if isWaiting {
		return tea.Batch(newest...)
	}
	for _, pair := range append([]string{selected}, pairs...) {
		c := m.cell(pair, w)
		older = append(older, m.prices().Want(m.ctx, c.Series, c.Times[0]))
	}
	return tea.Batch(append(newest, older...)...)
}

// Update handles responses, the clock and the mouse.
func (m *Model) Update(msg tea.Msg) tea.Cmd {
	var cmd tea.Cmd
	switch msg := msg.(type) {
	case screen.ClickMsg:
		cmd = m.click(msg)
	case screen.WheelMsg:
		m.zoom(msg.Down)
	}
	return tea.Batch(cmd, m.show())
}

// open opens the price screen of the selected pair.
func (m *Model) open() tea.Cmd {
	pairs := m.pairs()
	if len(pairs) == 0 {
		return nil
	}
	return m.deps.Post(screen.OpenMsg{Target: target.Target{Kind: target.Pair, Pair: pairs[m.selected()]}})
}

// move moves the selection by a number of pairs, up to the first or last one.
func (m *Model) move(by int) {
	if pairs := m.pairs(); len(pairs) > 0 {
		m.pair = pairs[max(0, min(m.selected()+by, len(pairs)-1))]
	}
}

// turn moves the selection to the same cell of another page, if there is one.
func (m *Model) turn(by int) {
	count := m.grid().cells()
	if page := m.selected()/count + by; page >= 0 && page*count < len(m.pairs()) {
		m.move(by * count)
	}
}

// spansPerKey is the number of steps in prices.BarCounts by which a key or the wheel zooms.
const spansPerKey = 2

func (m *Model) zoom(by int) {
	if m.exact != 0 { // from the bars that are drawn
		m.span = market.ZoomOf(market.AsWide, m.columns())
	}
	m.exact = 0
	m.span = max(0, min(m.zoomIndex()+by*spansPerKey, len(market.BarCounts)-1))
	for m.span > 0 && market.BarCounts[m.span-1] > int(market.MaxSpan/m.spanOf().Size.Length()) {
		m.span-- // the span is limited anyway
	}
}

// setLayout changes the layout, and reports if the window has no room for it.
func (m *Model) setLayout(layout int) tea.Cmd {
	m.layout = layout
	wanted, g := layouts[layout], m.grid()
	if missing := min(wanted.cells(), len(m.pairs())) > g.cells(); !missing {
		return nil
	}
	return m.deps.Post(screen.StatusMsg{Text: text.Format("showing %s: the window is too small for %s", g.name(), wanted.name())})
}

// click selects a chart, opens it if it is selected already, or changes the bar size.
func (m *Model) click(at screen.ClickMsg) tea.Cmd {
	if at.Target >= targetSizes {
		m.setBarSize(at.Target - targetSizes)
		return nil
	}
	_, first := m.visible()
	if first+at.Target == m.selected() {
		return m.open()
	}
	m.move(first + at.Target - m.selected())
	return nil
}

// moveCursor moves the crosshair by a number of bars, from the newest one if there is none.
func (m *Model) moveCursor(by int) {
	times := m.window().Times(m.deps)
	slots := len(times) - 1
	at := slots - 1
	if m.cursor != 0 {
		at = sort.Search(slots, func(i int) bool { return times[i+1] > m.cursor }) + by
	}
	m.cursor = times[max(0, min(at, slots-1))]
}

// Escape hides the crosshair, or cancels the requests for history.
func (m *Model) Escape() bool {
	pairs, _ := m.visible()
	stopped := m.cursor != 0
	m.cursor = 0
	if stopped {
		return true
	}
	for _, pair := range pairs {
		if m.prices().Series(pair, m.window().Source).Stop() {
			stopped = true
		}
	}
	return stopped
}

// Crumbs returns the breadcrumb entries.
func (m *Model) Crumbs() []text.Safe { return []text.Safe{text.Const("Charts")} }

// Note reports what requests wait for.
func (m *Model) Note() (left, right text.Line) {
	_, wait, _ := m.prices().Pace()
	switch {
	case m.prices().Backoff() > 0:
		left = text.In(m.deps.Theme.Warn, "! rate limited: retrying in %s", desk.Seconds(m.prices().Backoff()))
	case wait > 0:
		left = text.In(m.deps.Theme.Faint, "waiting for the request budget: %s", desk.Seconds(wait))
	}
	return left, nil
}

// Activity returns the time of the next update.
func (m *Model) Activity() text.Line {
	if m.prices().Paused() {
		return text.In(m.deps.Theme.Warn, "paused · %s resume", m.deps.Key("charts.pause"))
	}
	if pairs, _ := m.visible(); len(pairs) > 0 && m.prices().Live(pairs[0]) {
		return text.In(m.deps.Theme.Faint, "live")
	}
	_, _, next := m.prices().Pace()
	return text.In(m.deps.Theme.Faint, "next update in %s", desk.Seconds(next))
}

// HardReload reloads the latest prices and the history on screen, bypassing the cache. It does nothing while the service limits the rate.
func (m *Model) HardReload() tea.Cmd {
	var cmds []tea.Cmd
	pairs, _ := m.visible()
	for _, pair := range pairs {
		cmds = append(cmds, m.prices().HardReload(m.ctx, pair, m.window().Source))
	}
	return tea.Batch(append(cmds, m.show())...)
}

// Link returns the link to the screen.
func (m *Model) Link() (target.Link, bool) {
	return target.Link{Network: m.deps.Endpoint.Network, Target: target.Target{Kind: target.Charts}}, true
}

// Copies returns the forms of the selected pair.
func (m *Model) Copies() []screen.Copy {
	pairs := m.pairs()
	if len(pairs) == 0 {
		return nil
	}
	pair := pairs[m.selected()]
	latest, _ := m.prices().Latest(pair)
	return append(screen.AppendCopy(nil, text.Const("price"), latest.Price),
		screen.CopyText(text.Const("pair"), pair), screen.CopyText(text.Const("command"), m.deps.Command("price", pair)))
}

// Vital returns the selected pair and its latest price.
func (m *Model) Vital() text.Line {
	pairs := m.pairs()
	if len(pairs) == 0 {
		return text.Plain("no watched pairs")
	}
	c := m.cell(pairs[m.selected()], m.window())
	return m.title(&c)
}

// Package home is the start screen: the Go to box, saved entries, watched prices, the state of the chain, and recent
// locations.
package home

import (
	"context"
	"slices"
	"time"

	"github.com/charmbracelet/bubbles/textinput"
	tea "github.com/charmbracelet/bubbletea"

	"foredeck/tui/linkvalue"
	"foredeck/tui/load"
	"foredeck/tui/pane"
	"foredeck/tui/screen"
	"foredeck/tui/target"
	"foredeck/tui/text"
	"foredeck/tui/widget"
)

// maxWatched limits the saved entries that refresh automatically, and so the requests per refresh.
const maxWatched = 16

// area is a part of the screen that can have focus.
type area int

const (
	areaBox area = iota
	areaSaved
	areaChain
	areaPrices
	areaRecent
	areaLatest
)

// Model is the home screen.
type Model struct {
	deps *screen.Deps
	ctx  context.Context
	size screen.Size

	focus      area
	box        textinput.Model
	boxHint    text.Safe // hint in the empty box; empty: the default
	candidates []target.Target
	// completions are the known locations that the text is a part of, listed below the candidates.
	completions []completion
	link        *target.Link // the parsed link, if the text is one
	err         error        // why the text is invalid
	isName      bool         // the text is neither a link nor an alias
	choice      int          // index of the selected candidate
	saved       []*entry
	savedRows   widget.Table
	starts      []start // shown while nothing is saved
	startRows   widget.Table
	recent      []screen.Visit
	recentRows  widget.Table
	filter      widget.FilterLine
	// indexes of the entries that match the filter
	filteredSaved, filteredRecent []int
	refreshed                     time.Time // last refresh of the saved entries
	isVisible                     bool
	paused                        bool

	pane.RowRange // of saved, recent or latest rows
	chain         *chainPanel
	prices        *pricePanel
	latest        latestPanel
}

// New returns the screen with the box focused.
func New(deps *screen.Deps) *Model {
	m := &Model{deps: deps, box: widget.NewInput(maxInput), filter: widget.NewLine(), chain: newChainPanel(deps), prices: newPricePanel(deps), latest: latestPanel{deps: deps}}
	m.RowRange = pane.NewRowRange(m.ranged, m.rangeKey)
	m.collect()
	m.FocusBox()
	return m
}

func (m *Model) setFocus(focus area) {
	m.focus, m.boxHint = focus, text.Safe{}
	m.filter.Accept()
	m.savedRows.SetBlurred(focus != areaSaved)
	m.startRows.SetBlurred(focus != areaSaved)
	m.prices.List.SetBlurred(focus != areaPrices)
	m.recentRows.SetBlurred(focus != areaRecent)
	m.latest.rows.SetBlurred(focus != areaLatest)
	if focus == areaBox {
		m.box.Focus()
	} else {
		m.box.Blur()
	}
	m.arrange()
}

// Enter loads the saved values, the newest block and prices.
func (m *Model) Enter(ctx context.Context) tea.Cmd {
	m.ctx = ctx
	m.recent = m.deps.Visits()
	m.prices.List.Enter(ctx)
	m.deps.Prices.Show("")
	m.deps.Prices.Pause(m.paused)
	m.collect()
	m.markVisits()
	m.isVisible = true
	m.showChain()
	return tea.Batch(m.refresh(), m.deps.Prices.Tick(ctx), m.latest.Load(ctx))
}

// Leave cancels the requests and the prompt of the box.
func (m *Model) Leave() {
	m.boxHint = text.Safe{}
	for _, e := range m.saved {
		e.value.Cancel()
	}
	m.chain.Cancel()
	m.latest.blocks.Cancel()
	m.isVisible = false
	m.showChain()
	m.prices.List.Leave()
	m.deps.Prices.Hide()
}

// showChain has the chain followed, now that a height of it may be known.
func (m *Model) showChain() { m.deps.Post(screen.ShowChainMsg{Shown: m.isVisible && !m.paused}) }

// refresh loads the saved values, or checks the health of the node if there are none.
func (m *Model) refresh() tea.Cmd {
	m.refreshed = m.deps.Now()
	if m.firstWithValue() != nil {
		return m.loadSaved()
	}
	return m.chain.CheckHealth(m.ctx)
}

// SetSize lays out the screen.
func (m *Model) SetSize(size screen.Size) {
	m.size = size
	m.arrange()
}

// Update handles responses, the clock and text.
func (m *Model) Update(msg tea.Msg) tea.Cmd {
	if m.chain.Update(msg) {
		m.showChain()
		return nil
	}
	if m.latest.Update(msg) {
		m.collectStarts()
		m.arrange()
		return m.latest.Load(m.ctx)
	}
	return tea.Batch(m.prices.List.Update(msg), m.handle(msg))
}

func (m *Model) handle(msg tea.Msg) tea.Cmd {
	switch msg := msg.(type) {
	case screen.StoreMsg:
		m.collect()
	case screen.BlocksMsg:
		if msg.Replaced || msg.Reset {
			m.latest.Reset()
		}
		if len(m.latest.list) == 0 {
			m.collectStarts()
		}
		if m.isVisible && !m.paused {
			return m.latest.Load(m.ctx)
		}
	case load.Result[linkvalue.Value]:
		return m.handleValue(msg)
	case screen.ClockMsg:
		switch {
		case m.paused || !m.deps.Due(m.refreshed, m.deps.Config.Periods.Home):
		case m.needsRefresh():
			return m.refresh()
		}
	case screen.ClickMsg:
		m.clickTile(msg.Target)
	case tea.KeyMsg:
		switch {
		case !m.Captures(msg):
		case m.focus == areaBox:
			return m.handleInput(msg)
		case m.filter.Type(msg):
			m.refilter()
		}
	}
	return nil
}

// moveFocus focuses the next area. The saved list accepts focus even if it is empty, so that letters act as keys
// outside the box.
func (m *Model) moveFocus(step int) tea.Cmd {
	order := []area{areaBox, areaSaved}
	if len(m.prices.Pairs()) > 0 {
		order = append(order, areaPrices)
	}
	order = append(order, areaChain)
	if len(m.latest.list) > 0 {
		order = append(order, areaLatest)
	}
	if len(m.recent) > 0 {
		order = append(order, areaRecent)
	}
	at := max(slices.Index(order, m.focus), 0)
	m.setFocus(order[(at+step+len(order))%len(order)])
	return nil
}

// open opens the selection. Invalid input stays in the box.
func (m *Model) open() tea.Cmd {
	switch {
	case m.focus == areaChain:
		return m.chain.Open()
	case m.focus == areaPrices:
		return m.prices.Open()
	case m.focus == areaLatest:
		return m.latest.Open()
	case m.focus == areaRecent:
		return m.openRecent(m.recent[m.filteredRecent[m.recentRows.Selected()]])
	case m.focus == areaSaved, m.box.Value() == "":
		return m.openSaved()
	case m.err != nil && len(m.completions) == 0:
		return m.deps.Post(screen.StatusMsg{Text: text.Clean(m.err.Error()), Warn: true})
	}
	if m.link != nil {
		return m.openLink()
	}
	if c, ok := m.chosenCompletion(); ok {
		m.clear()
		return m.deps.Post(screen.OpenLinkMsg{Link: c.link})
	}
	chosen := m.candidates[m.choice]
	if m.canOpen(chosen) && !m.isUnseen(chosen) {
		m.clear()
	}
	return m.deps.Post(screen.OpenMsg{Target: chosen})
}

// openRecent opens a visited location as it was left, or from its link if it was visited before the deck was started.
func (m *Model) openRecent(visit screen.Visit) tea.Cmd {
	if visit.ID == 0 {
		return m.deps.Post(screen.OpenLinkMsg{Link: visit.Link})
	}
	return m.deps.Post(screen.RevisitMsg{Visit: visit.ID})
}

// Escape clears the box, or moves focus to the lists.
func (m *Model) Escape() bool {
	switch {
	case m.focus == areaBox && m.box.Value() != "":
		m.clear()
		return true
	case m.focus == areaBox:
		m.moveFocus(1)
		return true
	}
	return m.EndRange() || m.clearFilter()
}

// Crumbs returns the breadcrumb entries.
func (m *Model) Crumbs() []text.Safe { return text.Consts("Home") }

// needsRefresh reports whether the values or the health check should be loaded again.
func (m *Model) needsRefresh() bool {
	if first := m.firstWithValue(); first != nil {
		return !first.value.Loading()
	}
	return !m.nodeProblem().IsEmpty() && !m.chain.Health().Loading
}

// nodeProblem describes a failed health check. If entries are saved, their requests report failures instead.
func (m *Model) nodeProblem() text.Safe {
	if m.firstWithValue() != nil {
		return text.Safe{}
	}
	return m.chain.Problem()
}

// Note shows a problem of the node, or why the data is not live.
func (m *Model) Note() (left, right text.Line) {
	th := m.deps.Theme
	left = text.In(th.Hint, "%s", m.tip())
	if notice := m.deps.Notice(); !notice.IsEmpty() {
		left = text.In(th.Hint, "%s", notice)
	}
	if !m.nodeProblem().IsEmpty() {
		left = text.In(th.Warn, "! %s · %s retry", m.nodeProblem(), m.deps.Key("deck.refresh"))
	}
	return left, nil
}

// tip says what to press first.
func (m *Model) tip() text.Safe {
	open := m.deps.Key("home.open")
	switch {
	case m.focus != areaBox:
		if m.size.IsPlain() {
			return text.Format("%s opens the selected row · %s saves a location", open, m.deps.Key("deck.save"))
		}
		return text.Format("%s opens the selected row · %s saves any location, value or view call", open, m.deps.Key("deck.save"))
	case m.isEmpty() && m.box.Value() == "":
		return text.Format("type what to open · %s opens %s · %s selects in the lists", open, m.starts[m.startRows.Selected()].what, m.deps.Key("list.down"))
	case len(m.filteredSaved) > 0 && m.box.Value() == "":
		name := m.saved[m.filteredSaved[m.savedRows.Selected()]].name
		return text.Format("type what to open · %s opens %s · %s selects in the lists", open, text.Clean(name), m.deps.Key("list.down"))
	}
	return text.Format("type what to open, %s opens it", open)
}

// Activity returns the state of automatic refresh.
func (m *Model) Activity() text.Line {
	th, watching := m.deps.Theme, 0
	for _, e := range m.saved {
		if linkvalue.HasValue(e.link) && watching < maxWatched {
			watching++
		}
	}
	switch {
	case !m.nodeProblem().IsEmpty():
	case m.paused:
		return text.In(th.Warn, "paused · %s resume", m.deps.Key("home.pause"))
	case watching > 0:
		activity := text.Format("watching %s", text.Plural(watching, "value"))
		if pairs := len(m.prices.Pairs()); pairs > 0 {
			activity = text.Format("%s, %s", activity, text.Plural(pairs, "pair"))
		}
		return activity.In(th.Faint)
	}
	return nil
}

// Package home is the first screen: the box that takes anything that one can name, the saved places, and the recent ones.
package home

import (
	"context"
	"time"

	"github.com/charmbracelet/bubbles/textinput"
	tea "github.com/charmbracelet/bubbletea"

	"foredeck/client"
	"foredeck/client/move"
	"foredeck/tui/linkvalue"
	"foredeck/tui/load"
	"foredeck/tui/screen"
	"foredeck/tui/target"
	"foredeck/tui/text"
	"foredeck/tui/widget/filter"
	"foredeck/tui/widget/input"
	"foredeck/tui/widget/table"
)

// mostWatched bounds the saved places that are looked at by themselves, and so the calls per look.
const mostWatched = 16

// area is a part of the screen that can have the focus.
type area int

const (
	areaBox area = iota
	areaSaved
	areaChain
	areaPrices
	areaRecent
)

// Model is the first screen.
type Model struct {
	deps *screen.Deps
	keys KeyMap
	ctx  context.Context
	size screen.Size

	focus      area
	box        textinput.Model
	asked      text.Safe // what the empty box asks for; empty: anything
	candidates []target.Target
	link       *target.Link // what the text names, where it is a link
	wrong      error        // why the input can mean nothing
	choice     int          // of the candidates
	saved      []*kept
	node       load.State[client.Account]                  // where nothing is saved: whether the node answers
	newest     load.State[client.Page[client.Transaction]] // of the first saved account: it tells how high the chain is
	savedRows  table.Model
	priceRows  table.Model
	recent     []screen.Visit
	recentRows table.Model
	filter     filter.Line
	// those of the saved and the recent places that match
	shownSaved, shownRecent []int
	asking                  time.Time // when the saved places were last looked at
	paused                  bool

	block   load.State[looked] // of the chain
	early   bool               // the last one that was asked for was not there yet
	refused error              // why blocks are not asked for
}

// New is the first screen, with the focus in the box.
func New(deps *screen.Deps) *Model {
	m := &Model{deps: deps, keys: newKeyMap(), box: input.New(longestInput), filter: filter.NewLine()}
	m.gather()
	m.FocusBox()
	return m
}

func (m *Model) setFocus(focus area) {
	m.focus, m.asked = focus, ""
	m.filter.Accept()
	m.savedRows.SetBlurred(focus != areaSaved)
	m.priceRows.SetBlurred(focus != areaPrices)
	m.recentRows.SetBlurred(focus != areaRecent)
	if focus == areaBox {
		m.box.Focus()
	} else {
		m.box.Blur()
	}
	m.lay()
}

// Enter looks at what is saved.
func (m *Model) Enter(ctx context.Context) tea.Cmd {
	m.ctx = ctx
	m.recent = m.deps.Visits()
	m.deps.Prices.Show("")
	m.deps.Prices.Pause(m.paused)
	m.gather()
	m.noteVisits()
	return tea.Batch(m.look(), m.deps.Prices.Tick(ctx))
}

// Leave ends what is being asked for, and what the box was to be given.
func (m *Model) Leave() {
	m.asked = ""
	for _, k := range m.saved {
		k.value.Cancel()
	}
	m.newest.Cancel()
	m.node.Cancel()
	m.block.Cancel()
	m.deps.Prices.Hide()
}

// framework is the account that every chain of this kind has.
var framework = move.Address{31: 1}

// look asks for what is saved. Where nothing is, it asks whether the node answers at all.
func (m *Model) look() tea.Cmd {
	m.asking = m.deps.Now()
	if m.first() != nil {
		return tea.Batch(m.lookAtSaved(), m.lookAtChain())
	}
	return tea.Batch(m.lookAtChain(), m.node.Ask(m.ctx, m.deps.Loader, func(ctx context.Context) (client.Account, error) {
		return m.deps.Node.Account(ctx, framework)
	}))
}

// SetSize lays the screen out for this room.
func (m *Model) SetSize(size screen.Size) {
	m.size = size
	m.lay()
}

// Update takes answers, the clock and keys.
func (m *Model) Update(msg tea.Msg) tea.Cmd {
	switch msg := msg.(type) {
	case load.Result[client.Account]:
		m.node.Take(msg)
	case screen.StoreMsg:
		m.gather()
	case load.Result[looked]:
		m.tookBlock(msg)
	case load.Result[linkvalue.Value]:
		return m.takeSaved(msg)
	case load.Result[client.Page[client.Transaction]]:
		if m.newest.Take(msg) {
			for i := range msg.Value.Items {
				m.deps.Seen.Add(&msg.Value.Items[i])
			}
		}
	case screen.ClockMsg:
		switch {
		case m.paused || m.deps.Now().Sub(m.asking) < m.deps.Periods.Home:
		case m.watches():
			return m.look()
		case m.first() == nil: // whether the node answers is asked for once, if it does
			m.asking = m.deps.Now()
			return m.lookAtChain()
		}
	case tea.KeyMsg:
		if m.filterKey(msg) {
			return nil
		}
		if m.Captures(msg) {
			return m.typed(msg)
		}
		return m.key(msg)
	}
	return nil
}

func (m *Model) key(msg tea.KeyMsg) tea.Cmd {
	switch {
	case m.keys.Open.Matches(msg):
		return m.open()
	case m.keys.Filter.Begin.Matches(msg):
		m.beginFilter()
	case m.keys.Next.Matches(msg):
		m.turn(1)
	case m.keys.Previous.Matches(msg):
		m.turn(-1)
	case m.keys.Refresh.Matches(msg):
		return m.HardReload()
	case m.keys.Pause.Matches(msg):
		m.paused = !m.paused
		m.deps.Prices.Pause(m.paused)
	case m.focus == areaBox:
		m.boxKey(msg)
	default:
		m.rowKey(msg)
	}
	return nil
}

func (m *Model) rowKey(msg tea.KeyMsg) {
	if m.focus == areaChain {
		return // it is no list
	}
	rows := &m.savedRows
	switch m.focus {
	case areaPrices:
		rows = &m.priceRows
	case areaRecent:
		rows = &m.recentRows
	}
	if m.keys.Up.Matches(msg) && rows.Selected() == 0 {
		m.setFocus(areaBox)
		return
	}
	m.keys.Rows(rows, msg)
}

// turn gives the focus to the next area. The saved places take it also when there are none: out of the box, letters are
// keys again.
func (m *Model) turn(step int) {
	order := []area{areaBox, areaSaved}
	if len(m.pairs()) > 0 {
		order = append(order, areaPrices)
	}
	order = append(order, areaChain)
	if len(m.recent) > 0 {
		order = append(order, areaRecent)
	}
	at := 0
	for i, a := range order {
		if a == m.focus {
			at = i
		}
	}
	m.setFocus(order[(at+step+len(order))%len(order)])
}

// open opens what is chosen. Input that means nothing stays for the user to put right.
func (m *Model) open() tea.Cmd {
	switch {
	case m.focus == areaSaved && len(m.shownSaved) > 0:
		return m.openSaved()
	case m.focus == areaChain:
		return m.openChain()
	case m.focus == areaPrices:
		return m.openPrice()
	case m.focus == areaRecent && len(m.shownRecent) > 0:
		return m.deps.Post(screen.ReopenMsg{Visit: m.recent[m.shownRecent[m.recentRows.Selected()]].ID})
	case m.focus != areaBox || m.box.Value() == "":
		return nil
	case m.wrong != nil:
		return m.deps.Post(screen.StatusMsg{Text: text.Clean(m.wrong.Error()), Warn: true})
	}
	if m.link != nil {
		return m.openLink()
	}
	chosen := m.candidates[m.choice]
	if m.opens(chosen) {
		m.clear()
	}
	return m.deps.Post(screen.OpenMsg{Target: chosen})
}

// Escape clears the box, or leaves it.
func (m *Model) Escape() bool {
	switch {
	case m.focus == areaBox && m.box.Value() != "":
		m.clear()
		return true
	case m.focus == areaBox:
		m.turn(1)
		return true
	}
	return m.endFilter()
}

// Crumbs are "Home".
func (m *Model) Crumbs() []text.Safe { return []text.Safe{"Home"} }

// watches tells that there is something to look at again: a saved place, or else a node that did not answer.
func (m *Model) watches() bool {
	if first := m.first(); first != nil {
		return !first.value.Loading()
	}
	return m.nodeTrouble() != "" && !m.node.Loading()
}

// nodeTrouble is why the node did not answer as a node does. That it does not know the account is an answer; where something is
// saved, the looks at that tell.
func (m *Model) nodeTrouble() text.Safe {
	if m.first() != nil {
		return ""
	}
	if failure := m.deps.Explain(m.node.Err()); failure.Kind != load.NotFound {
		return failure.Reason
	}
	return ""
}

// Note says what is being watched.
func (m *Model) Note() (left, right text.Line) {
	th := m.deps.Theme
	left = text.In(th.Faint, "ready")
	if m.deps.Simulated {
		left = text.In(th.Faint, "ready: a simulated network inside this program; nothing here is real")
	}
	if m.deps.Replayed {
		left = text.In(th.Faint, "ready: a recording; nothing here is live")
	}
	watching := 0
	for _, k := range m.saved {
		if linkvalue.HasValue(k.link) && watching < mostWatched {
			watching++
		}
	}
	switch {
	case m.nodeTrouble() != "":
		left = text.In(th.Warn, "! "+m.nodeTrouble()+" · "+m.deps.Key("deck.refresh")+" asks again")
	case m.paused:
		right = text.In(th.Warn, "paused: "+m.deps.Key("home.pause")+" goes on")
	case watching > 0:
		right = text.In(th.Faint, "watching "+text.Plural(watching, "place"))
		if pairs := len(m.pairs()); pairs > 0 {
			right = append(right, text.Span{Text: ", " + text.Plural(pairs, "pair"), Style: th.Faint})
		}
	}
	return left, m.deps.ByItself(right)
}

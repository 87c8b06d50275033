// Package account is the screen of one account: what the node knows of it, what it sent, and what it holds.
package account

import (
	"context"
	"time"

	tea "github.com/charmbracelet/bubbletea"

	"foredeck/client"
	"foredeck/client/move"
	"foredeck/tui/linkvalue"
	"foredeck/tui/load"
	"foredeck/tui/screen"
	"foredeck/tui/text"
)

// Model is the screen of one account.
type Model struct {
	deps    *screen.Deps
	keys    *KeyMap
	address move.Address

	ctx     context.Context
	size    screen.Size
	account load.State[client.Account]
	tabs    []tab
	shown   int       // of the tabs
	merged  tab       // what was sent and the coin moves as one list
	merges  bool      // it is shown in place of these two
	looked  time.Time // when the last look began
	paused  bool
	pins    []*pinned
	rested  *client.Transaction // was selected at the last tick of the clock
	details bool                // in small windows: the details are shown instead of the list
}

// New is the screen of an account. Nothing is asked until it is entered.
func New(deps *screen.Deps, address move.Address) *Model {
	m := &Model{deps: deps, keys: newKeyMap(), address: address}
	sent := newSent(deps, m.keys, address, func() uint64 {
		account, _ := m.account.Value()
		return account.SequenceNumber
	})
	m.tabs = []tab{
		sent, newCoinMoves(deps, m.keys, address), newAutomated(deps, m.keys, address),
		newModules(deps, m.keys, address), newResources(deps, m.keys, address),
	}
	m.merged = newMerged(deps, m.keys, address)
	return m
}

// tab is the one that is shown.
func (m *Model) tab() tab {
	if m.merges {
		return m.merged
	}
	return m.tabs[m.shown]
}

// canMerge tells that the tab that is open is one of the two that can be merged.
func (m *Model) canMerge() bool { return m.shown < mergedTabs }

// mergedTabs is how many tabs can be merged: the first ones.
const mergedTabs = 2

// Enter asks for what is not here yet, and looks again at what is.
func (m *Model) Enter(ctx context.Context) tea.Cmd {
	m.ctx = ctx
	m.tab().enter(ctx)
	if m.paused && m.tab().begun() {
		return nil
	}
	return m.look()
}

// Leave ends what is being asked for.
func (m *Model) Leave() { m.cancel() }

func (m *Model) cancel() {
	m.account.Cancel()
	for _, p := range m.pins {
		p.value.Cancel()
	}
	m.tab().cancel()
}

// show makes another tab the one that is shown, or the merged list of it and another. What the last one was asking for ends.
func (m *Model) show(shown int, merges bool) tea.Cmd {
	if shown == m.shown && merges == m.merges {
		return nil
	}
	m.tab().cancel()
	m.shown, m.merges = shown, merges
	m.tab().enter(m.ctx)
	if m.paused && m.tab().begun() {
		return nil
	}
	return m.tab().look()
}

// look asks for the account and for the end of the list at which new records come in.
func (m *Model) look() tea.Cmd {
	m.looked = m.deps.Now()
	return tea.Batch(m.askAccount(), m.askPins(), m.tab().look())
}

func (m *Model) askAccount() tea.Cmd {
	return m.account.Ask(m.ctx, m.deps.Loader, func(ctx context.Context) (client.Account, error) {
		return m.deps.Node.Account(ctx, m.address)
	})
}

// SetSize lays the screen out for this room.
func (m *Model) SetSize(size screen.Size) {
	m.size = size
	m.lay()
}

// Update takes answers, the clock and keys.
func (m *Model) Update(msg tea.Msg) tea.Cmd {
	cmd := tea.Batch(m.update(msg), m.tab().ScanNew())
	m.lay()
	return cmd
}

func (m *Model) update(msg tea.Msg) tea.Cmd {
	switch msg := msg.(type) {
	case load.Result[client.Account]:
		m.account.Take(msg)
		return nil
	case load.Result[linkvalue.Value]:
		m.takePin(msg)
		return nil
	case screen.StoreMsg:
		return m.askPins()
	case screen.ClockMsg:
		m.wantTypes()
		if !m.paused && m.deps.Now().Sub(m.looked) >= m.deps.Periods.Account && !m.account.Loading() {
			return m.look()
		}
		return nil
	case tea.KeyMsg:
		return m.key(msg)
	}
	return m.tab().take(msg)
}

// wantTypes has the session learn the types of the selected record's arguments, once it has been selected for a moment.
func (m *Model) wantTypes() {
	var record *client.Transaction
	switch tab := m.tab().(type) {
	case *transactions:
		record = tab.Selected()
	case *coinMoves:
		record = tab.Selected()
	}
	if record != nil && record == m.rested {
		m.deps.WantTypes(record)
	}
	m.rested = record
}

func (m *Model) key(msg tea.KeyMsg) tea.Cmd {
	chosen, ok := m.keys.Tabs.Choice(msg, len(m.tabs))
	switch {
	case m.tab().Typing():
		return m.tab().key(msg)
	case ok:
		return m.show(chosen, false)
	case m.keys.Merge.Matches(msg) && m.canMerge():
		return m.show(m.shown, !m.merges)
	case m.keys.Refresh.Matches(msg):
		m.looked = m.deps.Now()
		return tea.Batch(m.askAccount(), m.askPins(), m.tab().refresh())
	case m.keys.Pause.Matches(msg):
		m.paused = !m.paused
		if !m.paused {
			return m.look()
		}
		return nil
	case m.keys.Details.Matches(msg) && m.hasDetails():
		m.details = !m.details
		return nil
	}
	return m.tab().key(msg)
}

// HardReload asks for the account and for its list from the beginning.
func (m *Model) HardReload() tea.Cmd {
	m.looked = m.deps.Now()
	return tea.Batch(m.askAccount(), m.askPins(), m.tab().afresh())
}

// Captures tells which keys are text to search for.
func (m *Model) Captures(msg tea.KeyMsg) bool { return m.tab().Captures(msg) }

// Escape goes back from the details, or ends what is being asked for the first time.
func (m *Model) Escape() bool {
	defer m.lay()
	switch {
	case m.details && m.hasDetails():
		m.details = false
		return true
	case m.tab().escape():
	case !m.account.Loading() || m.hasAccount():
		return false
	}
	m.account.Cancel()
	m.paused = m.paused || !m.hasAccount() || !m.tab().begun() // else the next look would ask again at once
	return true
}

func (m *Model) hasAccount() bool {
	_, ok := m.account.Value()
	return ok
}

// Crumbs are the account, by its name where it has one, and the tab.
func (m *Model) Crumbs() []text.Safe {
	name := m.deps.NameOf(m.address)
	if name == "" {
		name = text.Short(text.Safe(m.address.String()))
	}
	return append([]text.Safe{"Account " + name}, m.tab().crumbs()...)
}

// Note says what the screen does by itself.
func (m *Model) Note() (left, right text.Line) {
	th := m.deps.Theme
	if err := m.tab().err(); err != nil && m.tab().vital() != "" {
		left = text.In(th.Warn, "! "+m.deps.Explain(err).Reason)
	} else if left = m.deps.StaleNote(m.tab().status()); left == nil {
		left = m.deps.StaleNote(m.account.Status(m.deps.Now()))
	}
	if m.paused {
		return left, m.deps.ByItself(text.In(th.Warn, "paused: "+m.deps.Key("account.pause")+" goes on"))
	}
	return left, m.deps.ByItself(text.In(th.Faint, m.tab().habit()))
}

// Address is that of the account.
func (m *Model) Address() move.Address { return m.address }

// List is the list of transactions that is shown, nil where the tab has none.
func (m *Model) List() *load.Pages[client.Transaction] {
	switch tab := m.tab().(type) {
	case *transactions:
		return tab.Pages
	case *coinMoves:
		return tab.Pages
	}
	return nil
}

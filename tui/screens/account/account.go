// Package account is the screen of one account: its facts, its transactions, its modules, its resources and its balance over time.
package account

import (
	"context"
	"time"

	tea "github.com/charmbracelet/bubbletea"

	"foredeck/client"
	"foredeck/client/move"
	"foredeck/tui/load"
	"foredeck/tui/screen"
	"foredeck/tui/store"
	"foredeck/tui/text"
)

// Model is the screen of one account.
type Model struct {
	deps    *screen.Deps
	address move.Address

	ctx          context.Context
	size         screen.Size
	account      load.State[client.Account]
	digits       *digits // nil if they are an address
	tabs         []tab
	active       int       // index into tabs
	mergedTab    tab       // sent transactions and coin transfers in one list
	showMerged   bool      // mergedTab replaces the two
	polledAt     time.Time // start of the last poll
	sequence     screen.Changing[uint64]
	balance      screen.Changing[string]             // the native one
	pinValues    map[string]*screen.Changing[string] // by link
	paused       bool
	pins         []store.Pin
	lastSelected *client.Transaction // selection at the last clock tick
	showDetails  bool                // in small windows, show the details instead of the list
}

// New returns the screen of an account. It makes no request before Enter.
func New(deps *screen.Deps, address move.Address) *Model {
	m := &Model{deps: deps, address: address, pinValues: map[string]*screen.Changing[string]{}}
	sent := newSent(deps, address, func() uint64 {
		account, _ := m.account.Value()
		return account.SequenceNumber
	})
	m.tabs = []tab{
		sent, newCoinTransfers(deps, address), newAutomated(deps, address),
		newModules(deps, address), newResources(deps, address), newBalances(deps, address),
	}
	m.mergedTab = newMerged(deps, address)
	return m
}

// tab returns the visible tab.
func (m *Model) tab() tab {
	if m.showMerged {
		return m.mergedTab
	}
	return m.tabs[m.active]
}

// mergeableTabs is the number of tabs that can be merged, from the first.
const mergeableTabs = 2

// Enter loads missing data and polls for new records.
func (m *Model) Enter(ctx context.Context) tea.Cmd {
	m.ctx = ctx
	m.tab().Resume(ctx)
	if m.paused && m.tab().started() {
		return nil
	}
	return tea.Batch(m.lookUpHash(), m.poll())
}

// Leave cancels pending requests.
func (m *Model) Leave() { m.cancel() }

func (m *Model) cancel() {
	m.account.Cancel()
	m.tab().Cancel()
	if m.digits != nil {
		m.digits.record.Cancel()
	}
}

// show switches to a tab, or to the merged list in its place. It cancels the previous tab's requests.
func (m *Model) show(active int, showMerged bool) tea.Cmd {
	if active == m.active && showMerged == m.showMerged {
		return nil
	}
	m.tab().Cancel()
	m.active, m.showMerged = active, showMerged
	m.tab().Resume(m.ctx)
	if m.paused && m.tab().started() {
		return nil
	}
	return m.tab().Poll()
}

// poll requests the account, the pinned values and new records of the list.
func (m *Model) poll() tea.Cmd {
	m.polledAt = m.deps.Now()
	return tea.Batch(m.fetchAccount(), m.tab().Poll())
}

func (m *Model) fetchAccount() tea.Cmd {
	m.fetchPins()
	m.deps.Holdings.Refresh(m.address, holdingsPolls*m.deps.Config.Periods.Account)
	return m.account.Load(m.ctx, m.deps.Loader, func(ctx context.Context) (client.Account, error) {
		return m.deps.Node.Account(ctx, m.address)
	})
}

// SetSize lays out the screen.
func (m *Model) SetSize(size screen.Size) {
	m.size = size
	m.applyLayout()
}

// Update handles responses, clock ticks and typed text.
func (m *Model) Update(msg tea.Msg) tea.Cmd {
	return tea.Batch(m.update(msg), m.settle())
}

func (m *Model) update(msg tea.Msg) tea.Cmd {
	switch msg := msg.(type) {
	case load.Result[client.Account]:
		if m.account.Accept(msg) && msg.Err == nil {
			m.sequence.Note(msg.Value.SequenceNumber, m.deps.Now())
		}
		return m.decide()
	case load.Result[client.Transaction]:
		if m.digits != nil && m.digits.record.Accept(msg) {
			return m.decide()
		}
		return nil
	case load.CacheMsg:
		m.noteChanges()
	case screen.StoreMsg:
		m.fetchPins()
		return nil
	case screen.ClockMsg:
		m.loadTypes()
		if !m.paused && m.deps.Due(m.polledAt, m.deps.Config.Periods.Account) && !m.account.Loading() {
			return m.poll()
		}
		return nil
	case tea.KeyMsg:
		return m.tab().typeText(msg)
	}
	return m.tab().handle(msg)
}

// loadTypes requests the argument types of the selected record once the selection has rested for a tick.
func (m *Model) loadTypes() {
	var record *client.Transaction
	if list := m.activeList(); list != nil {
		record = list.Selected()
		if !m.hasCoinTransfers() {
			list.wantVisibleCoins()
		}
	}
	if record != nil && record == m.lastSelected {
		m.deps.ABIs.Want(record)
		m.deps.Failures.Want(record.FailedCall())
	}
	m.lastSelected = record
}

func (m *Model) merge() tea.Cmd { return m.show(m.active, !m.showMerged) }

func (m *Model) refresh() tea.Cmd {
	m.polledAt = m.deps.Now()
	m.deps.Holdings.Request(m.address)
	return tea.Batch(m.fetchAccount(), m.tab().Refresh())
}

func (m *Model) pause() tea.Cmd {
	m.paused = !m.paused
	if m.paused {
		return nil
	}
	return m.poll()
}

func (m *Model) switchPanel() tea.Cmd { m.showDetails = !m.showDetails; return nil }

// HardReload requests the account and its list from the beginning.
func (m *Model) HardReload() tea.Cmd {
	m.polledAt = m.deps.Now()
	m.deps.Holdings.Request(m.address)
	return tea.Batch(m.fetchAccount(), m.tab().hardReload())
}

// Captures reports whether the key is input for a search or filter.
func (m *Model) Captures(msg tea.KeyMsg) bool { return m.tab().Captures(msg) }

// Escape leaves the details, or cancels the first load.
func (m *Model) Escape() bool {
	defer m.applyLayout()
	switch {
	case m.showDetails && m.hasDetails():
		m.showDetails = false
		return true
	case m.tab().Escape():
	case !m.account.Loading() || m.hasAccount():
		return false
	}
	m.account.Cancel()
	m.paused = m.paused || !m.hasAccount() || !m.tab().started() // otherwise the next poll would request it again at once
	return true
}

func (m *Model) hasAccount() bool {
	_, ok := m.account.Value()
	return ok
}

// Crumbs returns the account, by name if it has one, and the tab.
func (m *Model) Crumbs() []text.Safe {
	name := m.deps.Names.Of(m.address)
	if name.IsEmpty() {
		name = text.Short(text.Clean(m.address.String()))
	}
	return append([]text.Safe{text.Format("Account %s", name)}, m.tab().crumbs()...)
}

// Note returns a warning.
func (m *Model) Note() (left, right text.Line) {
	th := m.deps.Theme
	status := m.tab().Status()
	if status.Err != nil && !m.tab().vital().IsEmpty() {
		left = text.In(th.Warn, "! %s", m.deps.Explain(status.Err).Reason)
	} else if left = m.deps.StaleNote(status); left == nil {
		left = m.deps.StaleNote(m.status())
	}
	return left, nil
}

// status returns the load status of the account, whose age is no problem while the refresh is paused.
func (m *Model) status() load.Status {
	status := m.account.Status(m.deps.Now())
	status.Manual = m.paused
	return status
}

// Activity returns the refresh state.
func (m *Model) Activity() text.Line {
	th := m.deps.Theme
	if m.paused {
		return text.In(th.Warn, "paused · %s resume", m.deps.Key("account.pause"))
	}
	return m.tab().refreshHint().In(th.Faint)
}

// Address returns the account's address.
func (m *Model) Address() move.Address { return m.address }

// List returns the visible list of transactions, or nil if the tab has none.
func (m *Model) List() *load.Pages[client.Transaction] {
	if list := m.activeList(); list != nil {
		return list.Pages
	}
	return nil
}

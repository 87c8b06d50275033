// Package transaction is the screen of one transaction record: its facts, its block, and everything the node sent.
package transaction

import (
	"context"
	"time"

	tea "github.com/charmbracelet/bubbletea"

	"foredeck/client"
	"foredeck/client/diskcache"
	"foredeck/client/move"
	"foredeck/tui/load"
	"foredeck/tui/pane"
	"foredeck/tui/render"
	"foredeck/tui/screen"
	"foredeck/tui/target"
	"foredeck/tui/text"
	"foredeck/tui/widget"
)

// tab is one of the views of the record's contents.
type tab int

const (
	tabArguments tab = iota
	tabPayload
	tabEvents
	tabOutput
	tabAuthenticator
	tabRaw
	tabCount
)

// focus is the focused panel, which is also the visible one if there is no room for all.
type focus int

const (
	focusFacts focus = iota // transaction
	focusBlock              // block and signature
	focusTabs               // tabs
	focusCount
)

// Model is the screen of one record.
type Model struct {
	deps *screen.Deps

	list     *load.Pages[client.Transaction] // list the record was opened from; nil if it was opened by hash
	listName text.Safe
	serial   int // serial of the record in the list
	neighbor func(serial, delta int) (int, bool)
	onWalk   func(serial int) // selects the record on the list's screen
	polledAt time.Time
	record   *client.Transaction
	ctx      context.Context
	size     screen.Size
	body     pane.Area // of the tabs

	tab tab
	// tabFollows: tab is that of the events because the record has no payload.
	tabFollows bool
	focus      focus
	lastUpper  focus        // the upper panel that last had the focus
	factRows   widget.Table // fields of the upper panels
	blockRows  widget.Table
	arguments  widget.Table // fields of the Arguments tab
	events     widget.Table
	inEvent    bool          // the tree of the selected event has the focus
	tree       pane.TreeView // of the tab or, in the Events tab, of the selected event
	treeEvent  int           // index of that event
	treeLines  int           // the most that the tree had, so that folding does not move what is below it
	glance     pane.Glance   // of the record, below the arguments
	stepping   int           // the record that is being loaded: 1 the next, -1 the previous, 0 none
	locating   *location     // nil once the record is loaded
	following  following     // of a record that is not final
	frozen     load.State[frozenCase]

	proof          *proof             // nil while it is closed
	wantsProof     bool               // it opens once the record is loaded
	failure        *client.FailedCall // nil if the record has none
	call           render.Arguments
	transfers      []render.CoinTransfer
	transferEvents int
}

// New returns the screen of a record.
func New(deps *screen.Deps, opened screen.OpenTransactionMsg) *Model {
	m := &Model{
		deps: deps, tree: pane.NewTreeView(deps),
		list: opened.List, listName: opened.Name, neighbor: opened.Neighbor, onWalk: opened.OnWalk, focus: focusTabs,
	}
	m.show(opened.Record, opened.Serial)
	return m
}

// show shows another record in the same tab.
func (m *Model) show(record *client.Transaction, serial int) tea.Cmd {
	m.record, m.serial, m.failure = record, serial, record.FailedCall()
	m.deps.Failures.Want(m.failure)
	m.arguments, m.events, m.inEvent = widget.Table{}, widget.Table{}, false
	if m.tabFollows {
		m.tab, m.tabFollows = tabArguments, false
	}
	if m.tab == tabArguments && record.Payload == nil && len(record.Events) > 0 {
		m.tab, m.tabFollows = tabEvents, true
	}
	m.transfers, m.transferEvents = render.CoinTransfers(record)
	m.wantCoins()
	m.decode()
	m.arguments.SetLength(m.argumentFields())
	m.arguments.Select(m.headerFields()) // the first argument, if any
	m.events.SetLength(len(record.Events))
	cmd := m.buildTree()
	m.applyLayout()
	return cmd
}

// maxTransferCoins bounds the coins whose decimals are requested for one record.
const maxTransferCoins = 8

// wantCoins requests the decimals of the coins in the record.
func (m *Model) wantCoins() {
	var kinds []string
	if m.record.Payload != nil && len(m.record.Payload.TypeArguments) == 1 {
		kinds = m.record.Payload.TypeArguments
	}
	for _, transfer := range m.transfers[:min(len(m.transfers), maxTransferCoins)] {
		kinds = append(kinds[:len(kinds):len(kinds)], transfer.Coin)
	}
	for _, kind := range kinds {
		if tag, err := move.ParseTypeTag(kind); err == nil && !client.IsNativeCoin(kind) {
			m.deps.Amounts.Want(tag)
		}
	}
}

// focusEvent moves the focus to the tree of the selected event, or back to the list of events.
func (m *Model) focusEvent(in bool) {
	m.inEvent = in
	m.events.SetBlurred(in || m.focus != focusTabs)
	m.tree.SetBlurred(!m.treeFocused())
}

// Enter requests the argument types if they are unknown, and a record that is not loaded. One that is final is not requested again.
func (m *Model) Enter(ctx context.Context) tea.Cmd {
	m.ctx, m.polledAt = ctx, m.deps.Now()
	m.deps.ABIs.Want(m.record)
	m.deps.Failures.Want(m.failure)
	if m.locating != nil {
		return m.locate()
	}
	m.decode() // names and types may have been loaded meanwhile
	return tea.Batch(m.tree.Resume(), m.openWantedProof())
}

// Leave cancels pending requests.
func (m *Model) Leave() {
	m.stepping = 0
	m.following.Cancel()
	m.frozen.Cancel()
	if m.locating != nil {
		m.locating.cancel()
	}
	if m.list != nil {
		m.list.Cancel()
	}
	if m.proof != nil {
		m.proof.state.Cancel()
	}
}

// SetSize lays out the screen.
func (m *Model) SetSize(size screen.Size) {
	if m.size == (screen.Size{}) && size.Class <= screen.Small {
		m.focus = focusFacts // the only panel that fits
	}
	m.size = size
	m.applyLayout()
}

// Update handles keys, pages of the list and types.
func (m *Model) Update(msg tea.Msg) tea.Cmd {
	return tea.Batch(m.update(msg), m.openWantedProof())
}

func (m *Model) update(msg tea.Msg) tea.Cmd {
	if cmd, replaced := m.tree.Update(msg); replaced {
		return cmd
	}
	switch msg := msg.(type) {
	case load.Result[client.Page[*client.Transaction]]:
		return m.handlePage(msg)
	case load.Result[client.Transaction]:
		return m.handleRecord(msg)
	case load.Result[diskcache.Sent]:
		return m.handleSeen(msg)
	case load.Result[client.Block]:
		m.handleBlock(msg)
	case load.Result[checkedProof]:
		if m.proof != nil {
			m.proof.state.Accept(msg)
		}
	case load.Result[frozenCase]:
		return m.handleFrozen(msg)
	case load.CacheMsg:
		m.decode()
		m.applyLayout()
	case screen.ClockMsg:
		if m.list != nil && m.deps.Due(m.polledAt, m.deps.Config.Periods.Transaction) {
			m.polledAt = m.deps.Now()
			return m.list.LoadNewer(m.ctx, m.deps.Loader)
		}
		return m.follows()
	case screen.ClickMsg:
		cmd := m.click(msg.Target)
		m.applyLayout()
		return cmd
	case tea.KeyMsg:
		return screen.TypeSearch(&m.tree, msg)
	}
	return nil
}

func (m *Model) handlePage(msg load.Result[client.Page[*client.Transaction]]) tea.Cmd {
	if m.list == nil {
		return nil
	}
	change, next, ok := m.list.Accept(m.ctx, m.deps.Loader, msg)
	if !ok {
		return nil
	}
	if m.locating != nil {
		return tea.Batch(next, m.found())
	}
	for i := range change.Above {
		m.deps.Seen.Add(m.list.At(i))
	}
	if m.stepping == 0 || m.list.Loading() || m.stepping < 0 && m.list.LoadingAbove() {
		return next
	}
	step := m.stepping
	m.stepping = 0
	if err := m.list.Err(); err != nil && change.Below+change.Above == 0 {
		return tea.Batch(next, m.deps.Post(screen.StatusMsg{Text: m.deps.Explain(err).Reason, Warn: true}))
	}
	if step < 0 && m.neighborIndex(-1) < 0 && m.list.Partial() && change.Above > 0 {
		count := text.Integer(uint64(change.Above))
		return tea.Batch(next, m.deps.Post(screen.StatusMsg{Text: text.Format("none of the %s records above match · %s continue", count, m.deps.Key("transaction.previous"))}))
	}
	if step > 0 && m.neighborIndex(1) == m.list.Len() && !m.list.Complete() && change.Below > 0 { // the filter may match nothing for many pages
		count := text.Integer(uint64(change.Below))
		return tea.Batch(next, m.deps.Post(screen.StatusMsg{Text: text.Format("none of the next %s records match · %s continue", count, m.deps.Key("transaction.next"))}))
	}
	return tea.Batch(next, m.step(step))
}

// step shows the next or previous record of the list, and loads pages as needed.
func (m *Model) step(delta int) tea.Cmd {
	switch i := m.neighborIndex(delta); {
	case i < 0 && m.list.Partial():
		m.stepping = -1
		return m.list.LoadAbove(m.ctx, m.deps.Loader)
	case i < 0:
		return m.deps.Post(screen.StatusMsg{Text: text.Const("first record of the list")})
	case i < m.list.Len():
		cmd := m.show(m.list.At(i), m.list.Serial(i))
		m.onWalk(m.serial)
		m.deps.ABIs.Want(m.record)
		return cmd
	case m.list.Complete():
		return m.deps.Post(screen.StatusMsg{Text: text.Const("last record of the list")})
	}
	m.stepping = 1
	return m.list.LoadMore(m.ctx, m.deps.Loader)
}

// neighborIndex returns the index of the record delta rows below in the displayed list: -1 before the first, the list's length if
// it is not loaded.
func (m *Model) neighborIndex(delta int) int {
	if m.neighbor == nil {
		return m.list.Index(m.serial) + delta
	}
	serial, ok := m.neighbor(m.serial, delta)
	switch {
	case ok:
		return m.list.Index(serial)
	case delta < 0:
		return -1
	}
	return m.list.Len()
}

// openFunction opens the form of the called view function with its arguments filled in. Other functions cannot be run: it opens
// their declaration.
func (m *Model) openFunction() tea.Cmd {
	function, _ := m.function()
	known, _ := m.deps.ABIs.Get(move.ModuleID{Address: function.Address, Name: function.Module})
	if known.ABI != nil {
		declaration := known.ABI.Function(function.Name)
		if declaration != nil && declaration.IsView && m.call.RawReason.IsEmpty() {
			return m.deps.CallPayload(m.record.Payload, "")
		}
		if declaration != nil && !declaration.IsView {
			m.deps.Post(screen.StatusMsg{Text: text.Format("%s is not a view function; showing its declaration", text.Clean(function.Name))})
		}
	}
	return m.deps.Post(screen.OpenMsg{Target: target.Target{Kind: target.Function, Function: function}})
}

// function returns the called function, if the record names one.
func (m *Model) function() (move.FunctionID, bool) {
	if m.record.Payload == nil {
		return move.FunctionID{}, false
	}
	function, err := move.ParseFunctionID(m.record.Payload.Function)
	return function, err == nil
}

func (m *Model) setFocus(to focus) {
	if m.focus = to; to != focusTabs {
		m.lastUpper = to
	}
	m.focusEvent(m.inEvent)
	m.applyLayout()
}

// Captures reports whether the key is input for the search.
func (m *Model) Captures(msg tea.KeyMsg) bool { return m.proof == nil && m.tree.Captures(msg) }

// Escape clears the search, leaves an event's tree, or stops loading the next record.
func (m *Model) Escape() bool {
	switch {
	case m.proof != nil:
		m.closeProof()
		return true
	case m.treeFocused() && m.tree.Escape():
		return true
	case m.inEvent && m.focus == focusTabs:
		m.focusEvent(false)
		return true
	case m.stepping != 0:
		m.stepping = 0
		m.list.Cancel()
		return true
	}
	return false
}

// Crumbs returns the record's sequence number, or its hash if it has none.
func (m *Model) Crumbs() []text.Safe {
	if m.record.SequenceNumber == nil {
		return []text.Safe{text.Format("transaction %s", text.Short(text.Bounded(m.record.Hash)))}
	}
	name := m.sequenceLabel()
	if name == text.Const("sequence") {
		name = text.Const("seq")
	}
	return []text.Safe{text.Format("%s %s", name, text.Integer(*m.record.SequenceNumber))}
}

// Record returns the visible transaction.
func (m *Model) Record() *client.Transaction { return m.record }

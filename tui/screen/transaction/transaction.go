// Package transaction is the screen of one transaction record: what it was, where it stands, and all that the node sent.
package transaction

import (
	"context"
	"time"

	tea "github.com/charmbracelet/bubbletea"

	"foredeck/client"
	"foredeck/client/move"
	"foredeck/tui/load"
	"foredeck/tui/render"
	"foredeck/tui/screen"
	"foredeck/tui/target"
	"foredeck/tui/text"
	"foredeck/tui/widget/jsontree"
	"foredeck/tui/widget/table"
)

// tab is one of the views of the record's inside.
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

// part is one of the panels: the one that has the keys, and the one that is shown where there is no room for all.
type part int

const (
	partFacts part = iota // the transaction
	partBlock             // block and signature
	partTabs              // the tabs
	partCount
)

// Model is the screen of one record.
type Model struct {
	deps *screen.Deps
	keys KeyMap

	list   *load.Pages[client.Transaction] // where the record came from; nil: it was named by its hash
	from   text.Safe                       // the name of the list
	serial int                             // of the record in the list
	beside func(serial, delta int) (int, bool)
	walked func(serial int) // tells the list's screen which record is shown
	looked time.Time
	record *client.Transaction
	ctx    context.Context
	size   screen.Size

	tab       tab
	part      part // that has the keys
	lastAbove part // of the two above the tabs, the one that had the keys last
	factRow   int
	blockRow  int
	arguments table.Model // the fields of the tab of arguments
	events    table.Model
	inEvent   bool           // the keys go to the tree of the selected event
	tree      jsontree.Model // of the tab; in the events tab, of the selected event
	reading   screen.TreeReading
	search    screen.TreeSearch
	stepping  bool // the next record is being loaded

	types      load.State[client.Module] // of the arguments
	typesOf    move.ModuleID             // the module that was asked for
	call       render.Arguments
	moves      []render.CoinTransfer
	moveEvents int
}

// New is the screen of a record. The list is the one it was opened from, nil where there is none.
func New(deps *screen.Deps, opened screen.OpenTransactionMsg) *Model {
	m := &Model{
		deps: deps, keys: newKeyMap(), search: screen.NewTreeSearch(),
		list: opened.List, from: opened.Name, beside: opened.Beside, walked: opened.Walked, part: partTabs,
	}
	m.show(opened.Record, opened.Serial)
	return m
}

// show makes the record the one that is shown, on the tab that was open.
func (m *Model) show(record *client.Transaction, serial int) tea.Cmd {
	m.record, m.serial = record, serial
	m.arguments, m.events, m.inEvent = table.Model{}, table.Model{}, false
	m.moves, m.moveEvents = render.CoinTransfers(record)
	m.wantCoins()
	m.read()
	m.arguments.SetLength(m.argumentFields())
	m.arguments.Select(m.heads()) // the first argument, where there is one
	m.events.SetLength(len(record.Events))
	cmd := m.plant()
	m.lay()
	return cmd
}

// mostMovedCoins is how many coins of one record are asked about.
const mostMovedCoins = 8

// wantCoins has the session learn the decimals of the coins that the record is about.
func (m *Model) wantCoins() {
	var kinds []string
	if m.record.Payload != nil && len(m.record.Payload.TypeArguments) == 1 {
		kinds = m.record.Payload.TypeArguments
	}
	for _, moved := range m.moves[:min(len(m.moves), mostMovedCoins)] {
		kinds = append(kinds[:len(kinds):len(kinds)], moved.Coin)
	}
	for _, kind := range kinds {
		if tag, err := move.ParseTypeTag(kind); err == nil && !render.IsNativeCoin(kind) {
			m.deps.WantCoins(tag)
		}
	}
}

// intoEvent gives the keys to the tree of the selected event, or back to the list of events.
func (m *Model) intoEvent(in bool) {
	m.inEvent = in
	m.events.SetBlurred(in || m.part != partTabs)
	m.tree.SetBlurred(!m.treeHasKeys())
}

// Enter asks for the types of the arguments where they are not known. The record itself is here, and a finalised one never
// changes.
func (m *Model) Enter(ctx context.Context) tea.Cmd {
	m.ctx, m.looked = ctx, m.deps.Now()
	m.read() // names and types may have come meanwhile
	if m.reading.Reading() {
		return tea.Batch(m.askTypes(), m.plant()) // it was left before the tree was there
	}
	return m.askTypes()
}

// Leave ends the load of the next record and of types.
func (m *Model) Leave() {
	m.stepping = false
	m.types.Cancel()
	if m.list != nil {
		m.list.Cancel()
	}
}

// SetSize lays the screen out for this room.
func (m *Model) SetSize(size screen.Size) {
	if m.size == (screen.Size{}) && size.Class <= screen.Small {
		m.part = partFacts // the one panel that there is room for
	}
	m.size = size
	m.lay()
}

// Update takes keys and the answer with the next page of the list.
func (m *Model) Update(msg tea.Msg) tea.Cmd {
	m.tree.ApplyHits()
	switch msg := msg.(type) {
	case load.Result[client.Page[client.Transaction]]:
		return m.take(msg)
	case load.Result[client.Module]:
		m.takeTypes(msg)
	case load.Result[jsontree.Model]:
		if tree, ok := m.reading.Take(msg); ok {
			cmd := m.grown(tree)
			m.lay()
			return cmd
		}
	case screen.ClockMsg:
		if m.list != nil && m.deps.Now().Sub(m.looked) >= m.deps.Periods.Transaction {
			m.looked = m.deps.Now()
			return m.list.News(m.ctx, m.deps.Loader)
		}
	case screen.PointMsg:
		cmd := m.point(msg.Spot)
		m.lay()
		return cmd
	case tea.KeyMsg:
		cmd := m.key(msg)
		m.lay() // a line with a pattern takes one from the tree
		return cmd
	}
	return nil
}

func (m *Model) take(msg load.Result[client.Page[client.Transaction]]) tea.Cmd {
	if m.list == nil {
		return nil
	}
	change, again, ok := m.list.Take(m.ctx, m.deps.Loader, msg)
	if !ok {
		return nil
	}
	for i := range change.Above {
		m.deps.Seen.Add(m.list.At(i))
	}
	if !m.stepping || m.list.Loading() {
		return again
	}
	m.stepping = false
	if err := m.list.Err(); err != nil && change.Below == 0 {
		return tea.Batch(again, m.deps.Post(screen.StatusMsg{Text: m.deps.Explain(err).Reason, Warn: true}))
	}
	if m.indexBeside(1) == m.list.Len() && !m.list.Ended() && change.Below > 0 { // a filter may match nothing for long
		came := text.Integer(uint64(change.Below))
		return tea.Batch(again, m.deps.Post(screen.StatusMsg{Text: "none of the " + came + " records that came is a row of the list: " + m.deps.Key("transaction.next") + " looks on"}))
	}
	return tea.Batch(again, m.step(1))
}

func (m *Model) key(msg tea.KeyMsg) tea.Cmd {
	if m.treeHasKeys() {
		if cmd, taken := m.search.Key(&m.tree, msg); taken {
			return cmd
		}
	}
	if m.search.Typing() {
		m.treeKey(msg)
		return nil
	}
	if chosen, ok := m.keys.Tabs.Choice(msg, int(tabCount)); ok {
		m.turn(partTabs)
		if tab(chosen) != m.tab {
			m.tab, m.inEvent = tab(chosen), false
			return m.plant()
		}
		return nil
	}
	switch {
	case m.keys.Next.Matches(msg):
		return m.step(1)
	case m.keys.Previous.Matches(msg):
		return m.step(-1)
	case m.keys.Panel.Matches(msg):
		m.nextPart(msg.String() == "shift+tab")
	case m.keys.Follow.Matches(msg):
		return m.follow()
	case m.keys.Function.Matches(msg):
		return m.openFunction()
	case m.keys.Refresh.Matches(msg):
		return m.askTypesAgain()
	case m.part == partFacts:
		m.factKey(msg, &m.factRow, len(m.facts()))
	case m.part == partBlock:
		m.factKey(msg, &m.blockRow, len(m.block()))
	case m.treeHasKeys():
		m.treeKey(msg)
	default:
		return m.tableKey(msg)
	}
	return nil
}

// step goes to the next record of the list, or the one before, loading pages as needed.
func (m *Model) step(delta int) tea.Cmd {
	if m.list == nil {
		return m.deps.Post(screen.StatusMsg{Text: "this record was not opened from a list"})
	}
	switch i := m.indexBeside(delta); {
	case i < 0:
		return m.deps.Post(screen.StatusMsg{Text: "this is the first record of the list"})
	case i < m.list.Len():
		cmd := m.show(m.list.At(i), m.list.Serial(i))
		m.walked(m.serial)
		return tea.Batch(cmd, m.askTypes())
	case m.list.Ended():
		return m.deps.Post(screen.StatusMsg{Text: "this is the last record of the list"})
	}
	m.stepping = true
	return m.list.More(m.ctx, m.deps.Loader)
}

// indexBeside is the index of the record so many rows further on, as the list shows them: behind the last where it is not loaded.
func (m *Model) indexBeside(delta int) int {
	if m.beside == nil {
		return m.list.Index(m.serial) + delta
	}
	serial, ok := m.beside(m.serial, delta)
	switch {
	case ok:
		return m.list.Index(serial)
	case delta < 0:
		return -1
	}
	return m.list.Len()
}

// follow opens what is selected: the place that a field names, or a part of the tree.
func (m *Model) follow() tea.Cmd {
	selected, ok := m.selected()
	switch {
	case ok && selected.opens != nil:
		return m.deps.Post(screen.OpenMsg{Target: *selected.opens})
	case ok || m.part != partTabs || m.tab == tabArguments:
	case m.tab == tabEvents && !m.inEvent:
		m.intoEvent(m.events.Len() > 0)
	default:
		m.tree.Toggle()
	}
	return nil
}

// openFunction opens the form of the function that the record calls, filled with its arguments. Where it is no view function it
// cannot be run, and the module is shown at it instead.
func (m *Model) openFunction() tea.Cmd {
	function, ok := m.function()
	if !ok {
		return nil
	}
	known, _ := m.deps.Interface(move.ModuleID{Address: function.Address, Name: function.Module})
	if known.ABI != nil {
		own := known.ABI.Function(function.Name)
		if own != nil && own.IsView && m.call.RawReason == "" {
			filled := target.Call{TypeArguments: m.record.Payload.TypeArguments}
			for i := range m.call.Len() {
				argument := m.argument(i)
				filled.Arguments = append(filled.Arguments, argument.Input())
			}
			return m.deps.Post(screen.OpenViewMsg{Function: function, ABI: known.ABI, Filled: &filled})
		}
		if own != nil && !own.IsView {
			m.deps.Post(screen.StatusMsg{Text: text.Clean(function.Name) + " is no view function, which could be run: it stands here"})
		}
	}
	return m.deps.Post(screen.OpenMsg{Target: target.Target{Kind: target.Function, Function: function}})
}

// function is the function that the record calls, where it names one.
func (m *Model) function() (move.FunctionID, bool) {
	if m.record.Payload == nil {
		return move.FunctionID{}, false
	}
	function, err := move.ParseFunctionID(m.record.Payload.Function)
	return function, err == nil
}

// turn gives the keys to a panel.
func (m *Model) turn(to part) {
	if m.part = to; to != partTabs {
		m.lastAbove = to
	}
	m.intoEvent(m.inEvent)
	m.lay()
}

// Captures tells which keys are text to search for.
func (m *Model) Captures(msg tea.KeyMsg) bool { return m.search.Captures(msg) }

// nextPart gives the keys to the next panel.
func (m *Model) nextPart(back bool) {
	step := part(1)
	if back {
		step = partCount - 1
	}
	m.turn((m.part + step) % partCount)
}

// Escape searches for nothing any more, leaves the tree of an event, or ends the load of the next record.
func (m *Model) Escape() bool {
	switch {
	case m.treeHasKeys() && m.search.Escape(&m.tree):
		m.lay()
		return true
	case m.inEvent && m.part == partTabs:
		m.intoEvent(false)
		return true
	case m.stepping:
		m.stepping = false
		m.list.Cancel()
		return true
	}
	return false
}

// Crumbs are the record by its sequence number, or by its hash where it has none.
func (m *Model) Crumbs() []text.Safe {
	if m.record.SequenceNumber == nil {
		return []text.Safe{"transaction " + text.Short(text.Bounded(m.record.Hash))}
	}
	name := m.sequenceName()
	if name == "sequence" {
		name = "seq"
	}
	return []text.Safe{name + " " + text.Integer(*m.record.SequenceNumber)}
}

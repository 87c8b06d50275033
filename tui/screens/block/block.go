// Package block is the screen of one block: its header, its certificate with the votes or the figures of its execution, its transactions
// or batches, and the raw record.
package block

import (
	"context"
	"math"

	tea "github.com/charmbracelet/bubbletea"

	"foredeck/client"
	"foredeck/tui/live"
	"foredeck/tui/load"
	"foredeck/tui/pane"
	"foredeck/tui/screen"
	"foredeck/tui/target"
	"foredeck/tui/text"
	"foredeck/tui/widget"
	"foredeck/tui/widget/jsontree"
)

type tab int

const (
	tabTransactions tab = iota
	tabStatistics
	tabBatches
	tabPayload
	tabRaw
)

// area is a panel of the screen. Small windows show only the focused one.
type area int

const (
	areaHeader area = iota
	areaVoters
	areaTabs
	areaCount
)

// Model is the block screen.
type Model struct {
	deps     *screen.Deps
	blocks   *live.Index
	ctx      context.Context
	size     screen.Size
	tabsRoom pane.Area
	voters   pane.Area // inside the panel
	seat     seat
	glance   pane.Glance // of the record, below the tabs

	height        uint64
	blockState    load.State[client.Block]
	batchState    load.State[client.Block] // loads the batches
	executedState load.State[client.Block] // loads the transactions
	aroundState   load.State[[]client.Block]
	votesState    load.State[client.Block]
	areVotesAsked bool
	asked         [2]uint64     // lowest and highest height of the last request of blocks around
	aroundRows    []live.Row    // of blocks around that the list of blocks does not have
	executed      *client.Block // the block with its transactions; nil: not loaded
	transactions  widget.Table
	pane.RowRange               // of the transactions
	block         *client.Block // nil: not loaded
	row           live.Row      // summary of block
	items         []live.Item
	packed        []live.PackedBatch
	focus         area
	factRows      widget.Table // lines of the header
	voter         int          // index of the selected member
	tab           tab
	batches       widget.Table
	bytesFocused  bool // the bytes of the selected batch have focus
	bytes         widget.Table
	tree          pane.TreeView
}

// New returns the screen of the block at a height.
func New(deps *screen.Deps, height uint64) *Model {
	m := &Model{deps: deps, blocks: deps.Blocks, height: height, tree: pane.NewTreeView(deps), focus: areaTabs}
	m.tab = m.tabs()[0]
	m.RowRange = pane.NewRowRange(m.ranged, func(i int) string { return m.executed.Transactions[i].Hash })
	return m
}

// Enter loads the block unless it is loaded.
func (m *Model) Enter(ctx context.Context) tea.Cmd {
	m.ctx = ctx
	return tea.Batch(m.load(), m.tree.Resume())
}

// load requests the block. If a neighbor is known, the block can be served from the disk cache.
func (m *Model) load() tea.Cmd {
	if m.block != nil {
		return tea.Batch(m.loadTransactions(), m.loadAround(), m.loadVotes())
	}
	if cached := m.blocks.Cached(m.height); cached != nil {
		return m.setBlock(*cached)
	}
	node, height := m.deps.Node, m.height
	var options []client.BlocksOption
	for _, adjacent := range []uint64{height + 1, height - 1} {
		if neighbor := m.blocks.Neighbor(m.blocks.Block(adjacent)); neighbor != nil {
			options = []client.BlocksOption{client.NextTo(*neighbor)}
		}
	}
	return m.blockState.Load(m.ctx, m.deps.Loader, func(ctx context.Context) (client.Block, error) {
		for block, err := range node.Blocks(ctx, height, height, options...) {
			return block, err
		}
		return client.Block{}, ctx.Err()
	})
}

// HardReload requests the block from the node, bypassing the cache.
func (m *Model) HardReload() tea.Cmd {
	node, height := m.deps.Node, m.height
	return m.blockState.Load(m.ctx, m.deps.Loader, func(ctx context.Context) (client.Block, error) {
		return node.Block(ctx, height)
	})
}

// loadBatches requests the block again with its batches.
func (m *Model) loadBatches() tea.Cmd {
	if m.block == nil || m.block.Batches != nil || m.batchState.Loading() {
		return nil
	}
	m.setFocus(areaTabs)
	node, height := m.deps.Node, m.height
	return tea.Batch(m.selectTab(tabBatches), m.batchState.Load(m.ctx, m.deps.Loader, func(ctx context.Context) (client.Block, error) {
		return node.Block(ctx, height, client.WithBatches())
	}))
}

func (m *Model) setBlock(block client.Block) tea.Cmd {
	if m.block != nil && m.block.Digest == block.Digest && block.Certificate == nil {
		block.Certificate = m.block.Certificate
	}
	m.blocks.Cache(block)
	m.deps.NoteBlock(block)
	if block.Epoch != nil {
		m.deps.Committees.Want(*block.Epoch)
	}
	m.block, m.row = &block, live.NewRow(block)
	m.items, m.packed = live.Items(block.Payload), live.PackedBatches(block.Batches)
	if m.voter >= int(m.row.Members) {
		m.voter = 0
	}
	m.resetTab()
	m.noteAround()
	cmd := tea.Batch(m.loadTree(), m.loadTransactions(), m.loadAround(), m.loadVotes())
	m.layout()
	return cmd
}

// show switches to another height and stays on the current tab.
func (m *Model) show(height uint64) tea.Cmd {
	m.Leave()
	m.height, m.block, m.items, m.packed, m.bytesFocused = height, nil, nil, nil, false
	m.blockState, m.batchState, m.executedState, m.executed = load.State[client.Block]{}, load.State[client.Block]{}, load.State[client.Block]{}, nil
	m.aroundState, m.aroundRows = load.State[[]client.Block]{}, nil
	m.votesState, m.areVotesAsked = load.State[client.Block]{}, false
	m.transactions = widget.Table{}
	m.tree.Reset()
	m.batches.Select(0)
	cmd := m.load()
	m.layout()
	return cmd
}

// Leave cancels the requests.
func (m *Model) Leave() {
	m.blockState.Cancel()
	m.batchState.Cancel()
	m.executedState.Cancel()
	m.aroundState.Cancel()
	m.votesState.Cancel()
	m.asked, m.areVotesAsked = [2]uint64{}, false
}

// SetSize lays out the screen.
func (m *Model) SetSize(size screen.Size) {
	if m.size == (screen.Size{}) && size.Class < screen.Full {
		m.focus = areaHeader // the only panel that fits
	}
	m.size = size
	m.layout()
}

// Update handles responses and keys.
func (m *Model) Update(msg tea.Msg) tea.Cmd {
	if cmd, replaced := m.tree.Update(msg); replaced {
		return cmd
	}
	switch msg := msg.(type) {
	case load.Result[client.Block]:
		return m.handleBlock(msg)
	case load.Result[[]client.Block]:
		if m.aroundState.Accept(msg) {
			m.setAround(msg.Value)
		}
	case screen.ClockMsg: // the window may be larger than before
		return m.loadAround()
	case screen.ClickMsg:
		return m.point(msg.Target)
	case tea.KeyMsg:
		return screen.TypeSearch(&m.tree, msg)
	}
	return nil
}

func (m *Model) handleBlock(msg load.Result[client.Block]) tea.Cmd {
	switch {
	case m.blockState.Accept(msg):
		if msg.Err != nil && m.block == nil {
			return nil // the header shows the error
		} else if msg.Err != nil {
			return m.deps.Post(screen.StatusMsg{Text: m.deps.Explain(msg.Err).Reason, Warn: true})
		}
	case m.batchState.Accept(msg):
		if msg.Err != nil {
			return m.deps.Post(screen.StatusMsg{Text: text.Format("batches: %s", m.deps.Explain(msg.Err).Reason), Warn: true})
		}
		if msg.Value.Batches == nil {
			m.deps.Post(screen.StatusMsg{Text: text.Const("the node returned no batches for this block"), Warn: true})
		}
	case m.executedState.Accept(msg):
		m.setTransactions(msg)
		m.layout()
		return nil
	case m.votesState.Accept(msg):
		if msg.Err == nil {
			m.setVotes(msg.Value)
		}
		return nil
	default:
		return nil
	}
	return m.setBlock(msg.Value)
}

// step switches to the next block, or the previous one if delta is negative.
func (m *Model) step(delta int) tea.Cmd {
	switch {
	case delta < 0 && m.height == 0:
		return m.deps.Post(screen.StatusMsg{Text: text.Const("first block of the chain")})
	case delta > 0 && m.height == math.MaxUint64:
		return nil
	}
	return m.show(m.height + uint64(delta))
}

func (m *Model) selectTab(to tab) tea.Cmd {
	if m.tab == to {
		return nil
	}
	m.tab, m.bytesFocused = to, false
	return tea.Batch(m.loadTree(), m.loadTransactions())
}

func (m *Model) loadTree() tea.Cmd {
	if m.block == nil || m.tab <= tabBatches {
		m.tree.Reset()
		return nil
	}
	raw, name := m.block.Payload, text.Const("payload")
	if m.tab == tabRaw {
		raw, name = m.block.Raw, text.Const("record")
	}
	return m.tree.Show(raw, func(tree *jsontree.Model) {
		tree.SetName(name)
		tree.OpenAll()
	})
}

// follow opens the target of the selection.
func (m *Model) follow() tea.Cmd {
	opens := m.selectedFact().Opens
	if opens.Kind == target.Height {
		return m.show(opens.Height)
	}
	return m.deps.Post(screen.OpenMsg{Target: *opens})
}

func (m *Model) setFocus(to area) {
	m.focus = to
	m.layout()
}

// Captures reports whether the key is text for the search.
func (m *Model) Captures(msg tea.KeyMsg) bool { return m.tree.Captures(msg) }

// Escape ends the search, leaves the bytes, or cancels a request.
func (m *Model) Escape() bool {
	switch {
	case m.EndRange(), m.treeFocused() && m.tree.Escape():
	case m.bytesFocused:
		m.bytesFocused = false
	case m.blockState.Loading():
		m.blockState.Cancel()
	case m.batchState.Loading():
		m.batchState.Cancel()
	case m.executedState.Loading():
		m.executedState.Cancel()
	default:
		return false
	}
	m.layout()
	return true
}

// Crumbs returns the breadcrumb entries.
func (m *Model) Crumbs() []text.Safe {
	return []text.Safe{text.Format("block %s", text.Integer(m.height))}
}

// Note reports that the block is final, or what could not be parsed.
func (m *Model) Note() (left, right text.Line) {
	th := m.deps.Theme
	switch {
	case m.block == nil:
		return nil, nil
	case m.block.Problems != nil:
		return text.In(th.Warn, "! partly parsed: %s", load.Problems(m.block.Problems)), nil
	}
	return text.In(th.Faint, "%s is final and cached", text.Integer(m.height)), text.In(th.Faint, "API %s", m.api())
}

// api returns the version of the API that the block is from.
func (m *Model) api() text.Safe {
	if m.isExecuted() {
		return text.Clean(m.deps.Node.BlockVersion().String())
	}
	return text.Const("v1")
}

// Vital returns the block in one line.
func (m *Model) Vital() text.Line {
	line := text.Integer(m.height).Line()
	if m.block == nil {
		return append(line, append(text.Line{{Text: text.Const(" ")}}, m.deps.StateLine(m.blockState.Status(m.deps.Now()))...)...)
	}
	if m.isExecuted() {
		return append(line, text.Span{Text: text.Format(" %s", text.Plural(int(m.row.Users), "transaction"))})
	}
	line = append(line, text.Span{Text: text.Format(" %s", live.FormatVotes(&m.row))})
	return append(line, m.deps.OwnVote(&m.row)...)
}

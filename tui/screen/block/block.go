// Package block is the screen of one consensus block: its header, the certificate that finalized it with those who voted, and
// all that the node sent.
package block

import (
	"context"
	"encoding/json"
	"math"

	tea "github.com/charmbracelet/bubbletea"

	"foredeck/client"
	"foredeck/tui/blockindex"
	"foredeck/tui/load"
	"foredeck/tui/screen"
	"foredeck/tui/target"
	"foredeck/tui/text"
	"foredeck/tui/widget/jsontree"
	"foredeck/tui/widget/table"
)

// tab is one of the views of the block's inside.
type tab int

const (
	tabBatches tab = iota
	tabPayload
	tabRaw
	tabCount
)

// part is one of the panels: the one that has the keys, and the one that is shown where there is no room for all.
type part int

const (
	partHeader part = iota
	partVoters
	partTabs
	partCount
)

// Model is the screen of one block.
type Model struct {
	deps  *screen.Deps
	chain *blockindex.Index
	keys  KeyMap
	ctx   context.Context
	size  screen.Size

	height  uint64
	asked   load.State[client.ConsensusBlock]
	filled  load.State[client.ConsensusBlock] // with its batches
	block   *client.ConsensusBlock            // nil: it is not here yet
	row     blockindex.Row                    // the same in short
	items   []blockindex.Item
	packed  []blockindex.PackedBatch
	part    part
	fact    int // the selected line of the header
	voter   int // the selected member
	tab     tab
	batches table.Model
	inBytes bool // the keys go to the bytes of the selected batch
	bytes   table.Model
	tree    jsontree.Model
	reading screen.TreeReading
	search  screen.TreeSearch
}

// New is the screen of the block at a height.
func New(deps *screen.Deps, height uint64) *Model {
	return &Model{deps: deps, chain: deps.Blocks, keys: newKeyMap(), height: height, search: screen.NewTreeSearch(), part: partTabs}
}

// Enter asks for the block, if it is not here: it is final, and asked for once.
func (m *Model) Enter(ctx context.Context) tea.Cmd {
	m.ctx = ctx
	return m.ask()
}

// ask asks for the block. Where a neighbour is known it can come from what is kept on disk.
func (m *Model) ask() tea.Cmd {
	if m.block != nil {
		return nil
	}
	if held := m.chain.Cached(m.height); held != nil {
		return m.take(*held)
	}
	node, height := m.deps.Node, m.height
	var options []client.BlocksOption
	for _, beside := range []uint64{height + 1, height - 1} {
		if known := m.chain.Neighbor(m.chain.Block(beside)); known != nil {
			options = []client.BlocksOption{client.NextTo(*known)}
		}
	}
	return m.asked.Ask(m.ctx, m.deps.Loader, func(ctx context.Context) (client.ConsensusBlock, error) {
		for block, err := range node.Blocks(ctx, height, height, options...) {
			return block, err
		}
		return client.ConsensusBlock{}, ctx.Err()
	})
}

// HardReload asks the node for the block, which is kept otherwise.
func (m *Model) HardReload() tea.Cmd {
	node, height := m.deps.Node, m.height
	return m.asked.Ask(m.ctx, m.deps.Loader, func(ctx context.Context) (client.ConsensusBlock, error) {
		return node.ConsensusBlock(ctx, height)
	})
}

// askBatches asks for the block again, with its batches.
func (m *Model) askBatches() tea.Cmd {
	if m.block == nil || m.block.Batches != nil || m.filled.Loading() {
		return nil
	}
	m.turn(partTabs)
	node, height := m.deps.Node, m.height
	return tea.Batch(m.choose(tabBatches), m.filled.Ask(m.ctx, m.deps.Loader, func(ctx context.Context) (client.ConsensusBlock, error) {
		return node.ConsensusBlock(ctx, height, client.WithBatches)
	}))
}

// take shows the block.
func (m *Model) take(block client.ConsensusBlock) tea.Cmd {
	m.chain.Cache(block)
	m.deps.SawBlock(block)
	m.block, m.row = &block, blockindex.NewRow(block)
	m.items, m.packed = blockindex.Items(block.Payload), blockindex.PackedBatches(block.Batches)
	if m.voter >= int(m.row.Members) {
		m.voter = 0
	}
	cmd := m.plant()
	m.lay()
	return cmd
}

// show goes to another height, on the tab that is open.
func (m *Model) show(height uint64) tea.Cmd {
	m.Leave()
	m.height, m.block, m.items, m.packed, m.inBytes = height, nil, nil, nil, false
	m.asked, m.filled = load.State[client.ConsensusBlock]{}, load.State[client.ConsensusBlock]{}
	m.tree = jsontree.Model{}
	m.batches.Select(0)
	cmd := m.ask()
	m.lay()
	return cmd
}

// Leave ends what is asked.
func (m *Model) Leave() {
	m.asked.Cancel()
	m.filled.Cancel()
	m.reading.Stop()
}

// SetSize lays the screen out for this room.
func (m *Model) SetSize(size screen.Size) {
	if m.size == (screen.Size{}) && size.Class < screen.Full {
		m.part = partHeader // the one panel that there is room for
	}
	m.size = size
	m.lay()
}

// Update takes answers and keys.
func (m *Model) Update(msg tea.Msg) tea.Cmd {
	m.tree.ApplyHits()
	switch msg := msg.(type) {
	case load.Result[client.ConsensusBlock]:
		return m.answered(msg)
	case load.Result[jsontree.Model]:
		if tree, ok := m.reading.Take(msg); ok {
			return m.grown(tree)
		}
	case screen.PointMsg:
		m.point(msg.Spot)
	case tea.KeyMsg:
		cmd := m.key(msg)
		m.lay()
		return cmd
	}
	return nil
}

func (m *Model) answered(msg load.Result[client.ConsensusBlock]) tea.Cmd {
	switch {
	case m.asked.Take(msg):
		switch {
		case msg.Err != nil && m.block != nil:
			return m.deps.Post(screen.StatusMsg{Text: m.deps.Explain(msg.Err).Reason, Warn: true})
		case msg.Err != nil:
			return nil
		}
	case m.filled.Take(msg):
		if msg.Err != nil {
			return m.deps.Post(screen.StatusMsg{Text: "batches: " + m.deps.Explain(msg.Err).Reason, Warn: true})
		}
		if msg.Value.Batches == nil {
			m.deps.Post(screen.StatusMsg{Text: "the node gives no batches with this block", Warn: true})
		}
	default:
		return nil
	}
	return m.take(msg.Value)
}

func (m *Model) key(msg tea.KeyMsg) tea.Cmd {
	if m.treeHasKeys() {
		if cmd, taken := m.search.Key(&m.tree, msg); taken {
			return cmd
		}
	}
	if m.search.Typing() {
		m.keys.Tree(&m.tree, m.insideHeight(), msg)
		return nil
	}
	if chosen, ok := m.keys.Tabs.Choice(msg, int(tabCount)); ok {
		m.turn(partTabs)
		return m.choose(tab(chosen))
	}
	switch {
	case m.keys.Next.Matches(msg):
		return m.step(1)
	case m.keys.Previous.Matches(msg):
		return m.step(-1)
	case m.keys.Batches.Matches(msg):
		return m.askBatches()
	case m.keys.Panel.Matches(msg):
		m.nextPart(msg.String() == "shift+tab")
	case m.keys.Refresh.Matches(msg) && m.block == nil:
		return m.ask()
	case m.keys.Follow.Matches(msg):
		return m.follow()
	case m.part == partHeader:
		m.factKey(msg)
	case m.part == partVoters:
		m.voterKey(msg)
	case m.inBytes:
		m.keys.Rows(&m.bytes, msg)
	case m.tab == tabBatches:
		if m.keys.Rows(&m.batches, msg) {
			m.bytes.Select(0)
		}
	case !m.keys.Tree(&m.tree, m.insideHeight(), msg):
		m.keys.FoldKeys.Key(&m.tree, msg)
	}
	return nil
}

// step goes to a neighbour: J is the higher one.
func (m *Model) step(delta int) tea.Cmd {
	switch {
	case delta > 0 && m.height == math.MaxUint64:
		return nil
	case delta > 0:
		return m.show(m.height + 1)
	case m.height == 0:
		return m.deps.Post(screen.StatusMsg{Text: "this is the first block of the chain"})
	}
	return m.show(m.height - 1)
}

// choose opens a tab.
func (m *Model) choose(chosen tab) tea.Cmd {
	if m.tab == chosen {
		return nil
	}
	m.tab, m.inBytes = chosen, false
	return m.plant()
}

// plant makes the tree of the tab that is open.
func (m *Model) plant() tea.Cmd {
	if m.block == nil || m.tab == tabBatches {
		m.tree = jsontree.Model{}
		m.reading.Stop()
		return nil
	}
	raw, name := m.block.Payload, text.Safe("payload")
	if m.tab == tabRaw {
		raw, name = m.block.Raw, "record"
	}
	th := &m.deps.Theme
	tree, cmd := m.reading.Read(m.deps.Loader, raw, func(raw json.RawMessage) jsontree.Model {
		tree := jsontree.New(raw, th)
		tree.SetName(name)
		tree.OpenAll()
		return tree
	})
	return tea.Batch(cmd, m.grown(tree))
}

// grown takes a tree, with what it is searched for.
func (m *Model) grown(tree jsontree.Model) tea.Cmd {
	m.tree = tree
	m.tree.SetBlurred(!m.treeHasKeys())
	m.lay()
	return m.tree.Search(m.search.Pattern())
}

// follow opens what is selected.
func (m *Model) follow() tea.Cmd {
	switch {
	case m.block == nil:
		return nil
	case m.part == partHeader:
		if opens := m.facts()[m.fact].opens; opens != nil {
			if opens.Kind == target.Height {
				return m.show(opens.Height)
			}
			return m.deps.Post(screen.OpenMsg{Target: *opens})
		}
	case m.part == partVoters:
	case m.tab == tabBatches:
		m.inBytes = len(m.packed) > 0 && !m.inBytes
	default:
		m.tree.Toggle()
	}
	return nil
}

// treeHasKeys tells that keys that move go to the tree.
func (m *Model) treeHasKeys() bool { return m.part == partTabs && m.tab != tabBatches }

// turn gives the keys to a panel.
func (m *Model) turn(to part) {
	m.part = to
	m.tree.SetBlurred(!m.treeHasKeys())
	m.lay()
}

func (m *Model) nextPart(back bool) {
	step := part(1)
	if back {
		step = partCount - 1
	}
	m.turn((m.part + step) % partCount)
}

// Captures tells which keys are text to search for.
func (m *Model) Captures(msg tea.KeyMsg) bool { return m.search.Captures(msg) }

// Escape searches for nothing any more, leaves the bytes of a batch, or ends what is asked.
func (m *Model) Escape() bool {
	switch {
	case m.treeHasKeys() && m.search.Escape(&m.tree):
	case m.inBytes:
		m.inBytes = false
	case m.asked.Loading():
		m.asked.Cancel()
	case m.filled.Loading():
		m.filled.Cancel()
	default:
		return false
	}
	m.lay()
	return true
}

// Crumbs are the height.
func (m *Model) Crumbs() []text.Safe { return []text.Safe{"block " + text.Integer(m.height)} }

// Note says that the block stays as it is, or what is odd about it.
func (m *Model) Note() (left, right text.Line) {
	th := m.deps.Theme
	switch {
	case m.block == nil:
		return nil, nil
	case m.block.Problem != nil:
		return text.In(th.Warn, "! not all of it was understood: "+text.Clean(m.block.Problem.Reason())), nil
	}
	return text.In(th.Faint, text.Integer(m.height)+" is final; this record will not be asked again"), text.In(th.Faint, "v1 answer")
}

// Vital is the block in a line.
func (m *Model) Vital() text.Line {
	line := text.Plain(text.Integer(m.height))
	if m.block == nil {
		return append(line, append(text.Line{{Text: " "}}, m.deps.StateLine(m.asked.Status(m.deps.Now()))...)...)
	}
	line = append(line, text.Span{Text: " " + blockindex.FormatVotes(&m.row)})
	if voted, given := m.row.Voted(m.chain.Watch.MemberIndex()); given {
		if voted {
			return append(line, text.Span{Text: " me ok", Style: m.deps.Theme.Good})
		}
		return append(line, text.Span{Text: " me MISSED", Style: m.deps.Theme.Bad})
	}
	return line
}

package home

import (
	"context"
	"slices"
	"sync"

	tea "github.com/charmbracelet/bubbletea"

	"foredeck/client"
	"foredeck/tui/load"
	"foredeck/tui/pane"
	"foredeck/tui/render"
	"foredeck/tui/screen"
	"foredeck/tui/text"
	"foredeck/tui/widget"
)

const (
	// latestBlocks is the number of blocks that are requested at once.
	latestBlocks = 8
	// maxScanned is the number of blocks below the first newest one that are looked through for rows and a failed transaction.
	maxScanned = 40
	// maxLatest is the number of transactions in the panel.
	maxLatest = 100
)

// latestPanel lists the newest transactions of the chain, of nodes whose blocks have them.
type latestPanel struct {
	deps   *screen.Deps
	blocks load.State[[]client.Block]
	// heights of the next block, of the lowest one that was requested, and of that at which the search downwards ends
	next, lowest, floor uint64
	failed              int                  // number of failed transactions in the list
	list                []client.Transaction // newest first, of users and automation tasks
	rows                widget.Table
}

// isServed reports whether the node has blocks with transactions.
func (m *latestPanel) isServed() bool { return m.deps.Node.HasExecutedBlocks() }

// Load requests the blocks that have arrived, or older ones while there are rows left or no failed transaction was found.
func (m *latestPanel) Load(ctx context.Context) tea.Cmd {
	newest, _ := m.deps.Blocks.Newest()
	if newest == nil || !m.isServed() || m.blocks.Loading() {
		return nil
	}
	from, to := m.next, newest.Height
	switch {
	case m.next == 0 || newest.Height >= m.next+latestBlocks:
		from = newest.Height - min(newest.Height, latestBlocks-1)
		if m.next == 0 {
			m.lowest, m.floor = from, newest.Height-min(newest.Height, maxScanned-1)
		}
	case newest.Height >= m.next:
	case m.lowest > m.floor && m.blocks.Err() == nil && (m.failed == 0 || len(m.list) < m.rows.Height()):
		from, to = m.lowest-min(m.lowest-m.floor, latestBlocks), m.lowest-1
	default:
		return nil
	}
	node := m.deps.Node
	return m.blocks.Load(ctx, m.deps.Loader, func(ctx context.Context) ([]client.Block, error) {
		blocks, errs := make([]client.Block, to-from+1), make([]error, to-from+1)
		var all sync.WaitGroup
		for i := range blocks {
			all.Go(func() { blocks[i], errs[i] = node.Block(ctx, from+uint64(i), client.WithTransactions()) })
		}
		all.Wait()
		at := slices.IndexFunc(errs, func(err error) bool { return err != nil })
		if at < 0 {
			return blocks, nil
		}
		return blocks[:at], errs[at]
	})
}

// Update handles the response to Load and reports whether msg was one.
func (m *latestPanel) Update(msg tea.Msg) bool {
	result, ok := msg.(load.Result[[]client.Block])
	if !ok || !m.blocks.Accept(result) {
		return false
	}
	if result.Err != nil && len(result.Value) > 0 && result.Value[0].Height < m.lowest {
		return true // blocks are missing above these older ones
	}
	added := 0
	for _, block := range result.Value {
		at := 0
		if block.Height < m.lowest {
			at = len(m.list) - added // of older blocks, the newest transaction stands above the others
		}
		m.next = max(m.next, block.Height+1)
		for i := range block.Transactions {
			if t := &block.Transactions[i]; t.Type != string(client.BlockMetadataType) {
				m.deps.Seen.Add(t)
				m.list, added = slices.Insert(m.list, at, *t), added+1
			}
		}
	}
	if len(result.Value) > 0 && result.Value[0].Height < m.lowest {
		m.lowest, added = result.Value[0].Height, 0
	}
	m.list = m.list[:min(len(m.list), maxLatest)]
	m.failed = 0
	for i := range m.list {
		if m.list[i].Status == "Fail" {
			m.failed++
		}
	}
	if m.rows.Selected() > 0 {
		m.rows.Prepended(added)
	}
	m.rows.SetLength(len(m.list))
	return true
}

// Reset forgets the transactions, after the chain was replaced.
func (m *latestPanel) Reset() {
	m.blocks.Cancel()
	m.next, m.list, m.failed, m.rows = 0, nil, 0, widget.Table{}
}

// Open opens the selected transaction.
func (m *latestPanel) Open() tea.Cmd {
	record := m.list[m.rows.Selected()] // the list moves its records
	return m.deps.Post(screen.OpenTransactionMsg{Record: &record})
}

// Panel draws the transactions.
func (m *latestPanel) Panel(title text.Line, room pane.Area) widget.Panel {
	th := m.deps.Theme
	p := widget.Panel{Title: title}
	if len(m.list) == 0 {
		status := m.blocks.Status(m.deps.Now())
		p.Body = []text.Line{text.In(th.Hint, "none in the newest blocks")}
		if status.Err != nil {
			p.Body = m.deps.FailureLines(status.Err)
		}
		return p
	}
	columns := []widget.Column{
		{Title: text.Const("AGE"), Width: 4, Right: true}, {Title: text.Const("STATUS"), Width: 9, Rank: 2},
		{Title: text.Const("FUNCTION"), Width: 18, Flex: true, Shorten: text.Function}, {Title: text.Const("SENDER"), Width: 13, Rank: 1, Shorten: text.CutMiddle},
	}
	p.Body = m.rows.View(th, columns, room.Width, func(i int) []widget.Cell {
		t := &m.list[i]
		sender := text.None
		if t.Sender != nil {
			if sender = m.deps.Names.Of(*t.Sender); sender.IsEmpty() {
				sender = text.Short(text.Clean(t.Sender.String()))
			}
		}
		return []widget.Cell{
			{Text: render.Age(t, m.deps.Now()), Style: th.Faint}, {Text: render.Status(t.Status), Style: render.StatusStyle(th, t.Status)},
			{Text: render.Call(t)}, {Text: sender, Style: th.Faint},
		}
	})
	return p
}

package block

import (
	"context"

	tea "github.com/charmbracelet/bubbletea"

	"foredeck/client"
	"foredeck/tui/live"
	"foredeck/tui/pane"
	"foredeck/tui/screen"
	"foredeck/tui/text"
	"foredeck/tui/widget"
)

// maxAround is the number of blocks that are shown, and requested, on each side of the block where the window has room for them.
const maxAround = 4

// around returns the heights that the screen shows beside its own, and the parent in any case.
func (m *Model) around() (first, last uint64) {
	first, last = m.height-min(m.height, 1), m.height
	if m.size.Class < screen.Huge {
		return first, last
	}
	first = m.height - min(m.height, maxAround+1) // the gap of the lowest needs its parent
	if newest, _ := m.blocks.Newest(); newest != nil && newest.Height > m.height {
		last = min(newest.Height, m.height+maxAround)
	}
	return first, last
}

// rowAt returns what is known of the block at a height, nil without anything.
func (m *Model) rowAt(height uint64) *live.Row {
	if height == m.height {
		return &m.row
	}
	if row := m.blocks.Block(height); row != nil {
		return row
	}
	for i := range m.aroundRows {
		if m.aroundRows[i].Height == height {
			return &m.aroundRows[i]
		}
	}
	return nil
}

// loadAround requests the blocks around that are not known, once for each size of the panel.
func (m *Model) loadAround() tea.Cmd {
	first, last := m.around()
	if m.block == nil || m.aroundState.Loading() || m.asked == [2]uint64{first, last} {
		return nil
	}
	m.asked = [2]uint64{first, last}
	for first < m.height && m.rowAt(first) != nil {
		first++
	}
	for last > m.height && m.rowAt(last) != nil {
		last--
	}
	if first == last {
		return nil
	}
	node, block := m.deps.Node, *m.block
	return m.aroundState.Load(m.ctx, m.deps.Loader, func(ctx context.Context) (blocks []client.Block, err error) {
		read := func(from, to uint64) {
			for block, err := range node.Blocks(ctx, from, to, client.NextTo(block)) {
				if err != nil {
					return // those that were read are shown; the others stay unknown
				}
				blocks = append(blocks, block)
			}
		}
		if first < block.Height {
			read(block.Height-1, first)
		}
		if last > block.Height {
			read(block.Height+1, last)
		}
		return blocks, nil
	})
}

// setAround keeps the blocks around.
func (m *Model) setAround(blocks []client.Block) {
	for _, block := range blocks {
		if block.Height != m.height {
			m.blocks.Cache(block)
		}
	}
	m.noteAround()
}

// noteAround makes rows of the blocks around that are only cached.
func (m *Model) noteAround() {
	m.aroundRows = m.aroundRows[:0]
	first, last := m.around()
	for height := first; height <= last; height++ {
		if cached := m.blocks.Cached(height); height != m.height && cached != nil && m.blocks.Block(height) == nil {
			m.aroundRows = append(m.aroundRows, live.NewRow(*cached))
		}
	}
}

// aroundHeights returns the heights of the panel, newest first.
func (m *Model) aroundHeights() []uint64 {
	first, last := m.height-min(m.height, maxAround), m.height+maxAround
	if newest, _ := m.blocks.Newest(); newest != nil {
		last = max(m.height, min(last, newest.Height))
	} else {
		last = m.height // no node said that there are more
	}
	heights := make([]uint64, 0, 2*maxAround+1)
	for height := last; ; height-- {
		if heights = append(heights, height); height == first {
			return heights
		}
	}
}

// aroundLines is the height of the panel inside its frame.
const aroundLines = 2*maxAround + 2

// aroundPanel lists the blocks before and after.
func (m *Model) aroundPanel(room pane.Area) widget.Panel {
	th := m.deps.Theme
	p := widget.Panel{Title: text.In(th.Text, "Around")}
	if m.aroundState.Loading() {
		p.State = m.deps.StateLine(m.aroundState.Status(m.deps.Now()))
	}
	if m.block == nil {
		return p
	}
	heights := m.aroundHeights()
	var table widget.Table
	table.SetLength(len(heights))
	table.SetHeight(max(room.Height-1, 0))
	table.SetBlurred(true)
	for i, height := range heights {
		if height == m.height {
			table.Select(i)
		}
	}
	counted := widget.Column{Title: text.Const("VOTES"), Width: 7, Right: true}
	if m.isExecuted() {
		counted = widget.Column{Title: text.Const("TXS"), Width: 5, Right: true}
	}
	columns := []widget.Column{
		{Title: text.Const("HEIGHT"), Width: 12}, {Title: text.Const("GAP"), Width: 6, Right: true, Rank: 1}, counted,
		{Title: text.Const("ROUND"), Width: 8, Right: true, Rank: 2}, {Title: text.Const("AUTHOR"), Width: 13, Flex: true},
	}
	p.Body = table.View(th, columns, room.Width, func(i int) []widget.Cell { return m.aroundCells(heights[i]) })
	for i := 1; i < len(p.Body); i++ {
		p.Body[i].WithHit(&text.Hit{IsPoint: true, Target: targetAround + table.First() + i - 1})
	}
	return p
}

func (m *Model) aroundCells(height uint64) []widget.Cell {
	th := m.deps.Theme
	row := m.rowAt(height)
	if row == nil || row.Kind != live.Block {
		return []widget.Cell{{Text: text.Integer(height), Style: th.Faint}, {Text: text.None, Style: th.Faint}, {Text: text.None, Style: th.Faint}, {Text: text.None, Style: th.Faint}, {Text: text.Const("not loaded"), Style: th.Faint}}
	}
	took := widget.Cell{Text: text.None, Style: th.Faint}
	if height > 0 {
		if gap, ok := live.GapBetween(m.rowAt(height-1), row); ok {
			took = widget.Cell{Text: live.FormatSeconds(gap), Style: m.deps.GapStyle(gap)}
		}
	}
	counted := widget.Cell{Text: live.FormatVotes(row), Style: m.deps.VotesStyle(row)}
	if m.isExecuted() {
		counted = widget.Cell{Text: text.Integer(uint64(row.Users))}
	}
	round := text.None
	if row.HasRound() {
		round = text.Integer(row.Round)
	}
	author := m.deps.Author(row.Author, 20)
	return []widget.Cell{{Text: text.Integer(height)}, took, counted, {Text: round}, {Text: author.Text, Style: author.Style}}
}

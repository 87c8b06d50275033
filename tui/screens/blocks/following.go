package blocks

import (
	"context"
	"errors"

	tea "github.com/charmbracelet/bubbletea"

	"foredeck/client"
	"foredeck/tui/live"
	"foredeck/tui/load"
	"foredeck/tui/screen"
	"foredeck/tui/text"
)

const (
	// firstBlocks is the number of blocks loaded initially below the newest.
	firstBlocks = 120
	// pageLength is the number of older blocks per request.
	pageLength = 100
	// holeLength is the number of heights of a hole per request.
	holeLength = 500
	// loadAhead is the distance from the oldest row at which older blocks are loaded.
	loadAhead = 5
)

// pause pauses following the chain on every screen, or resumes it.
func (m *Model) pause() tea.Cmd {
	return m.deps.Post(screen.PauseBlocksMsg{Paused: !m.deps.Following().Paused})
}

// refresh retries a failed request.
func (m *Model) refresh() tea.Cmd {
	if m.stopped() {
		return m.deps.Post(screen.FollowMsg{Retry: true})
	}
	return m.loadOlder()
}

// stopped reports whether following ended by itself.
func (m *Model) stopped() bool {
	following := m.deps.Following()
	return !following.Running && !following.Searching && !following.Paused && !m.blocks.Complete()
}

// handleBlocks shows new blocks, and loads those that are missing below the newest one.
func (m *Model) handleBlocks(msg screen.BlocksMsg) tea.Cmd {
	return tea.Batch(m.addBlocks(msg), m.refreshCount())
}

func (m *Model) addBlocks(msg screen.BlocksMsg) tea.Cmd {
	if msg.Replaced { // responses to requests for the old blocks would mix with the new ones
		m.missing.Cancel()
		m.figures = newFigures(m.deps)
		m.goal, m.reloadPending = nil, false
	}
	if msg.Reset {
		m.reachedEnd, m.followsNewest = false, true
	}
	m.deps.NameMembers()
	m.syncRows()
	m.layout()
	newest, _ := m.blocks.Newest()
	if isGoalPending := m.goal != nil && m.missing.Loading(); msg.Found && newest.Height > 0 && !isGoalPending {
		return m.load(newest.Height-1, newest.Height-min(newest.Height, firstBlocks), newest)
	}
	return m.loadMissing()
}

// loadMissing loads the blocks that are missing below the newest one while that is selected, or older ones if the selection is near
// the oldest row.
func (m *Model) loadMissing() tea.Cmd {
	if !m.followsNewest || m.blocks.Len() == 0 || m.missing.Loading() || m.missing.Err() != nil {
		return m.loadOlder()
	}
	top := m.blocks.Row(0).Last // of a hole until the block above it arrives
	lowest := top - min(top, firstBlocks)
	for i := range min(m.blocks.Len(), firstBlocks) {
		if row := m.blocks.Row(i); row.Kind == live.Hole && row.Last >= lowest {
			return m.load(row.Last, max(row.Height, lowest), m.blocks.Neighbor(m.blocks.Block(row.Last+1)))
		}
	}
	oldest, ok := m.blocks.Oldest()
	if !ok || oldest <= lowest || m.reachedEnd {
		return m.loadOlder()
	}
	return m.load(oldest-1, lowest, m.blocks.Neighbor(m.blocks.Block(oldest)))
}

// load requests the blocks from height from down to height to. neighbor is the block above them, nil if unknown.
func (m *Model) load(from, to uint64, neighbor *client.Block) tea.Cmd {
	var options []client.BlocksOption
	if neighbor != nil {
		options = append(options, client.NextTo(*neighbor))
	}
	oldest, known := m.blocks.Oldest()
	m.loadingOlder, m.reloading = known && from+1 == oldest, false
	return m.loadRows(m.ctx, from, to, options...)
}

func (m *Model) loadRows(ctx context.Context, from, to uint64, options ...client.BlocksOption) tea.Cmd {
	node := m.deps.Node
	return m.missing.Load(ctx, m.deps.Loader, func(ctx context.Context) ([]live.Row, error) {
		var rows []live.Row
		for block, err := range node.WithVotesOf(ctx, node.Blocks(ctx, from, to, options...)) {
			if err != nil {
				return rows, err
			}
			rows = append(rows, live.NewRow(block))
		}
		return rows, nil
	})
}

// HardReload reloads the visible blocks, bypassing the cache, and resumes following if it stopped. A running request
// finishes first.
func (m *Model) HardReload() tea.Cmd {
	var cmd tea.Cmd
	if m.stopped() {
		cmd = m.deps.Post(screen.FollowMsg{Retry: true})
	}
	if m.reloadPending = m.missing.Loading(); m.reloadPending {
		return cmd
	}
	return tea.Batch(cmd, m.reloadVisible())
}

func (m *Model) reloadVisible() tea.Cmd {
	m.reloadPending = false
	if m.blocks.Len() == 0 {
		return nil
	}
	from := m.blocks.Row(m.rows.First()).Last
	to := from - min(from, uint64(max(m.rows.Height()-1, 0)))
	m.loadingOlder, m.reloading = false, true
	return m.loadRows(client.BypassCache(m.ctx), from, to)
}

// handleMissing adds loaded blocks, including those that arrived before an error.
func (m *Model) handleMissing(msg load.Result[[]live.Row]) tea.Cmd {
	if !m.missing.Accept(msg) {
		return nil
	}
	for i := range msg.Value {
		if !m.reloading || !m.blocks.Replace(msg.Value[i]) {
			m.blocks.Put(msg.Value[i])
		}
	}
	m.syncRows()
	m.selectGoal()
	m.goal = nil
	m.layout()
	report := tea.Batch(m.reportError(msg.Err), m.refreshCount())
	switch {
	case m.reloadPending:
		return tea.Batch(report, m.reloadVisible())
	case msg.Err != nil:
		return report
	}
	return tea.Batch(report, m.loadMissing())
}

// reportError reports why blocks could not be loaded.
func (m *Model) reportError(err error) tea.Cmd {
	switch {
	case err == nil:
		return nil
	case errors.Is(err, client.ErrNotFound) && !m.loadingOlder:
		return m.deps.Post(screen.StatusMsg{Text: text.Const("the node does not have these blocks: not created yet, or pruned"), Warn: true})
	case errors.Is(err, client.ErrNotFound):
		m.reachedEnd = true
		return m.deps.Post(screen.StatusMsg{Text: text.Const("the node has no older blocks")})
	}
	return m.deps.Post(screen.StatusMsg{Text: text.Format("%s · %s retry", m.deps.Explain(err).Reason, m.deps.Key("deck.refresh")), Warn: true})
}

// loadOlder loads older blocks if the selection is near the oldest row.
func (m *Model) loadOlder() tea.Cmd {
	oldest, ok := m.blocks.Oldest()
	if !ok || oldest == 0 || m.reachedEnd || m.missing.Loading() || m.rows.Selected()+loadAhead < m.blocks.Len() || m.mode == modeStatistics {
		return nil
	}
	return m.load(oldest-1, oldest-min(oldest, pageLength), m.blocks.Neighbor(m.blocks.Block(oldest)))
}

// loadHole loads the newest heights of a hole.
func (m *Model) loadHole(hole *live.Row) tea.Cmd {
	if m.missing.Loading() {
		return nil
	}
	return m.load(hole.Last, hole.Last-min(hole.Last-hole.Height, holeLength-1), m.blocks.Neighbor(m.blocks.Block(hole.Last+1)))
}

// canRetry reports whether there is a failed request to retry.
func (m *Model) canRetry() bool { return m.stopped() || m.missing.Err() != nil && !m.reachedEnd }

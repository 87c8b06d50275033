package blocks

import (
	"context"
	"errors"
	"iter"
	"sync/atomic"

	tea "github.com/charmbracelet/bubbletea"

	"foredeck/client"
	"foredeck/tui/blockindex"
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
	// knownBlocks is the number of blocks below the first one to follow in which a fork is noticed.
	knownBlocks = 500
)

// followItem is an update of the follower with the row of its block.
type followItem struct {
	client.BlockUpdate
	row blockindex.Row
}

// follow starts following the chain, or searches for the newest block if no height is known.
func (m *Model) follow() tea.Cmd {
	m.followErr, m.trouble = nil, nil
	from, ok := m.blocks.FollowFrom()
	switch {
	case !ok:
		return m.findHead()
	case m.blocks.Complete():
		return nil
	}
	node, known := m.deps.Node, m.blocks.Recent(from, knownBlocks)
	return m.stream.Start(m.ctx, m.deps.Loader, func(ctx context.Context) iter.Seq2[followItem, error] {
		return func(yield func(followItem, error) bool) {
			for update, err := range node.WatchBlocks(ctx, from, client.AfterBlocks(known...)) {
				item := followItem{BlockUpdate: update}
				if update.Kind == client.BlockArrived {
					item.row = blockindex.NewRow(update.Block)
				}
				if !yield(item, err) {
					return
				}
			}
		}
	})
}

// stop stops following and the search for the newest block.
func (m *Model) stop() {
	m.stream.Stop()
	m.head.Cancel()
}

func (m *Model) pause() tea.Cmd {
	m.paused = !m.paused
	if m.paused {
		m.stop()
		return nil
	}
	return m.follow()
}

// refresh retries a failed request.
func (m *Model) refresh() tea.Cmd {
	if m.stopped() {
		return m.follow()
	}
	return m.loadOlder()
}

// stopped reports whether following ended by itself.
func (m *Model) stopped() bool {
	return !m.stream.Running() && !m.head.Loading() && !m.paused && !m.blocks.Complete()
}

// findHead searches for the newest block, starting near known heights.
func (m *Model) findHead() tea.Cmd {
	highest := new(atomic.Uint64)
	m.triedHeight = highest
	node, hints := m.deps.Node, m.deps.HeadHints()
	return m.head.Load(m.ctx, m.deps.Loader, func(ctx context.Context) (client.ConsensusBlock, error) {
		return node.FindHead(ctx, client.HeadSearch{Hints: hints, OnRound: func(heights []uint64) { highest.Store(heights[len(heights)-1]) }})
	})
}

// handleHead processes the newest block: it loads the blocks below it and follows the chain from there.
func (m *Model) handleHead(msg load.Result[client.ConsensusBlock]) tea.Cmd {
	if !m.head.Accept(msg) || msg.Err != nil {
		m.layout()
		return nil
	}
	head := msg.Value
	if newest, _ := m.blocks.Newest(); newest != nil && newest.Height > head.Height { // from Home, of a chain that was replaced
		m.blocks.Clear()
		m.deps.Seen.ForgetHeight()
	}
	m.blocks.Put(blockindex.NewRow(head))
	m.deps.NoteBlock(head)
	m.blocks.SetFollowed(head.Height)
	m.syncRows()
	m.layout()
	if head.Height == 0 || m.goal != nil && m.missing.Loading() { // the goal is being loaded
		return m.follow()
	}
	return tea.Batch(m.load(head.Height-1, head.Height-min(head.Height, firstBlocks), &head), m.follow())
}

func (m *Model) handleStream(msg load.StreamBatch[followItem]) tea.Cmd {
	next, ok := m.stream.Accept(msg)
	if !ok {
		return nil
	}
	for i := range msg.Items {
		m.handleUpdate(&msg.Items[i])
	}
	if m.followErr = msg.Err; msg.Err != nil {
		m.deps.Loader.ReportHealth(msg.Err)
	}
	m.syncRows()
	m.layout()
	return tea.Batch(next, m.loadOlder())
}

func (m *Model) handleUpdate(item *followItem) {
	loader := m.deps.Loader
	switch item.Kind {
	case client.BlockArrived:
		m.blocks.Put(item.row)
		m.deps.NoteBlock(item.Block)
		m.blocks.SetFollowed(item.Block.Height)
		for _, alert := range m.blocks.CheckBlock(m.blocks.Block(item.Block.Height), m.deps.Now()) {
			m.reportAlert(alert)
		}
		return
	case client.BlocksSkipped:
		m.blocks.Skip(item.First, item.Last)
		return
	case client.NodeBack:
		m.trouble = nil
		loader.ReportHealth(nil)
		return
	case client.NodeSilent:
		loader.ReportHealth(item.Err)
	case client.NodeBehind:
		message := text.Format("node went back to block %s, last seen %s", text.Integer(item.First), text.Integer(item.Last))
		if item.Err != nil {
			message = text.Format("node has no blocks, last seen %s", text.Integer(item.Last))
		}
		m.report(message)
	case client.ChainReplaced:
		m.forgetChain()
		m.blocks.Clear()
		m.reachedEnd, m.followsNewest = false, true
		m.report(text.Format("chain replaced: the node serves another chain since block %s", text.Integer(item.Last)))
		return
	case client.BlocksReplaced:
		m.forgetChain()
		m.blocks.RemoveFrom(item.First, item.Block)
		m.report(text.Format("chain forked: the node replaced blocks %s to %s", text.Integer(item.First), text.Integer(item.Last)))
		return
	}
	m.trouble, m.troubleSince = &item.BlockUpdate, m.deps.Now()
}

// forgetChain cancels requests for blocks that the node has replaced, whose responses would mix with the new ones.
func (m *Model) forgetChain() {
	m.missing.Cancel()
	m.goal, m.reloadPending, m.trouble = nil, false, nil
	m.deps.Seen.ForgetHeight()
}

// report records and reports a problem with the node.
func (m *Model) report(message text.Safe) {
	alert := blockindex.Alert{Event: blockindex.NodeProblem, At: m.deps.Now(), Text: message}
	m.blocks.Watch.Record(alert)
	m.reportAlert(alert)
}

// load requests the blocks from height from down to height to. neighbor is the block above them, nil if unknown.
func (m *Model) load(from, to uint64, neighbor *client.ConsensusBlock) tea.Cmd {
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
	return m.missing.Load(ctx, m.deps.Loader, func(ctx context.Context) ([]blockindex.Row, error) {
		var rows []blockindex.Row
		for block, err := range node.Blocks(ctx, from, to, options...) {
			if err != nil {
				return rows, err
			}
			rows = append(rows, blockindex.NewRow(block))
		}
		return rows, nil
	})
}

// HardReload reloads the visible blocks, bypassing the cache, and resumes following if it stopped. A running request
// finishes first.
func (m *Model) HardReload() tea.Cmd {
	var cmd tea.Cmd
	if m.stopped() {
		cmd = m.follow()
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
func (m *Model) handleMissing(msg load.Result[[]blockindex.Row]) tea.Cmd {
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
	report := m.reportError(msg.Err)
	switch {
	case m.reloadPending:
		return tea.Batch(report, m.reloadVisible())
	case msg.Err != nil:
		return report
	}
	return m.loadOlder()
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
	if !ok || oldest == 0 || m.reachedEnd || m.missing.Loading() || m.rows.Selected()+loadAhead < m.blocks.Len() || m.mode == modeStatistics || m.mode == modeAlerts {
		return nil
	}
	return m.load(oldest-1, oldest-min(oldest, pageLength), m.blocks.Neighbor(m.blocks.Block(oldest)))
}

// loadHole loads the newest heights of a hole.
func (m *Model) loadHole(hole *blockindex.Row) tea.Cmd {
	if m.missing.Loading() {
		return nil
	}
	return m.load(hole.Last, hole.Last-min(hole.Last-hole.Height, holeLength-1), m.blocks.Neighbor(m.blocks.Block(hole.Last+1)))
}

// canRetry reports whether there is a failed request to retry.
func (m *Model) canRetry() bool { return m.stopped() || m.missing.Err() != nil && !m.reachedEnd }

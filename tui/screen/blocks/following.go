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
	// firstBlocks is how many blocks below the newest are asked for at first.
	firstBlocks = 120
	// pageLength is how many older ones are asked for at a time.
	pageLength = 100
	// holeLength is how many heights of a hole are asked for at a time.
	holeLength = 500
	// nearEnd is how near the oldest row the next older ones are asked for.
	nearEnd = 5
)

// followed is what following tells, with what is kept of the block.
type followed struct {
	client.BlockUpdate
	row blockindex.Row
}

// begin follows the chain. Where it is not known from which height on, the newest block is looked for.
func (m *Model) begin() tea.Cmd {
	m.refused, m.trouble = nil, nil
	from, ok := m.chain.FollowFrom()
	switch {
	case !ok:
		return m.find()
	case m.isOver():
		return nil
	}
	node := m.deps.Node
	return m.stream.Begin(m.ctx, m.deps.Loader, func(ctx context.Context) iter.Seq2[followed, error] {
		return func(yield func(followed, error) bool) {
			for update, err := range node.WatchBlocks(ctx, from) {
				item := followed{BlockUpdate: update}
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

// stop ends following and looking for the newest block.
func (m *Model) stop() {
	m.stream.End()
	m.head.Cancel()
}

func (m *Model) pause() tea.Cmd {
	m.paused = !m.paused
	if m.paused {
		m.stop()
		return nil
	}
	return m.begin()
}

// refresh asks again what failed.
func (m *Model) refresh() tea.Cmd {
	if m.hasStopped() {
		return m.begin()
	}
	return m.older()
}

// hasStopped tells that following ended by itself.
func (m *Model) hasStopped() bool {
	return !m.stream.Running() && !m.head.Loading() && !m.paused && !m.isOver()
}

// isOver tells that a recording is played which is at its end, up to its newest block: none is waited for any more.
func (m *Model) isOver() bool { return m.deps.Ended() && m.recordingEnds() }

// find looks for the newest block, at the heights that were seen last and around them.
func (m *Model) find() tea.Cmd {
	tried := new(atomic.Uint64)
	m.tried = tried
	node, hints := m.deps.Node, m.deps.HeadHints()
	return m.head.Ask(m.ctx, m.deps.Loader, func(ctx context.Context) (client.ConsensusBlock, error) {
		return node.FindHead(ctx, client.HeadSearch{Hints: hints, Asking: func(heights []uint64) { tried.Store(heights[len(heights)-1]) }})
	})
}

// found takes the newest block: what is above it is followed, and the list begins with those below.
func (m *Model) found(msg load.Result[client.ConsensusBlock]) tea.Cmd {
	if !m.head.Take(msg) || msg.Err != nil {
		m.lay()
		return nil
	}
	head := msg.Value
	m.chain.Add(blockindex.NewRow(head))
	m.deps.SawBlock(head)
	m.chain.SetFollowed(head.Height)
	m.sync()
	m.lay()
	if head.Height == 0 || m.wanted != nil && m.read.Loading() { // a height that is to be gone to is being asked for
		return m.begin()
	}
	return tea.Batch(m.ask(head.Height-1, head.Height-min(head.Height, firstBlocks), &head), m.begin())
}

// told takes what the stream tells.
func (m *Model) told(msg load.Told[followed]) tea.Cmd {
	again, ok := m.stream.Take(msg)
	if !ok {
		return nil
	}
	for i := range msg.Items {
		m.take(&msg.Items[i])
	}
	if m.refused = msg.Err; msg.Err != nil {
		m.deps.Loader.Hear(msg.Err)
	}
	m.sync()
	m.lay()
	return tea.Batch(again, m.older())
}

func (m *Model) take(item *followed) {
	loader := m.deps.Loader
	switch item.Kind {
	case client.BlockArrived:
		m.chain.Add(item.row)
		m.deps.SawBlock(item.Block)
		m.chain.SetFollowed(item.Block.Height)
		for _, alert := range m.chain.CheckBlock(m.chain.Block(item.Block.Height), m.deps.Now()) {
			m.ring(alert)
		}
		return
	case client.BlocksSkipped:
		m.chain.ExtendHole(item.Last)
		m.chain.SetFollowed(item.Last)
		return
	case client.NodeBack:
		m.trouble = nil
		loader.Hear(nil)
		return
	case client.NodeSilent:
		loader.Hear(item.Err)
	case client.NodeBehind:
		words := "the node has gone back to " + text.Integer(item.First) + "; " + text.Integer(item.Last) + " was seen"
		if item.Err != nil {
			words = "the node holds no block any more; " + text.Integer(item.Last) + " was seen"
		}
		m.report(words)
	case client.ChainReplaced:
		m.chain.Clear()
		m.deps.Seen.ForgetHeight()
		m.ended, m.follows, m.trouble = false, true, nil
		m.report("another chain has taken the place of the one that was followed up to " + text.Integer(item.Last))
		return
	}
	m.trouble, m.since = &item.BlockUpdate, m.deps.Now()
}

// report tells of something that happened to the node.
func (m *Model) report(words text.Safe) {
	alert := blockindex.Alert{Event: blockindex.NodeProblem, At: m.deps.Now(), Text: words}
	m.chain.Watch.Record(alert)
	m.ring(alert)
}

// ask asks for the blocks between two heights, the higher one first. Beside is the block above them, where it is known.
func (m *Model) ask(from, to uint64, beside *client.ConsensusBlock) tea.Cmd {
	node := m.deps.Node
	oldest, known := m.chain.Oldest()
	m.downwards, m.afresh = known && from+1 == oldest, false
	return m.read.Ask(m.ctx, m.deps.Loader, func(ctx context.Context) ([]blockindex.Row, error) {
		var options []client.BlocksOption
		if beside != nil {
			options = append(options, client.NextTo(*beside))
		}
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

// HardReload asks for the blocks on the screen, which are kept otherwise, and follows where that has ended. Blocks that are being asked
// for come first.
func (m *Model) HardReload() tea.Cmd {
	var cmd tea.Cmd
	if m.hasStopped() {
		cmd = m.begin()
	}
	if m.again = m.read.Loading(); m.again {
		return cmd
	}
	return tea.Batch(cmd, m.readAgain())
}

// readAgain reads the blocks on the screen from the node, and after them what else is wanted.
func (m *Model) readAgain() tea.Cmd {
	m.again = false
	if m.chain.Len() == 0 {
		return nil
	}
	node, from := m.deps.Node, m.chain.Row(m.rows.First()).Last
	to := from - min(from, uint64(max(m.rows.Height()-1, 0)))
	m.downwards, m.afresh = false, true
	return m.read.Ask(client.BypassCache(m.ctx), m.deps.Loader, func(ctx context.Context) ([]blockindex.Row, error) {
		var rows []blockindex.Row
		for block, err := range node.Blocks(ctx, from, to) {
			if err != nil {
				return rows, err
			}
			rows = append(rows, blockindex.NewRow(block))
		}
		return rows, nil
	})
}

// took takes blocks that the list lacked. What came before an error is kept.
func (m *Model) took(msg load.Result[[]blockindex.Row]) tea.Cmd {
	if !m.read.Take(msg) {
		return nil
	}
	for i := range msg.Value {
		if !m.afresh || !m.chain.Replace(msg.Value[i]) {
			m.chain.Add(msg.Value[i])
		}
	}
	m.sync()
	m.reach()
	m.wanted = nil
	m.lay()
	said := m.tellOf(msg.Err)
	switch {
	case m.again:
		return tea.Batch(said, m.readAgain())
	case msg.Err != nil:
		return said
	}
	return m.older()
}

// tellOf says why blocks did not come; nothing where they did.
func (m *Model) tellOf(err error) tea.Cmd {
	switch {
	case err == nil:
		return nil
	case errors.Is(err, client.ErrNotFound) && !m.downwards:
		return m.deps.Post(screen.StatusMsg{Text: "the node does not hold these blocks, not yet or no more", Warn: true})
	case errors.Is(err, client.ErrNotFound):
		m.ended = true
		return m.deps.Post(screen.StatusMsg{Text: "the node holds no older blocks"})
	}
	return m.deps.Post(screen.StatusMsg{Text: m.deps.Explain(err).Reason + " · " + m.deps.Key("deck.refresh") + " asks again", Warn: true})
}

// older asks for the next older blocks where the selected row is near the oldest one.
func (m *Model) older() tea.Cmd {
	oldest, ok := m.chain.Oldest()
	if !ok || oldest == 0 || m.ended || m.read.Loading() || m.rows.Selected()+nearEnd < m.chain.Len() || m.mode == modeStatistics || m.mode == modeAlerts {
		return nil
	}
	return m.ask(oldest-1, oldest-min(oldest, pageLength), m.chain.Neighbor(m.chain.Block(oldest)))
}

// fill asks for the newest heights of a hole.
func (m *Model) fill(hole *blockindex.Row) tea.Cmd {
	if m.read.Loading() {
		return nil
	}
	return m.ask(hole.Last, hole.Last-min(hole.Last-hole.Height, holeLength-1), m.chain.Neighbor(m.chain.Block(hole.Last+1)))
}

// asksAgain tells that something failed that can be asked for again.
func (m *Model) asksAgain() bool { return m.hasStopped() || m.read.Err() != nil && !m.ended }

package home

import (
	"context"
	"errors"
	"fmt"
	"time"

	tea "github.com/charmbracelet/bubbletea"

	"foredeck/client"
	"foredeck/tui/blockindex"
	"foredeck/tui/load"
	"foredeck/tui/render"
	"foredeck/tui/screen"
	"foredeck/tui/target"
	"foredeck/tui/text"
	"foredeck/tui/widget/panel"
)

// chainHeight is the outer height of the chain panel.
const chainHeight = 8

// maxIntervals is the number of block intervals drawn.
const maxIntervals = 20

// blockResult is a loaded block. A block that does not exist yet, or an API without blocks, is not a failure of the
// node.
type blockResult struct {
	row   blockindex.Row
	block *client.ConsensusBlock // nil: none
	err   error
}

// loadBlock requests the newest expected block, or the next one after a miss.
func (m *Model) loadBlock() tea.Cmd {
	height, ok := m.nextHeight()
	if !ok || m.blocksErr != nil || m.block.Loading() {
		return nil
	}
	node := m.deps.Node
	return m.block.Ask(m.ctx, m.deps.Loader, func(ctx context.Context) (blockResult, error) {
		block, err := node.ConsensusBlock(ctx, height)
		switch {
		case err == nil:
			return blockResult{row: blockindex.NewRow(block), block: &block}, nil
		case errors.Is(err, client.ErrNotFound), errors.Is(err, client.ErrUnauthorized), errors.Is(err, client.ErrUnsupported):
			return blockResult{err: err}, nil
		}
		return blockResult{}, err
	})
}

// nextHeight returns the height to request. ok is false if no height is known.
func (m *Model) nextHeight() (height uint64, ok bool) {
	newest, _ := m.deps.Blocks.Newest()
	if newest == nil {
		if height, _, ok = m.deps.Seen.Newest(); !ok {
			if head := m.deps.Store.Head(); head != nil {
				height, ok = head.Height, true
			}
		}
		return height, ok
	}
	interval := m.deps.Blocks.MedianInterval(maxIntervals)
	if m.notYet || interval <= 0 || newest.Timestamp == nil {
		return newest.Height + 1, true
	}
	return newest.Height + max(uint64(m.deps.Now().Sub(newest.Timestamp.Time())/interval), 1), true
}

// handleBlock processes a loaded block.
func (m *Model) handleBlock(msg load.Result[blockResult]) {
	if !m.block.Take(msg) || msg.Err != nil {
		return
	}
	m.notYet = errors.Is(msg.Value.err, client.ErrNotFound)
	if msg.Value.err != nil && !m.notYet {
		m.blocksErr = msg.Value.err
	}
	if msg.Value.block != nil {
		m.deps.Blocks.Add(msg.Value.row)
		m.deps.SawBlock(*msg.Value.block)
	}
}

// chainPanel shows the newest block, recent intervals and votes.
func (m *Model) chainPanel(width int) panel.Panel {
	th, blocks := m.deps.Theme, m.deps.Blocks
	p := panel.Panel{Title: m.title("Chain", areaChain), Plain: m.size.Plain()}
	newest, arrived := blocks.Newest()
	now := m.deps.Now()
	switch {
	case m.blocksErr != nil:
		failure := m.deps.Explain(m.blocksErr)
		p.State = m.deps.StateLine(load.Status{Err: m.blocksErr})
		frame, _ := panel.Frame(p.Plain)
		for _, line := range text.Wrap(failure.Reason, width-frame, 3) {
			p.Body = append(p.Body, text.In(th.Bad, line))
		}
		for _, line := range text.Wrap(failure.Advice, width-frame, 2) {
			p.Body = append(p.Body, text.In(th.Faint, line))
		}
		return p
	case newest == nil:
		p.Body = []text.Line{text.In(th.Faint, "no block asked for yet: "+m.deps.Key("home.open")+" finds the newest")}
		return p
	}
	p.State = text.In(th.Faint, (load.Status{Has: true, Age: now.Sub(arrived)}).Words())
	summary := blocks.Summary(blocks.Watch.MemberIndex(), m.deps.Names.IsOwn)
	p.Body = append(m.headLines(newest), m.votesLine(newest), m.validatorLine(&summary), m.nodeLine())
	return p
}

// drawChain draws the chain panel. A click anywhere in it opens the blocks.
func (m *Model) drawChain(width, height int) []text.Line {
	p := m.chainPanel(width)
	frame, _ := panel.Frame(p.Plain)
	hit := &text.Hit{Unfocused: m.focus != areaChain}
	for i, line := range p.Body {
		p.Body[i] = line.Fit(max(width-frame, 0)).WithHit(hit)
	}
	return p.Draw(m.deps.Theme, width, height)
}

// chainLabelWidth is the width of the labels in the panel.
const chainLabelWidth = 9

func (m *Model) chainLine(label text.Safe, value text.Line) text.Line {
	return append(text.In(m.deps.Theme.Faint, label).Fit(chainLabelWidth), value...)
}

// headLines shows the newest block and the recent intervals.
func (m *Model) headLines(newest *client.ConsensusBlock) []text.Line {
	th, blocks := m.deps.Theme, m.deps.Blocks
	head := text.Line{
		{Text: text.Integer(newest.Height), Style: th.Strong}, {Text: "   epoch ", Style: th.Faint}, {Text: render.Number(newest.Epoch)},
		{Text: "  round ", Style: th.Faint}, {Text: render.Number(newest.Round)},
	}
	intervals := blocks.Intervals(maxIntervals)
	if len(intervals) == 0 {
		return []text.Line{m.chainLine("head", head), m.chainLine("cadence", text.In(th.Faint, "not known yet")), nil}
	}
	worst := time.Duration(0)
	for _, summary := range intervals {
		worst = max(worst, summary)
	}
	style := th.Text
	if blocks.Watch.IsSlow(worst) {
		style = th.Warn
	}
	summary := text.Safe(fmt.Sprintf("median %s s   worst %s s", blockindex.FormatSeconds(blocks.MedianInterval(maxIntervals)), blockindex.FormatSeconds(worst)))
	return []text.Line{
		m.chainLine("head", head),
		m.chainLine("cadence", text.Line{{Text: blockindex.GapSparkline(intervals, blocks.Watch.Limits.Gap), Style: th.Accent}, {Text: text.Safe(fmt.Sprintf("  last %d", len(intervals))), Style: th.Faint}}),
		m.chainLine("", text.In(style, summary)),
	}
}

func (m *Model) votesLine(newest *client.ConsensusBlock) text.Line {
	if newest.Certificate == nil {
		return m.chainLine("votes", text.In(m.deps.Theme.Faint, render.NotGiven))
	}
	return m.chainLine("votes", text.Plain(text.Safe(fmt.Sprintf("%d of %d in the newest certificate", newest.Certificate.Votes(), len(newest.Certificate.Voters)))))
}

// validatorLine shows the recent votes of the user's validator.
func (m *Model) validatorLine(f *blockindex.Summary) text.Line {
	th, member := m.deps.Theme, m.deps.Blocks.Watch.MemberIndex()
	if member < 0 {
		return m.chainLine("me", text.In(th.Faint, m.deps.Key("blocks.me")+" among the blocks sets my member"))
	}
	line := text.Plain(text.Safe(fmt.Sprintf("voted %d/%d", f.Voted, f.Eligible)))
	if f.LastMissed == nil {
		return m.chainLine("me ("+blockindex.Member(member)+")", append(line, text.Span{Text: "   last miss: none", Style: th.Good}))
	}
	return m.chainLine("me ("+blockindex.Member(member)+")", append(line, text.Span{Text: "   last miss: " + text.Integer(f.LastMissed.Height), Style: th.Bad}))
}

// nodeLine shows the latency and error count of the node.
func (m *Model) nodeLine() text.Line {
	all, failed := m.deps.Requests.Count()
	line := text.Line{}
	if took, ok := m.deps.Loader.Delay(); ok {
		line = text.Plain(text.Latency(took) + "   ")
	}
	return m.chainLine("node", append(line, text.Span{Text: "errors " + text.Integer(failed) + " of " + text.Integer(all)}))
}

// openBlocks opens the blocks screen.
func (m *Model) openBlocks() tea.Cmd {
	return m.deps.Post(screen.OpenMsg{Target: target.Target{Kind: target.Blocks}})
}

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

// chainHeight is the height of the panel of the chain, with its frame.
const chainHeight = 8

// mostPaces is how many of the newest gaps are drawn.
const mostPaces = 20

// looked is what a look at the chain brought. That there is no such block yet, or none for us, is no failure of the node.
type looked struct {
	row   blockindex.Row
	block *client.ConsensusBlock // nil: none
	err   error
}

// lookAtChain asks for one block: the newest there should be by now, or after a miss the next one.
func (m *Model) lookAtChain() tea.Cmd {
	height, ok := m.nextHeight()
	if !ok || m.refused != nil || m.block.Loading() {
		return nil
	}
	node := m.deps.Node
	return m.block.Ask(m.ctx, m.deps.Loader, func(ctx context.Context) (looked, error) {
		block, err := node.ConsensusBlock(ctx, height)
		switch {
		case err == nil:
			return looked{row: blockindex.NewRow(block), block: &block}, nil
		case errors.Is(err, client.ErrNotFound), errors.Is(err, client.ErrUnauthorized), errors.Is(err, client.ErrUnsupported):
			return looked{err: err}, nil
		}
		return looked{}, err
	})
}

// nextHeight is the height to be asked for. It is not ok where no height is known.
func (m *Model) nextHeight() (height uint64, ok bool) {
	newest, _ := m.deps.Blocks.Newest()
	if newest == nil {
		if height, _, ok = m.deps.Seen.Newest(); !ok {
			if kept := m.deps.Store.Head(); kept != nil {
				height, ok = kept.Height, true
			}
		}
		return height, ok
	}
	pace := m.deps.Blocks.MedianInterval(mostPaces)
	if m.early || pace <= 0 || newest.Timestamp == nil {
		return newest.Height + 1, true
	}
	return newest.Height + max(uint64(m.deps.Now().Sub(newest.Timestamp.Time())/pace), 1), true
}

// tookBlock takes what a look brought.
func (m *Model) tookBlock(msg load.Result[looked]) {
	if !m.block.Take(msg) || msg.Err != nil {
		return
	}
	m.early = errors.Is(msg.Value.err, client.ErrNotFound)
	if msg.Value.err != nil && !m.early {
		m.refused = msg.Value.err
	}
	if msg.Value.block != nil {
		m.deps.Blocks.Add(msg.Value.row)
		m.deps.SawBlock(*msg.Value.block)
	}
}

// chainPanel is the newest block that is known, how blocks came lately, and who voted.
func (m *Model) chainPanel(width int) panel.Panel {
	th, known := m.deps.Theme, m.deps.Blocks
	p := panel.Panel{Title: m.title("Chain", areaChain), Plain: m.size.Plain()}
	newest, arrived := known.Newest()
	now := m.deps.Now()
	switch {
	case m.refused != nil:
		failure := m.deps.Explain(m.refused)
		p.State = m.deps.StateLine(load.Status{Err: m.refused})
		frame, _ := panel.Frame(p.Plain)
		for _, words := range text.Wrap(failure.Reason, width-frame, 3) {
			p.Body = append(p.Body, text.In(th.Bad, words))
		}
		for _, words := range text.Wrap(failure.Advice, width-frame, 2) {
			p.Body = append(p.Body, text.In(th.Faint, words))
		}
		return p
	case newest == nil:
		p.Body = []text.Line{text.In(th.Faint, "no block asked for yet: "+m.deps.Key("home.open")+" finds the newest")}
		return p
	}
	p.State = text.In(th.Faint, (load.Status{Has: true, Age: now.Sub(arrived)}).Words())
	figures := known.Summary(known.Watch.MemberIndex(), m.deps.IsOwn)
	p.Body = append(m.headLines(newest), m.votesLine(newest), m.memberLine(&figures), m.nodeLine())
	return p
}

// drawChain draws the panel. Each of its lines can be clicked, as if they were one row.
func (m *Model) drawChain(width, height int) []text.Line {
	p := m.chainPanel(width)
	frame, _ := panel.Frame(p.Plain)
	hit := &text.Hit{Unfocused: m.focus != areaChain}
	for i, line := range p.Body {
		p.Body[i] = line.Fit(max(width-frame, 0)).WithHit(hit)
	}
	return p.Draw(m.deps.Theme, width, height)
}

// chainLabel is the width of the names in the panel.
const chainLabel = 9

func (m *Model) chainLine(label text.Safe, value text.Line) text.Line {
	return append(text.In(m.deps.Theme.Faint, label).Fit(chainLabel), value...)
}

// headLines are the newest block and the pace of the newest ones.
func (m *Model) headLines(newest *client.ConsensusBlock) []text.Line {
	th, known := m.deps.Theme, m.deps.Blocks
	head := text.Line{
		{Text: text.Integer(newest.Height), Style: th.Strong}, {Text: "   epoch ", Style: th.Faint}, {Text: render.Number(newest.Epoch)},
		{Text: "  round ", Style: th.Faint}, {Text: render.Number(newest.Round)},
	}
	paces := known.Intervals(mostPaces)
	if len(paces) == 0 {
		return []text.Line{m.chainLine("head", head), m.chainLine("cadence", text.In(th.Faint, "not known yet")), nil}
	}
	worst := time.Duration(0)
	for _, pace := range paces {
		worst = max(worst, pace)
	}
	style := th.Text
	if known.Watch.IsSlow(worst) {
		style = th.Warn
	}
	pace := text.Safe(fmt.Sprintf("median %s s   worst %s s", blockindex.FormatSeconds(known.MedianInterval(mostPaces)), blockindex.FormatSeconds(worst)))
	return []text.Line{
		m.chainLine("head", head),
		m.chainLine("cadence", text.Line{{Text: blockindex.GapSparkline(paces, known.Watch.Limits.Gap), Style: th.Accent}, {Text: text.Safe(fmt.Sprintf("  last %d", len(paces))), Style: th.Faint}}),
		m.chainLine("", text.In(style, pace)),
	}
}

func (m *Model) votesLine(newest *client.ConsensusBlock) text.Line {
	if newest.Certificate == nil {
		return m.chainLine("votes", text.In(m.deps.Theme.Faint, render.NotGiven))
	}
	return m.chainLine("votes", text.Plain(text.Safe(fmt.Sprintf("%d of %d in the newest certificate", newest.Certificate.Votes(), len(newest.Certificate.Voters)))))
}

// memberLine says how the user's member voted lately.
func (m *Model) memberLine(f *blockindex.Summary) text.Line {
	th, member := m.deps.Theme, m.deps.Blocks.Watch.MemberIndex()
	if member < 0 {
		return m.chainLine("me", text.In(th.Faint, m.deps.Key("blocks.me")+" among the blocks sets my member"))
	}
	line := text.Plain(text.Safe(fmt.Sprintf("voted %d/%d", f.Voted, f.Eligible)))
	if f.LastMissed == nil {
		return m.chainLine("me ("+screen.Member(member)+")", append(line, text.Span{Text: "   last miss: none", Style: th.Good}))
	}
	return m.chainLine("me ("+screen.Member(member)+")", append(line, text.Span{Text: "   last miss: " + text.Integer(f.LastMissed.Height), Style: th.Bad}))
}

// nodeLine says how the node answers.
func (m *Model) nodeLine() text.Line {
	all, failed := m.deps.Requests.Count()
	line := text.Line{}
	if took, ok := m.deps.Loader.Delay(); ok {
		line = text.Plain(text.Latency(took) + "   ")
	}
	return m.chainLine("node", append(line, text.Span{Text: "errors " + text.Integer(failed) + " of " + text.Integer(all)}))
}

// openChain opens the blocks.
func (m *Model) openChain() tea.Cmd {
	return m.deps.Post(screen.OpenMsg{Target: target.Target{Kind: target.Blocks}})
}

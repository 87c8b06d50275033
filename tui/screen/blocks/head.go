package blocks

import (
	"fmt"

	"foredeck/client"
	"foredeck/theme"
	"foredeck/tui/blockindex"
	"foredeck/tui/load"
	"foredeck/tui/render"
	"foredeck/tui/text"
	"foredeck/tui/widget/panel"
)

const labelWidth = 7

// headPanel draws the newest block, block intervals and votes.
func (m *Model) headPanel(width int) panel.Panel {
	th := m.deps.Theme
	p := panel.Panel{Title: text.In(th.Strong, "Head"), State: m.state(), Plain: m.size.IsPlain()}
	frame, _ := panel.Frame(p.Plain)
	newest, _ := m.blocks.Newest()
	switch {
	case newest != nil && m.blocks.Len() > 0:
		summary := m.summary()
		p.Body = []text.Line{m.headLine(newest), m.gapLine(&summary, width-frame), m.votesLine(&summary, newest, width-frame)}
	case m.head.Loading():
		p.Body = []text.Line{text.In(th.Accent, m.searchState()), text.In(th.Faint, "searching: the API does not return the newest height · "+m.deps.Key("deck.up")+" cancel")}
	case m.failure() != nil:
		failure := m.deps.Explain(m.failure())
		p.Body = append(text.WrapIn(th.Bad, failure.Reason, width-frame, 2), text.In(th.Faint, m.deps.Key("deck.refresh")+" retry · "+failure.Advice))
	}
	return p
}

func (m *Model) summary() blockindex.Summary {
	return m.blocks.Summary(m.blocks.Watch.MemberIndex(), m.deps.Names.IsOwn)
}

// searchState describes the progress of the search for the newest block.
func (m *Model) searchState() text.Safe {
	if m.triedHeight == nil || m.triedHeight.Load() == 0 {
		return "finding the newest block …"
	}
	return "finding the newest block: " + text.Integer(m.triedHeight.Load()) + " …"
}

// failure returns why nothing is followed, or nil.
func (m *Model) failure() error {
	if m.followErr != nil {
		return m.followErr
	}
	if m.head.Loading() {
		return nil
	}
	return m.head.Err()
}

// state describes the state of the follower.
func (m *Model) state() text.Line {
	th := m.deps.Theme
	row := m.row()
	switch {
	case m.failure() != nil:
		return m.deps.StateLine(load.Status{Err: m.failure()})
	case m.head.Loading():
		return text.In(th.Accent, m.searchState())
	case m.paused:
		return text.In(th.Warn, "paused · "+m.deps.Key("blocks.pause")+" resume")
	case m.blocks.Complete():
		return text.In(th.Warn, "end of recording")
	case m.trouble != nil && m.trouble.Kind == client.NodeBehind:
		return text.In(th.Bad, "node is behind")
	case m.trouble != nil:
		return text.In(th.Bad, "no response for "+text.Elapsed(m.deps.Now().Sub(m.troubleSince)))
	case !m.followsNewest && row != nil:
		return text.In(th.Accent, "viewing "+text.Integer(row.Height))
	case m.stream.Running():
		return text.In(th.Faint, "following")
	}
	return text.In(th.Faint, "not loaded")
}

// troubleText describes the current problem with the node.
func (m *Model) troubleText() text.Safe {
	switch t := m.trouble; {
	case t.Kind == client.NodeBehind && t.Err != nil:
		return "node has no blocks, last seen " + text.Integer(t.Last) + "; waiting"
	case t.Kind == client.NodeBehind:
		return "node is behind at " + text.Integer(t.First) + ", last seen " + text.Integer(t.Last) + "; waiting"
	default:
		return m.deps.Explain(t.Err).Reason + "; retrying"
	}
}

func (m *Model) label(name text.Safe) text.Line {
	return text.In(m.deps.Theme.Faint, name).Fit(labelWidth)
}

func (m *Model) headLine(newest *client.ConsensusBlock) text.Line {
	th := m.deps.Theme
	line := append(m.label("height"), text.Span{Text: text.Integer(newest.Height), Style: th.Strong})
	for _, part := range [][2]text.Safe{
		{"epoch", render.Number(newest.Epoch)}, {"round", render.Number(newest.Round)},
		{"parent", text.Short(text.Clean(newest.Parent))}, {"digest", text.Short(text.Clean(newest.Digest))},
	} {
		line = append(line, text.Span{Text: "   " + part[0] + " ", Style: th.Faint}, text.Span{Text: part[1]})
	}
	return line
}

// gapLine draws the block intervals on a scale up to the limit, so that regular ones are low.
func (m *Model) gapLine(f *blockindex.Summary, width int) text.Line {
	th := m.deps.Theme
	if f.KnownGaps == 0 {
		return append(m.label("gap"), text.Span{Text: "unknown", Style: th.Faint})
	}
	figures := text.Safe(fmt.Sprintf("   median %s s   p95 %s s   worst %s s", blockindex.FormatSeconds(f.Median), blockindex.FormatSeconds(f.P95), blockindex.FormatSeconds(f.Worst)))
	style := th.Text
	if m.blocks.Watch.IsSlow(f.Worst) {
		style = th.Warn
	}
	room := max(width-labelWidth-text.Width(figures), 0)
	line := append(m.label("gap"), text.Span{Text: blockindex.GapSparkline(f.Gaps[max(len(f.Gaps)-room, 0):], m.blocks.Watch.Limits.Gap), Style: th.Accent})
	return append(line, text.Span{Text: figures, Style: style})
}

func (m *Model) votesLine(f *blockindex.Summary, newest *client.ConsensusBlock, width int) text.Line {
	th := m.deps.Theme
	line := m.label("votes")
	if row := m.blocks.Block(newest.Height); row != nil {
		line = append(line, text.Span{Text: "newest " + blockindex.FormatVotes(row)})
	}
	if f.FewestVotes != nil {
		style := th.Text
		if m.blocks.Watch.HasFewVotes(f.FewestVotes) {
			style = th.Warn
		}
		line = append(line, text.Span{Text: "   lowest " + blockindex.FormatVotes(f.FewestVotes) + " at " + text.Integer(f.FewestVotes.Height), Style: style})
	}
	line = append(line, text.Span{Text: "   "})
	whole := m.validatorSummary(f, " newest blocks")
	if line.Width()+whole.Width() > width {
		whole = m.validatorSummary(f, "")
	}
	return append(line, whole...)
}

// validatorSummary summarizes the votes of the user's validator and the blocks it proposed.
func (m *Model) validatorSummary(f *blockindex.Summary, which text.Safe) text.Line {
	if m.blocks.Watch.Member == nil {
		return text.In(m.deps.Theme.Faint, m.deps.Key("blocks.my_validator")+" set my validator")
	}
	line := text.In(m.votesStyle(f), "my validator: "+text.Integer(uint64(f.Voted))+" of "+text.Integer(uint64(f.Eligible))+which)
	if f.Authored > 0 {
		line = append(line, text.Span{Text: text.Safe(fmt.Sprintf(", proposed %d", f.Authored))})
	}
	return line
}

// validatorLine draws the votes of the user's validator in a line.
func (m *Model) validatorLine() text.Line {
	f := m.summary()
	if m.blocks.Watch.Member == nil {
		return m.validatorSummary(&f, "")
	}
	line := append(text.Plain(m.member(*m.blocks.Watch.Member)+": "), text.Span{Text: text.Safe(fmt.Sprintf("voted %d of %d", f.Voted, f.Eligible)), Style: m.votesStyle(&f)})
	if f.LastMissed != nil {
		line = append(line, text.Span{Text: ", last miss " + text.Integer(f.LastMissed.Height)})
	}
	return line
}

func (m *Model) votesStyle(f *blockindex.Summary) theme.Style {
	if f.Voted < f.Eligible {
		return m.deps.Theme.Bad
	}
	return m.deps.Theme.Text
}

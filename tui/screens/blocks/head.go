package blocks

import (
	"fmt"
	"time"

	"foredeck/client"
	"foredeck/tui/live"
	"foredeck/tui/load"
	"foredeck/tui/pane"
	"foredeck/tui/render"
	"foredeck/tui/screen"
	"foredeck/tui/text"
	"foredeck/tui/widget"
)

const labelWidth = 7

// headPanel draws the newest block, block intervals and votes.
func (m *Model) headPanel(room pane.Area) widget.Panel {
	th := m.deps.Theme
	p := widget.Panel{Title: text.In(th.Title, "Head"), State: m.state()}
	newest, _ := m.blocks.Newest()
	switch {
	case newest != nil && m.blocks.Len() > 0:
		summary := m.summary()
		p.Body = []text.Line{m.headLine(newest), m.gapLine(&summary, room.Width), m.votesLine(&summary, newest, room.Width)}
	case m.failure() == nil && m.deps.Following().Searching:
		p.Body = []text.Line{m.searchState().In(th.Accent), text.In(th.Faint, "%s%s cancel", m.searchReason(), m.deps.Key("deck.up"))}
	case m.failure() != nil:
		p.Body = m.deps.FailureText(m.deps.Explain(m.failure()), text.Const("retry"), room.Width, 2)
	}
	return p
}

func (m *Model) summary() live.Summary {
	return m.blocks.Summary(m.deps.Monitor.Member(), m.deps.Names.IsOwn)
}

// searchState describes the progress of the search for the newest block.
func (m *Model) searchState() text.Safe {
	tried := m.deps.Following().Tried
	if tried == 0 {
		return text.Const("finding the newest block …")
	}
	return text.Format("finding the newest block: %s …", text.Integer(tried))
}

// searchReason explains a search that tries heights, which one call replaces on nodes that have it.
func (m *Model) searchReason() text.Safe {
	if m.deps.Following().Tried == 0 {
		return text.Safe{}
	}
	return text.Const("this node has no call for its newest block, so heights are tried · ")
}

// failure returns why nothing is followed, or nil.
func (m *Model) failure() error { return m.deps.Following().Err }

// state describes the state of following the chain.
func (m *Model) state() text.Line {
	th, now := m.deps.Theme, m.deps.Now()
	following, row := m.deps.Following(), m.row()
	switch {
	case following.Err != nil:
		return m.failureState(following)
	case !following.Wait.IsEmpty():
		return following.Wait.In(th.Warn)
	case following.Searching:
		return m.searchState().In(th.Accent)
	case following.Paused:
		return text.In(th.Warn, "paused · %s resume", m.deps.Key("blocks.pause"))
	case m.blocks.Complete():
		return text.In(th.Warn, "end of recording")
	case following.Trouble != nil && following.Trouble.Kind == client.NodeBehind:
		return text.In(th.Bad, "node is behind")
	case following.Trouble != nil:
		return text.In(th.Bad, "no response for %s", text.Elapsed(now.Sub(following.TroubleSince)))
	case !m.followsNewest && row != nil:
		return text.In(th.Accent, "viewing %s", text.Integer(row.Height))
	case following.Running:
		return text.In(th.Faint, "following")
	}
	return text.In(th.Faint, "not loaded")
}

// failureState describes why nothing is followed, and when that is tried again.
func (m *Model) failureState(following screen.Following) text.Line {
	line := m.deps.StateLine(load.Status{Err: following.Err})
	switch wait := following.RetryAt.Sub(m.deps.Now()); {
	case following.Searching:
		return append(line, text.Span{Text: text.Const(", retrying"), Style: m.deps.Theme.Bad})
	case following.RetryAt.IsZero():
		return line
	default:
		return append(line, text.Span{Text: text.Format(", retrying in %s", text.Elapsed(max(wait, time.Second))), Style: m.deps.Theme.Bad})
	}
}

// troubleText describes the current problem with the node.
func (m *Model) troubleText() text.Safe {
	switch t := m.deps.Following().Trouble; {
	case t.Kind == client.NodeBehind && t.Err != nil:
		return text.Format("node has no blocks, last seen %s; waiting", text.Integer(t.Last))
	case t.Kind == client.NodeBehind:
		return text.Format("node is behind at %s, last seen %s; waiting", text.Integer(t.First), text.Integer(t.Last))
	default:
		return text.Format("%s; retrying", m.deps.Explain(t.Err).Reason)
	}
}

func (m *Model) label(name text.Safe) text.Line {
	return name.In(m.deps.Theme.Faint).Fit(labelWidth)
}

func (m *Model) headLine(newest *client.Block) text.Line {
	th := m.deps.Theme
	line := append(m.label(text.Const("height")), text.Span{Text: text.Integer(newest.Height), Style: th.Strong})
	for i, part := range [][2]text.Safe{
		{text.Const("epoch"), render.Number(newest.Epoch)}, {text.Const("round"), render.Number(newest.Round)},
		{text.Const("parent"), text.Short(text.Clean(newest.Parent))}, {text.Const("digest"), text.Short(text.Clean(newest.Digest))},
	} {
		style := th.Text
		if i >= 2 {
			style = th.Faint // a digest is there to be copied
		}
		line = append(line, text.Span{Text: text.Format("   %s ", part[0]), Style: th.Faint}, text.Span{Text: part[1], Style: style})
	}
	return line
}

// gapLine draws the block intervals on a scale up to the limit, so that regular ones are low.
func (m *Model) gapLine(f *live.Summary, width int) text.Line {
	th := m.deps.Theme
	if f.KnownGaps == 0 {
		return append(m.label(text.Const("gap")), text.Span{Text: text.Const("unknown"), Style: th.Faint})
	}
	var figures text.Line
	for _, figure := range []struct {
		name text.Safe
		gap  time.Duration
	}{{text.Const("median"), f.Median}, {text.Const("p95"), f.P95}, {text.Const("worst"), f.Worst}} {
		figures = append(figures, text.Span{Text: text.Format("   %s ", figure.name), Style: th.Faint},
			text.Span{Text: live.FormatSeconds(figure.gap), Style: m.deps.GapStyle(figure.gap)}, text.Span{Text: text.Const(" s"), Style: th.Faint})
	}
	room := max(width-labelWidth-figures.Width(), 0)
	line := append(m.label(text.Const("gap")), m.deps.GapBars(f.Gaps[max(len(f.Gaps)-room, 0):])...)
	return append(line, figures...)
}

// figuresLine draws the transactions and the gas of the newest block and the mean of the last ones.
func (m *Model) figuresLine(f *live.Summary, newest *client.Block, width int) text.Line {
	th := m.deps.Theme
	row := live.NewRow(*newest)
	line := append(m.label(text.Const("txs")), text.Span{Text: text.Const("newest "), Style: th.Faint}, text.Span{Text: m.transactions(row.Users).Text},
		text.Span{Text: text.Const("   automated "), Style: th.Faint}, text.Span{Text: m.transactions(row.Automated).Text},
		text.Span{Text: text.Const("   gas "), Style: th.Faint}, text.Span{Text: m.gas(&row).Text})
	if f.Executed > 0 {
		line = append(line, text.Span{Text: text.Const("   mean of the last "), Style: th.Faint}, text.Span{Text: text.Format("%s: ", text.Integer(uint64(f.Executed))), Style: th.Faint},
			text.Span{Text: text.Clean(fmt.Sprintf("%.1f txs", float64(f.Users)/float64(f.Executed)))})
	}
	if reason := m.deps.NoVotes(); line.Width()+text.Width(reason)+3 <= width {
		line = append(line, text.Span{Text: text.Format("   %s", reason), Style: th.Hint})
	}
	return line
}

func (m *Model) votesLine(f *live.Summary, newest *client.Block, width int) text.Line {
	th := m.deps.Theme
	if m.deps.IsExecuted() {
		return m.figuresLine(f, newest, width)
	}
	line := m.label(text.Const("votes"))
	row := m.blocks.NewestVoted()
	if row == nil {
		row = m.blocks.Block(newest.Height)
	}
	if row != nil {
		line = append(line, text.Span{Text: text.Const("newest "), Style: th.Faint}, text.Span{Text: live.FormatVotes(row), Style: m.deps.VotesStyle(row)})
	}
	if f.FewestVotes != nil {
		lowest := text.Span{Text: live.FormatVotes(f.FewestVotes), Style: m.deps.VotesStyle(f.FewestVotes)}
		if m.deps.Monitor.HasFewVotes(f.FewestVotes) {
			lowest.Text = text.Format("%s!", lowest.Text)
		}
		line = append(line, text.Span{Text: text.Const("   lowest "), Style: th.Faint}, lowest,
			text.Span{Text: text.Format(" at %s", text.Integer(f.FewestVotes.Height)), Style: th.Faint})
	}
	line = append(line, text.Span{Text: text.Const("   ")})
	whole := m.validatorSummary(f, text.Const(" newest blocks"))
	if line.Width()+whole.Width() > width {
		whole = m.validatorSummary(f, text.Safe{})
	}
	line = append(line, whole...)
	return append(line, m.marginSpan(newest.Height, width-line.Width())...)
}

// margin is the margin of the newest block. It is computed once for a block and a committee.
type margin struct {
	height uint64
	of     *client.Committee
	known  bool
	live.Margin
}

// marginSpan says how many more absences than in the newest block would stop the chain, in at most width columns; nil if that is unknown or
// does not fit.
func (m *Model) marginSpan(height uint64, width int) text.Line {
	row, committee := m.blocks.Block(height), m.deps.Committees.Current()
	if row == nil {
		return nil
	}
	if m.margin.height != height || m.margin.of != committee || !m.margin.known {
		m.margin = margin{height: height, of: committee}
		m.margin.Margin, m.margin.known = live.NewMargin(row, committee)
	}
	if !m.margin.known {
		return nil
	}
	style := m.deps.Theme.Faint
	if len(m.margin.Stop) <= 1 {
		style = m.deps.Theme.Bad
	}
	for _, words := range []text.Safe{m.margin.Words(), m.margin.Brief()} {
		if line := (text.Line{{Text: text.Const("   ")}, {Text: words, Style: style}}); line.Width() <= width {
			return line
		}
	}
	return nil
}

// validatorSummary summarizes the votes of the user's validator and the blocks it proposed.
func (m *Model) validatorSummary(f *live.Summary, which text.Safe) text.Line {
	if m.deps.Monitor.Member() < 0 {
		return text.In(m.deps.Theme.Hint, "%s set my validator", m.deps.Key("blocks.my_validator"))
	}
	line := text.Line{{Text: text.Const("my validator: "), Style: m.deps.Theme.Faint},
		m.votesSpan(f, text.Format("%s of %s%s", text.Integer(uint64(f.Voted)), text.Integer(uint64(f.Eligible)), which))}
	if f.Authored > 0 {
		line = append(line, text.Span{Text: text.Clean(fmt.Sprintf(", proposed %d", f.Authored))})
	}
	return line
}

// validatorLine draws the votes of the user's validator in a line.
func (m *Model) validatorLine() text.Line {
	f := m.summary()
	if m.deps.Monitor.Member() < 0 {
		return m.validatorSummary(&f, text.Safe{})
	}
	line := append(text.Plain("%s: ", m.member(m.deps.Monitor.Member())), m.votesSpan(&f, text.Clean(fmt.Sprintf("voted %d of %d", f.Voted, f.Eligible))))
	if f.LastMissed != nil {
		line = append(line, text.Span{Text: text.Format(", last miss %s", text.Integer(f.LastMissed.Height))})
	}
	return line
}

// votesSpan returns words about the votes of the user's validator, which stand out if it missed a block.
func (m *Model) votesSpan(f *live.Summary, words text.Safe) text.Span {
	if f.Voted < f.Eligible {
		return text.Span{Text: words, Style: m.deps.Theme.Bad}
	}
	return text.Span{Text: words, Style: m.deps.Theme.Text}
}

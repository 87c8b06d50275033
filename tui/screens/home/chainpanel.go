// chainpanel.go is the panel of the home screen that shows the state of the chain and its node: the newest block,
// recent intervals and votes, latency and errors.

package home

import (
	"context"
	"fmt"
	"slices"
	"time"

	tea "github.com/charmbracelet/bubbletea"

	"foredeck/client"
	"foredeck/client/move"
	"foredeck/client/transport"
	"foredeck/tui/live"
	"foredeck/tui/load"
	"foredeck/tui/pane"
	"foredeck/tui/render"
	"foredeck/tui/screen"
	"foredeck/tui/target"
	"foredeck/tui/text"
	"foredeck/tui/widget"
)

// maxIntervals is the number of block intervals drawn.
const maxIntervals = 20

// chainPanel is the panel. It must be used from the program's update loop only.
type chainPanel struct {
	deps   *screen.Deps
	newest load.State[client.Page[client.Transaction]] // for the chain height
	health load.State[client.Account]
}

// newChainPanel returns a panel without data.
func newChainPanel(deps *screen.Deps) *chainPanel { return &chainPanel{deps: deps} }

// LoadNewest requests the newest transaction of an account, which provides the chain height before any block is known.
func (m *chainPanel) LoadNewest(ctx context.Context, account move.Address) tea.Cmd {
	return m.newest.Load(ctx, m.deps.Loader, func(ctx context.Context) (client.Page[client.Transaction], error) {
		return m.deps.Node.Transactions(ctx, account, client.PageRequest{Count: 1})
	})
}

// framework is the framework account 0x1, which exists on every chain.
var framework = move.Address{31: 1}

// CheckHealth requests the framework account to see whether the node responds.
func (m *chainPanel) CheckHealth(ctx context.Context) tea.Cmd {
	return m.health.Load(ctx, m.deps.Loader, func(ctx context.Context) (client.Account, error) {
		return m.deps.Node.Account(ctx, framework)
	})
}

// Health returns the status of the latest health check.
func (m *chainPanel) Health() load.Status { return m.health.Status(m.deps.Now()) }

// Problem describes a failed health check, "" if it succeeded. A node that does not know the account is healthy.
func (m *chainPanel) Problem() text.Safe {
	if failure := m.deps.Explain(m.health.Err()); failure.Kind != load.NotFound {
		return failure.Reason
	}
	return text.Safe{}
}

// Retry allows requests for blocks again after they were unavailable.
func (m *chainPanel) Retry() {
	if m.deps.Following().Err != nil {
		m.deps.Post(screen.FollowMsg{Retry: true})
	}
}

// failure returns why blocks are not available, nil if they are.
func (m *chainPanel) failure() error { return m.deps.Following().Err }

// Cancel cancels all requests.
func (m *chainPanel) Cancel() {
	m.newest.Cancel()
	m.health.Cancel()
}

// Update handles the responses to the panel's requests and reports whether msg was one.
func (m *chainPanel) Update(msg tea.Msg) bool {
	switch msg := msg.(type) {
	case load.Result[client.Account]:
		m.health.Accept(msg)
	case load.Result[client.Page[client.Transaction]]:
		if m.newest.Accept(msg) {
			for i := range msg.Value.Items {
				m.deps.Seen.Add(&msg.Value.Items[i])
			}
		}
	default:
		return false
	}
	return true
}

// panel draws the newest block, recent intervals and votes.
func (m *chainPanel) panel(title text.Line, width int) widget.Panel {
	th, blocks := m.deps.Theme, m.deps.Blocks
	p := widget.Panel{Title: title}
	newest, arrived := blocks.Newest()
	switch {
	case m.failure() != nil:
		failure := m.deps.Explain(m.failure())
		p.State = m.deps.StateLine(load.Status{Err: m.failure()})
		p.Body = append(text.WrapIn(th.Bad, failure.Reason, width, 3), text.WrapIn(th.Faint, failure.Advice, width, 2)...)
		return p
	case newest == nil:
		p.Body = []text.Line{m.waiting()}
		return p
	}
	p.State = m.state(arrived)
	summary := blocks.Summary(m.deps.Monitor.Member(), m.deps.Names.IsOwn)
	p.Body = append(m.headLines(newest, width), m.votesLine(newest, width))
	if m.deps.Monitor.Member() >= 0 {
		p.Body = append(p.Body, m.validatorLines(&summary)...)
	}
	p.Body = append(p.Body, m.nodeLine())
	return p
}

// Lines returns the number of lines of the panel.
func (m *chainPanel) Lines(width int) int { return len(m.panel(nil, width).Body) }

// waiting explains why no block is shown yet.
func (m *chainPanel) waiting() text.Line {
	th, following := m.deps.Theme, m.deps.Following()
	switch {
	case !following.Wait.IsEmpty():
		return following.Wait.In(th.Warn)
	case following.Searching:
		return text.In(th.Faint, "searching for the newest block")
	case following.Paused:
		return text.In(th.Faint, "paused")
	}
	return text.In(th.Faint, "press %s to find the newest block", m.deps.Key("home.open"))
}

// state describes how current the newest block is.
func (m *chainPanel) state(arrived time.Time) text.Line {
	following := m.deps.Following()
	status := load.Status{Has: true, Age: m.deps.Now().Sub(arrived), Loading: !following.Wait.IsEmpty(), Wait: following.Wait}
	switch {
	case following.Paused:
		return text.In(m.deps.Theme.Warn, "paused · %s on Blocks", m.deps.Key("blocks.pause"))
	case following.Trouble != nil && following.Trouble.Kind == client.NodeBehind:
		return text.In(m.deps.Theme.Bad, "node is behind")
	case following.Trouble != nil:
		status.Err = following.Trouble.Err
	}
	return m.deps.StateLine(status)
}

// Panel draws the panel. A click anywhere in it opens the blocks.
func (m *chainPanel) Panel(title text.Line, focused bool, width int) widget.Panel {
	p := m.panel(title, width)
	hit := &text.Hit{Unfocused: !focused}
	for i, line := range p.Body {
		p.Body[i] = line.Fit(width).WithHit(hit)
	}
	return p
}

// labelWidth is the width of the labels in the panel.
const labelWidth = 10

func (m *chainPanel) line(label text.Safe, value text.Line) text.Line {
	return append(label.In(m.deps.Theme.Faint).Fit(labelWidth), value...)
}

// headLines shows the newest block and the recent intervals.
func (m *chainPanel) headLines(newest *client.Block, width int) []text.Line {
	th, blocks := m.deps.Theme, m.deps.Blocks
	head := text.Line{
		{Text: text.Integer(newest.Height), Style: th.Strong}, {Text: text.Const("   epoch "), Style: th.Faint}, {Text: render.Number(newest.Epoch)},
		{Text: text.Const("   round "), Style: th.Faint}, {Text: render.Number(newest.Round)},
	}
	intervals := blocks.Intervals(min(max(width-labelWidth, maxIntervals), 2*maxIntervals))
	if len(intervals) == 0 {
		return []text.Line{m.line(text.Const("head"), head), m.line(text.Const("interval"), text.In(th.Hint, "unknown"))}
	}
	sorted := slices.Sorted(slices.Values(intervals))
	median, p95, worst := sorted[len(sorted)/2], transport.Quantile(sorted, 0.95), sorted[len(sorted)-1]
	summary := m.seconds(text.Const("median "), median)
	ends := m.seconds(text.Const("  worst "), worst)
	if both := append(m.seconds(text.Const("  p95 "), p95), ends...); labelWidth+summary.Width()+both.Width()+len(" s") <= width {
		ends = both
	}
	summary = append(append(summary, ends...), text.Span{Text: text.Const(" s"), Style: th.Faint})
	if last := text.In(th.Hint, "   of the last %s", text.Integer(uint64(len(intervals)))); labelWidth+summary.Width()+last.Width() <= width {
		summary = append(summary, last...)
	}
	return []text.Line{
		m.line(text.Const("head"), head),
		m.line(text.Const("interval"), m.deps.GapBars(intervals)),
		m.line(text.Safe{}, summary),
	}
}

// seconds labels an interval, which is a warning if it exceeds the limit.
func (m *chainPanel) seconds(label text.Safe, took time.Duration) text.Line {
	shown := text.Span{Text: live.FormatSeconds(took), Style: m.deps.GapStyle(took)}
	if m.deps.Monitor.IsSlow(took) {
		shown.Text = text.Format("%s!", shown.Text)
	}
	return text.Line{{Text: label, Style: m.deps.Theme.Faint}, shown}
}

// voteCells is the number of columns of the bar of votes.
const voteCells = 20

// votesLine shows how many members voted for the newest block whose votes are known, as a bar where there is room.
func (m *chainPanel) votesLine(newest *client.Block, width int) text.Line {
	th := m.deps.Theme
	if m.deps.IsExecuted() {
		s := newest.Statistics
		return m.line(text.Const("txs"), text.Line{{Text: render.Number(s.UserTransactions), Style: th.Strong}, {Text: text.Const(" of users  "), Style: th.Faint},
			{Text: render.Number(s.AutomatedTransactions)}, {Text: text.Const(" automated  gas "), Style: th.Faint}, {Text: render.Number(s.UserGasUsed)}})
	}
	row := m.deps.Blocks.NewestVoted()
	if row == nil {
		return m.line(text.Const("votes"), render.NotGiven.In(th.Hint))
	}
	votes, members := int(row.Votes), int(row.Members)
	line := text.Line{{Text: text.Integer(uint64(votes)), Style: th.Strong}, {Text: text.Format(" of %s", text.Integer(uint64(members))), Style: th.Faint}}
	if members > 0 && width >= labelWidth+voteCells+12 {
		filled := votes * voteCells / members
		share := m.deps.Theme.Ramp.At(3 * float64(members-votes) / float64(members))
		line = append(text.Line{{Text: text.Repeat("━", filled), Style: share}, {Text: text.Repeat("━", voteCells-filled), Style: th.Border}, {Text: text.Const("  ")}}, line...)
	}
	return m.line(text.Const("votes"), line)
}

// validatorLines show the votes of the user's validator: those of the recorded history with its length, or else of the newest blocks.
func (m *chainPanel) validatorLines(f *live.Summary) []text.Line {
	th, member := m.deps.Theme, m.deps.Monitor.Member()
	line := text.Clean(fmt.Sprintf("%s voted %d/%d", live.Member(member), f.Voted, f.Eligible)).Line()
	past, votes, ok := m.deps.PastVotes(member, f.Eligible)
	if ok {
		line = text.Format("%s voted %s%%", live.Member(member), live.Percent(votes.Blocks-votes.Missed, votes.Blocks, 2)).Line()
	}
	switch {
	case f.LastMissed != nil:
		line = append(line, text.Span{Text: text.Format(", missed %s", text.Integer(f.LastMissed.Height)), Style: th.Bad})
	case ok && votes.Missed > 0:
		line = append(line, text.Span{Text: text.Format(", missed %s", text.Integer(votes.LastMiss)), Style: th.Faint})
	default:
		line = append(line, text.Span{Text: text.Const(", none missed"), Style: th.Faint})
	}
	lines := []text.Line{m.line(text.Const("validator"), line)}
	if ok {
		lines = append(lines, m.line(text.Safe{}, text.In(th.Faint, "in %s%s", past.Length(), past.Holes())))
	}
	return lines
}

// nodeLine shows the latency and error count of the node.
func (m *chainPanel) nodeLine() text.Line {
	th := m.deps.Theme
	all, failed := m.deps.Loader.Recorder.Count()
	line := text.Line{}
	if took, ok := m.deps.Loader.Latency(); ok {
		line = text.In(m.deps.LatencyStyle(took), "%s   ", text.Latency(took))
	}
	style := th.Text
	if failed > 0 {
		style = th.Warn
	}
	return m.line(text.Const("node"), append(line, text.Span{Text: text.Integer(failed), Style: style},
		text.Span{Text: text.Format(" of %s failed", text.Integer(all)), Style: th.Faint}))
}

// Open opens the blocks screen.
func (m *chainPanel) Open() tea.Cmd {
	return m.deps.Post(screen.OpenMsg{Target: target.Target{Kind: target.Blocks}})
}

// Blocks draws the newest blocks, for windows with a third column.
func (m *chainPanel) Blocks(title text.Line, room pane.Area) widget.Panel {
	th, blocks := m.deps.Theme, m.deps.Blocks
	p := widget.Panel{Title: title}
	p.Body = []text.Line{text.In(th.Faint, "HEIGHT        AGE    GAP  VOTES  AUTHOR")}
	if m.deps.IsExecuted() {
		p.Body = []text.Line{text.In(th.Faint, "HEIGHT        AGE    GAP    TXS  AUTHOR")}
	}
	for i := 0; i < min(blocks.Len(), max(room.Height-1, 0)); i++ {
		p.Body = append(p.Body, m.blockLine(blocks.Row(i), room.Width))
	}
	if blocks.Len() == 0 {
		p.Body = []text.Line{m.waiting()}
	}
	return p
}

// blockLine draws a row of the newest blocks. What exceeds a limit is a warning.
func (m *chainPanel) blockLine(row *live.Row, width int) text.Line {
	th, limits := m.deps.Theme, m.deps.Monitor
	if row.Kind != live.Block {
		return text.In(th.Hint, "⋯")
	}
	age, ageStyle := text.None, th.Hint
	if at, ok := row.Time(); ok {
		age, ageStyle = text.Age(at, m.deps.Now()), th.Age(m.deps.Now().Sub(at))
	}
	gap, gapMark, gapStyle := text.None, text.Const(" "), th.Hint
	if took, ok := m.deps.Blocks.Gap(row); ok {
		gap, gapStyle = live.FormatSeconds(took), m.deps.GapStyle(took)
		if limits.IsSlow(took) {
			gapMark = text.Const("!")
		}
	}
	votesMark, votesStyle := text.Const(" "), m.deps.VotesStyle(row)
	switch {
	case row.Missed(limits.Member()):
		votesMark, votesStyle = text.Const("×"), th.Bad
	case limits.HasFewVotes(row):
		votesMark = text.Const("!")
	}
	votes := live.FormatVotes(row)
	if m.deps.IsExecuted() && row.Users >= 0 {
		votes, votesStyle = text.Integer(uint64(row.Users)), th.Text
	}
	cell := func(s text.Safe, width int) text.Safe { return text.Concat(text.Spaces(width-text.Width(s)), s) }
	line := text.Line{
		{Text: text.Integer(row.Height), Style: m.deps.Marked(m.deps.Blocks.Arrived(row.Height), th.Strong)}, {Text: cell(age, 17-text.Width(text.Integer(row.Height))), Style: ageStyle},
		{Text: text.Concat(cell(gap, 7), gapMark), Style: gapStyle}, {Text: text.Concat(cell(votes, 6), votesMark), Style: votesStyle}, {Text: text.Const(" ")},
	}
	author := m.deps.Author(row.Author, max(width-line.Width(), 0))
	if author.Style != th.Accent {
		author.Style = th.Faint
	}
	return append(line, author)
}

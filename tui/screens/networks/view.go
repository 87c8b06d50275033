package networks

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"foredeck/client"
	"foredeck/client/health"
	"foredeck/tui/load"
	"foredeck/tui/pane"
	"foredeck/tui/screen"
	"foredeck/tui/text"
	"foredeck/tui/widget"
)

// Columns are dropped from the highest rank on.
var columns = []widget.Column{
	{Width: 1}, {Title: text.Const("NAME"), Width: 9}, {Title: text.Const("NODE"), Width: 20, Shorten: text.CutMiddle},
	{Title: text.Const("STATE"), Width: 13}, {Title: text.Const("HEAD"), Width: 12, Right: true, Rank: 1}, {Title: text.Const("LAG"), Width: 6, Right: true, Rank: 2},
	{Title: text.Const("P50"), Width: 7, Right: true, Rank: 6}, {Title: text.Const("P95"), Width: 7, Right: true, Rank: 3},
	{Title: text.Const("ERRORS"), Width: 6, Right: true, Rank: 4}, {Title: text.Const("CHAIN"), Width: 6, Right: true, Rank: 5},
	{Title: text.Const("RPC"), Width: 8, Rank: 7}, {Title: text.Const("OLDEST"), Width: 12, Right: true, Rank: 8},
	{Title: text.Const("LAST ERROR"), Width: 30, Max: 100, Rank: 9},
}

// rpcColumn is the index of RPC in columns.
const rpcColumn = 10

// headColumn and lagColumn are the indices of HEAD and LAG in columns.
const headColumn, lagColumn = 4, 5

// nodeColumn is the index of NODE in columns.
const nodeColumn = 2

// columns returns the columns. That of nodes grows to the longest address, so that states stay beside them, HEAD to the longest age, and
// RPC to the longest release.
func (m *Model) columns() []widget.Column {
	shown := slices.Clone(columns)
	for _, line := range m.lines {
		cells := m.cells(line)
		if len(cells) > nodeColumn {
			shown[nodeColumn].Max = max(shown[nodeColumn].Max, min(text.Width(cells[nodeColumn].Text), maxNodeWidth))
		}
		if len(cells) > headColumn {
			shown[headColumn].Width = max(shown[headColumn].Width, text.Width(cells[headColumn].Text))
		}
		if len(cells) > rpcColumn {
			shown[rpcColumn].Width = max(shown[rpcColumn].Width, text.Width(cells[rpcColumn].Text))
		}
	}
	return shown
}

// maxNodeWidth is the width of the longest address that is not cut.
const maxNodeWidth = 60

// smallColumns are those of windows without boxes.
var smallColumns = []widget.Column{
	{Width: 1}, {Title: text.Const("NAME"), Width: 10}, {Title: text.Const("NODE"), Width: 10, Flex: true, Shorten: text.CutMiddle, Rank: 1},
	{Title: text.Const("STATE"), Width: 14}, {Title: text.Const("LAG"), Width: 4, Right: true, Rank: 2},
}

// parts divides the window. Above details, the list is no higher than its content.
func (m *Model) parts() pane.Layout {
	list := pane.Part{Fill: true, Resize: pane.Fit(&m.rows), Panel: m.listPanel}
	details := pane.Part{Height: m.size.From(screen.Compact, 8), Panel: m.detailsPanel}
	if details.Height > 0 {
		list.Content = len(m.lines) + 1
	}
	return pane.WithDetails(list, details)
}

// View draws the body.
func (m *Model) View() []text.Line {
	parts := m.parts()
	parts.Resize(m.size)
	return parts.View(m.deps.Theme, m.size)
}

func (m *Model) listPanel(room pane.Area) widget.Panel {
	th := m.deps.Theme
	cols, cells := m.columns(), func(i int) []widget.Cell { return m.cells(m.lines[i]) }
	if room.Plain {
		cols, cells = smallColumns, func(i int) []widget.Cell { return m.smallCells(m.lines[i]) }
	}
	m.Mark()
	return widget.Panel{
		Title: widget.Title(th, text.Const("Networks"), true), State: text.In(th.Faint, "● active").Silent(), Body: m.rows.View(th, cols, room.Width, cells),
	}
}

func (m *Model) detailsPanel(room pane.Area) widget.Panel {
	return widget.Panel{Title: text.In(m.deps.Theme.Title, "Selected"), Body: m.details(m.lines[m.rows.Selected()], room.Width)}
}

// smallCells returns the cells of a node for smallColumns.
func (m *Model) smallCells(line row) []widget.Cell {
	cells := m.cells(line)
	if len(cells) <= lagColumn {
		return cells
	}
	return append(cells[:4:4], cells[lagColumn])
}

// cells returns the cells of a node.
func (m *Model) cells(line row) []widget.Cell {
	th, e := m.deps.Theme, &m.entries[line.entry]
	mark, name := widget.Cell{}, widget.Cell{Text: text.Clean(e.network.Name)}
	if m.isCurrent(line.entry) {
		mark = widget.Cell{Text: text.Const("●"), Style: th.Accent, Spoken: text.Const("active")}
	}
	if line.node > 0 {
		mark, name.Style = widget.Cell{}, th.Faint
	}
	if len(e.network.Addresses) == 0 {
		return []widget.Cell{mark, name, {Text: text.Const("built in"), Style: th.Faint}, {Text: text.None, Style: th.Faint}}
	}
	address := strings.TrimRight(e.network.Addresses[line.node], "/")
	if _, short, ok := strings.Cut(address, "://"); ok && m.size.Class < screen.Wide {
		address = short
	}
	cells := []widget.Cell{mark, name, {Text: text.Clean(address)}}
	status, ok := m.status(line)
	if !ok {
		return append(cells, m.pending(e))
	}
	return append(append(cells, m.state(e, status)), m.figures(e, status)...)
}

// pending returns the state of a node that was not checked.
func (m *Model) pending(e *entry) widget.Cell {
	if e.checks.Loading() {
		return widget.Cell{Text: text.Const("checking"), Style: m.deps.Theme.Faint}
	}
	return widget.Cell{Text: text.None, Style: m.deps.Theme.Faint}
}

// state returns the state of a node, with the time since when it does not answer.
func (m *Model) state(e *entry, status *health.Status) widget.Cell {
	th := m.deps.Theme
	until := m.deps.Now()
	if m.isOld(e) && !status.CheckedAt.IsZero() { // whether it has answered since then is not known
		until = status.CheckedAt
	}
	since := text.Elapsed(until.Sub(status.NoAnswerSince))
	word := text.Clean(status.State.String())
	switch status.State {
	case health.OK:
		if status.ChainID != nil && e.network.WrongChain(*status.ChainID) {
			return widget.Cell{Text: text.Const("wrong chain"), Style: th.Bad}
		}
		if m.isOld(e) {
			return widget.Cell{Text: word, Style: th.Faint}
		}
		return widget.Cell{Text: word}
	case health.Silent:
		return widget.Cell{Text: text.Format("no answer %s", since), Style: th.Bad}
	case health.Down:
		if until.Equal(status.CheckedAt) && until.Sub(status.NoAnswerSince) < time.Second { // by one request
			return widget.Cell{Text: word, Style: th.Bad}
		}
		return widget.Cell{Text: text.Format("down %s", since), Style: th.Bad}
	case health.OtherChain:
		return widget.Cell{Text: text.Const("wrong chain"), Style: th.Bad}
	case health.NoBlocks:
		return widget.Cell{Text: text.Const("no blocks"), Style: th.Bad}
	case health.Limited:
		if left := status.NextCheck.Sub(m.deps.Now()); left > time.Second {
			return widget.Cell{Text: text.Format("limited %s", text.Elapsed(left)), Style: th.Warn}
		}
	case health.Recovering:
		left := max(status.Since.Add(health.RecoverTime).Sub(m.deps.Now()), time.Second)
		return widget.Cell{Text: text.Format("recovering %s", text.Elapsed(left)), Style: th.Warn}
	case health.Forked, health.Failing, health.Invalid, health.Frozen:
		return widget.Cell{Text: word, Style: th.Bad}
	case health.Unknown:
		return widget.Cell{Text: text.Const("checking"), Style: th.Faint}
	}
	return widget.Cell{Text: word, Style: th.Warn}
}

// figures returns the cells from HEAD on.
func (m *Model) figures(e *entry, status *health.Status) []widget.Cell {
	th := m.deps.Theme
	none := widget.Cell{Text: text.None, Style: th.Faint}
	head, lag, rate, chain, oldest, failure := none, none, none, none, none, none
	if status.Head != nil {
		head, lag = m.head(e, status), widget.Cell{Text: text.Integer(status.Lag)}
		switch {
		case !status.State.Responds() || m.isOld(e): // when it last responded
			head.Style, lag.Style = th.Faint, th.Faint
		case status.Lag >= health.LagLimit:
			lag.Style = th.Warn
		}
	}
	if status.Requests > 0 {
		rate = widget.Cell{Text: percent(status.ErrorRate())}
	}
	if status.Errors > 0 && status.State != health.OK {
		rate.Style = th.Warn
	}
	if status.ChainID != nil {
		chain = widget.Cell{Text: text.Integer(*status.ChainID)}
		if e.network.WrongChain(*status.ChainID) {
			chain.Style = th.Bad // STATE has the word
		}
	}
	if status.OldestBlock != nil {
		oldest = widget.Cell{Text: text.Integer(*status.OldestBlock)}
	}
	if status.LastError != nil {
		failure = widget.Cell{Text: text.Format("%s %s", load.Cause(status.LastError), text.Age(status.LastErrorAt, m.deps.Now())), Style: th.Faint}
	}
	return []widget.Cell{
		head, lag, {Text: latency(status.P50), Style: m.deps.LatencyStyle(status.P50)}, {Text: latency(status.P95), Style: m.deps.LatencyStyle(status.P95)}, rate, chain, {Text: rpc(status)}, oldest, failure,
	}
}

// oldCheck is the age from which the result of a check shows it. The nodes of the active network are checked each second, and those of
// others when the screen is entered and by a refresh.
const oldCheck = 10 * time.Second

func (m *Model) isOld(e *entry) bool { return m.deps.Now().Sub(e.checked) >= oldCheck }

// wholeAge is the width of a window from which there is room for ages as in a sentence.
const wholeAge = 140

// head returns the height of the newest block, with its age if the node has not been checked for a while: 48,211,907, 3m ago, or 48,211,907
// 3m in narrow windows.
func (m *Model) head(e *entry, status *health.Status) widget.Cell {
	height := text.Integer(status.Head.Height)
	if !m.isOld(e) {
		return widget.Cell{Text: height}
	}
	read := e.checked
	if !status.State.Responds() && !status.LastAnswer.IsZero() {
		read = read.Add(status.LastAnswer.Sub(status.CheckedAt))
	}
	age := text.Elapsed(m.deps.Now().Sub(read))
	whole := text.Format("%s, %s ago", height, age)
	if m.size.Width < wholeAge {
		return widget.Cell{Text: text.Format("%s %s", height, age), Spoken: whole}
	}
	return widget.Cell{Text: whole}
}

func latency(took time.Duration) text.Safe {
	if took == 0 {
		return text.None
	}
	return text.Latency(took)
}

// percent formats an error rate: 0%, 0.8%, 39%.
func percent(rate float64) text.Safe {
	if rate == 0 || rate >= 0.1 {
		return text.Clean(fmt.Sprintf("%.0f%%", 100*rate))
	}
	return text.Clean(fmt.Sprintf("%.1f%%", 100*rate))
}

// versions lists versions of the RPC: v1 v2 v3.
func versions(list []client.Version) text.Safe {
	if len(list) == 0 {
		return text.None
	}
	names := make([]string, len(list))
	for i, version := range list {
		names[i] = version.String()
	}
	return text.Clean(strings.Join(names, " "))
}

// rpc lists the versions of the RPC of a node and names its release: v2 v3 v4 · v11.5.2.
func rpc(status *health.Status) text.Safe {
	if status.Can == nil || status.Can.Release == "" {
		return versions(status.Versions)
	}
	return text.Format("%s · %s", versions(status.Versions), text.Clean(status.Can.Release))
}

// serves lists what a node serves.
func serves(can *client.Capabilities) text.Safe {
	var names []string
	for _, call := range []struct {
		has  bool
		name string
	}{
		{can.Consensus == nil, "votes and batches"}, {can.Newest, "newest block"}, {can.Blocks, "blocks without votes"}, {can.ByHash, "transactions by hash"},
		{can.Events, "events by type"}, {can.Committees, "committees"}, {can.Proofs, "proofs"}, {can.Gas, "gas prices"},
	} {
		if call.has {
			names = append(names, call.name)
		}
	}
	if errors.Is(can.Consensus, client.ErrUnauthorized) {
		names = append(names, "votes and batches with a token")
	}
	if len(names) == 0 {
		return text.Const("no blocks")
	}
	return text.Clean(strings.Join(names, ", "))
}

// details returns the lines of the details panel.
func (m *Model) details(line row, width int) []text.Line {
	th, e := m.deps.Theme, &m.entries[line.entry]
	var lines []text.Line
	if status, ok := m.status(line); ok {
		lines = m.nodeDetails(e, status, width)
	}
	if len(e.network.Addresses) == 0 {
		lines = append(lines, text.Plain("simulated chain inside foredeck, for learning and offline use"))
	}
	if m.isCurrent(line.entry) {
		return append(lines, text.In(th.Faint, "active network"))
	}
	return append(lines, text.In(th.Faint, "%s switch: starts a new history and drops loaded data", m.deps.Key("networks.open")))
}

// nodeDetails returns what is wrong with a node, and its figures, which the table has only in wide windows.
func (m *Model) nodeDetails(e *entry, status *health.Status, width int) []text.Line {
	th := m.deps.Theme
	var lines []text.Line
	if status.ChainID != nil && e.network.WrongChain(*status.ChainID) {
		lines = append(lines, text.In(th.Bad, "wrong chain: node reports chain id %s, config expects %s", text.Integer(*status.ChainID), text.Integer(e.network.ChainID)))
	}
	if fork := status.Fork; fork != nil {
		lines = append(lines, text.In(th.Bad, "! fork: block %s is %s here and %s on %s", text.Integer(fork.Height), text.Short(text.Clean(fork.Digest)),
			text.Short(text.Clean(fork.Expected)), text.Clean(fork.ReferenceName)))
	}
	fact := func(name, value text.Safe) text.Line {
		return text.Line{{Text: text.Format("%s ", name), Style: th.Faint}, {Text: text.Format("%s   ", value)}}
	}
	figures := fact(text.Const("rpc"), rpc(status))
	if oldest := status.OldestBlock; oldest != nil {
		figures = append(figures, fact(text.Const("oldest block"), text.Integer(*oldest))...)
	}
	figures = append(figures, fact(text.Const("latency"), text.Format("p50 %s p95 %s", latency(status.P50), latency(status.P95)))...)
	figures = append(figures, fact(text.Const("errors"), text.Format("%s of %s", text.Integer(uint64(status.Errors)), text.Integer(uint64(status.Requests))))...)
	address := text.Clean(status.BaseURL).Line()
	if m.isOld(e) {
		address = append(address, text.Format("   checked %s ago", text.Elapsed(m.deps.Now().Sub(e.checked))).In(th.Faint)...)
	}
	lines = append(lines, address, figures)
	if status.Can != nil {
		lines = append(lines, text.WrapIn(th.Text, text.Format("serves %s", serves(status.Can)), width, 2)...)
	}
	if status.HeadErr != nil && status.LastError == nil {
		reason := load.Explain(status.HeadErr, load.Endpoint{Network: e.network.Name, BaseURL: status.BaseURL}).Reason
		lines = append(lines, text.WrapIn(th.Warn, text.Format("head unknown: %s", reason), width, 2)...)
	}
	if status.LastError != nil {
		style := th.Faint
		if !status.State.Responds() || status.State == health.Failing {
			style = th.Bad
		}
		reason := load.Explain(status.LastError, load.Endpoint{Network: e.network.Name, BaseURL: status.BaseURL}).Reason
		lines = append(lines, text.WrapIn(style, text.Format("%s ago: %s", text.Elapsed(m.deps.Now().Sub(status.LastErrorAt)), reason), width, 2)...)
	}
	return lines
}

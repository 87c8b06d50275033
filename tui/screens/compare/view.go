package compare

import (
	"math/big"
	"strings"

	"foredeck/client/compare"
	"foredeck/tui/load"
	"foredeck/tui/pane"
	"foredeck/tui/render"
	"foredeck/tui/screen"
	"foredeck/tui/text"
	"foredeck/tui/widget"
)

var columns = []widget.Column{
	{Title: text.Const("SUBJECT"), Width: 16, Flex: true}, {Title: text.Const("FIELD"), Width: 22, Shorten: text.CutMiddle},
	{Title: text.Const("A"), Width: 30, Rank: 1}, {Title: text.Const("B"), Width: 30},
}

// minListHeight is the room that the nodes leave at least.
const minListHeight = 4

// narrowColumns leave out the values, for which small windows have no room.
var narrowColumns = []widget.Column{
	{Title: text.Const("SUBJECT"), Width: 16}, {Title: text.Const("FIELD"), Width: 10, Flex: true, Shorten: text.CutMiddle},
}

// parts divides the window. The nodes are left out where no room would be left for the differences.
func (m *Model) parts() pane.Layout {
	nodes := pane.Part{Content: len(m.summary(pane.Inside(m.size, m.size.Width, m.size.Height).Width)), Panel: m.nodesPanel}
	if m.size.Maximized || nodes.Left(m.size) < minListHeight {
		nodes = pane.Part{}
	}
	rows := pane.Part{Fill: true, Resize: pane.Fit(&m.rows), Panel: m.listPanel}
	return pane.Layout{{nodes}, {rows}}
}

// layout sets the number and the height of the rows.
func (m *Model) layout() {
	m.rows.SetLength(len(m.found))
	m.parts().Resize(m.size)
}

// CanZoom reports whether there is more than one panel.
func (m *Model) CanZoom() bool { return m.size.Maximized || m.parts()[0][0].Content > 0 }

// View draws the body.
func (m *Model) View() []text.Line { return m.parts().View(m.deps.Theme, m.size) }

func (m *Model) nodesPanel(room pane.Area) widget.Panel {
	return widget.Panel{Title: text.In(m.deps.Theme.Title, "Nodes"), State: m.state(), Body: m.summary(room.Width)}
}

func (m *Model) listPanel(room pane.Area) widget.Panel {
	th := m.deps.Theme
	list := widget.Panel{Title: widget.Title(th, text.Const("Differences"), true), Body: m.body(room.Width)}
	if m.report.Differences > 0 {
		list.State = text.In(th.Faint, "%s", text.Integer(m.report.Differences))
		if shown := uint64(len(m.found)); shown < m.report.Differences {
			list.State = text.In(th.Faint, "first %s of %s", text.Integer(shown), text.Integer(m.report.Differences))
		}
	}
	return list
}

// state returns what the comparison is doing.
func (m *Model) state() text.Line {
	th := m.deps.Theme
	switch {
	case m.err != nil:
		return text.In(th.Bad, "failed")
	case m.paused:
		return text.In(th.Faint, "paused")
	case !m.isReady():
		return text.In(th.Faint, "comparing")
	}
	return text.In(th.Faint, "comparing new blocks")
}

// isReady reports whether the first comparison is complete: samples follow.
func (m *Model) isReady() bool { return len(m.samples) > 0 }

// summary returns the lines about the nodes and the result.
func (m *Model) summary(width int) []text.Line {
	th := m.deps.Theme
	heads := [2]text.Safe{text.None, text.None}
	if m.report.Heads.A.Height > 0 || m.report.Heads.B.Height > 0 {
		heads = [2]text.Safe{text.Integer(m.report.Heads.A.Height), text.Integer(m.report.Heads.B.Height)}
	}
	var lines []text.Line
	for i := range m.names {
		node := text.Clean(m.names[i])
		if url := m.endpoints[i].BaseURL; url != "" && url != m.names[i] {
			node = text.Format("%s %s", node, text.Clean(url))
		}
		line := text.Line{{Text: text.Format("%s  ", text.Clean(compare.Side(i).String())), Style: th.Strong}, {Text: text.Format("head %s  ", heads[i])}, {Text: node, Style: th.Faint}}
		if err := m.failure(compare.Side(i)); err != nil {
			line = append(line, text.Span{Text: text.Format("  %s", load.Explain(err, m.endpoints[i]).Reason), Style: th.Bad})
		}
		lines = append(lines, line)
	}
	return append(append(lines, m.lagLine(width), m.blocksLine(width)), m.verdictLine().Wrap(width, 2)...)
}

// failure returns why a node does not respond, nil if it does.
func (m *Model) failure(side compare.Side) error {
	if len(m.samples) == 0 {
		return nil
	}
	return [2]error{m.samples[len(m.samples)-1].ErrA, m.samples[len(m.samples)-1].ErrB}[side]
}

func (m *Model) lagLine(width int) text.Line {
	th := m.deps.Theme
	if m.report.Lag.Samples+m.report.Lag.Failed == 0 {
		return text.Line{{Text: text.Const("lag  "), Style: th.Faint}, {Text: text.None}}
	}
	line := text.Line{{Text: text.Const("lag  "), Style: th.Faint}, {Text: render.Lag(m.report.Heads.Lag())}, {Text: text.Const("  "), Style: th.Faint}}
	line = append(line, fitting(render.LagSummary(&m.report.Lag), width-line.Width()).In(th.Faint)...)
	room := width - line.Width() - 2
	if room < 10 {
		return line
	}
	return append(line, text.Span{Text: text.Format("  %s", m.chart(min(room, len(m.samples)))), Style: th.Plot})
}

// chart draws the newest samples of the lag, with a gap where a node did not respond.
func (m *Model) chart(count int) text.Safe {
	var numbers []*big.Float
	for _, sample := range m.samples[len(m.samples)-count:] {
		number := (*big.Float)(nil)
		if lag, ok := sample.Lag(); ok {
			number = big.NewFloat(float64(lag))
		}
		numbers = append(numbers, number)
	}
	return text.Sparkline(numbers)
}

func (m *Model) blocksLine(width int) text.Line {
	th := m.deps.Theme
	label := text.Span{Text: text.Const("blocks  "), Style: th.Faint}
	if m.report.Range == nil {
		return text.Line{label, {Text: text.None}}
	}
	var pruned text.Line
	if m.report.Blocks.Skipped > 0 {
		pruned = text.In(th.Warn, ", %s pruned", text.Integer(m.report.Blocks.Skipped))
	}
	compared := text.Format("from %s: %s", text.Integer(m.report.Range.From), render.ComparedBlocks(&m.report.Blocks))
	return append(text.Line{label, {Text: fitting(compared, width-text.Width(label.Text)-pruned.Width())}}, pruned...)
}

// fitting returns the text, without what is in parentheses if it is wider than the room.
func fitting(whole text.Safe, width int) text.Safe {
	if before, _, ok := strings.Cut(whole.String(), " ("); ok && text.Width(whole) > width {
		return text.Clean(before)
	}
	return whole
}

// verdictLine returns the result so far. Nothing is called equal before it was compared.
func (m *Model) verdictLine() text.Line {
	th, report := m.deps.Theme, &m.report
	label := text.Span{Text: text.Const("result  "), Style: th.Faint}
	switch {
	case report.Healed != nil:
		return text.Line{label, {Text: render.Verdict(report), Style: th.Warn}}
	case report.Fork != nil && report.Fork.IsFirst && report.Fork.Height > 0:
		return text.Line{label, {Text: text.Format("fork: %s, all below are equal", render.Fork(report.Fork)), Style: th.Bad}}
	case report.Fork != nil:
		return text.Line{label, {Text: text.Format("fork: %s", render.Fork(report.Fork)), Style: th.Bad}}
	case !report.IsEqual():
		return text.Line{label, {Text: render.Verdict(report), Style: th.Bad}}
	case m.err != nil:
		return text.Line{label, {Text: text.Const("unknown: a node failed"), Style: th.Bad}}
	case !m.isReady():
		return text.Line{label, {Text: text.Const("comparing"), Style: th.Faint}}
	case report.Failed != nil:
		return text.Line{label, {Text: render.Verdict(report), Style: th.Warn}}
	}
	return text.Line{label, {Text: render.Verdict(report)}}
}

// body returns the rows of the differences, or why there are none.
func (m *Model) body(width int) []text.Line {
	th := m.deps.Theme
	var lines []text.Line
	if m.err != nil {
		lines = m.deps.FailureText(load.Explain(m.err, m.endpointOf(m.err)), text.Const("compare again"), width, 2)
	}
	switch {
	case len(m.found) > 0:
		shown := columns
		if m.size.Class < screen.Compact {
			shown = narrowColumns
		}
		m.Mark()
		return append(lines, m.rows.View(th, shown, width, m.row)...)
	case m.err != nil:
		return lines
	case !m.isReady():
		return []text.Line{text.In(th.Faint, "comparing")}
	case m.report.Fork != nil:
		return []text.Line{text.In(th.Faint, "no difference in these blocks")}
	}
	return []text.Line{text.In(th.Faint, "none")}
}

func (m *Model) row(i int) []widget.Cell {
	d := &m.found[i]
	field := widget.Cell{Text: text.Short(text.Clean(d.Field))}
	if m.size.Class < screen.Compact {
		return []widget.Cell{{Text: d.subject}, field}
	}
	return []widget.Cell{{Text: d.subject}, field, {Text: render.Difference(d.Field, d.A)}, {Text: render.Difference(d.Field, d.B)}}
}

// Crumbs returns the breadcrumb entries.
func (m *Model) Crumbs() []text.Safe {
	return []text.Safe{text.Const("Compare"), text.Format("%s and %s", text.Clean(m.names[0]), text.Clean(m.names[1]))}
}

// Note explains why bisection finds the first difference.
func (m *Model) Note() (left, right text.Line) {
	return text.In(m.deps.Theme.Faint, "blocks with equal digests have equal ancestors, but votes can differ"), nil
}

// Vital returns the summary for the smallest windows.
func (m *Model) Vital() text.Line {
	return text.Plain("%s: %s", render.Lag(m.report.Heads.Lag()), m.verdictLine()[1].Text)
}

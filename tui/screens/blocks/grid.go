package blocks

import (
	"math"
	"slices"

	tea "github.com/charmbracelet/bubbletea"

	"foredeck/tui/live"
	"foredeck/tui/pane"
	"foredeck/tui/screen"
	"foredeck/tui/text"
	"foredeck/tui/widget"
)

const (
	minLabelWidth = 8  // columns of a member's number and name
	maxLabelWidth = 26 // of which a third of the panel is used at most
	pointerWidth  = 2  // columns of the pointer to the selected member
	// legendLines is the number of lines below the grid.
	legendLines = 2
)

// grid is the state of the votes at full width: the crosshair is on a member and on the selected row of the list.
type grid struct {
	member  *int // selected member; nil: the first one
	first   int  // first visible line
	byIndex bool // members are sorted by index, not by missed votes
}

// gridView is what a grid shows: a line per member and a column per row of the list, the newest on the right.
type gridView struct {
	rows     []live.Row // oldest first
	selected int        // column of the selected row, -1 if it is left of the visible ones
	voters   []live.Voter
	label    int // width
	lines    int // for members
	cursor   int // line of the crosshair, -1 if the members cannot be selected
	first    int // first visible line
	pinned   int // line of the user's validator above the others, which scroll; -1 for none
}

// isGrid reports whether the votes have the full width.
func (m *Model) isGrid() bool { return m.mode == modeVotes }

// gridColumns returns the width of the labels and the number of columns of a panel.
func (m *Model) gridColumns(room pane.Area) (label, columns int) {
	width, _ := room.Outer()
	label = minLabelWidth
	for member := range m.committeeSize() {
		label = max(label, text.Width(m.gridMember(member))+1)
	}
	label = min(label, max(width/3, minLabelWidth), maxLabelWidth)
	if m.isGrid() {
		label += pointerWidth
	}
	return label, max(room.Width-label-live.MissedWidth, 1)
}

// gridView evaluates the votes in the rows from the first visible one down.
func (m *Model) gridView(room pane.Area) gridView {
	label, columns := m.gridColumns(room)
	v := gridView{label: label, lines: max(room.Height-1-legendLines, 1), cursor: -1, pinned: -1}
	v.rows = make([]live.Row, max(min(columns, m.blocks.Len()-m.rows.First()), 0))
	for i := range v.rows {
		m.blocks.Read(m.rows.First()+len(v.rows)-1-i, &v.rows[i])
	}
	v.selected = max(len(v.rows)-1-(m.rows.Selected()-m.rows.First()), -1)
	v.voters = live.Voters(v.rows, m.deps.Monitor.Member(), m.isGrid() && m.grid.byIndex)
	if m.isGrid() && len(v.voters) > 0 {
		v.cursor, v.first = 0, m.grid.first
		if member := m.grid.member; member != nil {
			v.cursor = max(slices.IndexFunc(v.voters, func(v live.Voter) bool { return v.Member == *member }), 0)
		}
		if len(v.voters) > v.lines && v.lines > 1 && !m.grid.byIndex && m.isMine(v.voters[0]) {
			v.pinned = 0
			v.lines--
		}
		v.first = v.scroll(v.first)
	}
	return v
}

// scroll returns the first visible line next to a preferred one, so that the crosshair is visible.
func (v *gridView) scroll(first int) int {
	last, lowest := len(v.voters)-1, v.pinned+1
	cursor := max(v.cursor, lowest)
	return max(min(first, cursor, last-v.lines+1), cursor-v.lines+1, lowest)
}

func (m *Model) isMine(v live.Voter) bool { return v.Member == m.deps.Monitor.Member() }

// gridPanel draws the votes. Votes are quiet, missed ones stand out.
func (m *Model) gridPanel(room pane.Area) widget.Panel {
	th := m.deps.Theme
	if m.deps.IsExecuted() {
		return m.gasPanel(room)
	}
	p := widget.Panel{Title: widget.Title(th, text.Const("Votes by member"), m.isGrid() || m.showsGrid && m.singlePanel())}
	v := m.gridView(room)
	blocks := 0
	for i := range v.rows {
		if v.rows[i].Kind == live.Block {
			blocks++
		}
	}
	p.State = text.In(th.Faint, "%s blocks", text.Integer(uint64(blocks)))
	if blocks == 0 {
		return p
	}
	order := text.Const("MEMBER")
	if v.cursor >= 0 {
		p.State = text.In(th.Faint, "%s-%s of %s members, %s blocks", text.Integer(uint64(v.first+1)), text.Integer(uint64(min(v.first+v.lines, len(v.voters)))),
			text.Integer(uint64(len(v.voters))), text.Integer(uint64(blocks)))
		order = text.Const("  MEMBER")
	}
	title := append(order.In(th.Faint).Fit(v.label), live.VoteAxis(v.rows).In(th.Faint).Fit(len(v.rows))...)
	p.Body = []text.Line{append(title, text.Span{Text: text.Const("  MISS"), Style: th.Faint}).Silent()}
	listed := live.Listed(v.voters, v.lines)
	if v.cursor >= 0 {
		listed = v.voters[v.first:min(v.first+v.lines, len(v.voters))]
	}
	if v.pinned >= 0 {
		p.Body = append(p.Body, m.gridLine(v.voters[v.pinned], &v, v.pinned))
	}
	for i, voter := range listed {
		p.Body = append(p.Body, m.gridLine(voter, &v, v.first+i))
	}
	if rest := len(v.voters) - len(listed); rest > 0 && v.cursor < 0 {
		number, missed := text.Integer(uint64(rest)), live.UnlistedVoters(v.voters, listed)
		line := append(text.In(th.Faint, "…").Fit(v.label), text.Span{Text: text.Format("%s more, %s", number, missed), Style: th.Faint})
		p.Body = append(p.Body, line.AnnounceAs(func() text.Safe { return text.Format("%s more members: %s", number, missed) }))
	}
	legend := []text.Line{m.selectionLine(&v), m.gridLegend(&v).Fit(room.Width)}
	p.Body = append(p.Body, legend[:max(min(len(legend), room.Height-len(p.Body)), 0)]...)
	return p
}

// gasPanel takes the place of the votes where there are none: it draws the gas that the listed blocks used, beside their rows in the list.
func (m *Model) gasPanel(room pane.Area) widget.Panel {
	th := m.deps.Theme
	p := widget.Panel{Title: widget.Title(th, text.Const("Gas used"), m.isGrid())}
	reason := text.Wrap(m.deps.NoVotes(), room.Width, 3)
	lines := max(room.Height-2-len(reason), 0)
	if m.isGrid() {
		lines = 0 // there are no rows beside it
	}
	rows, most := make([]live.Row, max(min(lines, m.blocks.Len()-m.rows.First()), 0)), uint64(0)
	for i := range rows {
		m.blocks.Read(m.rows.First()+i, &rows[i])
		most = max(most, rows[i].Gas)
	}
	if len(rows) > 0 {
		p.State = text.In(th.Faint, "most %s", text.Integer(most))
		p.Body = append(p.Body, text.In(th.Faint, "HEIGHT").Silent())
	}
	for i := range rows {
		row := &rows[i]
		if row.Kind != live.Block || !row.HasGas() {
			p.Body = append(p.Body, nil)
			continue
		}
		label := text.Format("%s ", text.Integer(row.Height))
		bar := 0
		if room := room.Width - text.Width(label); most > 0 && room > 0 {
			bar = int(math.Round(float64(row.Gas) / float64(most) * float64(room)))
		}
		p.Body = append(p.Body, text.Line{{Text: label, Style: th.Faint}, {Text: text.Repeat("━", bar), Style: th.Plot}}.Silent()) // the list announces it
	}
	for len(rows) > 0 && len(p.Body) < room.Height-len(reason) {
		p.Body = append(p.Body, nil)
	}
	for _, line := range reason {
		p.Body = append(p.Body, line.In(th.Hint))
	}
	return p
}

// gridLegend describes the vote under the crosshair, or the marks.
func (m *Model) gridLegend(v *gridView) text.Line {
	th := m.deps.Theme
	legend := text.In(th.Hint, "· voted × missed ? no data")
	if v.cursor < 0 || v.selected < 0 || v.rows[v.selected].Kind != live.Block {
		return legend.Silent()
	}
	row, member := &v.rows[v.selected], v.voters[v.cursor].Member
	voted, ok := row.Voted(member)
	words, style := text.Const("missed"), th.Bad
	switch {
	case !ok:
		words, style = text.Const("is not in the committee of"), th.Faint
	case voted:
		words, style = text.Const("voted for"), th.Text
	}
	line := text.Line{{Text: text.Format("%s ", m.member(member)), Style: th.Strong}, {Text: words, Style: style}, {Text: text.Format(" %s", text.Integer(row.Height))}}
	sentence := line.Text()
	return append(append(legend, text.Span{Text: text.Const("   ")}), line...).AnnounceAs(func() text.Safe { return sentence }) // the marks stay where they are
}

// selectionLine marks the column of the selected row, with its height beside the mark if there is room.
func (m *Model) selectionLine(v *gridView) text.Line {
	th, selected := m.deps.Theme, m.row()
	if selected == nil {
		return nil
	}
	label := text.Integer(selected.Height)
	switch selected.Kind {
	case live.Hole:
		label = text.Format("%s blocks not loaded", text.Integer(selected.Missing()))
	case live.Epoch:
		label = text.Format("epoch %s", text.Integer(selected.Epoch))
	}
	announcement := func() text.Safe { return text.Format("selected: %s", label) }
	line := text.Spaces(v.label).Line()
	switch at := v.selected; {
	case at < 0: // left of the visible columns
		return append(line, text.Span{Text: text.Format("← %s", label), Style: th.Accent}).AnnounceAs(announcement)
	case at >= text.Width(label)+1:
		mark := text.Format("%s ▲", label)
		return append(line, text.Span{Text: text.Concat(text.Spaces(at+1-text.Width(mark)), mark), Style: th.Accent}).AnnounceAs(announcement)
	case at+2+text.Width(label) <= len(v.rows):
		return append(line, text.Span{Text: text.Concat(text.Spaces(at), text.Format("▲ %s", label)), Style: th.Accent}).AnnounceAs(announcement)
	default:
		return append(line, text.Span{Text: text.Concat(text.Spaces(at), text.Const("▲")), Style: th.Accent}).AnnounceAs(announcement)
	}
}

// gridMember returns the label of a member.
func (m *Model) gridMember(member int) text.Safe {
	return m.deps.Member(m.deps.Committees.Current(), member)
}

// gridLine draws the votes of a member. line is the number of the line.
func (m *Model) gridLine(v live.Voter, view *gridView, line int) text.Line {
	th, isCursor := m.deps.Theme, line == view.cursor
	label, style := m.gridMember(v.Member), th.Text
	if m.isMine(v) {
		style = th.Accent
	}
	drawn := text.Cut(label, view.label-1).In(style).Fit(view.label)
	if view.cursor >= 0 {
		pointer := text.Const("  ")
		if isCursor {
			pointer = text.Const("▸ ")
		}
		drawn = append(text.Line{{Text: pointer}}, text.Cut(label, view.label-pointerWidth-1).In(style).Fit(view.label-pointerWidth)...)
	}
	labels := len(drawn)
	for i := range view.rows {
		mark, style := live.VoteMark(&th, &view.rows[i], v.Member)
		isCrossed := view.cursor >= 0 && i == view.selected
		switch {
		case isCrossed && isCursor:
			style = th.OnSelected(style)
		case isCrossed && style == th.Plot: // a guide from the crosshair to the height below
			style = th.Strong
		}
		drawn = live.AppendVote(drawn, labels, mark, style)
	}
	drawn[labels:].WithHit(&text.Hit{IsPoint: true, Target: v.Member})
	drawn = append(drawn, live.Misses(&th, v)...)
	if view.cursor < 0 {
		return drawn.AnnounceAs(func() text.Safe { return live.AnnounceVotes(label, v, view.rows) })
	}
	return drawn.WithAnnouncement(&text.Announcement{
		Text: func(int) text.Safe { return live.AnnounceVotes(label, v, view.rows) }, Row: line, Rows: len(view.voters), Selected: isCursor,
	})
}

// currentGrid returns the grid as drawn.
func (m *Model) currentGrid() gridView { return m.gridView(m.gridRoom) }

// moveColumn selects an older or a newer row.
func (m *Model) moveColumn(delta int) tea.Cmd {
	m.rows.Move(delta)
	m.syncSelection()
	return m.loadOlder()
}

// gridMembers moves the crosshair up and down.
type gridMembers struct {
	m *Model
	v gridView
}

// Len returns the number of members.
func (g *gridMembers) Len() int { return len(g.v.voters) }

// Move moves by a number of members.
func (g *gridMembers) Move(delta int) { g.Select(g.v.cursor + delta) }

// Page moves by a number of pages.
func (g *gridMembers) Page(delta float64) {
	g.Move(int(delta * float64(max(g.v.lines-1, 1))))
}

// Select selects the member on a line.
func (g *gridMembers) Select(line int) {
	if line = max(min(line, g.Len()-1), 0); line >= g.Len() {
		return
	}
	g.v.cursor = line
	g.m.grid.member = &g.v.voters[line].Member
	g.m.grid.first = g.v.scroll(g.v.first)
}

// point moves the crosshair to a clicked vote, or opens its block if it is there already.
func (m *Model) point(at screen.ClickMsg) tea.Cmd {
	_, columns := m.gridColumns(m.gridRoom)
	columns = min(columns, m.blocks.Len()-m.rows.First())
	row := m.rows.First() + columns - 1 - at.Column
	if at.Column >= columns {
		return nil
	}
	isSame := row == m.rows.Selected()
	if m.isGrid() {
		v := m.currentGrid()
		line := slices.IndexFunc(v.voters, func(v live.Voter) bool { return v.Member == at.Target })
		isSame = isSame && line == v.cursor
		(&gridMembers{m, v}).Select(line)
	}
	if isSame {
		return m.open()
	}
	m.rows.Select(row)
	m.syncSelection()
	return m.loadOlder()
}

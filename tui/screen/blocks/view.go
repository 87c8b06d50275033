package blocks

import (
	"foredeck/tui/screen"
	"foredeck/tui/text"
	"foredeck/tui/widget/panel"
)

// headHeight is the height of the panel of the newest block, with its frame.
const headHeight = 5

// detailsHeight is the height of what a window without boxes says below the list, with its rule.
const detailsHeight = 3

// gridWidth is how much of the width the votes take beside the list.
func gridWidth(width int) int { return max(width*33/100, 33) }

// layout is the height of the head's panel, of the list, and of the details below it; what is 0 is not shown.
func (m *Model) layout() (head, list, details int) {
	room := m.size.Height
	switch {
	case m.size.Alone:
	case m.size.Class >= screen.Compact:
		head = min(headHeight, room)
	case m.size.Class == screen.Rules && m.mode == modeBlocks:
		details = detailsHeight
	}
	return head, max(room-head-details, 0), details
}

// oneAtATime tells that the blocks and the votes share a place.
func (m *Model) oneAtATime() bool { return m.size.Class == screen.Compact || m.size.Alone }

// Zooms tells that there is more than one panel.
func (m *Model) Zooms() bool { return m.size.Class > screen.Small }

// lay gives the tables their room.
func (m *Model) lay() {
	_, height, _ := m.layout()
	_, frame := panel.Frame(m.size.Plain())
	room := max(height-frame-1, 0) // a line is the titles'
	m.rows.SetHeight(max(room-len(m.notice())-len(m.searchLines(0)), 0))
	m.countRows.SetLength(m.countLength())
	m.countRows.SetHeight(room)
	m.alertRows.SetLength(limitCount + m.chain.Watch.Count())
	m.alertRows.SetHeight(room)
}

// View draws the body.
func (m *Model) View() []text.Line {
	th, width := m.deps.Theme, m.size.Width
	head, height, details := m.layout()
	var lines []text.Line
	if head > 0 {
		lines = m.headPanel(width).Draw(th, width, head)
	}
	lines = append(lines, m.below(width, height)...)
	if details > 0 {
		lines = append(lines, panel.Panel{Body: m.details(), Plain: true}.Draw(th, width, details)...)
	}
	return text.Height(lines, m.size.Height)
}

// below is what the mode shows.
func (m *Model) below(width, height int) []text.Line {
	th := m.deps.Theme
	switch {
	case m.mode == modeVotes:
		return m.gridPanel(width, height).Draw(th, width, height)
	case m.mode == modeStatistics:
		return m.countPanel(width).Draw(th, width, height)
	case m.mode == modeAlerts:
		return m.alertPanel(width).Draw(th, width, height)
	case m.size.Beside():
		right := gridWidth(width)
		return text.Beside(m.listPanel(width-right).Draw(th, width-right, height), width-right, m.gridPanel(right, height).Draw(th, right, height))
	case m.inGrid && m.oneAtATime():
		return m.gridPanel(width, height).Draw(th, width, height)
	}
	return m.listPanel(width).Draw(th, width, height)
}

// details say in small windows what the panels say of the selected block and of the user's member.
func (m *Model) details() []text.Line {
	row := m.row()
	if row == nil {
		return nil
	}
	return []text.Line{m.rowLine(row), m.memberLine()}
}

// Note says what was told of last, and what is told of.
func (m *Model) Note() (left, right text.Line) {
	th, watch := m.deps.Theme, &m.chain.Watch
	right = m.deps.ByItself(text.In(th.Faint, m.bell()))
	switch {
	case m.trouble != nil && !m.recordingEnds():
		left = text.In(th.Warn, "! "+m.troubleWords())
	case watch.Unseen() > 0:
		newest, _ := watch.Newest()
		left = text.In(th.Warn, "! "+newest.Text)
		if more := watch.Unseen() - 1; more > 0 {
			left = append(left, text.Span{Text: " · " + text.Integer(uint64(more)) + " more: " + m.deps.Key("blocks.alerts"), Style: th.Faint})
		}
	case m.chain.Len() > 0 && !m.follows:
		left = text.In(th.Faint, "new blocks come in above: "+m.deps.Key("blocks.follow")+" goes back to the newest")
	}
	return left, right
}

// Vital is the newest block in a line: 48,211,907 2s 40/41 me ok.
func (m *Model) Vital() text.Line {
	newest, _ := m.chain.Newest()
	if newest == nil || m.chain.Block(newest.Height) == nil {
		return m.state()
	}
	row := m.chain.Block(newest.Height)
	line := text.Plain(text.Integer(row.Height) + " " + m.age(row) + " " + votes(row))
	if voted, given := row.Voted(m.chain.Watch.MemberIndex()); given {
		if voted {
			return append(line, text.Span{Text: " me ok", Style: m.deps.Theme.Good})
		}
		return append(line, text.Span{Text: " me MISSED", Style: m.deps.Theme.Bad})
	}
	return line
}

package blocks

import (
	"foredeck/tui/live"
	"foredeck/tui/screen"
	"foredeck/tui/text"
	"foredeck/tui/widget"
)

// headHeight is the outer height of the head panel.
const headHeight = 5

// detailsHeight is the height of the details below the list in windows without boxes.
const detailsHeight = 3

// gridWidth returns the width of the votes beside the list.
func gridWidth(width int) int { return max(width*33/100, 33) }

// split returns the heights of the head panel, the content and the details; 0 is hidden.
func (m *Model) split() (head, list, details int) {
	room := m.size.Height
	switch {
	case m.size.Maximized:
	case m.size.Class >= screen.Compact:
		head = min(headHeight, room)
	case m.size.Class == screen.Rules && m.mode == modeBlocks:
		details = detailsHeight
	}
	return head, max(room-head-details, 0), details
}

// singlePanel reports whether only one of list and votes fits.
func (m *Model) singlePanel() bool { return m.size.Class == screen.Compact || m.size.Maximized }

// CanZoom reports whether there is more than one panel.
func (m *Model) CanZoom() bool { return m.size.Class > screen.Small }

// listWidth returns the width of the panel of the list.
func (m *Model) listWidth() int {
	if m.mode == modeBlocks && m.size.HasColumns() {
		return m.size.Width - m.blockWidth() - m.votesWidth()
	}
	return m.size.Width
}

func (m *Model) layout() {
	_, height, _ := m.split()
	width, frame := widget.Frame(m.size.IsPlain())
	room := max(height-frame-1, 0) // column titles
	if m.isGrid() {
		_, columns := m.gridColumns(m.size.Width)
		m.rows.SetHeight(columns)
	} else {
		m.rows.SetHeight(max(room-len(m.notice())-len(m.searchLines(m.listWidth()-width)), 0))
	}
	m.countRows.SetLength(m.countLength())
	m.countRows.SetHeight(max(room-countLines, 0))
}

// View draws the body.
func (m *Model) View() []text.Line {
	th, width := m.deps.Theme, m.size.Width
	head, height, details := m.split()
	var lines []text.Line
	if head > 0 {
		lines = m.headPanel(width).Draw(th, width, head)
	}
	lines = append(lines, m.content(width, height)...)
	if details > 0 {
		lines = append(lines, widget.Panel{Body: m.details(), Plain: true}.Draw(th, width, details)...)
	}
	return text.Height(lines, m.size.Height)
}

func (m *Model) content(width, height int) []text.Line {
	th := m.deps.Theme
	switch {
	case m.mode == modeVotes:
		return m.gridPanel(width, height).Draw(th, width, height)
	case m.mode == modeStatistics:
		return m.countPanels(width, height)
	case m.size.HasColumns():
		return m.listPanels(width, height)
	case m.showsGrid && m.singlePanel():
		return m.gridPanel(width, height).Draw(th, width, height)
	}
	return m.listPanel(width).Draw(th, width, height)
}

// details describes the selected block and the user's validator in small windows.
func (m *Model) details() []text.Line {
	row := m.row()
	if row == nil {
		return nil
	}
	return []text.Line{m.rowLine(row), m.validatorLine()}
}

// Activity returns the alert limits.
func (m *Model) Activity() text.Line { return m.deps.AlertStatus(m.size.Width).In(m.deps.Theme.Faint) }

// Note shows a problem of the node, or how to follow new blocks.
func (m *Model) Note() (left, right text.Line) {
	th := m.deps.Theme
	switch {
	case m.deps.Following().Trouble != nil && !m.blocks.Complete():
		left = text.In(th.Warn, "! %s", m.troubleText())
	case m.blocks.Len() > 0 && !m.followsNewest:
		left = text.In(th.Faint, "new blocks appear above · %s follow", m.deps.Key("blocks.follow"))
	}
	return left, nil
}

// Vital returns the newest block in a line: 48,211,907 2s 40/41 me ok.
func (m *Model) Vital() text.Line {
	newest, _ := m.blocks.Newest()
	if newest == nil || m.blocks.Block(newest.Height) == nil {
		return m.state()
	}
	row := m.blocks.Block(newest.Height)
	line := text.Plain("%s %s %s", text.Integer(row.Height), m.age(row), live.FormatVotes(row))
	return append(line, m.deps.OwnVote(row)...)
}

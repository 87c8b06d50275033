package blocks

import (
	"foredeck/tui/live"
	"foredeck/tui/pane"
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

// parts divides the window.
func (m *Model) parts() pane.Layout {
	head := pane.Part{Height: m.size.From(screen.Compact, headHeight), Panel: m.headPanel}
	details := pane.Part{Panel: m.detailsPanel}
	if m.mode == modeBlocks {
		details.Height = m.size.Pick(screen.ByClass{screen.Rules: detailsHeight})
	}
	return pane.Layout{{head}, m.content(head.Left(m.size)), {details}}
}

// content returns the panels below the head.
func (m *Model) content(height int) []pane.Part {
	list := pane.Part{Fill: true, Resize: m.resizeList, Panel: m.listPanel}
	grid := pane.Part{Fill: true, Resize: func(room pane.Area) { m.gridRoom = room }, Panel: m.gridPanel}
	switch {
	case m.mode == modeVotes:
		grid.Resize = m.resizeGrid
		return []pane.Part{grid}
	case m.mode == modeStatistics:
		return m.countParts()
	case m.size.HasColumns():
		return m.listParts(list, grid, height)
	case m.showsGrid && m.singlePanel():
		grid.Resize = func(room pane.Area) { m.gridRoom = room; m.resizeList(room) } // keys move in the list
		return []pane.Part{grid}
	}
	return []pane.Part{list}
}

// singlePanel reports whether only one of list and votes fits.
func (m *Model) singlePanel() bool { return m.size.Class == screen.Compact || m.size.Maximized }

// CanZoom reports whether there is more than one panel.
func (m *Model) CanZoom() bool { return m.size.Class > screen.Small }

func (m *Model) layout() {
	m.countRows.SetLength(m.countLength())
	m.parts().Resize(m.size)
}

func (m *Model) resizeList(room pane.Area) {
	m.rows.SetHeight(max(room.Height-1-len(m.notice())-len(m.searchLines(room.Width)), 0))
}

// resizeGrid gives the votes a column per row.
func (m *Model) resizeGrid(room pane.Area) {
	m.gridRoom = room
	_, columns := m.gridColumns(room)
	m.rows.SetHeight(columns)
}

// View draws the body.
func (m *Model) View() []text.Line { return m.parts().View(m.deps.Theme, m.size) }

// detailsPanel describes the selected block and the user's validator in small windows.
func (m *Model) detailsPanel(pane.Area) (p widget.Panel) {
	if row := m.row(); row != nil {
		p.Body = []text.Line{m.rowLine(row), m.validatorLine()}
	}
	return p
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

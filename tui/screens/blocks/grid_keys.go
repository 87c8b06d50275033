package blocks

import (
	"slices"

	tea "github.com/charmbracelet/bubbletea"

	"foredeck/tui/live"
	"foredeck/tui/screen"
)

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

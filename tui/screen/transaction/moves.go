package transaction

import (
	tea "github.com/charmbracelet/bubbletea"

	"foredeck/tui/text"
	"foredeck/tui/widget/table"
)

// searchLines is what the tree is searched for, above it.
func (m *Model) searchLines(width int) []text.Line {
	if !m.treeHasKeys() {
		return nil
	}
	return m.search.Lines(&m.tree, m.session.Theme, width)
}

// treeHasKeys tells that keys that move go to the tree.
func (m *Model) treeHasKeys() bool {
	return m.part == partTabs && m.tab != tabArguments && (m.tab != tabEvents || m.inEvent)
}

// factKey moves the selection among the fields of a panel.
func (m *Model) factKey(msg tea.KeyMsg, row *int, fields int) {
	var rows table.Model
	rows.SetLength(fields)
	rows.SetHeight(fields)
	rows.Select(*row)
	m.moveIn(&rows, msg)
	*row = rows.Selected()
}

func (m *Model) treeKey(msg tea.KeyMsg) {
	switch {
	case m.keys.Down.Matches(msg):
		m.tree.Move(1)
	case m.keys.Up.Matches(msg):
		m.tree.Move(-1)
	case m.keys.PageDown.Matches(msg):
		m.tree.Page(1)
	case m.keys.PageUp.Matches(msg):
		m.tree.Page(-1)
	case m.keys.HalfDown.Matches(msg):
		m.tree.Move(m.insideHeight() / 2)
	case m.keys.HalfUp.Matches(msg):
		m.tree.Move(-m.insideHeight() / 2)
	case m.keys.First.Matches(msg):
		m.tree.First()
	case m.keys.Last.Matches(msg):
		m.tree.Last()
	case m.search.Typing():
	case m.keys.Unfold.Matches(msg):
		m.tree.Open()
	case m.keys.Fold.Matches(msg):
		if m.tab == tabEvents && m.tree.Position() == 0 {
			m.intoEvent(false)
			return
		}
		m.tree.Close()
	case m.keys.Deeper.Matches(msg):
		m.tree.Depth(1)
	case m.keys.Shallower.Matches(msg):
		m.tree.Depth(-1)
	case m.keys.All.Matches(msg):
		m.tree.OpenAll()
	}
}

func (m *Model) tableKey(msg tea.KeyMsg) tea.Cmd {
	rows := &m.arguments
	if m.tab == tabEvents {
		rows = &m.events
	}
	before := rows.Selected()
	if m.keys.Unfold.Matches(msg) {
		m.intoEvent(m.tab == tabEvents && rows.Len() > 0)
	} else {
		m.moveIn(rows, msg)
	}
	if m.tab == tabEvents && rows.Selected() != before {
		cmd := m.plant()
		m.lay()
		return cmd
	}
	return nil
}

// moveIn moves the selection.
func (m *Model) moveIn(rows *table.Model, msg tea.KeyMsg) {
	switch {
	case m.keys.Down.Matches(msg):
		rows.Move(1)
	case m.keys.Up.Matches(msg):
		rows.Move(-1)
	case m.keys.PageDown.Matches(msg):
		rows.Page(1)
	case m.keys.PageUp.Matches(msg):
		rows.Page(-1)
	case m.keys.HalfDown.Matches(msg):
		rows.Page(0.5)
	case m.keys.HalfUp.Matches(msg):
		rows.Page(-0.5)
	case m.keys.First.Matches(msg):
		rows.Select(0)
	case m.keys.Last.Matches(msg):
		rows.Select(rows.Len() - 1)
	}
}

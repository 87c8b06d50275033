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
	return m.search.Lines(&m.tree, m.deps.Theme, width)
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
	m.keys.Rows(&rows, msg)
	*row = rows.Selected()
}

func (m *Model) treeKey(msg tea.KeyMsg) {
	switch {
	case m.keys.Tree(&m.tree, m.insideHeight(), msg):
	case m.search.Typing():
	case m.keys.Fold.Matches(msg) && m.tab == tabEvents && m.tree.Position() == 0:
		m.intoEvent(false)
	default:
		m.keys.FoldKeys.Key(&m.tree, msg)
	}
}

// spotTree is from where on the lines of an event's tree are numbered among what can be clicked; the events come before.
const spotTree = 1 << 30

// point gives the keys to the events or to the tree of one, whichever was clicked.
func (m *Model) point(at int) tea.Cmd {
	m.intoEvent(at >= spotTree)
	m.turn(partTabs)
	if m.inEvent {
		m.tree.Move(at - spotTree - m.tree.Position())
		return nil
	}
	m.events.Select(at)
	return m.plant()
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
		m.keys.Rows(rows, msg)
	}
	if m.tab == tabEvents && rows.Selected() != before {
		cmd := m.plant()
		m.lay()
		return cmd
	}
	return nil
}

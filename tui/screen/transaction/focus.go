package transaction

import (
	tea "github.com/charmbracelet/bubbletea"

	"foredeck/tui/text"
)

func (m *Model) searchLines(width int) []text.Line {
	if !m.treeFocused() {
		return nil
	}
	return m.search.In(&m.tree).Lines(m.deps.Theme, width)
}

func (m *Model) treeFocused() bool {
	return m.focus == focusTabs && m.tab != tabArguments && (m.tab != tabEvents || m.inEvent)
}

func (m *Model) treeKey(msg tea.KeyMsg) {
	switch {
	case m.keys.Tree(&m.tree, m.bodyHeight(), msg):
	case m.search.Typing():
	case m.keys.Fold.Matches(msg) && m.tab == tabEvents && m.tree.Position() == 0:
		m.focusEvent(false)
	default:
		m.keys.FoldKeys.Key(&m.tree, msg)
	}
}

const treeTarget = 1 << 30

// click focuses the clicked event or tree line.
func (m *Model) click(at int) tea.Cmd {
	m.focusEvent(at >= treeTarget)
	m.setFocus(focusTabs)
	if m.inEvent {
		m.tree.Move(at - treeTarget - m.tree.Position())
		return nil
	}
	m.events.Select(at)
	return m.buildTree()
}

func (m *Model) tableKey(msg tea.KeyMsg) tea.Cmd {
	rows := &m.arguments
	if m.tab == tabEvents {
		rows = &m.events
	}
	before := rows.Selected()
	if m.keys.Unfold.Matches(msg) {
		m.focusEvent(m.tab == tabEvents && rows.Len() > 0)
	} else {
		m.keys.Rows(rows, msg)
	}
	if m.tab == tabEvents && rows.Selected() != before {
		cmd := m.buildTree()
		m.applyLayout()
		return cmd
	}
	return nil
}

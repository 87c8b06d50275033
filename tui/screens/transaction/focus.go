package transaction

import tea "github.com/charmbracelet/bubbletea"

func (m *Model) treeFocused() bool {
	return m.focus == focusTabs && m.tab != tabArguments && (m.tab != tabEvents || m.inEvent)
}

const treeTarget = 1 << 30

// click focuses the clicked event or tree line.
func (m *Model) click(at int) tea.Cmd {
	m.focusEvent(at >= treeTarget)
	m.setFocus(focusTabs)
	if m.inEvent {
		m.tree.Select(at - treeTarget)
		return nil
	}
	m.events.Select(at)
	return m.buildTree()
}

package tui

import (
	tea "github.com/charmbracelet/bubbletea"

	"foredeck/tui/screen/blocks"
)

// openBlocks goes to the blocks, as they were left where they were looked at before.
func (m *Model) openBlocks() tea.Cmd {
	if _, here := m.history.current().screen.(*blocks.Model); here {
		return nil
	}
	return m.visit(m.blocks())
}

// seekBlock goes to the blocks, and there to a height.
func (m *Model) seekBlock(height uint64) tea.Cmd {
	list := m.blocks()
	return tea.Batch(m.visit(list), list.GoTo(height))
}

// blocks is the screen of the blocks: the one that there is, which is as it was left.
func (m *Model) blocks() *blocks.Model {
	for _, v := range m.history.visits {
		if known, ok := v.screen.(*blocks.Model); ok {
			return known
		}
	}
	return blocks.New(m.deps)
}

package tui

import (
	"io"

	tea "github.com/charmbracelet/bubbletea"

	"foredeck/tui/screen/blocks"
	"foredeck/tui/text"
)

// openBlocks goes to the blocks, as they were left where they were looked at before.
func (m *Model) openBlocks() tea.Cmd {
	if _, here := m.history.current().screen.(*blocks.Model); here {
		return nil
	}
	return m.visit(m.blocks())
}

// blocks is the screen of the blocks: the one that there is, which is as it was left.
func (m *Model) blocks() *blocks.Model {
	for _, v := range m.history.visits {
		if known, ok := v.screen.(*blocks.Model); ok {
			return known
		}
	}
	return blocks.New(m.session)
}

// alert rings, and says in the window's title what for; without words the title is the program's own again.
func (m *Model) alert(words text.Safe) tea.Cmd {
	m.rang = words != ""
	if !m.rang {
		return tea.SetWindowTitle("foredeck")
	}
	ring := func() tea.Msg {
		if m.terminal != nil {
			_, _ = io.WriteString(m.terminal, "\a") // a terminal that is gone hears nothing
		}
		return nil
	}
	return tea.Batch(ring, tea.SetWindowTitle(string("! "+words+" · foredeck")))
}

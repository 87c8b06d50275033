package tui

import tea "github.com/charmbracelet/bubbletea"

// typed takes keys one by one. Characters that are typed fast, or come over a slow line, arrive as one message.
func (m *Model) typed(msg tea.KeyMsg) tea.Cmd {
	if msg.Type != tea.KeyRunes || msg.Paste || len(msg.Runes) < 2 {
		return m.key(msg)
	}
	var cmds []tea.Cmd
	for i, character := range msg.Runes {
		one := msg
		one.Runes = []rune{character}
		if character == ' ' {
			one.Type = tea.KeySpace
		}
		cmds = append(cmds, m.key(one))
		if i < len(msg.Runes)-1 {
			cmds = append(cmds, m.takePosted()...)
		}
	}
	return tea.Batch(cmds...)
}

// takePosted takes what was posted by screens, and what that posts in turn.
func (m *Model) takePosted() []tea.Cmd {
	var cmds []tea.Cmd
	for posted := m.deps.Posted(); len(posted) > 0; posted = m.deps.Posted() {
		for _, msg := range posted {
			cmds = append(cmds, m.update(msg))
		}
	}
	return cmds
}

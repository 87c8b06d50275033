package tui

import (
	"io"

	tea "github.com/charmbracelet/bubbletea"

	"foredeck/theme"
	"foredeck/tui/termbg"
)

// groundMsg is the terminal's answer to what colour it writes on.
type groundMsg struct{ light bool }

// askGround asks the terminal what colour it writes on. Nothing waits for the answer: a slow line does not delay the start, and one
// that is silent changes nothing.
func (m *Model) askGround() tea.Cmd {
	if !m.asksGround {
		return nil
	}
	terminal := m.terminal
	return func() tea.Msg {
		_, _ = io.WriteString(terminal, termbg.Query) // what cannot be asked is not answered
		return nil
	}
}

// takeGround wears the theme for the ground that the terminal has.
func (m *Model) takeGround(msg groundMsg) {
	m.light = msg.light
	m.deps.Theme = m.onGround(m.deps.Theme)
}

// onGround is a theme as it is worn on the terminal's ground: that of the terminal's own colours is another on a light one.
func (m *Model) onGround(look theme.Theme) theme.Theme {
	if m.light && look == theme.Terminal() {
		return theme.TerminalOnLight()
	}
	return look
}

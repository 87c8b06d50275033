package tui

import (
	"context"

	tea "github.com/charmbracelet/bubbletea"

	"foredeck/tui/load"
	"foredeck/tui/screen"
	"foredeck/tui/screen/price"
	"foredeck/tui/screen/requests"
)

// cover is the screen of the requests over the current one, which goes on below it. The zero value is none.
type cover struct {
	screen screen.Screen
	leave  context.CancelFunc
}

// shown is the screen that one looks at.
func (m *Model) shown() screen.Screen {
	if m.cover.screen != nil {
		return m.cover.screen
	}
	return m.history.current().screen
}

// toggleRequests lays the requests over the current screen, or takes them away.
func (m *Model) toggleRequests() tea.Cmd {
	if m.cover.screen != nil {
		m.uncover()
		return nil
	}
	return m.openRequests()
}

func (m *Model) openRequests() tea.Cmd {
	if m.cover.screen != nil {
		return nil
	}
	under := m.history.current().caller()
	var also []load.Caller
	if _, ok := m.history.current().screen.(*price.Model); ok {
		also = append(also, pricesCaller())
	}
	ctx, leave := context.WithCancel(load.For(m.ctx, under))
	m.cover = cover{screen: requests.New(m.deps, under, also...), leave: leave}
	m.resize()
	return m.cover.screen.Enter(ctx)
}

// uncover takes the requests away, if they are there.
func (m *Model) uncover() {
	if m.cover.screen == nil {
		return
	}
	m.cover.leave()
	m.cover.screen.Leave()
	m.cover = cover{}
}

// tell gives a message to the screens that work: the current one, also while it is covered, and what covers it.
func (m *Model) tell(msg tea.Msg) tea.Cmd {
	cmd := m.history.current().screen.Update(msg)
	if m.cover.screen != nil {
		cmd = tea.Batch(cmd, m.cover.screen.Update(msg))
	}
	return cmd
}

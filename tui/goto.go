package tui

import (
	tea "github.com/charmbracelet/bubbletea"

	"foredeck/tui/overlay"
	"foredeck/tui/screen"
	"foredeck/tui/text"
)

// places is the go-to menu.
func (m *Model) places() []overlay.Item {
	places := []overlay.Item{
		{Action: screen.NewAction("goto.home", []string{"h"}, "h", "home"), Run: func() tea.Cmd {
			cmd := m.arrived(m.history.home(m.ctx, m.deps.Now()))
			m.home.FocusBox() // also where one is at Home already
			return cmd
		}},
		{Action: screen.NewAction("goto.account", []string{"a"}, "a", "an account: type or paste its address"), Run: func() tea.Cmd {
			return m.ask("an account: its address, with or without 0x, or its saved name")
		}},
		{Action: screen.NewAction("goto.module", []string{"m"}, "m", "a module: type or paste address::module"), Run: func() tea.Cmd {
			return m.ask("a module: address::module, such as 0x1::coin")
		}},
		{Action: screen.NewAction("goto.blocks", []string{"b"}, "b", "blocks, as they come"), Run: m.openBlocks},
		{Action: screen.NewAction("goto.requests", []string{"r"}, "r", "requests: what was asked and what came"), Run: m.openRequests},
	}
	places = append(places, overlay.Item{Action: screen.NewAction("goto.networks", []string{"n"}, "n", "networks: how they are, and to look at another"), Run: m.openNetworks})
	places = append(places, overlay.Item{Action: screen.NewAction("goto.settings", []string{"s"}, "s", "settings: where each comes from, and to change them"), Run: m.openSettings})
	if m.deps == nil || m.deps.Prices.Available() {
		places = append(places, overlay.Item{Action: screen.NewAction("goto.price", []string{"p"}, "p", "prices"), Run: m.openPrices})
	}
	return places
}

// ask goes to Home, whose box says what is to be typed.
func (m *Model) ask(what text.Safe) tea.Cmd {
	cmd := m.arrived(m.history.home(m.ctx, m.deps.Now()))
	m.home.PromptFor(what)
	return cmd
}

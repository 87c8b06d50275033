package tui

import (
	tea "github.com/charmbracelet/bubbletea"

	"foredeck/theme"
	"foredeck/tui/screen"
	"foredeck/tui/text"
	"foredeck/tui/widget/panel"
)

// menuItem is one thing that a menu offers, with its key.
type menuItem struct {
	screen.Action
	run func() tea.Cmd
}

// menu is a small list of keys laid over the body: the next key chooses, any other closes it.
type menu struct {
	theme theme.Theme
	items []menuItem
}

func newMenu(th theme.Theme, items []menuItem) *menu { return &menu{theme: th, items: items} }

// Update takes the key that chooses.
func (m *menu) Update(msg tea.KeyMsg) (tea.Cmd, bool) {
	for _, item := range m.items {
		if item.Matches(msg) {
			return item.run(), true
		}
	}
	return nil, true
}

// Actions are the menu's items.
func (m *menu) Actions() []screen.Action {
	actions := make([]screen.Action, 0, len(m.items)+1)
	for _, item := range m.items {
		actions = append(actions, item.Action)
	}
	return append(actions, screen.NewAction("menu.close", []string{"esc"}, "esc", "close"))
}

// View is the menu as a box.
func (m *menu) View(width, height int) []text.Line {
	var body []text.Line
	widest := 0
	for _, item := range m.items {
		line := text.Line{{Text: text.Safe(item.Help().Key), Style: m.theme.Accent}, {Text: "  " + text.Safe(item.Help().Desc)}}.WithHit(&text.Hit{Key: item.Keys()[0]})
		widest = max(widest, line.Width())
		body = append(body, line)
	}
	frameWidth, frameHeight := panel.Frame(false)
	box := panel.Panel{Title: text.In(m.theme.Strong, "Go to"), Body: body}
	return box.Draw(m.theme, min(widest+frameWidth, width), min(len(body)+frameHeight, height))
}

// places is the go-to menu.
func (m *Model) places() []menuItem {
	places := []menuItem{
		{Action: screen.NewAction("goto.home", []string{"h"}, "h", "home"), run: func() tea.Cmd {
			cmd := m.arrived(m.history.home(m.ctx, m.deps.Now()))
			m.home.FocusBox() // also where one is at Home already
			return cmd
		}},
		{Action: screen.NewAction("goto.account", []string{"a"}, "a", "an account: type or paste its address"), run: func() tea.Cmd {
			return m.ask("an account: its address, with or without 0x, or its saved name")
		}},
		{Action: screen.NewAction("goto.module", []string{"m"}, "m", "a module: type or paste address::module"), run: func() tea.Cmd {
			return m.ask("a module: address::module, such as 0x1::coin")
		}},
		{Action: screen.NewAction("goto.blocks", []string{"b"}, "b", "blocks, as they come"), run: m.openBlocks},
		{Action: screen.NewAction("goto.requests", []string{"r"}, "r", "requests: what was asked and what came"), run: m.openRequests},
	}
	places = append(places, menuItem{Action: screen.NewAction("goto.networks", []string{"n"}, "n", "networks: how they are, and to look at another"), run: m.openNetworks})
	places = append(places, menuItem{Action: screen.NewAction("goto.settings", []string{"s"}, "s", "settings: where each comes from, and to change them"), run: m.openSettings})
	if m.deps == nil || m.deps.Prices.Served() {
		places = append(places, menuItem{Action: screen.NewAction("goto.price", []string{"p"}, "p", "prices"), run: m.openPrices})
	}
	return places
}

// ask goes to Home, whose box says what is to be typed.
func (m *Model) ask(what text.Safe) tea.Cmd {
	cmd := m.arrived(m.history.home(m.ctx, m.deps.Now()))
	m.home.AskFor(what)
	return cmd
}

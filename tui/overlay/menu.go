package overlay

import (
	tea "github.com/charmbracelet/bubbletea"

	"foredeck/tui/screen"
	"foredeck/tui/text"
	"foredeck/tui/widget/panel"
)

// Item is an entry of a menu, with its key.
type Item struct {
	screen.Action
	Run func() tea.Cmd
}

// menu is a list of keys: the next key chooses an item, any other key closes the menu.
type menu struct {
	deps  *screen.Deps
	title text.Safe
	items []Item
}

// NewMenu returns a menu of items whose actions are bound already.
func NewMenu(deps *screen.Deps, title text.Safe, items []Item) Overlay {
	return &menu{deps: deps, title: title, items: items}
}

var closeMenu = screen.NewAction("menu.close", []string{"esc"}, "esc", "close")

// MenuKeys lists the keys of a menu with these items.
func MenuKeys(items []Item) []screen.Action {
	actions := make([]screen.Action, 0, len(items)+1)
	for _, item := range items {
		actions = append(actions, item.Action)
	}
	return append(actions, closeMenu)
}

// Update runs the item of the key.
func (m *menu) Update(msg tea.KeyMsg) (tea.Cmd, bool) {
	for _, item := range m.items {
		if item.Matches(msg) {
			return item.Run(), true
		}
	}
	return nil, true
}

// Captures reports true: the items already have their bound keys.
func (m *menu) Captures(tea.KeyMsg) bool { return true }

// Actions lists the items.
func (m *menu) Actions() []screen.Action { return MenuKeys(m.items) }

// View draws the menu as a box.
func (m *menu) View(width, height int) []text.Line {
	th := m.deps.Theme
	var body []text.Line
	widest := 0
	for _, item := range m.items {
		line := text.Line{{Text: text.Clean(item.Help().Key), Style: th.Accent}, {Text: text.Format("  %s", text.Clean(item.Help().Desc))}}.WithHit(&text.Hit{Key: item.Keys()[0]})
		widest = max(widest, line.Width())
		body = append(body, line)
	}
	frameWidth, frameHeight := panel.Frame(false)
	box := panel.Panel{Title: m.title.In(th.Strong), Body: body}
	return box.Draw(th, min(widest+frameWidth, width), min(len(body)+frameHeight, height))
}

package overlay

import (
	tea "github.com/charmbracelet/bubbletea"

	"foredeck/tui/screen"
	"foredeck/tui/text"
	"foredeck/tui/widget"
)

// Item is an entry of a menu, with its key.
type Item struct {
	ID, Key, Words string
	Run            func() tea.Cmd
}

// menu is a list of keys: the next key chooses an item, any other key closes the menu.
type menu struct {
	deps  *screen.Deps
	title text.Safe
	items []Item
	rows  screen.Bindings[*menu]
}

// NewMenu returns a menu of items.
func NewMenu(deps *screen.Deps, title text.Safe, items []Item) Overlay {
	return &menu{deps: deps, title: title, items: items, rows: menuBindings(items)}
}

func menuBindings(items []Item) screen.Bindings[*menu] {
	rows := make(screen.Bindings[*menu], 0, len(items)+1)
	for _, item := range items {
		rows = append(rows, screen.Binding[*menu]{ID: item.ID, Keys: item.Key, Help: item.Words, Run: func(m *menu) tea.Cmd {
			m.deps.Post(CloseMsg{})
			return item.Run()
		}})
	}
	return screen.Bind(append(rows, screen.Binding[*menu]{ID: "menu.close", Keys: "esc", Help: "close", Run: (*menu).close}))
}

// MenuKeys lists the keys of a menu with these items.
func MenuKeys(items []Item) []screen.Action { return menuBindings(items).All() }

func (m *menu) close() tea.Cmd { return m.deps.Post(CloseMsg{}) }

// Captures reports false: no character is text here.
func (m *menu) Captures(tea.KeyMsg) bool { return false }

// Type closes the menu at a key that no item has.
func (m *menu) Type(tea.KeyMsg) tea.Cmd { return m.close() }

// Actions lists the items.
func (m *menu) Actions() []screen.Action { return m.rows.Actions(m, false) }

// View draws the menu as a box.
func (m *menu) View(width, height int) []text.Line {
	th := m.deps.Theme
	var body []text.Line
	widest := 0
	for _, item := range m.items {
		line := text.Line{{Text: m.deps.Key(item.ID), Style: th.Accent}, {Text: text.Format("  %s", text.Clean(item.Words))}}.WithHit(&text.Hit{Action: item.ID})
		widest = max(widest, line.Width())
		body = append(body, line)
	}
	frameWidth, frameHeight := widget.Frame(false)
	box := widget.Panel{Title: m.title.In(th.Strong), Body: body}
	return box.Draw(th, min(widest+frameWidth, width), min(len(body)+frameHeight, height))
}

// Package help is the overlay that lists the keys of the current screen in sections, with the ids of their actions on demand. It is drawn
// from the active actions, so it is always accurate.
package help

import (
	"strings"

	tea "github.com/charmbracelet/bubbletea"

	"foredeck/theme"
	"foredeck/tui/screen"
	"foredeck/tui/text"
)

// KeyMap holds the keys of the help. All other characters edit the search.
type KeyMap struct {
	Close, Up, Down, PageUp, PageDown, IDs, Erase screen.Action
}

func newKeyMap() KeyMap {
	return KeyMap{
		Close:    screen.NewAction("help.close", []string{"esc"}, "esc", "close").Describe("clear search or close"),
		Up:       screen.NewAction("help.up", []string{"up"}, "↑/↓", "scroll").Describe("up"),
		Down:     screen.NewAction("help.down", []string{"down"}, "↓", "down"),
		PageUp:   screen.NewAction("help.page_up", []string{"pgup"}, "pgup/pgdn", "page").Describe("page up"),
		PageDown: screen.NewAction("help.page_down", []string{"pgdown"}, "pgdn", "page down"),
		IDs:      screen.NewAction("help.ids", []string{"tab"}, "tab", "ids"),
		Erase:    screen.NewAction("help.erase", []string{"backspace"}, "backspace", "delete character"),
	}
}

// Keys returns all keys of the help for documentation and rebinding.
func Keys() []screen.Action { return screen.ActionsOf(newKeyMap()) }

// Model is the help overlay of one screen.
type Model struct {
	theme      theme.Theme
	keys       KeyMap
	all        []row
	scrollKeys text.Safe // as displayed
	idsKey     text.Safe // as displayed
	search     string
	showIDs    bool
	first      int // index of the first visible line
	rows       int // number of visible lines
}

// New returns the help for the actions. key returns the displayed key of an action.
func New(th theme.Theme, actions []screen.Action, key func(action string) text.Safe) *Model {
	return &Model{theme: th, keys: newKeyMap(), all: rowsOf(actions), scrollKeys: text.Concat(key("help.up"), key("help.down")), idsKey: key("help.ids")}
}

// Update handles a key and reports whether the help closes. Characters narrow the list.
func (m *Model) Update(msg tea.KeyMsg) (tea.Cmd, bool) {
	switch {
	case m.keys.Close.Matches(msg):
		if m.search == "" {
			return nil, true
		}
		m.search = ""
	case m.keys.Up.Matches(msg):
		m.first--
	case m.keys.Down.Matches(msg):
		m.first++
	case m.keys.PageUp.Matches(msg):
		m.first -= m.rows
	case m.keys.PageDown.Matches(msg):
		m.first += m.rows
	case m.keys.IDs.Matches(msg):
		m.showIDs = !m.showIDs
	case m.keys.Erase.Matches(msg):
		if characters := []rune(m.search); len(characters) > 0 {
			m.search = string(characters[:len(characters)-1])
		}
	case msg.Type == tea.KeyRunes && !msg.Alt, msg.Type == tea.KeySpace:
		if msg.String() == "?" && m.search == "" {
			return nil, true
		}
		m.search += string(msg.Runes)
	}
	return nil, false
}

// Actions returns the keys of the help.
func (m *Model) Actions() []screen.Action {
	return []screen.Action{m.keys.Up, m.keys.IDs, m.keys.Close, m.keys.PageUp, m.keys.Down.Hidden(), m.keys.PageDown.Hidden(), m.keys.Erase.Hidden()}
}

// found returns the rows that contain the search.
func (m *Model) found() []row {
	var found []row
	wanted := strings.ToLower(m.search)
	for i := range m.all {
		if m.all[i].matches(wanted) {
			found = append(found, m.all[i])
		}
	}
	return found
}

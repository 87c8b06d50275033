package networks

import (
	tea "github.com/charmbracelet/bubbletea"

	"foredeck/tui/screen"
	"foredeck/tui/widget/table"
)

// KeyMap is the keys of the screen.
type KeyMap struct {
	Open, Refresh                         screen.Action
	Up, Down, PageUp, PageDown, Top, Last screen.Action
}

func newKeyMap() KeyMap {
	return KeyMap{
		Open:     screen.NewAction("networks.open", []string{"enter"}, "enter", "look at it"),
		Refresh:  screen.NewAction("networks.refresh", []string{"r"}, "r", "ask again"),
		Up:       screen.NewAction("list.up", []string{"up", "k"}, "↑ k", "up"),
		Down:     screen.NewAction("list.down", []string{"down", "j"}, "↓ j", "down"),
		PageUp:   screen.NewAction("list.page_up", []string{"pgup"}, "pgup", "a page up"),
		PageDown: screen.NewAction("list.page_down", []string{"pgdown"}, "pgdn", "a page down"),
		Top:      screen.NewAction("list.first", []string{"g", "home"}, "g", "first row"),
		Last:     screen.NewAction("list.last", []string{"G", "end"}, "G", "last row"),
	}
}

// Keys are all keys of the list of networks, whether or not they act at the moment.
func Keys() []screen.Action { return screen.ActionsOf(newKeyMap()) }

// move moves the selection.
func (k KeyMap) move(msg tea.KeyMsg, rows *table.Model) {
	switch {
	case k.Up.Matches(msg):
		rows.Move(-1)
	case k.Down.Matches(msg):
		rows.Move(1)
	case k.PageUp.Matches(msg):
		rows.Page(-1)
	case k.PageDown.Matches(msg):
		rows.Page(1)
	case k.Top.Matches(msg):
		rows.Select(0)
	case k.Last.Matches(msg):
		rows.Select(rows.Len() - 1)
	}
}

// Actions are the keys that do something now.
func (m *Model) Actions() []screen.Action {
	keys := m.keys
	actions := []screen.Action{keys.Open, keys.Refresh}
	for _, move := range []screen.Action{keys.Up, keys.Down, keys.PageUp, keys.PageDown, keys.Top, keys.Last} {
		actions = append(actions, move.Quiet())
	}
	return actions
}

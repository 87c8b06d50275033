package calls

import (
	tea "github.com/charmbracelet/bubbletea"

	"foredeck/tui/screen"
	"foredeck/tui/widget/table"
)

// KeyMap is the keys of the screen.
type KeyMap struct {
	Tabs, Open, Refresh                                       screen.Action
	Up, Down, PageUp, PageDown, HalfUp, HalfDown, First, Last screen.Action
}

func newKeyMap() KeyMap {
	return KeyMap{
		Tabs:     screen.NewAction("calls.account", []string{"1", "2"}, "1-2", "account"),
		Open:     screen.NewAction("calls.open", []string{"enter"}, "enter", "open"),
		Refresh:  screen.NewAction("calls.refresh", []string{"r"}, "r", "look again"),
		Up:       screen.NewAction("list.up", []string{"up", "k"}, "↑ k", "up"),
		Down:     screen.NewAction("list.down", []string{"down", "j"}, "↓ j", "down"),
		PageUp:   screen.NewAction("list.page_up", []string{"pgup"}, "pgup", "a page up"),
		PageDown: screen.NewAction("list.page_down", []string{"pgdown"}, "pgdn", "a page down"),
		HalfUp:   screen.NewAction("list.half_up", []string{"ctrl+u"}, "ctrl+u", "half a page up"),
		HalfDown: screen.NewAction("list.half_down", []string{"ctrl+d"}, "ctrl+d", "half a page down"),
		First:    screen.NewAction("list.first", []string{"g", "home"}, "g", "first row"),
		Last:     screen.NewAction("list.last", []string{"G", "end"}, "G", "last row"),
	}
}

// tabOf is the number of the account that the key chooses.
func (k KeyMap) tabOf(msg tea.KeyMsg) (int, bool) {
	for i, name := range k.Tabs.Keys() {
		if msg.String() == name {
			return i, true
		}
	}
	return 0, false
}

// move moves the selection, and tells whether the key does that.
func (k KeyMap) move(msg tea.KeyMsg, rows *table.Model) bool {
	switch {
	case k.Up.Matches(msg):
		rows.Move(-1)
	case k.Down.Matches(msg):
		rows.Move(1)
	case k.PageUp.Matches(msg):
		rows.Page(-1)
	case k.PageDown.Matches(msg):
		rows.Page(1)
	case k.HalfUp.Matches(msg):
		rows.Page(-0.5)
	case k.HalfDown.Matches(msg):
		rows.Page(0.5)
	case k.First.Matches(msg):
		rows.Select(0)
	case k.Last.Matches(msg):
		rows.Select(rows.Len() - 1)
	default:
		return false
	}
	return true
}

// Actions are the keys that do something now.
func (m *Model) Actions() []screen.Action {
	keys := m.keys
	var actions []screen.Action
	if m.list().pages.Len() > 0 {
		actions = append(actions, keys.Open)
	}
	if m.list().stopped() {
		keys.Down.SetHelp("↓", "look at more")
		actions = append(actions, keys.Down)
	} else {
		actions = append(actions, keys.Down.Quiet())
	}
	if len(m.lists) > 1 {
		actions = append(actions, keys.Tabs)
	}
	actions = append(actions, keys.Refresh)
	for _, move := range []screen.Action{keys.Up, keys.PageUp, keys.PageDown, keys.HalfUp, keys.HalfDown, keys.First, keys.Last} {
		actions = append(actions, move.Quiet())
	}
	return actions
}

package account

import (
	"foredeck/client"
	"foredeck/tui/screen"
)

// KeyMap is the keys of the screen.
type KeyMap struct {
	Open, Order, Refresh, Pause, Details         screen.Action
	Up, Down, PageUp, PageDown, HalfUp, HalfDown screen.Action
	First, Last                                  screen.Action
}

func newKeyMap() KeyMap {
	return KeyMap{
		Open:     screen.NewAction("account.open", []string{"enter"}, "enter", "open"),
		Order:    screen.NewAction("account.order", []string{"s"}, "s", "order"),
		Refresh:  screen.NewAction("account.refresh", []string{"r"}, "r", "refresh"),
		Pause:    screen.NewAction("account.pause", []string{"p"}, "p", "pause"),
		Details:  screen.NewAction("account.details", []string{"tab", "shift+tab"}, "tab", "details"),
		Up:       screen.NewAction("list.up", []string{"up", "k"}, "↑ k", "up"),
		Down:     screen.NewAction("list.down", []string{"down", "j"}, "↓ j", "down"),
		PageUp:   screen.NewAction("list.page_up", []string{"pgup"}, "pgup", "a page up"),
		PageDown: screen.NewAction("list.page_down", []string{"pgdown"}, "pgdn", "a page down"),
		HalfUp:   screen.NewAction("list.half_up", []string{"ctrl+u"}, "ctrl+u", "half a page up"),
		HalfDown: screen.NewAction("list.half_down", []string{"ctrl+d"}, "ctrl+d", "half a page down"),
		First:    screen.NewAction("list.first", []string{"g", "home"}, "g", "first row"),
		Last:     screen.NewAction("list.last", []string{"G", "end"}, "G", "last loaded row"),
	}
}

// Actions are the keys that do something now.
func (m *Model) Actions() []screen.Action {
	var actions []screen.Action
	keys := m.keys
	if m.sent.Len() > 0 {
		actions = append(actions, keys.Open)
	}
	if m.sent.Order() == client.NewestFirst {
		keys.Order.SetHelp("s", "oldest first")
	} else {
		keys.Order.SetHelp("s", "newest first")
	}
	actions = append(actions, keys.Order, keys.Refresh)
	if m.paused {
		keys.Pause.SetHelp("p", "go on")
	}
	actions = append(actions, keys.Pause)
	if m.hasDetails() {
		if m.details {
			keys.Details.SetHelp("tab", "list")
		}
		actions = append(actions, keys.Details)
	}
	for _, move := range []screen.Action{keys.Up, keys.Down, keys.PageUp, keys.PageDown, keys.HalfUp, keys.HalfDown, keys.First, keys.Last} {
		actions = append(actions, move.Quiet())
	}
	return actions
}

package alerts

import "foredeck/tui/screen"

// KeyMap holds the keys of the screen.
type KeyMap struct {
	Open, Acknowledge, Silence, Panel, Follow screen.Action
	screen.MoveKeys
}

func newKeyMap() KeyMap {
	return KeyMap{
		Open:        screen.NewAction("alerts.open", []string{"enter"}, "enter", "open"),
		Acknowledge: screen.NewAction("alerts.acknowledge", []string{"A"}, "A", "acknowledge"),
		Silence:     screen.NewAction("alerts.silence", []string{"s"}, "s", "silence"),
		Panel:       screen.NewAction("alerts.panel", []string{"tab", "shift+tab"}, "tab", "limits"),
		Follow:      screen.NewAction("alerts.follow", []string{"f"}, "f", "newest blocks"),
		MoveKeys:    screen.NewMoveKeys(),
	}
}

// Keys returns all keys of the screen for documentation and rebinding.
func Keys() []screen.Action { return screen.ActionsOf(newKeyMap()) }

// Actions returns the keys that are active now.
func (m *Model) Actions() []screen.Action {
	keys := m.keys
	var actions []screen.Action
	if m.onLimits {
		keys.Open.SetHelp("enter", "change")
		keys.Panel.SetHelp("tab", "alerts")
		actions = append(actions, keys.Open)
	} else if c := m.selected(); c != nil {
		if m.subject(c) != nil {
			actions = append(actions, keys.Open)
		}
		if c.IsOpen() && !c.Acknowledged {
			actions = append(actions, keys.Acknowledge)
		}
	}
	return append(append(actions, keys.Silence, keys.Panel, keys.Follow), keys.All()...)
}

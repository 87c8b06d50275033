package networks

import "foredeck/tui/screen"

// KeyMap is the keys of the screen.
type KeyMap struct {
	Open, Refresh screen.Action
	screen.MoveKeys
}

func newKeyMap() KeyMap {
	return KeyMap{
		Open:     screen.NewAction("networks.open", []string{"enter"}, "enter", "look at it"),
		Refresh:  screen.NewRefresh("ask again"),
		MoveKeys: screen.NewMoveKeys(),
	}
}

// Keys are all keys of the list of networks, whether or not they act at the moment.
func Keys() []screen.Action { return screen.ActionsOf(newKeyMap()) }

// Actions are the keys that do something now.
func (m *Model) Actions() []screen.Action {
	actions := []screen.Action{m.keys.Open, m.keys.Refresh}
	for _, move := range screen.ActionsOf(m.keys.MoveKeys) {
		actions = append(actions, move.Quiet())
	}
	return actions
}

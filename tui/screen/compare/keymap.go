package compare

import "foredeck/tui/screen"

// KeyMap holds the keys of the screen.
type KeyMap struct {
	Open, Refresh, Pause screen.Action
	screen.MoveKeys
}

func newKeyMap() KeyMap {
	return KeyMap{
		Open:     screen.NewAction("compare.open", []string{"enter"}, "enter", "open block"),
		Refresh:  screen.NewRefresh("compare again"),
		Pause:    screen.NewAction("compare.pause", []string{"p"}, "p", "pause"),
		MoveKeys: screen.NewMoveKeys(),
	}
}

// Keys returns all keys of the screen for documentation and rebinding.
func Keys() []screen.Action { return screen.ActionsOf(newKeyMap()) }

// Actions returns the keys that are active now.
func (m *Model) Actions() []screen.Action {
	var actions []screen.Action
	if m.selectedHeight() != nil {
		actions = append(actions, m.keys.Open)
	}
	pause := m.keys.Pause
	if m.paused {
		pause.SetHelp("p", "resume")
	}
	actions = append(actions, m.keys.Refresh, pause)
	return append(actions, m.keys.All()...)
}

package diff

import "foredeck/tui/screen"

// KeyMap holds the keys of the screen.
type KeyMap struct {
	Refresh screen.Action
	screen.MoveKeys
}

func newKeyMap() KeyMap {
	return KeyMap{Refresh: screen.NewRefresh("compare again"), MoveKeys: screen.NewMoveKeys()}
}

// Keys returns all keys of the screen for documentation and rebinding.
func Keys() []screen.Action { return screen.ActionsOf(newKeyMap()) }

// Actions returns the keys that are active now.
func (m *Model) Actions() []screen.Action {
	return append([]screen.Action{m.keys.Refresh}, m.keys.All()...)
}

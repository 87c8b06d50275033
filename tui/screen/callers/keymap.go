package callers

import (
	"foredeck/tui/listview"
	"foredeck/tui/screen"
)

// KeyMap holds the actions of the screen.
type KeyMap struct {
	screen.MoveKeys
	listview.Keys
	Tabs, Open, Again, Refresh screen.Action
}

func newKeyMap() KeyMap {
	return KeyMap{
		MoveKeys: screen.NewMoveKeys(),
		Tabs:     screen.NewAction("calls.account", []string{"1", "2"}, "1-2", "account"),
		Open:     screen.NewAction("calls.open", []string{"enter"}, "enter", "open"),
		Again:    screen.NewCallAgain(),
		Refresh:  screen.NewRefresh("rescan"),
		Keys:     listview.NewKeys(),
	}
}

// Actions returns the actions available now.
func (m *Model) Actions() []screen.Action {
	keys := m.keys
	if m.list().Typing() {
		return append(m.list().Actions(keys.Keys), keys.NonText()...)
	}
	var actions []screen.Action
	if m.list().Selected() != nil {
		actions = append(actions, keys.Open, keys.Again)
	}
	actions = append(actions, m.list().Actions(keys.Keys)...)
	if m.list().atLimit() {
		keys.Down.SetHelp("↓", "scan more")
		actions = append(actions, keys.Down)
	} else {
		actions = append(actions, keys.Down.Hidden())
	}
	if len(m.lists) > 1 {
		actions = append(actions, keys.Tabs)
	}
	actions = append(actions, keys.Refresh)
	for _, move := range []screen.Action{keys.Up, keys.PageUp, keys.PageDown, keys.HalfUp, keys.HalfDown, keys.First, keys.Last} {
		actions = append(actions, move.Hidden())
	}
	return actions
}

// Keys returns all actions of the screen, whether or not they are available.
func Keys() []screen.Action { return screen.ActionsOf(newKeyMap()) }

package transaction

import (
	"foredeck/tui/screen"
)

// KeyMap holds the actions of the screen.
type KeyMap struct {
	screen.MoveKeys
	screen.FoldKeys
	Tabs                                                      screen.Action
	Follow, Function, Failure, Next, Previous, Panel, Refresh screen.Action
	Again                                                     screen.Action
}

func newKeyMap() KeyMap {
	return KeyMap{
		MoveKeys: screen.NewMoveKeys(),
		FoldKeys: screen.NewFoldKeys(),
		Tabs:     screen.NewAction("transaction.tab", []string{"1", "2", "3", "4", "5", "6"}, "1-6", "tab"),
		Follow:   screen.NewAction("transaction.follow", []string{"enter"}, "enter", "follow"),
		Function: screen.NewAction("transaction.function", []string{"f"}, "f", "open function"),
		Failure:  screen.NewAction("transaction.failure", []string{"F"}, "F", "where it failed"),
		Next:     screen.NewAction("transaction.next", []string{"J"}, "J/K", "next/previous").Describe("next tx"),
		Previous: screen.NewAction("transaction.previous", []string{"K"}, "K", "previous tx"),
		Panel:    screen.NewAction("transaction.panel", []string{"tab", "shift+tab"}, "tab", "next panel"),
		Refresh:  screen.NewRefresh("reload types"),
		Again:    screen.NewCallAgain(),
	}
}

// Actions returns the actions available now.
func (m *Model) Actions() []screen.Action {
	keys := m.keys
	if m.tree.Typing() {
		return append(screen.SearchActions(&m.tree), keys.NonText()...)
	}
	if m.locating != nil {
		keys.Refresh.SetHelp("r", "retry")
		return []screen.Action{keys.Refresh}
	}
	actions := []screen.Action{keys.Tabs}
	if m.list != nil {
		actions = append(actions, keys.Next, keys.Previous.Hidden())
	}
	if m.failure != nil && m.failure.Status.Module != nil {
		actions = append(actions, keys.Failure)
	}
	if _, ok := m.function(); ok {
		actions = append(actions, keys.Function)
	}
	if payload := m.callPayload(); payload != nil && payload.Function != "" {
		actions = append(actions, keys.Again)
	}
	actions = append(actions, keys.Panel)
	if _, ok := m.deps.ABIs.Called(m.record); ok {
		actions = append(actions, keys.Refresh)
	}
	switch selected, ok := m.selectedField(); {
	case ok && selected.opens != nil:
		actions = append([]screen.Action{keys.Follow}, actions...)
	case ok || m.focus != focusTabs:
	case m.treeFocused():
		keys.Follow.SetHelp("enter", "expand or collapse")
		actions = append(append(actions, keys.Follow), screen.SearchActions(&m.tree)...)
		actions = append(actions, keys.Unfold, keys.Fold, keys.Deeper.Hidden(), keys.Shallower.Hidden(), keys.OpenAll)
	case m.tab == tabEvents && m.events.Len() > 0:
		keys.Follow.SetHelp("enter", "open data")
		actions = append(actions, keys.Follow, keys.Unfold)
	}
	return append(actions, keys.MoveKeys.All()...)
}

// Keys returns all actions of the transaction screen, whether or not they are available.
func Keys() []screen.Action {
	return append(screen.ActionsOf(newKeyMap()), screen.ActionsOf(screen.NewSearchKeys())...)
}

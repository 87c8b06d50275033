package account

import (
	"foredeck/tui/listview"
	"foredeck/tui/screen"
)

// KeyMap holds the actions of the screen.
type KeyMap struct {
	screen.MoveKeys
	screen.FoldKeys
	Tabs, Open, Order, Kind, Refresh, Pause, Details screen.Action
	listview.Keys
	Columns                    screen.Action
	Merge, Compare, Watch, Pin screen.Action
	Again                      screen.Action
}

func newKeyMap() *KeyMap {
	return &KeyMap{
		MoveKeys: screen.NewMoveKeys(),
		FoldKeys: screen.NewFoldKeys(),
		Tabs:     screen.NewAction("account.tab", []string{"1", "2", "3", "4", "5"}, "1-5", "tab"),
		Open:     screen.NewAction("account.open", []string{"enter"}, "enter", "open"),
		Order:    screen.NewAction("account.order", []string{"s"}, "s", "order"),
		Kind:     screen.NewAction("account.kind", []string{"f"}, "f", "type"),
		Refresh:  screen.NewRefresh("refresh"),
		Pause:    screen.NewAction("account.pause", []string{"p"}, "p", "pause"),
		Details:  screen.NewAction("account.details", []string{"tab", "shift+tab"}, "tab", "details"),

		Compare: screen.NewAction("resources.compare", []string{"D"}, "D", "compare").Describe("compare with a snapshot"),
		Watch:   screen.NewAction("resources.watch", []string{"W"}, "W", "watch").Describe("watch: keep each change"),
		Pin:     screen.NewAction("resources.pin", []string{"P"}, "P", "pin").Describe("pin value"),

		Again:   screen.NewCallAgain(),
		Keys:    listview.NewKeys(),
		Columns: listview.NewChooseColumns(),
		Merge:   screen.NewAction("account.merge", []string{"m"}, "m", "merge coin transfers"),
	}
}

// Actions returns the actions available now.
func (m *Model) Actions() []screen.Action {
	keys := m.keys
	if m.tab().Typing() {
		return append(m.tab().actions(), keys.NonText()...)
	}
	actions := m.tab().actions()
	if m.canMerge() {
		merge := keys.Merge
		switch {
		case m.showMerged:
			merge.SetHelp("m", "unmerge")
		case m.active > 0:
			merge.SetHelp("m", "merge sent")
		}
		actions = append(actions, merge.Secondary())
	}
	actions = append(actions, keys.Tabs, keys.Refresh.Secondary())
	pause := keys.Pause
	if m.paused {
		pause.SetHelp("p", "resume")
	}
	actions = append(actions, pause.Secondary())
	if m.hasDetails() {
		details := keys.Details
		if m.showDetails {
			details.SetHelp("tab", "list")
		}
		actions = append(actions, details)
	}
	return append(actions, keys.MoveKeys.All()...)
}

// Keys returns all actions of the account screen, whether or not they are available.
func Keys() []screen.Action { return screen.ActionsOf(newKeyMap()) }

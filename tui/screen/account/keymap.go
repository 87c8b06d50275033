package account

import (
	tea "github.com/charmbracelet/bubbletea"

	"foredeck/tui/screen"
)

// KeyMap is the keys of the screen.
type KeyMap struct {
	Tabs, Open, Order, Kind, Refresh, Pause, Details screen.Action
	Up, Down, PageUp, PageDown, HalfUp, HalfDown     screen.Action
	First, Last                                      screen.Action
	Unfold, Fold, Deeper, Shallower, All             screen.Action
	NextSibling, PreviousSibling                     screen.Action
	Filter                                           screen.SearchKeys
	Sort, Merge                                      screen.Action
	Compare, Pin                                     screen.Action
}

func newKeyMap() *KeyMap {
	return &KeyMap{
		Tabs:      screen.NewAction("account.tab", []string{"1", "2", "3", "4", "5"}, "1-5", "tab"),
		Open:      screen.NewAction("account.open", []string{"enter"}, "enter", "open"),
		Order:     screen.NewAction("account.order", []string{"s"}, "s", "order"),
		Kind:      screen.NewAction("account.kind", []string{"f"}, "f", "type"),
		Refresh:   screen.NewAction("account.refresh", []string{"r"}, "r", "refresh"),
		Pause:     screen.NewAction("account.pause", []string{"p"}, "p", "pause"),
		Details:   screen.NewAction("account.details", []string{"tab", "shift+tab"}, "tab", "details"),
		Up:        screen.NewAction("list.up", []string{"up", "k"}, "↑ k", "up"),
		Down:      screen.NewAction("list.down", []string{"down", "j"}, "↓ j", "down"),
		PageUp:    screen.NewAction("list.page_up", []string{"pgup"}, "pgup", "a page up"),
		PageDown:  screen.NewAction("list.page_down", []string{"pgdown"}, "pgdn", "a page down"),
		HalfUp:    screen.NewAction("list.half_up", []string{"ctrl+u"}, "ctrl+u", "half a page up"),
		HalfDown:  screen.NewAction("list.half_down", []string{"ctrl+d"}, "ctrl+d", "half a page down"),
		First:     screen.NewAction("list.first", []string{"g", "home"}, "g", "first row"),
		Last:      screen.NewAction("list.last", []string{"G", "end"}, "G", "last loaded row"),
		Unfold:    screen.NewAction("tree.open", []string{"right", "l"}, "→ l", "open"),
		Fold:      screen.NewAction("tree.close", []string{"left", "h"}, "← h", "close"),
		Deeper:    screen.NewAction("tree.deeper", []string{"}"}, "}", "one level deeper"),
		Shallower: screen.NewAction("tree.shallower", []string{"{"}, "{", "one level shallower"),
		All:       screen.NewAction("tree.all", []string{"*"}, "*", "open all"),

		Compare: screen.NewAction("resources.compare", []string{"D"}, "D", "compare"),
		Pin:     screen.NewAction("resources.pin", []string{"P"}, "P", "pin"),

		Filter: screen.NewSearchKeys(),
		Sort:   screen.NewAction("list.sort", []string{"S"}, "S", "sort"),
		Merge:  screen.NewAction("account.merge", []string{"m"}, "m", "with coin moves"),

		NextSibling:     screen.NewAction("tree.next_sibling", []string{"J"}, "J", "next sibling"),
		PreviousSibling: screen.NewAction("tree.previous_sibling", []string{"K"}, "K", "previous sibling"),
	}
}

// tabOf is the number of the tab that the key chooses: the first key of the action is the first tab.
func (k *KeyMap) tabOf(msg tea.KeyMsg) (int, bool) {
	for i, name := range k.Tabs.Keys() {
		if msg.String() == name {
			return i, true
		}
	}
	return 0, false
}

// Actions are the keys that do something now.
func (m *Model) Actions() []screen.Action {
	keys := m.keys
	moves := []screen.Action{keys.Up.Quiet(), keys.Down.Quiet(), keys.PageUp.Quiet(), keys.PageDown.Quiet()}
	if m.tab().typing() {
		return append(append(m.tab().actions(), moves...), keys.HalfDown.Quiet()) // the others edit the text
	}
	actions := m.tab().actions()
	if m.canMerge() {
		merge := keys.Merge
		switch {
		case m.merges:
			merge.SetHelp("m", "apart")
		case m.shown > 0:
			merge.SetHelp("m", "with sent")
		}
		actions = append(actions, merge)
	}
	actions = append(actions, keys.Refresh, keys.Tabs)
	pause := keys.Pause
	if m.paused {
		pause.SetHelp("p", "go on")
	}
	actions = append(actions, pause)
	if m.hasDetails() {
		details := keys.Details
		if m.details {
			details.SetHelp("tab", "list")
		}
		actions = append(actions, details)
	}
	return append(append(actions, moves...), keys.HalfUp.Quiet(), keys.HalfDown.Quiet(), keys.First.Quiet(), keys.Last.Quiet())
}

package transaction

import (
	tea "github.com/charmbracelet/bubbletea"

	"foredeck/tui/screen"
)

// KeyMap is the keys of the screen.
type KeyMap struct {
	Tabs                                                      screen.Action
	Follow, Function, Next, Previous, Panel, Refresh          screen.Action
	Up, Down, PageUp, PageDown, First, Last, HalfUp, HalfDown screen.Action
	Unfold, Fold, Deeper, Shallower, All                      screen.Action
}

func newKeyMap() KeyMap {
	return KeyMap{
		Tabs:      screen.NewAction("transaction.tab", []string{"1", "2", "3", "4", "5", "6"}, "1-6", "tab"),
		Follow:    screen.NewAction("transaction.follow", []string{"enter"}, "enter", "follow"),
		Function:  screen.NewAction("transaction.function", []string{"f"}, "f", "its function"),
		Next:      screen.NewAction("transaction.next", []string{"J"}, "J", "next tx"),
		Previous:  screen.NewAction("transaction.previous", []string{"K"}, "K", "previous tx"),
		Panel:     screen.NewAction("transaction.panel", []string{"tab", "shift+tab"}, "tab", "next panel"),
		Refresh:   screen.NewAction("transaction.types", []string{"r"}, "r", "types again"),
		Up:        screen.NewAction("list.up", []string{"up", "k"}, "↑ k", "up"),
		Down:      screen.NewAction("list.down", []string{"down", "j"}, "↓ j", "down"),
		PageUp:    screen.NewAction("list.page_up", []string{"pgup"}, "pgup", "a page up"),
		PageDown:  screen.NewAction("list.page_down", []string{"pgdown"}, "pgdn", "a page down"),
		HalfUp:    screen.NewAction("list.half_up", []string{"ctrl+u"}, "ctrl+u", "half a page up"),
		HalfDown:  screen.NewAction("list.half_down", []string{"ctrl+d"}, "ctrl+d", "half a page down"),
		First:     screen.NewAction("list.first", []string{"g", "home"}, "g", "first"),
		Last:      screen.NewAction("list.last", []string{"G", "end"}, "G", "last"),
		Unfold:    screen.NewAction("tree.open", []string{"right", "l"}, "→ l", "open"),
		Fold:      screen.NewAction("tree.close", []string{"left", "h"}, "← h", "close"),
		Deeper:    screen.NewAction("tree.deeper", []string{"}"}, "}", "one level deeper"),
		Shallower: screen.NewAction("tree.shallower", []string{"{"}, "{", "one level shallower"),
		All:       screen.NewAction("tree.all", []string{"*"}, "*", "open all"),
	}
}

// tabOf is the tab that the key chooses: the first key of the action is the first tab.
func (k KeyMap) tabOf(msg tea.KeyMsg) (tab, bool) {
	for i, name := range k.Tabs.Keys() {
		if msg.String() == name && i < int(tabCount) {
			return tab(i), true
		}
	}
	return 0, false
}

// Actions are the keys that do something now.
func (m *Model) Actions() []screen.Action {
	keys := m.keys
	if m.search.Typing() {
		return append(m.search.Actions(&m.tree), keys.Up.Quiet(), keys.Down.Quiet(), keys.PageUp.Quiet(), keys.PageDown.Quiet(), keys.HalfDown.Quiet())
	}
	actions := []screen.Action{keys.Tabs}
	if m.list != nil {
		actions = append(actions, keys.Next, keys.Previous)
	}
	if _, ok := m.function(); ok {
		actions = append(actions, keys.Function)
	}
	actions = append(actions, keys.Panel)
	if _, ok := m.calledModule(); ok {
		actions = append(actions, keys.Refresh)
	}
	switch selected, ok := m.selected(); {
	case ok && selected.opens != nil:
		actions = append([]screen.Action{keys.Follow}, actions...)
	case ok || m.part != partTabs:
	case m.treeHasKeys():
		keys.Follow.SetHelp("enter", "open or close")
		actions = append(append(actions, keys.Follow), m.search.Actions(&m.tree)...)
		actions = append(actions, keys.Unfold, keys.Fold, keys.Deeper.Quiet(), keys.Shallower.Quiet(), keys.All)
	case m.tab == tabEvents && m.events.Len() > 0:
		keys.Follow.SetHelp("enter", "into its data")
		actions = append(actions, keys.Follow, keys.Unfold)
	}
	for _, move := range []screen.Action{keys.Up, keys.Down, keys.PageUp, keys.PageDown, keys.HalfUp, keys.HalfDown, keys.First, keys.Last} {
		actions = append(actions, move.Quiet())
	}
	return actions
}

package settings

import (
	"foredeck/config"
	"foredeck/tui/screen"
)

// KeyMap holds the keys of the screen.
type KeyMap struct {
	Change, Unset, Add, Remove, Next, Previous, Tabs screen.Action
	Save, Cancel                                     screen.Action // while typing; the deck handles esc
	Filter                                           screen.SearchKeys
	screen.MoveKeys
}

func newKeyMap() KeyMap {
	return KeyMap{
		Change:   screen.NewAction("settings.change", []string{"enter"}, "enter", "change"),
		Unset:    screen.NewAction("settings.unset", []string{"d", "delete"}, "d", "unset"),
		Add:      screen.NewAction("settings.add", []string{"a"}, "a", "add"),
		Remove:   screen.NewAction("settings.remove_network", []string{"D"}, "D", "remove network"),
		Next:     screen.NewAction("settings.next_network", []string{"right", "l"}, "→ l", "next network"),
		Previous: screen.NewAction("settings.previous_network", []string{"left", "h"}, "← h", "previous network"),
		Tabs:     screen.NewAction("settings.tab", []string{"1", "2", "3", "4", "5", "6", "7"}, "1-7", "tab"),
		Save:     screen.NewAction("settings.save", []string{"enter"}, "enter", "save"),
		Cancel:   screen.NewAction("settings.cancel", []string{"esc"}, "esc", "cancel"),
		Filter:   screen.NewSearchKeys(),
		MoveKeys: screen.NewMoveKeys(),
	}
}

// Keys returns all keys of the screen for documentation and rebinding.
func Keys() []screen.Action { return screen.ActionsOf(newKeyMap()) }

// addHelp is the help text of the add key, by group.
var addHelp = map[config.Group]string{config.GroupNetworks: "add a network", config.GroupUnits: "add coin decimals", config.GroupNames: "add a name"}

// Actions returns the keys that are active now.
func (m *Model) Actions() []screen.Action {
	keys := m.keys
	keys.Filter.Begin.SetHelp("/", "filter")
	switch {
	case m.size.Class == screen.OneLine:
		return keys.All()
	case m.editing != nil:
		if m.editing.naming {
			keys.Save.SetHelp("enter", "next")
		}
		if !m.editing.problem.IsEmpty() {
			return []screen.Action{keys.Cancel}
		}
		return []screen.Action{keys.Save, keys.Cancel}
	case m.filter.Typing():
		return append([]screen.Action{keys.Filter.Accept, keys.Filter.Clear}, keys.NonText()...)
	}
	var actions []screen.Action
	if field := m.selected(); field != nil {
		if field.Kind == config.Bool {
			keys.Change.SetHelp("enter", "toggle")
		}
		if field.Kind != config.ReadOnly {
			actions = append(actions, keys.Change)
		}
		if field.InFile != "" {
			actions = append(actions, keys.Unset)
		}
	}
	if does, ok := addHelp[m.group]; ok {
		keys.Add.SetHelp("a", does)
		actions = append(actions, keys.Add)
	}
	actions = append(actions, keys.Filter.Begin, keys.Tabs)
	if m.group == config.GroupNetworks {
		actions = append(actions, keys.Next, keys.Previous.Hidden())
		if m.networkConfigured() {
			actions = append(actions, keys.Remove)
		}
	}
	if m.filter.Visible() {
		actions = append(actions, keys.Filter.Clear)
	}
	return append(actions, keys.All()...)
}

package requests

import "foredeck/tui/screen"

// KeyMap holds the keys of the screen.
type KeyMap struct {
	screen.MoveKeys
	screen.FoldKeys
	Filter, Failed, All, Body, Repeat, Save, Tabs, Panel screen.Action
	Clear                                                screen.Action // esc, forwarded by the deck
	Toggle                                               screen.Action
}

func newKeyMap() KeyMap {
	return KeyMap{
		MoveKeys: screen.NewMoveKeys(),
		FoldKeys: screen.NewFoldKeys(),
		Filter:   screen.NewAction("requests.filter", []string{"/"}, "/", "filter"),
		Failed:   screen.NewAction("requests.failed", []string{"f"}, "f", "failed only"),
		All:      screen.NewAction("requests.all", []string{"*"}, "*", "all screens"),
		Body:     screen.NewAction("requests.body", []string{"enter"}, "enter", "body"),
		Repeat:   screen.NewAction("requests.repeat", []string{"x"}, "x", "repeat"),
		Save:     screen.NewAction("requests.save_body", []string{"e"}, "e", "save response body"),
		Tabs:     screen.NewAction("requests.tab", []string{"1", "2", "3", "4"}, "1-4", "tab"),
		Panel:    screen.NewAction("requests.panel", []string{"tab", "shift+tab"}, "tab", "next panel"),
		Clear:    screen.NewAction("requests.clear", []string{"esc"}, "esc", "clear"),
		Toggle:   screen.NewAction("tree.toggle", []string{"enter"}, "enter", "expand or collapse"),
	}
}

// Keys returns all keys of the screen for documentation and rebinding.
func Keys() []screen.Action {
	return append(screen.ActionsOf(newKeyMap()), screen.ActionsOf(screen.NewSearchKeys())...)
}

// Actions returns the keys that are active now.
func (m *Model) Actions() []screen.Action {
	keys := m.keys
	moves := keys.MoveKeys.All()
	var actions []screen.Action
	switch {
	case m.filter.Typing():
		keys.Body.SetHelp("enter", "apply")
		keys.Panel.SetHelp("tab", "apply")
		actions = append(actions, keys.Body, keys.Clear, keys.Panel.Hidden())
		moves = keys.NonText() // other move keys edit the text
	case m.treeFocused() && m.tree.Typing():
		actions = screen.SearchActions(&m.tree)
		moves = keys.NonText()
	case m.contentFocused:
		keys.Clear.SetHelp("esc", "list")
		keys.Panel.SetHelp("tab", "list")
		if m.content.isTree {
			actions = append(actions, keys.Toggle, keys.Unfold, keys.Fold, keys.OpenAll, keys.Deeper.Hidden(), keys.Shallower.Hidden(),
				keys.NextSibling.Hidden(), keys.PreviousSibling.Hidden())
			actions = append(actions, screen.SearchActions(&m.tree)...)
		} else {
			keys.Fold.SetHelp("← h", "list")
			actions = append(actions, keys.Fold.Hidden())
		}
		actions = append(actions, keys.tabsOf(m))
		if !m.treeFocused() || !m.tree.Visible() { // otherwise esc ends the search first
			actions = append(actions, keys.Clear)
		}
		actions = append(actions, keys.Repeat, keys.Save, keys.Panel.Hidden())
	default:
		failed, all := keys.Failed, keys.All
		if m.failedOnly {
			failed.SetHelp("f", "all results")
		}
		if m.allScreens {
			all.SetHelp("*", "this screen")
		}
		if m.selected() != nil {
			actions = append(actions, keys.Body)
		}
		actions = append(actions, keys.Filter, failed)
		if m.selected() != nil {
			actions = append(actions, keys.Repeat, keys.Save)
		}
		actions = append(actions, all)
		if m.selected() != nil {
			actions = append(actions, keys.tabsOf(m).Hidden(), keys.Panel.Hidden()) // the tab titles show their keys
		}
		if m.filter.Visible() || m.failedOnly || m.repeat.Loading() {
			actions = append(actions, keys.Clear)
		}
	}
	return append(actions, moves...)
}

// tabsOf returns the keys of the available tabs.
func (k KeyMap) tabsOf(m *Model) screen.Action {
	if m.tabs() == tabSent {
		return screen.NewAction(k.Tabs.ID, k.Tabs.Keys()[:tabSent], "1-3", "tab")
	}
	return k.Tabs
}

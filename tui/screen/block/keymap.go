package block

import "foredeck/tui/screen"

// KeyMap holds the keys of the screen.
type KeyMap struct {
	Tabs, Follow, Next, Previous, Batches, Panel, Refresh, Left, Right, Toggle screen.Action
	screen.MoveKeys
	screen.FoldKeys
}

func newKeyMap() KeyMap {
	return KeyMap{
		Tabs:     screen.NewAction("block.tab", []string{"1", "2", "3"}, "1-3", "tab"),
		Follow:   screen.NewAction("block.follow", []string{"enter"}, "enter", "follow"),
		Next:     screen.NewAction("block.next", []string{"J"}, "J", "next block"),
		Previous: screen.NewAction("block.previous", []string{"K"}, "K", "previous block"),
		Batches:  screen.NewAction("block.batches", []string{"B"}, "B", "batches"),
		Panel:    screen.NewAction("block.panel", []string{"tab", "shift+tab"}, "tab", "next panel"),
		Refresh:  screen.NewRefresh("refresh"),
		Left:     screen.NewAction("block.left", []string{"left", "h"}, "← h", "previous member"),
		Right:    screen.NewAction("block.right", []string{"right", "l"}, "→ l", "next member"),
		Toggle:   screen.NewAction("tree.toggle", []string{"enter"}, "enter", "expand or collapse"),
		MoveKeys: screen.NewMoveKeys(),
		FoldKeys: screen.NewFoldKeys(),
	}
}

// Keys returns all keys of the screen for documentation and rebinding.
func Keys() []screen.Action {
	return append(screen.ActionsOf(newKeyMap()), screen.ActionsOf(screen.NewSearchKeys())...)
}

// Actions returns the keys that are active now.
func (m *Model) Actions() []screen.Action {
	keys := m.keys
	if m.tree.Typing() {
		return append(screen.SearchActions(&m.tree), keys.NonText()...)
	}
	actions := []screen.Action{keys.Next, keys.Previous}
	if m.block == nil {
		return append(actions, keys.Refresh, keys.Tabs.Hidden(), keys.Panel.Hidden())
	}
	switch {
	case m.focus == areaHeader && m.selectedFact().opens != nil:
		actions = append(actions, keys.Follow)
	case m.focus == areaVoters:
		actions = append(actions, keys.Left, keys.Right)
	case m.focus == areaTabs && m.tab == tabBatches && len(m.packed) > 0:
		keys.Follow.SetHelp("enter", "bytes")
		if m.bytesFocused {
			keys.Follow.SetHelp("enter", "list")
		}
		actions = append(actions, keys.Follow)
	case m.treeFocused():
		actions = append(append(actions, keys.Toggle), screen.SearchActions(&m.tree)...)
		actions = append(actions, keys.Unfold.Hidden(), keys.Fold.Hidden(), keys.Deeper.Hidden(), keys.Shallower.Hidden(), keys.OpenAll.Hidden())
	}
	if m.block.Batches == nil {
		actions = append(actions, keys.Batches)
	}
	actions = append(actions, keys.Panel, keys.Tabs)
	return append(actions, keys.All()...)
}

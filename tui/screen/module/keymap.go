package module

import "foredeck/tui/screen"

// KeyMap holds the actions of the screen.
type KeyMap struct {
	screen.MoveKeys
	screen.FoldKeys
	Tabs, Open, Run, Calls, Search, Kind, Hex, Panel, Refresh screen.Action
	Clear                                                     screen.Action // esc, forwarded by the deck
	Code                                                      screen.SearchKeys
}

func newKeyMap() KeyMap {
	return KeyMap{
		MoveKeys: screen.NewMoveKeys(),
		FoldKeys: screen.NewFoldKeys(),
		Tabs:     screen.NewAction("module.tab", []string{"1", "2", "3", "4", "5"}, "1-5", "tab"),
		Open:     screen.NewAction("module.open", []string{"enter"}, "enter", "open"),
		Run:      screen.NewAction("module.run", []string{"v"}, "v", "run"),
		Calls:    screen.NewAction("module.calls", []string{"t"}, "t", "find calls"),
		Search:   screen.NewAction("module.search", []string{"/"}, "/", "search"),
		Clear:    screen.NewAction("module.clear", []string{"esc"}, "esc", "clear"),
		Kind:     screen.NewAction("module.kind", []string{"f"}, "f", "kind"),
		Hex:      screen.NewAction("module.hex", []string{"x"}, "x", "bytes"),
		Panel:    screen.NewAction("module.panel", []string{"tab", "shift+tab"}, "tab", "next panel"),
		Refresh:  screen.NewRefresh("refresh"),
		Code:     screen.NewSearchKeys(),
	}
}

// Actions returns the actions available now.
func (m *Model) Actions() []screen.Action {
	keys := m.keys
	if m.treeSearch.Typing() {
		return append(screen.SearchActions(m.treeSearch.In(&m.tree)), keys.NonText()...)
	}
	if m.search.Typing() {
		keys.Open.SetHelp("enter", "apply")
		return append([]screen.Action{keys.Open, keys.Clear, keys.Panel.Hidden()}, keys.NonText()...)
	}
	if m.bytecode.search.Typing() {
		return append([]screen.Action{keys.Code.Accept, keys.Code.Clear}, keys.NonText()...)
	}
	var actions []screen.Action
	switch {
	case m.tab == tabABI:
		keys.Open.SetHelp("enter", "expand or collapse")
		actions = append(append(actions, keys.Open), screen.SearchActions(m.treeSearch.In(&m.tree))...)
		actions = append(actions, keys.Unfold, keys.Fold, keys.OpenAll, keys.NextSibling, keys.PreviousSibling, keys.Deeper.Hidden(), keys.Shallower.Hidden())
	case m.tab == tabBytecode:
		actions = append(actions, m.bytecodeActions()...)
	case m.declarationFocused:
		if _, ok := m.link(); ok {
			actions = append(actions, keys.Open)
		}
		keys.Panel.SetHelp("tab", "list")
		keys.Fold.SetHelp("← h", "back to list")
		actions = append(actions, keys.Panel, keys.Fold.Hidden())
	case m.tab == tabFriends && m.friends.Len() > 0:
		actions = append(actions, keys.Open)
	case m.hasDetails() && m.list().Len() > 0:
		keys.Open.SetHelp("enter", "show types")
		if m.runs() {
			keys.Open.SetHelp("enter", "run")
		}
		keys.Unfold.SetHelp("→ l", "show types")
		keys.Panel.SetHelp("tab", "declaration")
		actions = append(actions, keys.Open, keys.Panel, keys.Unfold.Hidden())
	}
	if m.runs() {
		if keys.Open.Help().Desc == keys.Run.Help().Desc { // list the action only once
			keys.Run = keys.Run.Hidden()
		}
		actions = append(actions, keys.Run)
	}
	if _, ok := m.selectedFunction(); ok {
		actions = append(actions, keys.Calls)
	}
	switch {
	case m.tab == tabBytecode && m.bytecode.listingFocused:
		actions = append(actions, m.codeActions()...)
	case m.canSearch():
		actions = append(actions, keys.Search)
		if !m.declarationFocused && m.search.Visible() {
			actions = append(actions, keys.Clear)
		}
	}
	if m.tab == tabFunctions && m.hasInterface() {
		keys.Kind.SetHelp("f", "kind: "+string(kindNames[(m.kind+1)%kindCount]))
		actions = append(actions, keys.Kind)
	}
	actions = append(actions, keys.Tabs, keys.Refresh)
	return append(actions, keys.MoveKeys.All()...)
}

// codeActions returns the actions of the instruction search.
func (m *Model) codeActions() []screen.Action {
	keys, search := m.keys.Code, &m.bytecode.search
	found, _ := search.found.Value()
	switch {
	case len(found.hits) > 0:
		return []screen.Action{keys.Next, keys.Previous, keys.Begin, keys.Clear.Hidden()}
	case search.Visible():
		return []screen.Action{keys.Begin, keys.Clear}
	}
	return []screen.Action{keys.Begin}
}

// bytecodeActions returns the actions available in the Bytecode tab.
func (m *Model) bytecodeActions() []screen.Action {
	keys, b := m.keys, &m.bytecode
	if b.module() == nil {
		return nil
	}
	if b.showsBytes() {
		keys.Hex.SetHelp("x", "instructions")
		return []screen.Action{keys.Hex}
	}
	var actions []screen.Action
	list, ok := b.listing()
	switch instruction := b.instruction(); {
	case instruction != nil:
		if _, calls := m.callee(instruction); calls || instruction.Target != nil {
			keys.Open.SetHelp("enter", "follow")
			actions = append(actions, keys.Open)
		}
		keys.Panel.SetHelp("tab", "list")
		keys.Fold.SetHelp("← h", "back to list")
		actions = append(actions, keys.Panel, keys.Fold.Hidden())
	case ok && len(list.instructions) > 0:
		keys.Open.SetHelp("enter", "show instructions")
		keys.Unfold.SetHelp("→ l", "show instructions")
		keys.Panel.SetHelp("tab", "instructions")
		actions = append(actions, keys.Open, keys.Panel, keys.Unfold.Hidden())
	}
	return append(actions, keys.Hex)
}

// Keys returns all actions of the module screen, whether or not they are available.
func Keys() []screen.Action {
	return append(screen.ActionsOf(newKeyMap()), screen.ActionsOf(screen.NewSearchKeys())...)
}

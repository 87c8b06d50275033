package module

import "foredeck/tui/screen"

// KeyMap holds the actions of the screen.
type KeyMap struct {
	screen.MoveKeys
	screen.FoldKeys
	Tabs, Open, Run, Calls, Search, Kind, Hex, Source, Panel, Refresh, Watch, Changes screen.Action
	Clear                                                                             screen.Action // esc, forwarded by the deck
}

func newKeyMap() KeyMap {
	return KeyMap{
		MoveKeys: screen.NewMoveKeys(),
		FoldKeys: screen.NewFoldKeys(),
		Tabs:     screen.NewAction("module.tab", []string{"1", "2", "3", "4", "5", "6"}, "1-6", "tab"),
		Open:     screen.NewAction("module.open", []string{"enter"}, "enter", "open"),
		Run:      screen.NewAction("module.run", []string{"v"}, "v", "run").Describe("run view, write entry call"),
		Calls:    screen.NewAction("module.calls", []string{"t"}, "t", "find calls"),
		Search:   screen.NewAction("module.search", []string{"/"}, "/", "search"),
		Clear:    screen.NewAction("module.clear", []string{"esc"}, "esc", "clear"),
		Kind:     screen.NewAction("module.kind", []string{"f"}, "f", "kind"),
		Hex:      screen.NewAction("module.hex", []string{"x"}, "x", "bytes"),
		Source:   screen.NewAction("module.source", []string{"s"}, "s", "source"),
		Watch:    screen.NewAction("module.watch", []string{"W"}, "W", "watch").Describe("watch: keep each change"),
		Changes:  screen.NewAction("module.changes", []string{"D"}, "D", "changes").Describe("changes of the watched module"),
		Panel:    screen.NewAction("module.panel", []string{"tab", "shift+tab"}, "tab", "next panel"),
		Refresh:  screen.NewRefresh("refresh"),
	}
}

// Actions returns the actions available now.
func (m *Model) Actions() []screen.Action {
	keys := m.keys
	searched := m.searched()
	if searched != nil && searched.Typing() {
		return append(screen.SearchActions(searched), keys.NonText()...)
	}
	if m.search.Typing() {
		keys.Open.SetHelp("enter", "apply")
		return append([]screen.Action{keys.Open, keys.Clear, keys.Panel.Hidden()}, keys.NonText()...)
	}
	var actions []screen.Action
	switch {
	case m.tab == tabABI:
		keys.Open.SetHelp("enter", "expand or collapse")
		actions = append(append(actions, keys.Open), screen.SearchActions(searched)...)
		actions = append(actions, keys.Unfold, keys.Fold, keys.OpenAll, keys.NextSibling, keys.PreviousSibling, keys.Deeper.Hidden(), keys.Shallower.Hidden())
	case m.tab == tabSource:
		keys.Open.SetHelp("enter", "instruction")
		if searched != nil {
			actions = append(append(actions, keys.Open, keys.Source.Hidden()), screen.SearchActions(searched)...)
		}
	case m.detailsFocused:
		_, isLink := m.link()
		if m.followsInstruction() {
			keys.Open.SetHelp("enter", "follow")
			isLink = true
		}
		if isLink {
			actions = append(actions, keys.Open)
		}
		keys.Panel.SetHelp("tab", "list")
		keys.Fold.SetHelp("← h", "back to list")
		actions = append(actions, keys.Panel, keys.Fold.Hidden())
	case m.tab == tabFriends && m.friends.Len() > 0:
		actions = append(actions, keys.Open)
	case m.hasDetails():
		details, open := "declaration", "show types"
		if m.tab == tabBytecode {
			details, open = "instructions", "show instructions"
		}
		keys.Unfold.SetHelp("→ l", open)
		if m.runs() && m.function().IsView {
			open = "run"
		}
		keys.Open.SetHelp("enter", open)
		keys.Panel.SetHelp("tab", details)
		actions = append(actions, keys.Open, keys.Panel, keys.Unfold.Hidden())
	}
	if m.tab == tabBytecode && m.bytecode.module() != nil {
		if m.bytecode.showsBytes() {
			keys.Hex.SetHelp("x", "instructions")
		}
		actions = append(actions, keys.Hex)
	}
	if m.runs() {
		if keys.Open.Help().Desc == keys.Run.Help().Desc { // list the action only once
			keys.Run = keys.Run.Hidden()
		}
		if !m.function().IsView {
			keys.Run.SetHelp("v", "write call")
		}
		actions = append(actions, keys.Run)
	}
	if _, ok := m.selectedFunction(); ok {
		actions = append(actions, keys.Calls)
	}
	if m.deps.Store.FindWatch(m.watchLink()) != nil {
		keys.Watch.SetHelp("W", "stop watching")
		actions = append(actions, keys.Changes.Secondary())
	}
	actions = append(actions, keys.Watch.Secondary())
	switch {
	case m.tab == tabBytecode && m.detailsFocused:
		actions = append(actions, screen.SearchActions(searched)...)
	case m.canSearch():
		actions = append(actions, keys.Search)
		if !m.detailsFocused && m.search.Visible() {
			actions = append(actions, keys.Clear)
		}
	}
	if m.tab == tabFunctions && m.hasInterface() {
		keys.Kind.SetHelp("f", "kind: "+kindNames[(m.kind+1)%kindCount].String())
		actions = append(actions, keys.Kind)
	}
	if _, ok := m.selectedFunction(); ok {
		actions = append(actions, keys.Source)
	}
	actions = append(actions, keys.Tabs, keys.Refresh)
	return append(actions, keys.MoveKeys.All()...)
}

// Keys returns all actions of the module screen, whether or not they are available.
func Keys() []screen.Action {
	return append(screen.ActionsOf(newKeyMap()), screen.ActionsOf(screen.NewSearchKeys())...)
}

package blocks

import (
	"foredeck/tui/blockindex"
	"foredeck/tui/listview"
	"foredeck/tui/screen"
)

// KeyMap holds the keys of the screen.
type KeyMap struct {
	Height, Pause, Follow, Open, Next, Previous, Votes, Me, Alerts, Statistics, Panel, Refresh screen.Action
	Older, Newer, OlderPage, NewerPage, Order                                                  screen.Action // of the votes
	Window, Sort, LoadOlder                                                                    screen.Action // of the statistics
	screen.MoveKeys
}

func newKeyMap() KeyMap {
	return KeyMap{
		Pause:      screen.NewAction("blocks.pause", []string{"p"}, "p", "pause"),
		Height:     screen.NewAction("blocks.height", []string{"#"}, "#", "go to height"),
		Follow:     screen.NewAction("blocks.follow", []string{"f"}, "f", "follow"),
		Open:       screen.NewAction("blocks.open", []string{"enter"}, "enter", "open"),
		Next:       screen.NewAction("blocks.next", []string{"n"}, "n", "next slow or missed"),
		Previous:   screen.NewAction("blocks.previous", []string{"N"}, "N", "previous slow or missed"),
		Votes:      screen.NewAction("blocks.votes", []string{"v"}, "v", "votes"),
		Me:         screen.NewAction("blocks.my_validator", []string{"m"}, "m", "my validator"),
		Alerts:     screen.NewAction("blocks.alerts", []string{"a"}, "a", "alerts"),
		Statistics: screen.NewAction("blocks.statistics", []string{"S"}, "S", "statistics"),
		Panel:      screen.NewAction("blocks.panel", []string{"tab", "shift+tab"}, "tab", "votes"),
		Refresh:    screen.NewRefresh("retry"),
		Older:      screen.NewAction("blocks.older", []string{"left", "h"}, "← h", "older block"),
		Newer:      screen.NewAction("blocks.newer", []string{"right", "l"}, "→ l", "newer block"),
		OlderPage:  screen.NewAction("blocks.older_page", []string{"shift+left", "H"}, "H", "page of older blocks"),
		NewerPage:  screen.NewAction("blocks.newer_page", []string{"shift+right", "L"}, "L", "page of newer blocks"),
		Order:      screen.NewAction("blocks.order", []string{"s"}, "s", "by index"),
		Window:     screen.NewAction("blocks.window", []string{"1", "2", "3", "4", "5"}, "1-5", "blocks"),
		Sort:       screen.NewAction("list.sort", []string{"S"}, "S", "sort"),
		LoadOlder:  screen.NewAction("blocks.load_older", []string{"l"}, "l", "load older blocks"),
		MoveKeys:   screen.NewMoveKeys(),
	}
}

// Keys returns all keys of the screen for documentation and rebinding.
func Keys() []screen.Action {
	keys := append(screen.ActionsOf(newKeyMap()), screen.ActionsOf(screen.NewSearchKeys())...)
	return append(keys, listview.NewKeys().Complete)
}

// Actions returns the keys that are active now.
func (m *Model) Actions() []screen.Action {
	keys := m.keys
	paused := m.deps.Following().Paused
	if paused {
		keys.Pause.SetHelp("p", "resume")
	}
	if m.search.Typing() {
		return append([]screen.Action{m.search.keys.Filter.Accept, m.search.keys.Complete, m.search.keys.Filter.Clear}, keys.All()...)
	}
	var actions []screen.Action
	switch m.mode {
	case modeBlocks, modeVotes:
		actions = append(actions, m.listActions(keys)...)
	case modeStatistics:
		actions = append(append(actions, m.countActions(keys)...), keys.Follow)
	}
	if m.mode == modeVotes {
		actions = append(actions, m.gridActions(keys)...)
		keys.Votes.SetHelp("v", "blocks")
	}
	actions = append(actions, keys.Votes, keys.Me, keys.Alerts)
	if paused {
		actions = append([]screen.Action{keys.Pause}, actions...)
	} else {
		actions = append(actions, keys.Pause)
	}
	if m.mode != modeStatistics {
		actions = append(actions, keys.Statistics)
	}
	if m.canRetry() {
		actions = append(actions, keys.Refresh)
	}
	return append(actions, keys.All()...)
}

func (m *Model) listActions(keys KeyMap) []screen.Action {
	row := m.row()
	if row == nil {
		return nil
	}
	if row.Kind == blockindex.Hole {
		keys.Open.SetHelp("enter", "load")
	}
	search := m.search.keys.Filter
	actions := []screen.Action{keys.Open}
	if !m.followsNewest {
		actions = append(actions, keys.Follow)
	}
	switch {
	case m.mode == modeBlocks && !m.search.Pattern().IsZero():
		actions = append(actions, search.Next, search.Previous, search.Begin.Hidden(), search.Clear)
	case m.mode == modeBlocks:
		actions = append(actions, keys.Next, search.Begin, keys.Previous.Hidden())
	default:
		actions = append(actions, keys.Next, keys.Previous.Hidden())
	}
	actions = append(actions, keys.Height.Hidden())
	if m.canSwitchPanel() {
		if m.showsGrid {
			keys.Panel.SetHelp("tab", "blocks")
		}
		actions = append(actions, keys.Panel)
	}
	return actions
}

// canSwitchPanel reports whether a key switches between list and votes.
func (m *Model) canSwitchPanel() bool {
	return m.mode == modeBlocks && m.singlePanel() && m.blocks.Len() > 0
}

package home

import (
	"foredeck/tui/screen"
	"foredeck/tui/screen/home/pricepanel"
)

// KeyMap holds the keys of the screen.
type KeyMap struct {
	screen.MoveKeys
	Open, Next, Previous, Refresh, Pause, Holdings screen.Action
	Leave                                          screen.Action // esc, forwarded by the deck
	Filter                                         screen.SearchKeys
}

func newKeyMap() KeyMap {
	return KeyMap{
		MoveKeys: screen.NewMoveKeys(),
		Open:     screen.NewAction("home.open", []string{"enter"}, "enter", "open"),
		Next:     screen.NewAction("home.next_panel", []string{"tab"}, "tab", "next panel"),
		Previous: screen.NewAction("home.previous_panel", []string{"shift+tab"}, "shift+tab", "previous panel"),
		Refresh:  screen.NewRefresh("refresh"),
		Holdings: pricepanel.HoldingsKey(),
		Pause:    screen.NewAction("home.pause", []string{"p"}, "p", "pause"),
		Leave:    screen.NewAction("home.clear", []string{"esc"}, "esc", "clear"),
		Filter:   screen.NewSearchKeys(),
	}
}

// Keys returns all keys of the screen for documentation and rebinding.
func Keys() []screen.Action {
	return append(screen.ActionsOf(newKeyMap()), screen.ActionsOf(screen.NewSearchKeys())...)
}

// Actions returns the keys that are active now. Letters are not active while the box has focus.
func (m *Model) Actions() []screen.Action {
	keys := m.keys
	if m.focus != areaBox {
		if m.paused {
			keys.Pause.SetHelp("p", "resume")
		}
		if m.filter.Typing() {
			return append(append(m.filterActions(), keys.NonText()...), keys.Next.Hidden(), keys.Previous.Hidden())
		}
		actions := append(m.filterActions(), []screen.Action{keys.Next, keys.Previous.Hidden(), keys.Refresh.Secondary(), keys.Pause.Secondary()}...)
		if m.prices.HasHoldings() {
			actions = append(actions, keys.Holdings.Hidden())
		}
		switch {
		case m.focus == areaSaved && len(m.saved) == 0:
			return actions
		case m.focus == areaChain:
			keys.Open.SetHelp("enter", "blocks")
			return append([]screen.Action{keys.Open}, actions...)
		}
		return append([]screen.Action{keys.Open}, append(actions, keys.MoveKeys.All()...)...)
	}
	keys.Up.SetHelp("↑", "previous candidate")
	keys.Down.SetHelp("↓", "next candidate")
	if m.box.Value() == "" {
		keys.Down.SetHelp("↓", "lists")
		keys.Leave.SetHelp("esc", "lists")
		if len(m.filteredSaved) > 0 {
			keys.Open.SetHelp("enter", "open selected")
			return []screen.Action{keys.Open, keys.Down, m.filterActions()[0], keys.Next, keys.Leave.Hidden(), keys.Previous.Hidden()}
		}
		return []screen.Action{keys.Down, m.filterActions()[0], keys.Next, keys.Leave.Hidden(), keys.Previous.Hidden()}
	}
	return []screen.Action{keys.Open, keys.Leave, keys.Up, keys.Down, keys.Next, keys.Previous.Hidden()}
}

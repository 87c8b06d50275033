package watchlist

import (
	tea "github.com/charmbracelet/bubbletea"

	"foredeck/tui/portfolio"
	"foredeck/tui/screen"
)

// KeyMap holds the keys of the list. Home shows the list without them.
type KeyMap struct {
	Next, Previous, PairUp, PairDown screen.Action
	Watch, WatchOther                screen.Action
	Order, Reverse                   screen.Action
	Group, Fold, FoldAll             screen.Action
	Holdings                         screen.Action
}

// NewKeyMap returns the default keys.
func NewKeyMap() KeyMap {
	return KeyMap{
		Next:       screen.NewAction("price.next_pair", []string{"j", "down"}, "j/k", "pair").Describe("next pair"),
		Previous:   screen.NewAction("price.previous_pair", []string{"k", "up"}, "k ↑", "previous pair"),
		PairUp:     screen.NewAction("price.pair_up", []string{"K"}, "K", "move pair up"),
		PairDown:   screen.NewAction("price.pair_down", []string{"J"}, "J", "move pair down"),
		Watch:      screen.NewAction("price.watch", []string{"w"}, "w", "watch"),
		WatchOther: screen.NewAction("price.watch_other", []string{"W"}, "W", "watch another pair"),
		Order:      screen.NewAction("price.order", []string{"o"}, "o", "sort watchlist"),
		Reverse:    screen.NewAction("price.reverse", []string{"O"}, "O", "reverse watchlist"),
		Group:      screen.NewAction("price.group", []string{"m"}, "m", "group of pair"),
		Fold:       screen.NewAction("price.fold", []string{"f"}, "f", "collapse group"),
		FoldAll:    screen.NewAction("price.fold_all", []string{"F"}, "F", "collapse all groups"),
		Holdings:   portfolio.NewToggle(),
	}
}

// Actions returns the keys that have an effect now.
func (m *Model) Actions() []screen.Action {
	k := m.keys
	var actions []screen.Action
	if portfolio.Available(m.deps) {
		actions = append(actions, k.Holdings.Hidden())
	}
	if m.Len() > 1 {
		actions = append(actions, k.Next, k.Previous.Hidden(), k.Order.Hidden(), k.Reverse.Hidden())
	}
	if m.IsWatched() {
		k.Watch.SetHelp("w", "unwatch")
		actions = append(actions, k.Group.Hidden())
		if m.canMove(-1) {
			actions = append(actions, k.PairUp.Hidden())
		}
		if m.canMove(1) {
			actions = append(actions, k.PairDown.Hidden())
		}
	}
	if group := m.groupOf(m.current); group != nil {
		if group.Collapsed {
			k.Fold.SetHelp("f", "expand group")
		}
		actions = append(actions, k.Fold.Hidden())
	}
	if len(m.view.Groups) > 0 {
		if m.allCollapsed() {
			k.FoldAll.SetHelp("F", "expand all groups")
		}
		actions = append(actions, k.FoldAll.Hidden())
	}
	return append(actions, k.Watch.Hidden(), k.WatchOther.Hidden())
}

// Key handles a key and reports whether it is one of the list's.
func (m *Model) Key(msg tea.KeyMsg) (cmd tea.Cmd, handled bool) {
	m.refresh()
	k := m.keys
	switch {
	case k.Holdings.Matches(msg):
		return portfolio.Toggle(m.deps), true
	case k.Next.Matches(msg):
		m.step(1)
	case k.Previous.Matches(msg):
		m.step(-1)
	case k.PairUp.Matches(msg):
		return m.movePair(-1), true
	case k.PairDown.Matches(msg):
		return m.movePair(1), true
	case k.Watch.Matches(msg):
		return m.toggle(), true
	case k.WatchOther.Matches(msg):
		return m.promptPair(), true
	case k.Order.Matches(msg):
		return m.nextOrder(), true
	case k.Reverse.Matches(msg):
		return m.reverse(), true
	case k.Group.Matches(msg):
		return m.chooseGroup(), true
	case k.Fold.Matches(msg):
		return m.fold(m.groupOf(m.current)), true
	case k.FoldAll.Matches(msg):
		return m.foldAll(), true
	default:
		return nil, false
	}
	return nil, true
}

// step selects the next pair, or the first after the last one.
func (m *Model) step(by int) {
	if count := m.Len(); count > 0 {
		m.Select((m.Selected() + by + count) % count)
	}
}

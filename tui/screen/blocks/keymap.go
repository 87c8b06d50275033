package blocks

import (
	tea "github.com/charmbracelet/bubbletea"

	"foredeck/tui/chain"
	"foredeck/tui/screen"
	"foredeck/tui/widget/table"
)

// KeyMap is the keys of the screen.
type KeyMap struct {
	Pause, Follow, Open, Next, Previous, Votes, Me, Alerts, Statistics, Panel, Refresh screen.Action
	Up, Down, PageUp, PageDown, HalfUp, HalfDown, First, Last                          screen.Action
}

func newKeyMap() KeyMap {
	return KeyMap{
		Pause:      screen.NewAction("blocks.pause", []string{"p"}, "p", "pause"),
		Follow:     screen.NewAction("blocks.follow", []string{"f"}, "f", "follow"),
		Open:       screen.NewAction("blocks.open", []string{"enter"}, "enter", "open"),
		Next:       screen.NewAction("blocks.next", []string{"n"}, "n", "next slow or missed"),
		Previous:   screen.NewAction("blocks.previous", []string{"N"}, "N", "slow or missed before"),
		Votes:      screen.NewAction("blocks.votes", []string{"v"}, "v", "votes"),
		Me:         screen.NewAction("blocks.me", []string{"m"}, "m", "me"),
		Alerts:     screen.NewAction("blocks.alerts", []string{"a"}, "a", "alerts"),
		Statistics: screen.NewAction("blocks.statistics", []string{"S"}, "S", "statistics"),
		Panel:      screen.NewAction("blocks.panel", []string{"tab", "shift+tab"}, "tab", "votes"),
		Refresh:    screen.NewAction("blocks.refresh", []string{"r"}, "r", "ask again"),
		Up:         screen.NewAction("list.up", []string{"up", "k"}, "↑ k", "up"),
		Down:       screen.NewAction("list.down", []string{"down", "j"}, "↓ j", "down"),
		PageUp:     screen.NewAction("list.page_up", []string{"pgup"}, "pgup", "a page up"),
		PageDown:   screen.NewAction("list.page_down", []string{"pgdown"}, "pgdn", "a page down"),
		HalfUp:     screen.NewAction("list.half_up", []string{"ctrl+u"}, "ctrl+u", "half a page up"),
		HalfDown:   screen.NewAction("list.half_down", []string{"ctrl+d"}, "ctrl+d", "half a page down"),
		First:      screen.NewAction("list.first", []string{"g", "home"}, "g", "first row"),
		Last:       screen.NewAction("list.last", []string{"G", "end"}, "G", "last row"),
	}
}

// move moves the selection, and tells whether the key does that.
func (k KeyMap) move(msg tea.KeyMsg, rows *table.Model) bool {
	switch {
	case k.Up.Matches(msg):
		rows.Move(-1)
	case k.Down.Matches(msg):
		rows.Move(1)
	case k.PageUp.Matches(msg):
		rows.Page(-1)
	case k.PageDown.Matches(msg):
		rows.Page(1)
	case k.HalfUp.Matches(msg):
		rows.Page(-0.5)
	case k.HalfDown.Matches(msg):
		rows.Page(0.5)
	case k.First.Matches(msg):
		rows.Select(0)
	case k.Last.Matches(msg):
		rows.Select(rows.Len() - 1)
	default:
		return false
	}
	return true
}

// Actions are the keys that do something now.
func (m *Model) Actions() []screen.Action {
	keys := m.keys
	if m.paused {
		keys.Pause.SetHelp("p", "go on")
	}
	actions := []screen.Action{keys.Pause}
	switch m.mode {
	case modeBlocks, modeVotes:
		actions = append(actions, m.listActions(keys)...)
	case modeStatistics:
		keys.Panel.SetHelp("tab", "authors")
		if m.byAuthor {
			keys.Panel.SetHelp("tab", "members")
		}
		actions = append(actions, keys.Panel)
		keys.Statistics.SetHelp("S", "back to the blocks")
	case modeAlerts:
		actions = append(actions, m.alertActions(keys)...)
		keys.Alerts.SetHelp("a", "back to the blocks")
	}
	if m.mode == modeVotes {
		keys.Votes.SetHelp("v", "back to the blocks")
	}
	actions = append(actions, keys.Votes, keys.Me, keys.Alerts, keys.Statistics)
	if !m.stream.Running() && !m.head.Loading() && !m.paused || m.read.Err() != nil {
		actions = append(actions, keys.Refresh)
	}
	for _, move := range []screen.Action{keys.Up, keys.Down, keys.PageUp, keys.PageDown, keys.HalfUp, keys.HalfDown, keys.First, keys.Last} {
		actions = append(actions, move.Quiet())
	}
	return actions
}

func (m *Model) listActions(keys KeyMap) []screen.Action {
	row := m.row()
	if row == nil {
		return nil
	}
	var actions []screen.Action
	if !m.follows {
		actions = append(actions, keys.Follow)
	}
	if row.Kind == chain.Hole {
		keys.Open.SetHelp("enter", "ask for them")
	}
	actions = append(actions, keys.Open, keys.Next, keys.Previous.Quiet())
	if m.mode == modeBlocks && m.size.Class == screen.Compact {
		if m.inGrid {
			keys.Panel.SetHelp("tab", "blocks")
		}
		actions = append(actions, keys.Panel)
	}
	return actions
}

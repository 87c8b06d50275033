package price

import (
	"foredeck/tui/screen"
	"foredeck/tui/screen/price/indicators"
	"foredeck/tui/watchlist"
)

// KeyMap holds the keys of the screen.
type KeyMap struct {
	Left, Right, LeftPage, RightPage, First, Last        screen.Action
	ZoomIn, ZoomOut, Shorter, Longer                     screen.Action
	Type, Scale, Volume, Grid, Indicators, Compare, GoTo screen.Action
	List                                                 watchlist.KeyMap
	Alert, Alerts, Marks, NextMark, PreviousMark, Open   screen.Action
	Refresh, Pause, SwitchPanel, Newest, Charts          screen.Action
	Form                                                 indicators.KeyMap
}

func newKeyMap() KeyMap {
	return KeyMap{
		Left:         screen.NewAction("price.left", []string{"h", "left"}, "h/l", "crosshair").Describe("crosshair left"),
		Right:        screen.NewAction("price.right", []string{"l", "right"}, "l →", "crosshair right"),
		LeftPage:     screen.NewAction("price.left_page", []string{"H", "pgup"}, "H pgup", "ten bars left"),
		RightPage:    screen.NewAction("price.right_page", []string{"L", "pgdown"}, "L pgdn", "ten bars right"),
		First:        screen.NewAction("price.oldest", []string{"home"}, "home", "oldest loaded bar"),
		Last:         screen.NewAction("list.last", []string{"G", "end"}, "G", "newest bar"),
		Charts:       screen.NewAction("price.charts", []string{"g"}, "g", "charts").Describe("charts of the watched pairs"),
		ZoomIn:       screen.NewAction("price.zoom_in", []string{"+"}, "+/-", "zoom").Describe("zoom in"),
		ZoomOut:      screen.NewAction("price.zoom_out", []string{"-"}, "-", "zoom out"),
		Shorter:      screen.NewAction("price.shorter", []string{"<", ","}, "</>", "bar size").Describe("shorter bars"),
		Longer:       screen.NewAction("price.longer", []string{">", "."}, ">", "longer bars"),
		Type:         screen.NewAction("price.type", []string{"c"}, "c", "type").Describe("chart type"),
		Scale:        screen.NewAction("price.scale", []string{"x"}, "x", "scale"),
		Volume:       screen.NewAction("price.volume", []string{"v"}, "v", "volume"),
		Grid:         screen.NewAction("price.grid", []string{"#"}, "#", "grid lines"),
		GoTo:         screen.NewAction("price.go_to", []string{"t"}, "t", "go to date"),
		Indicators:   screen.NewAction("price.indicators", []string{"i"}, "i", "indicators"),
		Compare:      screen.NewAction("price.compare", []string{"C"}, "C", "compare").Describe("compare with other pairs"),
		Form:         indicators.NewKeyMap(),
		List:         watchlist.NewKeyMap(),
		Alert:        screen.NewAction("price.alert", []string{"a"}, "a", "alert"),
		Alerts:       screen.NewAction("price.alerts", []string{"A"}, "A", "all alerts"),
		Marks:        screen.NewAction("price.marks", []string{"M"}, "M", "mark coin transfers"),
		NextMark:     screen.NewAction("price.next_mark", []string{"n"}, "n", "next mark"),
		PreviousMark: screen.NewAction("price.previous_mark", []string{"N"}, "N", "previous mark"),
		Open:         screen.NewAction("price.open", []string{"enter"}, "enter", "open transaction"),
		Refresh:      screen.NewRefresh("refresh"),
		Pause:        screen.NewAction("price.pause", []string{"p"}, "p", "pause"),
		SwitchPanel:  screen.NewAction("price.panel", []string{"tab"}, "tab", "watchlist"),
		Newest:       screen.NewAction("price.newest", []string{"esc"}, "esc", "newest"),
	}
}

// Keys returns all keys of the screen for documentation and rebinding.
func Keys() []screen.Action { return screen.ActionsOf(newKeyMap()) }

// Actions returns the keys that are active now.
func (m *Model) Actions() []screen.Action {
	k := m.keys
	var actions []screen.Action
	if m.indicators.IsOpen() {
		k.Newest.SetHelp("esc", "close")
		return append(m.indicators.Actions(), k.Left, k.LeftPage.Hidden(), k.Right.Hidden(), k.RightPage.Hidden(), k.ZoomIn, k.ZoomOut.Hidden(), k.Shorter, k.Longer.Hidden(), k.Newest)
	}
	if len(m.marks.at(m.barTime(), m.endOf(m.barTime()))) > 0 {
		actions = append(actions, k.Open)
	}
	var panel []screen.Action // only where the watchlist does not fit beside the chart
	if m.split() == 0 && m.size.Class > screen.OneLine {
		if m.showsList {
			k.SwitchPanel.SetHelp("tab", "chart")
		}
		panel = []screen.Action{k.SwitchPanel}
	}
	actions = append(actions, k.Shorter, k.ZoomIn, k.Left)
	actions = append(actions, panel...)
	actions = append(actions, k.Type, k.Indicators, k.Volume, k.Compare, k.Alert, k.Charts)
	actions = append(actions, m.list.Actions()...)
	if m.crosshair || m.end != 0 || m.series().Status(m.deps.Now()).Loading {
		actions = append(actions, k.Newest.Hidden())
	}
	if m.prices().Paused() {
		k.Pause.SetHelp("p", "resume")
	}
	for _, quiet := range []screen.Action{k.Right, k.LeftPage, k.RightPage, k.First, k.Last, k.ZoomOut, k.Longer, k.Scale, k.Grid, k.GoTo, k.Refresh, k.Pause} {
		actions = append(actions, quiet.Hidden())
	}
	if len(m.prices().AllAlerts()) > 0 {
		actions = append(actions, k.Alerts.Hidden())
	}
	if len(m.deps.Names.List()) > 0 {
		actions = append(actions, k.Marks.Hidden())
	}
	if len(m.marks.times()) > 0 {
		actions = append(actions, k.NextMark.Hidden(), k.PreviousMark.Hidden())
	}
	return actions
}

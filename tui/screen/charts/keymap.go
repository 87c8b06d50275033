package charts

import "foredeck/tui/screen"

// KeyMap holds the keys of the screen.
type KeyMap struct {
	Open, Left, Right, Up, Down, PageUp, PageDown, First, Last screen.Action
	Layout, Shorter, Longer, ZoomIn, ZoomOut, Type             screen.Action
	Refresh, Pause                                             screen.Action
}

func newKeyMap() KeyMap {
	moves := screen.NewMoveKeys()
	return KeyMap{
		Open:     screen.NewAction("charts.open", []string{"enter"}, "enter", "open"),
		Left:     screen.NewAction("charts.left", []string{"h", "left"}, "h ←", "previous chart"),
		Right:    screen.NewAction("charts.right", []string{"l", "right"}, "l →", "next chart"),
		Up:       moves.Up,
		Down:     moves.Down,
		PageUp:   moves.PageUp,
		PageDown: moves.PageDown,
		First:    moves.First,
		Last:     moves.Last,
		Layout:   screen.NewAction("charts.layout", []string{"1", "2", "3"}, "1-3", "layout").Describe("one row, 2×2, 3×3"),
		Shorter:  screen.NewAction("charts.shorter", []string{"<", ","}, "</>", "bar size").Describe("shorter bars"),
		Longer:   screen.NewAction("charts.longer", []string{">", "."}, ">", "longer bars"),
		ZoomIn:   screen.NewAction("charts.zoom_in", []string{"+"}, "+/-", "zoom").Describe("zoom in"),
		ZoomOut:  screen.NewAction("charts.zoom_out", []string{"-"}, "-", "zoom out"),
		Type:     screen.NewAction("charts.type", []string{"c"}, "c", "type").Describe("chart type"),
		Refresh:  screen.NewRefresh("refresh"),
		Pause:    screen.NewAction("charts.pause", []string{"p"}, "p", "pause"),
	}
}

// Keys returns all keys of the screen for documentation and rebinding.
func Keys() []screen.Action { return screen.ActionsOf(newKeyMap()) }

// Actions returns the keys that are active now.
func (m *Model) Actions() []screen.Action {
	k, count := m.keys, len(m.pairs())
	if m.prices().Paused() {
		k.Pause.SetHelp("p", "resume")
	}
	if count == 0 {
		return nil
	}
	actions := []screen.Action{k.Open, k.Layout, k.Shorter, k.ZoomIn, k.Type, k.Refresh, k.Pause, k.Longer.Hidden(), k.ZoomOut.Hidden()}
	if count > 1 {
		for _, action := range []screen.Action{k.Left, k.Right, k.Up, k.Down, k.First, k.Last} {
			actions = append(actions, action.Hidden())
		}
	}
	if count > m.grid().cells() {
		k.PageDown.SetHelp("pgdn", "next page")
		actions = append(actions, k.PageDown, k.PageUp.Hidden())
	}
	return actions
}

package call

import "foredeck/tui/screen"

// KeyMap holds the actions of the screen.
type KeyMap struct {
	screen.MoveKeys
	Next, Previous       screen.Action
	CLI, TypeScript, BCS screen.Action
	Editor               screen.Action
	Leave                screen.Action // esc, forwarded by the deck
}

func newKeyMap() KeyMap {
	return KeyMap{
		MoveKeys:   screen.NewMoveKeys(),
		Next:       screen.NewAction("call.next_field", []string{"tab", "enter"}, "tab", "next field"),
		Previous:   screen.NewAction("call.previous_field", []string{"shift+tab"}, "shift+tab", "previous field"),
		CLI:        screen.NewAction("call.cli", []string{"c", "alt+c"}, "c", "copy CLI").Describe("copy CLI command"),
		TypeScript: screen.NewAction("call.typescript", []string{"t", "alt+t"}, "t", "copy TypeScript"),
		BCS:        screen.NewAction("call.bcs", []string{"x", "alt+x"}, "x", "copy BCS").Describe("copy BCS in hex"),
		Editor:     screen.NewAction("call.editor", []string{"ctrl+e"}, "ctrl+e", "editor"),
		Leave:      screen.NewAction("call.leave", []string{"esc"}, "esc", "leave form"),
	}
}

// Actions returns the actions available now. While a field has the focus, letter keys are input.
func (m *Model) Actions() []screen.Action {
	keys := m.keys
	typing := m.form.Field(m.focus) != nil
	var copies []screen.Action
	if m.isComplete() {
		copies = []screen.Action{keys.CLI, keys.TypeScript, keys.BCS}
		for i, label := range []string{"alt+c", "alt+t", "alt+x"} {
			if typing {
				copies[i].SetHelp(label, copies[i].Help().Desc)
			}
		}
	}
	if !typing {
		keys.Next.SetHelp("tab", "edit form")
		return append(append(copies, keys.Next, keys.Previous.Hidden()), keys.MoveKeys.All()...)
	}
	keys.Up.SetHelp("↑", "previous field")
	keys.Down.SetHelp("↓", "next field")
	actions := append([]screen.Action{keys.Next, keys.Leave, keys.Editor}, copies...)
	return append(actions, keys.Previous.Hidden(), keys.Up.Hidden(), keys.Down.Hidden())
}

// Keys returns all actions of the screen, whether or not they are available.
func Keys() []screen.Action { return screen.ActionsOf(newKeyMap()) }

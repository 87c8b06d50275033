package view

import "foredeck/tui/screen"

// KeyMap holds the actions of the screen.
type KeyMap struct {
	screen.MoveKeys
	Run, Next, Previous, Earlier, Later screen.Action
	Less, Greater, Editor, Watch, Pin   screen.Action
	Failure                             screen.Action
	Leave                               screen.Action // esc, forwarded by the deck
}

func newKeyMap() KeyMap {
	return KeyMap{
		MoveKeys: screen.NewMoveKeys(),
		Run:      screen.NewAction("view.run", []string{"enter"}, "enter", "run"),
		Next:     screen.NewAction("view.next_field", []string{"tab"}, "tab", "next field"),
		Previous: screen.NewAction("view.previous_field", []string{"shift+tab"}, "shift+tab", "previous field"),
		Earlier:  screen.NewAction("view.earlier", []string{"ctrl+p"}, "ctrl+p", "earlier call"),
		Later:    screen.NewAction("view.later", []string{"ctrl+n"}, "ctrl+n", "later call"),
		Less:     screen.NewAction("view.less", []string{"left", "h"}, "← h", "previous choice"),
		Greater:  screen.NewAction("view.greater", []string{"right", "l"}, "→ l", "next choice"),
		Editor:   screen.NewAction("view.editor", []string{"ctrl+e"}, "ctrl+e", "editor"),
		Watch:    screen.NewAction("view.watch", []string{"w"}, "w", "watch"),
		Pin:      screen.NewAction("view.pin", []string{"P"}, "P", "pin").Describe("pin to account"),
		Failure:  screen.NewAction("view.failure", []string{"F"}, "F", "where it failed"),
		Leave:    screen.NewAction("view.leave", []string{"esc"}, "esc", "leave form"),
	}
}

// Actions returns the actions available now. While a field has the focus, letter keys are input.
func (m *Model) Actions() []screen.Action {
	keys := m.keys
	var actions []screen.Action
	if m.call.Loading() {
		keys.Leave.SetHelp("esc", "cancel")
	}
	switch {
	case m.focus == browsing:
		keys.Next.SetHelp("tab", "edit form")
		if m.interval > 0 {
			keys.Watch.SetHelp("w", "stop watching")
		}
		actions = append(actions, keys.Run, keys.Watch, keys.Next, keys.Previous.Hidden())
		if failed := m.shownFailure(); failed != nil && failed.Status.Module != nil {
			actions = append(actions, keys.Failure)
		}
		if _, ok := m.pinAccount(); ok {
			actions = append(actions, keys.Pin)
		}
		if m.call.Loading() {
			actions = append(actions, keys.Leave)
		}
		if len(m.runs) > 0 {
			actions = append(actions, keys.MoveKeys.All()...)
		}
		return actions
	case m.atControl(controlInterval), m.atControl(controlEncoding):
		actions = append(actions, keys.Run, keys.Less, keys.Greater, keys.Next, keys.Previous.Hidden())
	case m.atControl(controlSave), m.atControl(controlCopy):
		keys.Run.SetHelp("enter", "press")
		actions = append(actions, keys.Run, keys.Next, keys.Previous.Hidden())
	case m.form.Field(m.focus) != nil:
		actions = append(actions, keys.Run, keys.Next, keys.Editor, keys.Previous.Hidden())
	default:
		actions = append(actions, keys.Run, keys.Next, keys.Previous.Hidden())
	}
	actions = append(actions, keys.Leave)
	keys.Up.SetHelp("↑", "previous field")
	keys.Down.SetHelp("↓", "next field")
	actions = append(actions, keys.Up.Hidden(), keys.Down.Hidden())
	if len(m.runs) > 0 {
		actions = append(actions, keys.Earlier, keys.Later.Hidden())
	}
	return actions
}

// Keys returns all actions of the screen, whether or not they are available.
func Keys() []screen.Action { return screen.ActionsOf(newKeyMap()) }

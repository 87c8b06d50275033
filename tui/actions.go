package tui

import "foredeck/tui/screen"

// keyMap is the keys that act everywhere.
type keyMap struct {
	Up, Back, Forward, GoTo, Help, Redraw, Suspend, Quit, QuitNow screen.Action
}

func newKeyMap() keyMap {
	return keyMap{
		Up:      screen.NewAction("deck.up", []string{"esc"}, "esc", "cancel, or up one place"),
		Back:    screen.NewAction("deck.back", []string{"[", "alt+left", "backspace"}, "[", "back"),
		Forward: screen.NewAction("deck.forward", []string{"]", "alt+right"}, "]", "forward"),
		GoTo:    screen.NewAction("deck.goto", []string{" "}, "space", "go to"),
		Help:    screen.NewAction("deck.help", []string{"?"}, "?", "help"),
		Redraw:  screen.NewAction("deck.redraw", []string{"ctrl+l"}, "ctrl+l", "draw again"),
		Suspend: screen.NewAction("deck.suspend", []string{"ctrl+z"}, "ctrl+z", "suspend"),
		Quit:    screen.NewAction("deck.quit", []string{"q"}, "q", "quit"),
		QuitNow: screen.NewAction("deck.quit_now", []string{"ctrl+c"}, "ctrl+c", "quit at once"),
	}
}

// actions is every key that does something now: those of the overlay or the screen, then those that act everywhere.
func (m *Model) actions() []screen.Action {
	if m.overlay != nil {
		return append(m.overlay.Actions(), m.keys.Suspend, m.keys.QuitNow)
	}
	all := m.history.current().screen.Actions()
	all = append(all[:len(all):len(all)], m.keys.GoTo)
	if m.history.at > 0 {
		all = append(all, m.keys.Up, m.keys.Back)
	}
	if m.history.at < len(m.history.visits)-1 {
		all = append(all, m.keys.Forward)
	}
	return append(all, m.keys.Help, m.keys.Quit, m.keys.Redraw, m.keys.Suspend, m.keys.QuitNow)
}

package tui

import (
	"slices"

	tea "github.com/charmbracelet/bubbletea"

	"foredeck/tui/screen"
)

// keyMap is the keys that act everywhere.
type keyMap struct {
	Up, Back, Forward, Commands, AllCommands, GoTo, Help, Redraw, Suspend, Quit, QuitNow screen.Action
	Copy, CopyAs, Export, Save, Name, Units                                              screen.Action
}

func newKeyMap() keyMap {
	return keyMap{
		Up:          screen.NewAction("deck.up", []string{"esc"}, "esc", "up"),
		Back:        screen.NewAction("deck.back", []string{"[", "alt+left", "backspace"}, "[", "back"),
		Forward:     screen.NewAction("deck.forward", []string{"]", "alt+right"}, "]", "forward"),
		Commands:    screen.NewAction("deck.commands", []string{":"}, ":", "command"),
		AllCommands: screen.NewAction("deck.all_commands", []string{"ctrl+p"}, "ctrl+p", "all commands").Quiet(),
		GoTo:        screen.NewAction("deck.goto", []string{" "}, "space", "go to"),
		Help:        screen.NewAction("deck.help", []string{"?"}, "?", "help"),
		Redraw:      screen.NewAction("deck.redraw", []string{"ctrl+l"}, "ctrl+l", "draw again"),
		Suspend:     screen.NewAction("deck.suspend", []string{"ctrl+z"}, "ctrl+z", "suspend"),
		Quit:        screen.NewAction("deck.quit", []string{"q"}, "q", "quit"),
		QuitNow:     screen.NewAction("deck.quit_now", []string{"ctrl+c"}, "ctrl+c", "quit at once"),
		Copy:        screen.NewAction("deck.copy", []string{"y"}, "y", "copy"),
		CopyAs:      screen.NewAction("deck.copy_as", []string{"Y"}, "Y", "copy as"),
		Export:      screen.NewAction("deck.export", []string{"e"}, "e", "export"),
		Save:        screen.NewAction("deck.save", []string{"b"}, "b", "save"),
		Name:        screen.NewAction("deck.name", []string{"="}, "=", "name"),
		Units:       screen.NewAction("deck.units", []string{"u"}, "u", "units"),
	}
}

// actions is every key that does something now: those of the overlay or the screen, then those that act everywhere.
func (m *Model) actions() []screen.Action {
	if m.overlay != nil {
		return append(m.overlay.Actions(), m.keys.Suspend.Quiet(), m.keys.QuitNow.Quiet())
	}
	current := m.history.current().screen
	all := current.Actions()
	all = append(append(all[:len(all):len(all)], m.offers()...), m.keys.Commands, m.keys.GoTo)
	if m.lists(current) {
		all = append(all, m.keys.AllCommands)
	}
	leaves := slices.ContainsFunc(all, func(action screen.Action) bool { return slices.Contains(action.Keys(), "esc") })
	if m.history.hasUp() && !leaves { // what the screen does with esc comes first
		all = append(all, m.keys.Up)
	}
	if m.history.at > 0 {
		all = append(all, m.keys.Back)
	}
	if m.history.at < len(m.history.visits)-1 {
		all = append(all, m.keys.Forward)
	}
	quitNow := m.keys.QuitNow
	if !typed(current, m.keys.Quit) {
		quitNow = quitNow.Quiet()
	}
	all = append(all, m.keys.Quit, quitNow, m.keys.Help, m.keys.Redraw.Quiet(), m.keys.Suspend.Quiet())
	return slices.DeleteFunc(all, func(action screen.Action) bool { return typed(current, action) })
}

// lists tells that the key which lists all commands does so: where the screen has another use for it, that comes first.
func (m *Model) lists(current screen.Screen) bool {
	return !slices.ContainsFunc(current.Actions(), func(action screen.Action) bool {
		return slices.Contains(action.Keys(), m.keys.AllCommands.Keys()[0])
	})
}

// offers are the keys of the deck that do something with what the screen shows.
func (m *Model) offers() []screen.Action {
	current := m.history.current().screen
	var offers []screen.Action
	if len(m.copies()) > 0 {
		offers = append(offers, m.keys.Copy, m.keys.CopyAs)
	}
	if _, ok := m.offered(); ok {
		offers = append(offers, m.keys.Export)
	}
	if _, ok := m.link(); ok {
		offers = append(offers, m.keys.Save)
	}
	if namer, ok := current.(screen.Namer); ok {
		if _, ok := namer.Subject(); ok {
			offers = append(offers, m.keys.Name.Quiet())
		}
	}
	if m.counts() {
		offers = append(offers, m.keys.Units.Quiet())
	}
	return offers
}

// counts tells whether the screen writes amounts in the session's units.
func (m *Model) counts() bool {
	_, ok := m.history.current().screen.(screen.Counter)
	return ok
}

// typed tells that the screen takes the first key of the action as text at the moment, so that it does not act.
func typed(current screen.Screen, action screen.Action) bool {
	characters := []rune(action.Keys()[0])
	if len(characters) > 1 {
		return false // a named key, which is no text
	}
	key := tea.KeyMsg{Type: tea.KeyRunes, Runes: characters}
	if characters[0] == ' ' {
		key.Type = tea.KeySpace
	}
	return current.Captures(key)
}

package tui

import (
	"slices"

	tea "github.com/charmbracelet/bubbletea"

	"foredeck/tui/overlay"
	"foredeck/tui/screen"
)

// keyMap is the keys that act everywhere.
type keyMap struct {
	Up, Back, Forward, Commands, AllCommands, GoTo, Requests, Zoom, HardReload, Help, Redraw, Mouse, Suspend, Quit, QuitNow screen.Action
	offerKeys
}

func newKeyMap() keyMap {
	return keyMap{
		Up:          screen.NewAction("deck.up", []string{"esc"}, "esc", "up"),
		Back:        screen.NewAction("deck.back", []string{"[", "alt+left", "backspace"}, "[", "back"),
		Forward:     screen.NewAction("deck.forward", []string{"]", "alt+right"}, "]", "forward"),
		Commands:    screen.NewAction("deck.commands", []string{":"}, ":", "command"),
		AllCommands: screen.NewAction("deck.all_commands", []string{"ctrl+p"}, "ctrl+p", "all commands").Quiet(),
		GoTo:        screen.NewAction("deck.goto", []string{" "}, "space", "go to"),
		Requests:    screen.NewAction("deck.requests", []string{"`"}, "`", "requests"),
		Zoom:        screen.NewAction("deck.zoom", []string{"z"}, "z", "panel full screen"),
		HardReload:  screen.NewAction("deck.afresh", []string{"R"}, "R", "look again past every cache"),
		Help:        screen.NewAction("deck.help", []string{"?"}, "?", "help"),
		Redraw:      screen.NewAction("deck.redraw", []string{"ctrl+l"}, "ctrl+l", "draw again"),
		Mouse:       screen.NewAction("deck.mouse", []string{"%"}, "%", "mouse on or off"),
		Suspend:     screen.NewAction("deck.suspend", []string{"ctrl+z"}, "ctrl+z", "suspend"),
		Quit:        screen.NewAction("deck.quit", []string{"q"}, "q", "quit"),
		QuitNow:     screen.NewAction("deck.quit_now", []string{"ctrl+c"}, "ctrl+c", "quit at once"),
		offerKeys:   newOfferKeys(),
	}
}

// actions returns the actions that can be triggered now, with their bound keys.
func (m *Model) actions() []screen.Action { return m.keymap.Bind(m.defaultActions()) }

// defaultActions returns the actions that can be triggered now, with their default keys: those of the overlay or the screen first.
func (m *Model) defaultActions() []screen.Action {
	if m.overlay.Open() != nil {
		return append(m.overlay.Open().Actions(), m.keys.Suspend.Quiet(), m.keys.QuitNow.Quiet())
	}
	current := m.shown()
	all := current.Actions()
	requests := m.keys.Requests
	if m.history.hasUp() {
		requests = requests.Quiet() // once said is enough
	}
	if m.cover.screen != nil {
		requests.SetHelp("`", "close")
	}
	var later []screen.Action
	all = slices.DeleteFunc(slices.Clone(all), func(action screen.Action) bool {
		if action.IsLater() {
			later = append(later, action)
		}
		return action.IsLater()
	})
	all = append(append(append(all, m.offers()...), later...), m.keys.Commands, m.keys.GoTo, requests)
	if m.lists(current) {
		all = append(all, m.keys.AllCommands)
	}
	if m.looksAfresh() {
		all = append(all, m.keys.HardReload.Quiet())
	}
	switch zoom := m.keys.Zoom; {
	case m.isZoomed():
		zoom.SetHelp("z", "all panels")
		all = append([]screen.Action{zoom}, all...)
	case m.zooms():
		all = append(all, zoom.Quiet())
	}
	if m.endsZoom() {
		all = slices.DeleteFunc(all, func(action screen.Action) bool { return slices.Equal(action.Keys(), m.keys.Up.Keys()) })
	}
	leaves := slices.ContainsFunc(all, func(action screen.Action) bool { return slices.Contains(action.Keys(), "esc") })
	switch up := m.keys.Up; {
	case m.endsZoom():
		up.SetHelp("esc", "all panels")
		all = append(all, up.Quiet())
	case leaves: // what the screen does with esc comes first
	case m.cover.screen != nil:
		up.SetHelp("esc", "close")
		all = append(all, up)
	case m.history.hasUp():
		all = append(all, up)
	}
	if m.history.at > 0 {
		all = append(all, m.keys.Back)
	}
	if m.history.at < len(m.history.visits)-1 {
		all = append(all, m.keys.Forward)
	}
	quitNow := m.keys.QuitNow
	if !m.keymap.Captured(current, m.keys.Quit) {
		quitNow = quitNow.Quiet()
	}
	all = append(all, m.keys.Quit, quitNow, m.keys.Help, m.keys.Mouse.Quiet(), m.keys.Redraw.Quiet(), m.keys.Suspend.Quiet())
	all = slices.DeleteFunc(all, func(action screen.Action) bool { return m.keymap.Captured(current, action) })
	for i := range all {
		all[i] = m.keymap.WithoutText(current, all[i])
	}
	return all
}

// lists tells that the key which lists all commands does so: where the screen has another use for it, that comes first.
func (m *Model) lists(current screen.Screen) bool {
	return !slices.ContainsFunc(current.Actions(), func(action screen.Action) bool {
		return slices.Contains(action.Keys(), m.keys.AllCommands.Keys()[0])
	})
}

// translate returns the default key of the action that the pressed key triggers now. Keys that are taken as text stay as they are.
func (m *Model) translate(msg tea.KeyMsg) (key tea.KeyMsg, ok bool) {
	var captured bool
	if m.overlay.Open() != nil {
		captured = m.overlay.Captures(msg)
	} else {
		isText := msg.Type == tea.KeyRunes || msg.Type == tea.KeySpace
		captured = isText && m.shown().Captures(msg)
	}
	if captured {
		return msg, true
	}
	return m.keymap.Translate(msg, m.defaultActions())
}

// boundMenu returns the items of the go-to menu with their bound keys.
func (m *Model) boundMenu() []overlay.Item {
	items := m.places()
	for i := range items {
		items[i].Action = m.keymap.Bind([]screen.Action{items[i].Action})[0]
	}
	return items
}

package tui

import (
	"cmp"
	"slices"

	tea "github.com/charmbracelet/bubbletea"

	"foredeck/tui/history"
	"foredeck/tui/overlay"
	"foredeck/tui/screen"
)

// keyMap is the keys that act everywhere.
type keyMap struct {
	history.Keys
	Commands, AllCommands, GoTo, Help, Redraw, Mouse, Suspend, Quit, QuitNow screen.Action
	offerKeys
}

func newKeyMap() keyMap {
	return keyMap{
		Keys:        history.NewKeys(),
		Commands:    screen.NewAction("deck.commands", []string{":"}, ":", "command"),
		AllCommands: screen.NewAction("deck.all_commands", []string{"ctrl+p"}, "ctrl+p", "all commands").Quiet(),
		GoTo:        screen.NewAction("deck.goto", []string{" "}, "space", "go to"),
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
	current := m.history.Visible()
	var all, later []screen.Action
	for _, action := range current.Actions() {
		switch {
		case m.history.Unzooms() && slices.Equal(action.Keys(), m.keys.Up.Keys()):
		case action.IsLater():
			later = append(later, action)
		default:
			all = append(all, action)
		}
	}
	all = append(append(all, m.offers()...), later...)
	moves := append(m.history.Actions(), m.keys.Commands, m.keys.GoTo)
	if m.lists(current) {
		moves = append(moves, m.keys.AllCommands)
	}
	slices.SortStableFunc(moves, func(a, b screen.Action) int { return cmp.Compare(slices.Index(order, a.ID), slices.Index(order, b.ID)) })
	all = append(all, moves...)
	if m.history.Zoomed() {
		i := slices.IndexFunc(all, func(action screen.Action) bool { return action.ID == m.keys.Zoom.ID })
		zoom := all[i]
		all = slices.Insert(slices.Delete(all, i, i+1), 0, zoom)
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
		captured = isText && m.history.Visible().Captures(msg)
	}
	if captured {
		return msg, true
	}
	return m.keymap.Translate(msg, m.defaultActions())
}

// boundMenu returns the items of the go-to menu with their bound keys.
func (m *Model) boundMenu() []overlay.Item {
	items := m.history.Menu()
	for i := range items {
		items[i].Action = m.keymap.Bind([]screen.Action{items[i].Action})[0]
	}
	return items
}

// order is the order in which actions are shown, behind those of the screen.
var order = []string{"deck.commands", "deck.goto", "deck.requests", "deck.all_commands", "deck.afresh", "deck.zoom", "deck.up", "deck.back", "deck.forward"}

package tui

import (
	"slices"
	"sort"

	tea "github.com/charmbracelet/bubbletea"

	"foredeck/tui/custom"
	"foredeck/tui/overlay"
	"foredeck/tui/screen"
)

// keyMap is the keys of the deck itself, beside those of its components.
type keyMap struct {
	GoTo, Help, Redraw, Suspend, Quit, QuitNow screen.Action
}

func newKeyMap() keyMap {
	return keyMap{
		GoTo:    screen.NewAction("deck.goto", []string{" "}, "space", "go to"),
		Help:    screen.NewAction("deck.help", []string{"?"}, "?", "help"),
		Redraw:  screen.NewAction("deck.redraw", []string{"ctrl+l"}, "ctrl+l", "redraw"),
		Suspend: screen.NewAction("deck.suspend", []string{"ctrl+z"}, "ctrl+z", "suspend"),
		Quit:    screen.NewAction("deck.quit", []string{"q"}, "q", "quit"),
		QuitNow: screen.NewAction("deck.quit_now", []string{"ctrl+c"}, "ctrl+c", "quit now"),
	}
}

// keyOrder is the order in which the actions of components are shown. Those before deck.commands are shown right after the first
// actions of the screen, as are actions that are not listed here.
var keyOrder = []string{
	"deck.copy", "deck.copy_as", "deck.copy_link", "deck.export", "deck.save", "deck.name", "deck.explore", "deck.units",
	"deck.commands", "deck.goto", "deck.requests", "deck.all_commands", "deck.reload", "deck.zoom", "deck.up", "deck.back", "deck.forward",
}

// actions returns the actions that can be triggered now, with their bound keys.
func (m *Model) actions() []screen.Action { return m.keymap.Bind(m.defaultActions()) }

// defaultActions returns the actions that can be triggered now, with their default keys: those of the overlay or the screen first. They
// are found once between two updates, for the key row and for the next key.
func (m *Model) defaultActions() []screen.Action {
	switch {
	case m.triggers != nil:
	case m.overlay.Open() != nil:
		m.triggers = append(m.overlay.Open().Actions(), m.keys.Redraw.Hidden(), m.keys.Suspend.Hidden(), m.keys.QuitNow.Hidden())
	default:
		m.triggers = m.screenActions()
	}
	return m.triggers
}

// screenActions returns the actions that can be triggered on the visible screen, with their default keys.
func (m *Model) screenActions() []screen.Action {
	current := m.history.Visible()
	var first, later []screen.Action
	for _, action := range current.Actions() {
		switch {
		case m.history.Unzooms() && slices.Equal(action.Keys(), []string{"esc"}):
		case action.IsSecondary():
			later = append(later, action)
		default:
			first = append(first, action)
		}
	}
	own := []screen.Action{m.keys.GoTo}
	for _, c := range m.components() {
		if acting, ok := c.(interface{ Actions() []screen.Action }); ok {
			own = append(own, acting.Actions()...)
		}
	}
	rank := func(action screen.Action) int { return slices.Index(keyOrder, action.ID) }
	sort.SliceStable(own, func(i, j int) bool { return rank(own[i]) < rank(own[j]) })
	early := slices.IndexFunc(own, func(action screen.Action) bool { return rank(action) >= slices.Index(keyOrder, "deck.commands") })
	all := slices.Concat(first, own[:early], later, own[early:])
	if m.history.Zoomed() { // the way back comes first
		i := slices.IndexFunc(all, func(action screen.Action) bool { return action.ID == "deck.zoom" })
		zoom := all[i]
		all = slices.Insert(slices.Delete(all, i, i+1), 0, zoom)
	}
	quitNow := m.keys.QuitNow
	if !m.keymap.Captured(current, m.keys.Quit) {
		quitNow = quitNow.Hidden()
	}
	all = append(all, m.keys.Quit, quitNow, m.keys.Help, m.mouse.key.Hidden(), m.keys.Redraw.Hidden(), m.keys.Suspend.Hidden())
	all = slices.DeleteFunc(all, func(action screen.Action) bool { return m.keymap.Captured(current, action) })
	all = m.withoutTakenCommands(all)
	for i := range all {
		all[i] = m.keymap.WithoutText(current, all[i])
	}
	return all
}

// withoutTakenCommands removes the commands of the user whose key has another action here. Such keys are rejected for the screen of a
// command, but it can also run on a selected entry elsewhere, such as on Home.
func (m *Model) withoutTakenCommands(actions []screen.Action) []screen.Action {
	return slices.DeleteFunc(actions, func(action screen.Action) bool {
		return custom.IsAction(action.ID) && slices.ContainsFunc(actions, func(other screen.Action) bool {
			return !custom.IsAction(other.ID) && other.Enabled() && slices.ContainsFunc(m.keymap.KeysOf(action), func(key string) bool { return slices.Contains(m.keymap.KeysOf(other), key) })
		})
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

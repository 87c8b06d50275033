package tui

import (
	"slices"
	"sort"

	tea "github.com/charmbracelet/bubbletea"

	"foredeck/tui/custom"
	"foredeck/tui/keymap"
	"foredeck/tui/overlay"
	"foredeck/tui/screen"
	"foredeck/tui/terminal"
	"foredeck/tui/text"
)

// ownBindings returns the keys of the deck itself, beside those of its components. They are no variable: the help lists all actions,
// so Go would see an initialization cycle.
func ownBindings() screen.Bindings[*Model] {
	return screen.Bind(screen.Bindings[*Model]{
		{ID: "deck.goto", Keys: "space", Help: "go to", Run: (*Model).openMenu},
		{ID: "deck.quit", Keys: "q", Help: "quit", Run: (*Model).quit},
		{ID: "deck.quit_now", Keys: "ctrl+c", Help: "quit now", Place: screen.Hidden, While: screen.Urgent, Run: (*Model).quit},
		{ID: "deck.help", Keys: "?", Help: "help", Run: (*Model).openHelp},
		{ID: "deck.alert", Keys: "!", Help: "chart of the alert", Place: screen.Hidden, When: func(m *Model) bool { return m.alerts.HasBanner() }, Why: "no price alert to acknowledge", Run: func(m *Model) tea.Cmd { return m.alerts.OpenChart() }},
		{ID: "deck.mouse", Keys: "%", Help: "toggle mouse", Place: screen.Hidden, Run: func(m *Model) tea.Cmd { return m.mouse.turn(!m.mouse.off) }},
		{ID: "deck.redraw", Keys: "ctrl+l", Help: "redraw", Place: screen.Hidden, While: screen.Urgent, Run: func(*Model) tea.Cmd { return terminal.Redraw }},
		{ID: "deck.suspend", Keys: "ctrl+z", Help: "suspend", Place: screen.Hidden, While: screen.Urgent, Run: func(*Model) tea.Cmd { return terminal.Suspend }},
	})
}

func (m *Model) openMenu() tea.Cmd {
	return m.deps.Post(overlay.OpenMsg{Overlay: overlay.NewMenu(m.deps, text.Const("Go to"), m.history.Menu())})
}

func (m *Model) openHelp() tea.Cmd {
	return m.deps.Post(overlay.OpenMsg{Overlay: overlay.NewHelp(m.deps, m.actions(), m.history.Kind().SymbolsOf(m.history.Visible()))})
}

// urgent returns the actions that act before anything takes the key as text.
func (m *Model) urgent() []screen.Action { return m.keys.Urgent(m) }

// keyOrder is the order in which the actions of components are shown. Those before deck.commands are shown right after the first
// actions of the screen, as are actions that are not listed here.
var keyOrder = []string{
	"deck.copy", "deck.copy_as", "deck.copy_link", "deck.export", "deck.save", "deck.name", "deck.explore", "deck.units",
	"deck.commands", "deck.goto", "deck.requests", "deck.all_commands", "deck.reload", "deck.zoom", "deck.up", "deck.back", "deck.forward",
}

// actions returns the actions that run at a press of a key now, with those of their bound keys that run them.
func (m *Model) actions() []screen.Action {
	acting := m.defaultActions()
	var running []screen.Action
	for _, action := range acting {
		if m.runs(action, acting) {
			running = append(running, m.keymap.Keep(action, func(key string) bool { return m.keymap.Owns(action, key, acting) }))
		}
	}
	return m.keymap.Bind(running)
}

// runs reports whether one of the keys of an action runs it, and not another action.
func (m *Model) runs(action screen.Action, acting []screen.Action) bool {
	return slices.ContainsFunc(m.keymap.KeysOf(action), func(key string) bool { return m.keymap.Owns(action, key, acting) })
}

// defaultActions returns the actions that can be triggered now, with their default keys: those of the overlay or the screen first. They
// are found once between two updates, for the key row and for the next key.
func (m *Model) defaultActions() []screen.Action {
	switch {
	case m.triggers != nil:
	case m.overlay.Open() != nil:
		m.triggers = append(m.overlay.Open().Actions(), m.urgent()...)
	default:
		m.triggers = m.screenActions()
	}
	return m.triggers
}

// rangeKey returns the action that ends a range of selected rows: that of the key that starts one, or of Escape where that key does
// something else.
func (m *Model) rangeKey() string {
	const start = "list.range"
	for _, action := range m.history.Kind().Actions(m.history.Visible()) {
		if action.ID == start {
			return start
		}
	}
	return "list.range_end"
}

// screenActions returns the actions that can be triggered on the visible screen, with their default keys.
func (m *Model) screenActions() []screen.Action {
	current, deck := m.history.Visible(), m.keys.Actions(m, false)
	var first, later []screen.Action
	for _, action := range m.history.Kind().Actions(current) {
		switch {
		case m.history.Unzooms() && slices.Equal(action.Keys(), []string{"esc"}):
		case action.IsSecondary():
			later = append(later, action)
		default:
			first = append(first, action)
		}
	}
	own := deck[:1:1] // go to
	for _, c := range m.components() {
		if acting, ok := c.(interface{ Actions() []screen.Action }); ok {
			own = append(own, acting.Actions()...)
		}
	}
	rank := func(action screen.Action) int { return slices.Index(keyOrder, action.ID) }
	sort.SliceStable(own, func(i, j int) bool { return rank(own[i]) < rank(own[j]) })
	early := slices.IndexFunc(own, func(action screen.Action) bool { return rank(action) >= slices.Index(keyOrder, "deck.commands") })
	all := slices.Concat(first, own[:early], later, own[early:], deck[1:])
	if m.history.Zoomed() { // the way back comes first
		i := slices.IndexFunc(all, func(action screen.Action) bool { return action.ID == "deck.zoom" })
		zoom := all[i]
		all = slices.Insert(slices.Delete(all, i, i+1), 0, zoom)
	}
	if stop := m.exporter.Stop(); len(stop) > 0 {
		all = append(stop, slices.DeleteFunc(all, func(action screen.Action) bool { return action.ID == stop[0].ID })...)
	}
	all = slices.DeleteFunc(all, func(action screen.Action) bool { return m.keymap.Captured(current, action) })
	all = m.withoutTakenCommands(all)
	for i := range all {
		all[i] = m.keymap.Keep(all[i], func(key string) bool { return !keymap.Captures(current, key) })
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

// isText reports whether the overlay or the screen takes the key as text.
func (m *Model) isText(msg tea.KeyMsg) bool {
	if m.overlay.Open() != nil {
		return m.overlay.Captures(msg)
	}
	return (msg.Type == tea.KeyRunes || msg.Type == tea.KeySpace) && m.history.Visible().Captures(msg)
}

// run runs an action. One without a function is for esc, which cancels what is in progress or goes up.
func (m *Model) run(action screen.Action, choice int) tea.Cmd {
	m.triggers, m.status = nil, screen.StatusMsg{}
	if action.Runs() {
		return action.Run(choice)
	}
	return m.history.Up()
}

// runNamed runs an action by its id if it acts now.
func (m *Model) runNamed(msg keymap.RunMsg) tea.Cmd {
	for _, action := range m.defaultActions() {
		if action.ID == msg.ID {
			return m.run(action, msg.Choice)
		}
	}
	return nil
}

// deny says why the action of the pressed key has no effect now.
func (m *Model) deny(pressed tea.KeyMsg) (cmd tea.Cmd, denied bool) {
	if m.overlay.Open() != nil || m.history.Visible().Captures(pressed) {
		return nil, false
	}
	none := m.history.Denied()
	none = append(m.history.Kind().Denied(m.history.Visible()), none...)
	action, _, ok := m.keymap.Find(pressed.String(), none)
	if !ok {
		return nil, false
	}
	m.triggers = nil
	m.status = screen.StatusMsg{Text: text.Format("%s: %s", text.Clean(action.Description()), text.Clean(action.Why()))}
	return nil, true
}

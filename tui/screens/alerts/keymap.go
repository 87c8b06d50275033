package alerts

import (
	tea "github.com/charmbracelet/bubbletea"

	"foredeck/tui/pane"
	"foredeck/tui/screen"
	"foredeck/tui/target"
	"foredeck/tui/text"
)

// Spec declares the alerts and their limits.
var Spec = screen.Spec[*Model]{
	Name: "alerts", Visitors: screen.Allowed, Parent: target.BlocksOf,
	Start: func(deps *screen.Deps) (*Model, any) { return New(deps), nil },
	Hints: []screen.Hint{{ID: "alerts.open", Words: text.Const("changes a limit")}, {ID: "alerts.silence", Words: text.Const("silences an alert")}, {ID: "alerts.acknowledge", Words: text.Const("acknowledges one")}},
	Bindings: screen.Bind(
		screen.Bindings[*Model]{
			{ID: "alerts.open", Help: "change", When: (*Model).areLimits, Run: (*Model).change},
			{ID: "alerts.open", Keys: "enter", Help: "open", When: (*Model).hasSubject, Why: "no alert about a block, a pair or a node selected", Run: (*Model).open},
			{ID: "alerts.acknowledge", Keys: "A", Help: "acknowledge", When: (*Model).isOpen, Why: "no open alert selected", Run: (*Model).acknowledge},
			{ID: "alerts.silence", Keys: "s", Help: "silence", Run: (*Model).chooseSilence},
			{ID: "alerts.panel", Help: "alerts", When: (*Model).areLimits},
			{ID: "alerts.panel", Keys: "tab shift+tab", Help: "limits", Run: screen.Do((*Model).switchPanel)},
			{ID: "alerts.follow", Keys: "f", Help: "newest blocks", Run: (*Model).follow},
		},
		screen.Movement((*Model).mover),
		pane.Ranging(func(m *Model) pane.Ranger { return &m.list.Frame }).If(screen.Not((*Model).areLimits)),
	),
}

func (m *Model) areLimits() bool  { return m.onLimits }
func (m *Model) hasSubject() bool { return m.subject(m.list.Selected()) != nil }

// isOpen reports whether an alert that can be acknowledged is selected.
func (m *Model) isOpen() bool {
	c := m.list.Selected()
	return !m.onLimits && c != nil && c.IsOpen() && !c.Acknowledged
}

func (m *Model) switchPanel() {
	m.onLimits = !m.onLimits
	m.layout()
}

func (m *Model) follow() tea.Cmd {
	return m.deps.Post(screen.OpenMsg{Target: target.Target{Kind: target.Blocks}})
}

func (m *Model) mover() screen.Rows {
	m.layout() // alerts may have been added since
	if m.onLimits {
		return &m.limits
	}
	return &m.list.Rows
}

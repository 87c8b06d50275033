package tui

import (
	"slices"

	tea "github.com/charmbracelet/bubbletea"

	"foredeck/tui/keymap"
	"foredeck/tui/palette"
	"foredeck/tui/screen"
	"foredeck/tui/text"
)

// wheelRows is how many rows one step of the wheel moves.
const wheelRows = 3

// mouse does what the user points at: the wheel moves, a click on a row selects it and on the selected row opens it, a click on
// a tab, a key or a part of the breadcrumb does what that names.
func (m *Model) mouse(msg tea.MouseMsg) tea.Cmd {
	switch {
	case msg.Button == tea.MouseButtonWheelUp:
		return tea.Batch(m.intoPanel(msg), m.move(-wheelRows))
	case msg.Button == tea.MouseButtonWheelDown:
		return tea.Batch(m.intoPanel(msg), m.move(wheelRows))
	case msg.Action != tea.MouseActionPress || msg.Button != tea.MouseButtonLeft:
		return nil
	}
	hit, column := m.hitAt(msg.X, msg.Y)
	switch {
	case hit == nil:
		return nil
	case hit.IsPoint:
		return tea.Batch(m.leaveText(keymap.Parse("tab")), m.history.Visible().Update(screen.PointMsg{Spot: hit.Target, Column: column}))
	case hit.Key != "" && msg.Y == m.height-1: // the row of keys names those that act while one types, too
		return m.pressNamed(hit.Key)
	case hit.Key != "":
		return tea.Batch(m.leaveText(keymap.Parse(hit.Key)), m.pressNamed(hit.Key))
	case hit.IsCrumb:
		if m.overlay.Open() != nil {
			return nil
		}
		return m.history.Climb(hit.Crumb)
	case hit.Unfocused:
		cmd := tea.Batch(m.leaveText(keymap.Parse("tab")), m.intoPanel(msg))
		if hit, _ = m.hitAt(msg.X, msg.Y); hit != nil && !hit.Unfocused && hit.Key == "" {
			cmd = tea.Batch(cmd, m.move(hit.Rows))
		}
		return cmd
	case hit.Rows == 0:
		return m.pressNamed("enter")
	}
	return m.move(hit.Rows)
}

// hitAt is what a click at a cell of the window means, nil for nothing, and the column of the cell among those with this meaning.
func (m *Model) hitAt(x, y int) (hit *text.Hit, column int) {
	lines := m.Lines()
	if y < 0 || y >= len(lines) {
		return nil, 0
	}
	at, begins := 0, 0
	for _, span := range lines[y] {
		if span.Hit != hit {
			hit, begins = span.Hit, at
		}
		if at += text.Width(span.Text); x < at {
			return hit, x - begins
		}
	}
	return nil, 0
}

// move presses the key that moves by a row, as often as it takes.
func (m *Model) move(rows int) tea.Cmd {
	key := "down"
	if rows < 0 {
		key, rows = "up", -rows
	}
	var cmds []tea.Cmd
	for range rows {
		cmds = append(cmds, m.pressNamed(key))
		cmds = append(cmds, m.handlePosted()...)
	}
	return tea.Batch(cmds...)
}

// pressNamed presses a key by its usual name, whatever the user has bound.
func (m *Model) pressNamed(name string) tea.Cmd {
	key := keymap.Parse(name)
	return m.press(key, m.history.Visible().Captures(key))
}

// leaveText has done with what is being typed: a search stays, anything else that would take the key of what was clicked as text
// stays as it was.
func (m *Model) leaveText(key tea.KeyMsg) tea.Cmd {
	keep := screen.NewSearchKeys().Keep
	switch {
	case m.overlay.Open() != nil:
		return nil
	case slices.ContainsFunc(m.defaultActions(), func(action screen.Action) bool { return action.ID == keep.ID }):
		return m.pressNamed(keep.Keys()[0])
	case m.history.Visible().Captures(key):
		return m.pressNamed("esc")
	}
	return nil
}

// mostPanels is how many panels a screen has at most: so often the keys are given on.
const mostPanels = 5

// intoPanel gives the keys to the list that the pointer is on, where another has them.
func (m *Model) intoPanel(msg tea.MouseMsg) tea.Cmd {
	var cmds []tea.Cmd
	for range mostPanels {
		if hit, _ := m.hitAt(msg.X, msg.Y); hit == nil || !hit.Unfocused {
			break
		}
		cmds = append(cmds, m.pressNamed("tab"))
	}
	return tea.Batch(cmds...)
}

// takeMouse takes the mouse again after another program had the terminal: Bubble Tea takes everything else back by itself.
func (m *Model) takeMouse() tea.Cmd {
	if m.mouseOff {
		return nil
	}
	return tea.EnableMouseCellMotion
}

// turnMouse gives the terminal its own selection of text back, or takes the mouse again.
func (m *Model) turnMouse(off bool) tea.Cmd {
	m.mouseOff = off
	if m.mouseOff {
		m.said = screen.StatusMsg{Text: "the terminal selects text: " + m.deps.Key("deck.mouse") + " takes the mouse back"}
		return tea.DisableMouse
	}
	m.said = screen.StatusMsg{Text: "the wheel scrolls, a click selects: " + m.deps.Key("deck.mouse") + " gives the mouse back"}
	return tea.EnableMouseCellMotion
}

// mouseLines offers to turn the mouse on and off.
func (m *Model) mouseLines() []palette.Line {
	var lines []palette.Line
	for _, off := range []bool{false, true} {
		line := palette.Line{Text: "mouse on", Does: "click and wheel", Action: m.keys.Mouse.ID, Quiet: true, Remark: m.keymap.Key(m.keys.Mouse.ID), Run: func() tea.Cmd { return m.turnMouse(off) }}
		if off {
			line.Text = "mouse off"
		}
		if off == m.mouseOff {
			line.Remark = "now"
		}
		lines = append(lines, line)
	}
	return lines
}

package tui

import (
	"context"
	"slices"

	tea "github.com/charmbracelet/bubbletea"

	"foredeck/tui/keymap"
	"foredeck/tui/palette"
	"foredeck/tui/screen"
	"foredeck/tui/terminal"
	"foredeck/tui/text"
)

// wheelRows is the number of rows per step of the wheel.
const wheelRows = 3

// click handles the mouse. The wheel moves the selection. A click selects a row, or opens it if it is selected already; a click on a
// tab, a key hint or a breadcrumb activates it.
func (m *Model) click(msg tea.MouseMsg) tea.Cmd {
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
		return tea.Batch(m.leaveText(keymap.Parse("tab")), m.history.Visible().Update(screen.ClickMsg{Target: hit.Target, Column: column}))
	case hit.Key != "" && msg.Y == m.height-1: // these act while the user types, too
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

// hitAt returns what a click at a cell of the window hits, nil for nothing, and the column of the cell within that.
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

// move presses the key that moves by a row, once per row.
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

// pressNamed presses a default key by name, whatever it is bound to.
func (m *Model) pressNamed(name string) tea.Cmd {
	key := keymap.Parse(name)
	return m.press(key, m.history.Visible().Captures(key))
}

// leaveText ends typing if the screen would take the key of what was clicked as text. A search stays applied; other text is discarded.
func (m *Model) leaveText(key tea.KeyMsg) tea.Cmd {
	keep := screen.NewSearchKeys().Accept
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

// maxPanels is the maximum number of panels of a screen, which limits the presses of tab to reach one.
const maxPanels = 5

// intoPanel moves the focus to the list under the pointer.
func (m *Model) intoPanel(msg tea.MouseMsg) tea.Cmd {
	var cmds []tea.Cmd
	for range maxPanels {
		if hit, _ := m.hitAt(msg.X, msg.Y); hit == nil || !hit.Unfocused {
			break
		}
		cmds = append(cmds, m.pressNamed("tab"))
	}
	return tea.Batch(cmds...)
}

// mouse switches between the deck's mouse and the terminal's own selection of text.
type mouse struct {
	deps *screen.Deps
	key  screen.Action
	off  bool
}

func newMouse() *mouse {
	return &mouse{key: screen.NewAction("deck.mouse", []string{"%"}, "%", "toggle mouse")}
}

// Switch makes the mouse serve another network.
func (p *mouse) Switch(_ context.Context, deps *screen.Deps) { p.deps = deps }

// Update turns the mouse on and off.
func (p *mouse) Update(msg tea.Msg) (cmd tea.Cmd, handled bool) {
	if key, ok := msg.(tea.KeyMsg); ok && p.key.Matches(key) {
		return p.turn(!p.off), true
	}
	return nil, false
}

func (p *mouse) turn(off bool) tea.Cmd {
	p.off = off
	status := text.Const("mouse on: wheel scrolls, click selects · ")
	if off {
		status = text.Const("mouse off: the terminal selects text · ")
	}
	p.deps.Post(screen.StatusMsg{Text: text.Format("%s%s toggle", status, p.deps.Key("deck.mouse"))})
	return terminal.Mouse(!off)
}

// Lines offers to turn the mouse on and off.
func (p *mouse) Lines() []palette.Line {
	var lines []palette.Line
	for _, off := range []bool{false, true} {
		line := palette.Line{Text: "mouse on", Does: text.Const("click and wheel"), Action: p.key.ID, Quiet: true, Remark: p.deps.Key(p.key.ID), Run: func() tea.Cmd { return p.turn(off) }}
		if off {
			line.Text = "mouse off"
		}
		if off == p.off {
			line.Remark = text.Const("now")
		}
		lines = append(lines, line)
	}
	return lines
}

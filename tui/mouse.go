package tui

import (
	"context"

	tea "github.com/charmbracelet/bubbletea"

	"foredeck/tui/keymap"
	"foredeck/tui/palette"
	"foredeck/tui/screen"
	"foredeck/tui/terminal"
	"foredeck/tui/text"
)

// wheelRows is the number of rows per step of the wheel.
const wheelRows = 3

// pointer handles the mouse: the wheel, clicks and drags.
func (m *Model) pointer(msg tea.MouseMsg) tea.Cmd {
	if msg.Action == tea.MouseActionMotion && msg.Button == tea.MouseButtonLeft && m.overlay.Open() == nil {
		return m.mouse.drag.move(m.history.Visible(), msg.X)
	}
	m.mouse.drag = nil
	switch {
	case msg.Action != tea.MouseActionPress:
		return nil
	case msg.Button == tea.MouseButtonLeft:
		return m.click(msg)
	}
	step, ok := wheelSteps[msg.Button]
	if !ok {
		return nil
	}
	if hit, column := m.hitAt(msg.X, msg.Y); hit != nil && hit.Pointer && m.overlay.Open() == nil {
		step.Target, step.Column = hit.Target, column
		return m.history.Visible().Update(step)
	}
	return tea.Batch(m.intoPanel(msg), m.move(step.Down*wheelRows))
}

// wheelSteps are the directions of the buttons that wheels and touchpads press.
var wheelSteps = map[tea.MouseButton]screen.WheelMsg{
	tea.MouseButtonWheelUp: {Down: -1}, tea.MouseButtonWheelDown: {Down: 1}, tea.MouseButtonWheelLeft: {Right: -1}, tea.MouseButtonWheelRight: {Right: 1},
}

// drag is a drag that started on an area of a screen.
type drag struct {
	screen screen.Screen
	target int
	left   int // first column of the area in the window
}

// move reports the column to the screen on which the drag started. It does nothing for a nil drag.
func (d *drag) move(visible screen.Screen, x int) tea.Cmd {
	if d == nil || d.screen != visible { // another screen was opened since
		return nil
	}
	return visible.Update(screen.DragMsg{Target: d.target, Column: x - d.left})
}

// click selects a row, or opens it if it is selected already; a click on a tab, a key hint or a breadcrumb activates it, and on
// the last breadcrumb copies the link.
func (m *Model) click(msg tea.MouseMsg) tea.Cmd {
	hit, column := m.hitAt(msg.X, msg.Y)
	switch {
	case hit == nil:
		return nil
	case hit.IsPoint:
		if hit.Pointer {
			m.mouse.drag = &drag{screen: m.history.Visible(), target: hit.Target, left: msg.X - column}
		}
		return tea.Batch(m.leaveText(keymap.Parse("tab")), m.history.Visible().Update(screen.ClickMsg{Target: hit.Target, Column: column}))
	case hit.Key != "" && msg.Y == m.height-1: // these act while the user types, too
		return m.pressNamed(hit.Key)
	case hit.Key != "":
		return tea.Batch(m.leaveText(keymap.Parse(hit.Key)), m.pressNamed(hit.Key))
	case hit.IsCrumb:
		if m.overlay.Open() != nil {
			return nil
		}
		if here := len(m.history.Trail()) - 1; here > 0 && hit.Crumb == here {
			return m.deps.Post(screen.CopyLinkMsg{})
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
	if m.overlay.Open() != nil {
		return nil
	}
	for _, action := range m.defaultActions() {
		if action.ID == "search.accept" {
			return m.pressNamed(action.Keys()[0])
		}
	}
	if m.history.Visible().Captures(key) {
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
	drag *drag // in progress; nil: none
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

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

// pointer handles the mouse: the wheel, clicks and drags.
func (m *Model) pointer(msg tea.MouseMsg) tea.Cmd {
	if msg.Action == tea.MouseActionMotion && msg.Button == tea.MouseButtonLeft && m.overlay.Open() == nil {
		return m.mouse.drag.move(m.history.Visible(), msg, false)
	}
	ended := m.mouse.drag
	m.mouse.drag = nil
	if msg.Action == tea.MouseActionRelease && m.overlay.Open() == nil {
		return ended.move(m.history.Visible(), msg, true)
	}
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
	screen    screen.Screen
	target    int
	left, top int // first cell of the area in the window
}

// move reports the cell to the screen on which the drag started. It does nothing for a nil drag.
func (d *drag) move(visible screen.Screen, at tea.MouseMsg, isOver bool) tea.Cmd {
	if d == nil || d.screen != visible { // another screen was opened since
		return nil
	}
	return visible.Update(screen.DragMsg{Target: d.target, Column: at.X - d.left, Row: at.Y - d.top, IsOver: isOver})
}

// click selects a row, or opens it if it is selected already; a click on a tab, a key hint or a breadcrumb activates it, and on
// the last breadcrumb copies the link.
func (m *Model) click(msg tea.MouseMsg) tea.Cmd {
	hit, column := m.hitAt(msg.X, msg.Y)
	switch {
	case hit == nil:
		return nil
	case hit.IsPoint:
		top := m.topOf(hit, msg)
		if hit.Pointer {
			m.mouse.drag = &drag{screen: m.history.Visible(), target: hit.Target, left: msg.X - column, top: top}
		}
		return tea.Batch(m.leaveText(false), m.history.Visible().Update(screen.ClickMsg{Target: hit.Target, Column: column, Row: msg.Y - top, IsModified: msg.Alt || msg.Ctrl}))
	case hit.Action != "" && msg.Y == m.height-1: // these act while the user types, too
		return m.runNamed(keymap.RunMsg{ID: hit.Action, Choice: hit.Choice})
	case hit.Action != "":
		return tea.Batch(m.leaveText(true), m.runNamed(keymap.RunMsg{ID: hit.Action, Choice: hit.Choice}))
	case hit.IsCrumb:
		if m.overlay.Open() != nil {
			return nil
		}
		if here := len(m.history.Trail()) - 1; here > 0 && hit.Crumb == here {
			return m.deps.Post(screen.CopyLinkMsg{})
		}
		return m.history.Climb(hit.Crumb)
	case hit.Unfocused:
		cmd := tea.Batch(m.leaveText(false), m.intoPanel(msg))
		if hit, _ = m.hitAt(msg.X, msg.Y); hit != nil && !hit.Unfocused && hit.Action == "" {
			cmd = tea.Batch(cmd, m.move(hit.Rows))
		}
		return cmd
	case msg.Shift && m.overlay.Open() == nil:
		return tea.Batch(m.startRange(), m.move(hit.Rows))
	case hit.Rows == 0:
		return m.runDefault("enter")
	}
	return m.move(hit.Rows)
}

// topOf returns the first line of an area that is drawn in several lines.
func (m *Model) topOf(hit *text.Hit, at tea.MouseMsg) int {
	top, lines := at.Y, m.Lines()
	for {
		if above, _ := hitIn(lines, at.X, top-1); above != hit {
			return top
		}
		top--
	}
}

// startRange selects the rows that the cursor passes from now on, unless it does so already.
func (m *Model) startRange() tea.Cmd {
	if _, ok := screen.RangeOf(m.history.Visible()); ok {
		return nil
	}
	return m.runNamed(keymap.RunMsg{ID: "list.range"})
}

// hitAt returns what a click at a cell of the window hits, nil for nothing, and the column of the cell within that.
func (m *Model) hitAt(x, y int) (hit *text.Hit, column int) { return hitIn(m.Lines(), x, y) }

func hitIn(lines []text.Line, x, y int) (hit *text.Hit, column int) {
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

// move runs what moves by a row, once per row.
func (m *Model) move(rows int) tea.Cmd {
	key := "down"
	if rows < 0 {
		key, rows = "up", -rows
	}
	var cmds []tea.Cmd
	for range rows {
		cmds = append(cmds, m.runDefault(key))
		cmds = append(cmds, m.handlePosted()...)
	}
	return tea.Batch(cmds...)
}

// runDefault runs the action that has a key by default, whatever it is bound to.
func (m *Model) runDefault(key string) tea.Cmd {
	if action, choice, ok := keymap.Bindings(nil).Find(key, m.defaultActions()); ok {
		return m.run(action, choice)
	}
	return nil
}

// leaveText ends typing. A search stays applied; other text is discarded if discard is true.
func (m *Model) leaveText(discard bool) tea.Cmd {
	switch {
	case m.overlay.Open() != nil:
	case slices.ContainsFunc(m.defaultActions(), func(action screen.Action) bool { return action.ID == "search.accept" }):
		return m.runNamed(keymap.RunMsg{ID: "search.accept"})
	case discard && keymap.Captures(m.history.Visible(), "1"):
		m.triggers = nil
		return m.history.Up()
	}
	return nil
}

// maxPanels is the maximum number of panels of a screen, which limits the steps to reach one.
const maxPanels = 5

// intoPanel moves the focus to the list under the pointer.
func (m *Model) intoPanel(msg tea.MouseMsg) tea.Cmd {
	var cmds []tea.Cmd
	for range maxPanels {
		if hit, _ := m.hitAt(msg.X, msg.Y); hit == nil || !hit.Unfocused {
			break
		}
		cmds = append(cmds, m.runDefault("tab"))
	}
	return tea.Batch(cmds...)
}

// mouse switches between the deck's mouse and the terminal's own selection of text.
type mouse struct {
	deps *screen.Deps
	off  bool
	drag *drag // in progress; nil: none
}

// Switch makes the mouse serve another network.
func (p *mouse) Switch(_ context.Context, deps *screen.Deps) { p.deps = deps }

// Update handles no message.
func (p *mouse) Update(tea.Msg) (cmd tea.Cmd, handled bool) { return nil, false }

// turn turns the mouse on or off.
func (p *mouse) turn(off bool) tea.Cmd {
	p.off = off
	p.deps.Store.SetMouse(!off, p.deps.Config.Mouse)
	status := text.Const("mouse on: wheel scrolls, click selects · ")
	if off {
		status = text.Const("mouse off: the terminal selects text · ")
	}
	p.deps.Post(screen.StatusMsg{Text: text.Format("%s%s toggle", status, p.deps.Key("deck.mouse"))})
	return tea.Batch(terminal.Mouse(!off), p.deps.SaveStore())
}

// Lines offers to turn the mouse on and off.
func (p *mouse) Lines() []palette.Line {
	var lines []palette.Line
	for _, off := range []bool{false, true} {
		line := palette.Line{Text: "mouse on", Does: text.Const("click and wheel"), Action: "deck.mouse", Quiet: true, Remark: p.deps.Key("deck.mouse"), Run: func() tea.Cmd { return p.turn(off) }}
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

package call

import (
	"slices"

	"foredeck/tui/screen"
	"foredeck/tui/text"
	"foredeck/tui/widget"
)

// scroll is a text of which a part is visible.
type scroll struct {
	first, height, length int
}

// Move scrolls by lines.
func (s *scroll) Move(delta int) { s.Select(s.first + delta) }

// Page scrolls by parts of the visible height.
func (s *scroll) Page(delta float64) { s.Move(int(delta * float64(max(s.height, 1)))) }

// Select scrolls to a line, or the nearest one that fills the height.
func (s *scroll) Select(first int) { s.first = max(min(first, s.length-s.height), 0) }

// Len returns the number of lines.
func (s *scroll) Len() int { return s.length }

// minOutputHeight is the height reserved for the forms of the call if there are many fields.
const minOutputHeight = 9

// heights returns the heights of the form and of the call; 0 if hidden.
func (m *Model) heights() (form, output int) {
	room := m.size.Height
	if m.size.Class <= screen.Small || m.size.Maximized {
		if m.isBrowsing() {
			return 0, room
		}
		return room, 0
	}
	width, frame := widget.Frame(m.size.IsPlain())
	lines, _ := m.formLines(m.size.Width - width)
	form = min(len(lines)+frame, max(room*3/5, room-minOutputHeight))
	return form, room - form
}

// CanZoom reports whether the form and the call share the window.
func (m *Model) CanZoom() bool { return m.size.Class > screen.Small }

// View draws the form, and below it the call.
func (m *Model) View() []text.Line {
	form, output := m.heights()
	var lines []text.Line
	if form > 0 {
		lines = m.formPanel(form).Draw(m.deps.Theme, m.size.Width, form)
	}
	if output > 0 {
		lines = append(lines, m.outputPanel(output).Draw(m.deps.Theme, m.size.Width, output)...)
	}
	return text.Height(lines, m.size.Height)
}

// formLines draws the form, and returns the index of the focused line.
func (m *Model) formLines(width int) (lines []text.Line, focused int) {
	th := m.deps.Theme
	width = max(width, 1)
	if !m.change.IsEmpty() {
		lines = text.WrapIn(th.Warn, m.change, width, 3)
	}
	above := len(lines)
	fields, focused := m.form.Lines(width, m.size.IsPlain())
	lines = append(lines, fields...)
	if m.form.Signer {
		lines = append(lines, text.In(th.Faint, "the signer is the sender of the transaction"))
	}
	return lines, above + focused
}

// formPanel draws the part of the form around the focus.
func (m *Model) formPanel(height int) widget.Panel {
	th := m.deps.Theme
	frameWidth, frame := widget.Frame(m.size.IsPlain())
	lines, focused := m.formLines(m.size.Width - frameWidth)
	room := max(height-frame, 0)
	first := max(min(focused+2-room, len(lines)-room), 0) // the line below the focus is visible as well
	state := m.form.State()
	if state == nil {
		state = m.interfaceState()
	}
	return widget.Panel{
		Title: widget.Title(th, text.Format("Call  %s", text.Short(text.Clean(m.function.String()))), !m.isBrowsing()),
		State: state, Body: lines[first:min(first+room, len(lines))], Plain: m.size.IsPlain(),
	}
}

// interfaceState describes the ABI that the arguments are checked against.
func (m *Model) interfaceState() text.Line {
	th := m.deps.Theme
	known, _ := m.deps.ABIs.Get(m.module())
	status := m.deps.ABIs.Status(m.module())
	age := text.Elapsed(m.deps.Now().Sub(known.At))
	switch {
	case status.Loading:
		return status.Or(text.Const("loading the interface")).In(th.Faint)
	case status.Err != nil:
		return text.In(th.Warn, "interface %s old: %s", age, m.deps.Explain(status.Err).Reason)
	}
	return text.In(th.Faint, "interface loaded %s ago", age)
}

// maxDrawnBytes bounds the drawn part of each form.
const maxDrawnBytes = 4_000

// outputLines draws the forms of the call.
func (m *Model) outputLines(width int) []text.Line {
	th := m.deps.Theme
	switch {
	case !m.problem.IsEmpty():
		return text.WrapIn(th.Bad, m.problem, width, 3)
	case !m.isComplete():
		return []text.Line{text.In(th.Faint, "shown when all fields are valid")}
	}
	var drawn []text.Line
	add := func(title, remark text.Safe, key string, form string) {
		if drawn != nil {
			drawn = append(drawn, nil)
		}
		heading := text.Line{{Text: title, Style: th.Strong}, {Text: text.Format("  %s", remark), Style: th.Faint}}
		drawn = append(drawn, append(heading, text.Span{Text: text.Format("   %s copy", m.copyKey(key)), Style: th.Accent}))
		for _, line := range lines(form[:min(len(form), maxDrawnBytes)]) {
			drawn = append(drawn, folded(line.In(th.Text), width)...)
		}
		if len(form) > maxDrawnBytes {
			drawn = append(drawn, text.In(th.Faint, "… %s bytes in all", text.Integer(uint64(len(form)))))
		}
	}
	add(text.Const("CLI"), text.Const("supra; aptos move run takes the same arguments"), "call.cli", m.cli)
	add(text.Const("BCS"), text.Const("EntryFunction"), "call.bcs", m.bcs)
	add(text.Const("TypeScript"), text.Const("supra-l1-sdk"), "call.typescript", m.typeScript)
	return drawn
}

// folded breaks a line at the width, wherever that is: words and hyphens have no meaning in code.
func folded(line text.Line, width int) []text.Line {
	parts := []text.Line{line.Slice(0, width)}
	for start, end := width, line.Width(); start < end; start += width {
		parts = append(parts, line.Slice(start, start+width))
	}
	return parts
}

// copyKey returns the key that copies a form now: letters are input while a field has the focus.
func (m *Model) copyKey(action string) text.Safe {
	if alternative := m.deps.KeyAt(action, 1); m.form.IsEditing() && !alternative.IsEmpty() {
		return alternative
	}
	return m.deps.Key(action)
}

// layout updates the length and height of the forms of the call.
func (m *Model) layout() []text.Line {
	width, frame := widget.Frame(m.size.IsPlain())
	_, height := m.heights()
	drawn := m.outputLines(max(m.size.Width-width, 1))
	m.scroll.length, m.scroll.height = len(drawn), max(height-frame, 0)
	m.scroll.Select(m.scroll.first)
	return drawn
}

// outputPanel draws the visible part of the forms of the call.
func (m *Model) outputPanel(height int) widget.Panel {
	th := m.deps.Theme
	_, frame := widget.Frame(m.size.IsPlain())
	drawn := m.layout()
	last := min(m.scroll.first+max(height-frame, 0), len(drawn))
	p := widget.Panel{
		Title: widget.Title(th, text.Const("To sign and submit elsewhere"), m.isBrowsing()), Body: slices.Clip(drawn[m.scroll.first:last]), Plain: m.size.IsPlain(),
	}
	if below := len(drawn) - last; below > 0 {
		p.State = text.Plural(below, "more line").In(th.Faint)
	}
	return p
}

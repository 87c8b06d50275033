package call

import (
	"foredeck/tui/pane"
	"foredeck/tui/text"
	"foredeck/tui/widget"
)

// minOutputHeight is the height reserved for the forms of the call if there are many fields.
const minOutputHeight = 9

// parts divides the window. Where there is no room for both, the form is shown until the user leaves it.
func (m *Model) parts() pane.Layout {
	form := pane.Part{Panel: m.formPanel}
	output := pane.Part{Fill: true, Resize: func(room pane.Area) { m.resizeOutput(room) }, Panel: m.outputPanel}
	if alone := m.Alone(form, output); alone != nil {
		return alone
	}
	lines, _ := m.formLines(pane.Inside(m.Size, m.Size.Width, 0).Width)
	return m.Above(form, output, len(lines), minOutputHeight)
}

// View draws the form, and below it the call.
func (m *Model) View() []text.Line { return m.parts().View(m.deps.Theme, m.Size) }

// formLines draws the form, and returns the index of the focused line.
func (m *Model) formLines(width int) (lines []text.Line, focused int) {
	th := m.deps.Theme
	if !m.change.IsEmpty() {
		lines = text.WrapIn(th.Warn, m.change, width, 3)
	}
	above := len(lines)
	fields, focused := m.Lines(width, m.Size.IsPlain())
	lines = append(lines, fields...)
	return append(lines, m.dryRunLine()), above + focused
}

// formPanel draws the part of the form around the focus.
func (m *Model) formPanel(area pane.Area) widget.Panel {
	lines, focused := m.formLines(area.Width)
	p := m.Panel(area, text.Const("Call"), lines, focused, 1)
	if p.State == nil {
		p.State = append(m.gasPriceState(), m.interfaceState()...)
	}
	return p
}

// interfaceState describes the ABI that the arguments are checked against.
func (m *Model) interfaceState() text.Line {
	th := m.deps.Theme
	known, _ := m.deps.ABIs.Get(m.Module())
	status := m.deps.ABIs.Status(m.Module())
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
	drawn := m.dryRunLines(width)
	if drawn != nil {
		drawn = append(drawn, nil, callTitle.In(th.Strong))
	}
	switch {
	case !m.problem.IsEmpty():
		return append(drawn, text.WrapIn(th.Bad, m.problem, width, 3)...)
	case !m.isComplete():
		return append(drawn, text.In(th.Faint, "shown when all fields are valid"))
	}
	isFirst := drawn == nil
	add := func(title, remark text.Safe, key string, form string) {
		if !isFirst {
			drawn = append(drawn, nil)
		}
		isFirst = false
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
	if alternative := m.deps.KeyAt(action, 1); m.IsEditing() && !alternative.IsEmpty() {
		return alternative
	}
	return m.deps.Key(action)
}

// resizeOutput sets the length and the visible height of the forms of the call, which it draws.
func (m *Model) resizeOutput(room pane.Area) []text.Line {
	drawn := m.outputLines(room.Width)
	m.scroll.Resize(len(drawn), room.Height)
	return drawn
}

// outputPanel draws the visible part of the forms of the call.
func (m *Model) outputPanel(room pane.Area) widget.Panel {
	th, drawn := m.deps.Theme, m.resizeOutput(room)
	p := widget.Panel{Title: widget.Title(th, m.outputTitle(), m.IsBrowsing()), Body: m.scroll.Visible(drawn)}
	if below := m.scroll.Below(); below > 0 {
		p.State = text.Plural(below, "more line").In(th.Faint)
	}
	return p
}

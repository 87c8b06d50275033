package view

import (
	"strings"

	"foredeck/tui/pane"
	"foredeck/tui/screen"
	"foredeck/tui/text"
	"foredeck/tui/widget"
)

// parts divides the window: the form with the result below it, and the last results and the declaration beside them if there is room; or
// the form until the user leaves it.
func (m *Model) parts() pane.Layout {
	form, result := pane.Part{Panel: m.formPanel}, pane.Part{Fill: true, Resize: func(room pane.Area) { m.resultRoom = room }, Panel: m.resultPanel}
	if alone := m.Alone(form, result); alone != nil {
		return alone
	}
	width := m.Size.Width
	if m.isBeside() {
		width /= 2
	}
	lines, _ := m.formLines(pane.Inside(m.Size, width, 0).Width)
	stacked := m.Above(form, result, len(lines), minResultHeight)
	if !m.isBeside() {
		return stacked
	}
	declared := m.declarationLines(pane.Inside(m.Size, m.Size.Width-width, 0).Width)
	declaration := pane.Part{Content: len(declared), Panel: func(pane.Area) widget.Panel {
		return widget.Panel{Title: widget.Title(m.deps.Theme, text.Const("Declaration"), false), Body: declared}
	}}
	runs := pane.Part{Fill: true, Resize: func(room pane.Area) { m.runsRoom = room }, Panel: m.runsPanel}
	return pane.Layout{{{Width: width, Fill: true, Inside: stacked}, {Fill: true, Inside: pane.Layout{{declaration}, {runs}}}}}
}

// isBeside reports whether the last results stand beside the form.
func (m *Model) isBeside() bool { return m.Size.Class >= screen.Huge && !m.Size.Maximized }

// minResultHeight is the height reserved for the result if there are many fields.
const minResultHeight = 12

// applyLayout gives the runs the height left by the result, and marks them if they have the focus.
func (m *Model) applyLayout() {
	m.rows.SetBlurred(!m.IsBrowsing())
	m.resultRoom = pane.Area{Width: 1}
	m.parts().Resize(m.Size)
	room := m.runsRoom.Height
	if !m.isBeside() {
		room = m.resultRoom.Height - 1 - len(m.resultLines(m.resultRoom.Width)) // a blank line
	}
	m.rows.SetHeight(min(max(room-2, 0), len(m.runs))) // two title lines
}

// View draws the body.
func (m *Model) View() []text.Line { return m.parts().View(m.deps.Theme, m.Size) }

// declarationLines draws the declaration of the function, where there is room below the form.
func (m *Model) declarationLines(width int) []text.Line {
	var lines []text.Line
	for row := range strings.Lines(m.ABI.Function(m.Function.Name).Declaration(width)) {
		row = strings.TrimSuffix(row, "\n")
		indent := len(row) - len(strings.TrimLeft(row, " "))
		lines = append(lines, text.WrapBeside(text.Spaces(indent).Line(), text.Short(text.Bounded(row[indent:])), width, maxDeclarationLines)...)
	}
	return lines
}

// maxDeclarationLines bounds the lines that one line of the declaration wraps to.
const maxDeclarationLines = 10

// buttonLines is the height of options and buttons.
const buttonLines = 2

// formPanel draws the part of the form around the focus.
func (m *Model) formPanel(area pane.Area) widget.Panel {
	lines, focused := m.formLines(area.Width)
	return m.Panel(area, text.Const("Run view"), lines, focused, buttonLines)
}

// formLines draws the whole form, and returns the index of the focused line.
func (m *Model) formLines(width int) (lines []text.Line, focused int) {
	lines, focused = m.Lines(width, m.Size.IsPlain())
	if m.Size.Class >= screen.Compact {
		maxLines := maxBodyLines
		if m.Size.Class == screen.Compact {
			maxLines = 1
		}
		lines = append(append(append(lines, nil), m.bodyLines(width, maxLines)...), nil)
	}
	controls, focusedControl := m.controlLines()
	if m.Focus >= len(m.Fields) {
		focused = len(lines) + focusedControl
	}
	return append(lines, controls...), focused
}

// maxBodyLines bounds the drawn request body.
const maxBodyLines = 3

// labelWidth is the width of the label before the request body.
const labelWidth = 11

// bodyLines draws the request body.
func (m *Model) bodyLines(width, maxLines int) []text.Line {
	th := m.deps.Theme
	label := text.In(th.Faint, "BODY").Fit(labelWidth)
	switch {
	case !m.bodyProblem.IsEmpty():
		return []text.Line{append(label, text.Span{Text: m.bodyProblem, Style: th.Bad})}
	case m.body.IsEmpty():
		return []text.Line{append(label, text.Span{Text: text.Const("shown when all fields are valid"), Style: th.Faint})}
	}
	return text.WrapBeside(label, m.body, width, maxLines)
}

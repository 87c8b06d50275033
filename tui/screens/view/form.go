package view

import (
	"strings"

	"foredeck/tui/pane"
	"foredeck/tui/screen"
	"foredeck/tui/text"
	"foredeck/tui/widget"
)

// parts divides the window: the form with the declaration below it and the result beside it, the result below the form, or the form
// until the user leaves it.
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
	if !m.isBeside() {
		return m.Above(form, result, len(lines), minResultHeight)
	}
	form.Content = len(lines)
	declared, shown := m.declarationLines(pane.Inside(m.Size, width, 0).Width), m.resultPanel(m.resultRoom)
	declaration := pane.Part{Content: len(declared), Panel: func(pane.Area) widget.Panel {
		return widget.Panel{Title: widget.Title(m.deps.Theme, text.Const("Declaration"), false), Body: declared}
	}}
	return pane.Layout{{
		{Width: width, Inside: pane.Layout{{form}, {declaration}}},
		{Content: len(shown.Body), Panel: func(pane.Area) widget.Panel { return shown }},
	}}
}

// isBeside reports whether the result stands beside the form.
func (m *Model) isBeside() bool { return m.Size.Class >= screen.Huge && !m.Size.Maximized }

// minResultHeight is the height reserved for the result if there are many fields.
const minResultHeight = 12

// applyLayout gives the runs the height left by the result, and marks them if they have the focus.
func (m *Model) applyLayout() {
	m.rows.SetBlurred(!m.IsBrowsing())
	m.resultRoom = pane.Area{Width: 1}
	if m.isBeside() { // its panel is no higher than its content
		m.resultRoom = pane.Inside(m.Size, m.Size.Width-m.Size.Width/2, m.Size.Height)
	} else {
		m.parts().Resize(m.Size)
	}
	reserved := 3 + len(m.resultLines(m.resultRoom.Width)) // a blank line and two title lines
	m.rows.SetHeight(min(max(m.resultRoom.Height-reserved, 0), len(m.runs)))
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

package view

import (
	"slices"
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
	switch isSingle := m.size.Class <= screen.Small || m.size.Maximized; {
	case isSingle && m.isBrowsing():
		return pane.Layout{{result}}
	case isSingle:
		form.Fill = true
		return pane.Layout{{form}}
	}
	lines, _ := m.formLines()
	form.Content = len(lines)
	if !m.isBeside() {
		form.Most = max(m.size.Height*3/5, m.size.Height-minResultHeight)
		return pane.Layout{{form}, {result}}
	}
	width := m.size.Width / 2
	declared, shown := m.declarationLines(pane.Inside(m.size, width, 0).Width), m.resultPanel(m.resultRoom)
	declaration := pane.Part{Content: len(declared), Panel: func(pane.Area) widget.Panel {
		return widget.Panel{Title: widget.Title(m.deps.Theme, text.Const("Declaration"), false), Body: declared}
	}}
	return pane.Layout{{
		{Width: width, Inside: pane.Layout{{form}, {declaration}}},
		{Content: len(shown.Body), Panel: func(pane.Area) widget.Panel { return shown }},
	}}
}

// isBeside reports whether the result stands beside the form.
func (m *Model) isBeside() bool { return m.size.Class >= screen.Huge && !m.size.Maximized }

// CanZoom reports whether form and result share the window.
func (m *Model) CanZoom() bool { return m.size.Class > screen.Small }

// minResultHeight is the height reserved for the result if there are many fields.
const minResultHeight = 12

// applyLayout gives the runs the height left by the result, and marks them if they have the focus.
func (m *Model) applyLayout() {
	m.rows.SetBlurred(!m.isBrowsing())
	m.resultRoom = pane.Area{Width: 1}
	if m.isBeside() { // its panel is no higher than its content
		m.resultRoom = pane.Inside(m.size, m.size.Width-m.size.Width/2, m.size.Height)
	} else {
		m.parts().Resize(m.size)
	}
	reserved := 3 + len(m.resultLines(m.resultRoom.Width)) // a blank line and two title lines
	m.rows.SetHeight(min(max(m.resultRoom.Height-reserved, 0), len(m.runs)))
}

// View draws the body.
func (m *Model) View() []text.Line { return m.parts().View(m.deps.Theme, m.size) }

// declarationLines draws the declaration of the function, where there is room below the form.
func (m *Model) declarationLines(width int) []text.Line {
	var lines []text.Line
	for row := range strings.Lines(m.abi.Function(m.form.Function.Name).Declaration(width)) {
		row = strings.TrimSuffix(row, "\n")
		indent := len(row) - len(strings.TrimLeft(row, " "))
		lines = append(lines, text.WrapBeside(text.Spaces(indent).Line(), text.Short(text.Bounded(row[indent:])), width, maxDeclarationLines)...)
	}
	return lines
}

// maxDeclarationLines bounds the lines that one line of the declaration wraps to.
const maxDeclarationLines = 10

const (
	// minFieldLines is the height reserved for the fields above the buttons.
	minFieldLines = 4
	// buttonLines is the height of options and buttons.
	buttonLines = 2
)

// formPanel draws the part of the form around the focus.
func (m *Model) formPanel(area pane.Area) widget.Panel {
	lines, focused := m.formLines()
	room := area.Height
	var buttons []text.Line // the buttons stay visible if there is room for a field beside them
	if room >= minFieldLines+buttonLines && focused < len(lines)-buttonLines {
		buttons = lines[len(lines)-buttonLines:]
		lines, room = lines[:len(lines)-buttonLines], room-buttonLines
	}
	first := max(min(focused+2-room, len(lines)-room), 0) // the line below the focus is visible as well
	lines = append(slices.Clip(lines[first:min(first+room, len(lines))]), buttons...)
	return widget.Panel{Title: widget.Title(m.deps.Theme, text.Format("Run view  %s", text.Short(text.Clean(m.form.Function.String()))), !m.isBrowsing()), State: m.form.State(), Body: lines}
}

// formLines draws the whole form, and returns the index of the focused line.
func (m *Model) formLines() (lines []text.Line, focused int) {
	width := m.size.Width
	if m.isBeside() {
		width /= 2
	}
	width = pane.Inside(m.size, width, 0).Width
	lines, focused = m.form.Lines(width, m.size.IsPlain())
	if m.size.Class >= screen.Compact {
		maxLines := maxBodyLines
		if m.size.Class == screen.Compact {
			maxLines = 1
		}
		lines = append(append(append(lines, nil), m.bodyLines(width, maxLines)...), nil)
	}
	controls, focusedControl := m.controlLines()
	if m.form.Focus >= len(m.form.Fields) {
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

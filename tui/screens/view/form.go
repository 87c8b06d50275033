package view

import (
	"slices"
	"strings"

	"foredeck/tui/screen"
	"foredeck/tui/text"
	"foredeck/tui/widget"
)

// heights returns the heights of form and result; 0 if hidden.
func (m *Model) heights() (form, result int) {
	room := m.size.Height
	if m.size.Class <= screen.Small || m.size.Maximized {
		if m.isBrowsing() {
			return 0, room
		}
		return room, 0
	}
	_, frame := widget.Frame(m.size.IsPlain())
	lines, _ := m.formLines()
	if m.isBeside() {
		return min(len(lines)+frame, room), room
	}
	form = min(len(lines)+frame, max(room*3/5, room-minResultHeight))
	return form, room - form
}

// isBeside reports whether the result stands beside the form.
func (m *Model) isBeside() bool { return m.size.Class >= screen.Huge && !m.size.Maximized }

// widths returns the widths of form and result.
func (m *Model) widths() (form, result int) {
	if m.isBeside() {
		return m.size.Width / 2, m.size.Width - m.size.Width/2
	}
	return m.size.Width, m.size.Width
}

// CanZoom reports whether form and result share the window.
func (m *Model) CanZoom() bool { return m.size.Class > screen.Small }

// minResultHeight is the height reserved for the result if there are many fields.
const minResultHeight = 12

// applyLayout gives the runs the height left by the result, and marks them if they have the focus.
func (m *Model) applyLayout() {
	m.rows.SetBlurred(!m.isBrowsing())
	frame, frameHeight := widget.Frame(m.size.IsPlain())
	_, result := m.heights()
	_, width := m.widths()
	reserved := frameHeight + 3 + len(m.resultLines(max(width-frame, 1))) // a blank line and two title lines
	m.rows.SetHeight(min(max(result-reserved, 0), len(m.runs)))
}

// View draws the body.
func (m *Model) View() []text.Line {
	th := m.deps.Theme
	form, result := m.heights()
	formWidth, resultWidth := m.widths()
	var lines []text.Line
	if form > 0 {
		lines = m.formPanel(form).Draw(th, formWidth, form)
	}
	switch {
	case m.isBeside():
		_, frame := widget.Frame(false)
		declaration, shown := m.declarationPanel(formWidth), m.resultPanel()
		lines = append(lines, declaration.Draw(th, formWidth, min(len(declaration.Body)+frame, m.size.Height-form))...)
		lines = text.Beside(lines, formWidth, shown.Draw(th, resultWidth, min(max(len(shown.Body)+frame, len(lines)), result)))
	case result > 0:
		lines = append(lines, m.resultPanel().Draw(th, resultWidth, result)...)
	}
	return text.Height(lines, m.size.Height)
}

// declarationPanel draws the declaration of the function, where there is room below the form.
func (m *Model) declarationPanel(width int) widget.Panel {
	frame, _ := widget.Frame(false)
	p := widget.Panel{Title: widget.Title(m.deps.Theme, text.Const("Declaration"), false)}
	for row := range strings.Lines(m.abi.Function(m.form.Function.Name).Declaration(width - frame)) {
		row = strings.TrimSuffix(row, "\n")
		indent := len(row) - len(strings.TrimLeft(row, " "))
		p.Body = append(p.Body, text.WrapBeside(text.Spaces(indent).Line(), text.Short(text.Bounded(row[indent:])), width-frame, maxDeclarationLines)...)
	}
	return p
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
func (m *Model) formPanel(height int) widget.Panel {
	_, frame := widget.Frame(m.size.IsPlain())
	lines, focused := m.formLines()
	room := max(height-frame, 0)
	var buttons []text.Line // the buttons stay visible if there is room for a field beside them
	if room >= minFieldLines+buttonLines && focused < len(lines)-buttonLines {
		buttons = lines[len(lines)-buttonLines:]
		lines, room = lines[:len(lines)-buttonLines], room-buttonLines
	}
	first := max(min(focused+2-room, len(lines)-room), 0) // the line below the focus is visible as well
	lines = append(slices.Clip(lines[first:min(first+room, len(lines))]), buttons...)
	return widget.Panel{Title: widget.Title(m.deps.Theme, text.Format("Run view  %s", text.Short(text.Clean(m.form.Function.String()))), !m.isBrowsing()), State: m.form.State(), Body: lines, Plain: m.size.IsPlain()}
}

// formLines draws the whole form, and returns the index of the focused line.
func (m *Model) formLines() (lines []text.Line, focused int) {
	frame, _ := widget.Frame(m.size.IsPlain())
	formWidth, _ := m.widths()
	width := max(formWidth-frame, 1)
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

package view

import (
	"slices"

	"foredeck/tui/screen"
	"foredeck/tui/store"
	"foredeck/tui/target"
	"foredeck/tui/text"
	"foredeck/tui/widget/input"
	"foredeck/tui/widget/panel"
)

// heights returns the heights of form and result; 0 if hidden.
func (m *Model) heights() (form, result int) {
	room := m.size.Height
	if m.size.Class <= screen.Small || m.size.Maximized {
		if m.focus == browsing {
			return 0, room
		}
		return room, 0
	}
	_, frame := panel.Frame(m.size.IsPlain())
	lines, _ := m.formLines()
	form = min(len(lines)+frame, max(room*3/5, room-minResultHeight))
	return form, room - form
}

// CanZoom reports whether form and result share the window.
func (m *Model) CanZoom() bool { return m.size.Class > screen.Small }

// minResultHeight is the height reserved for the result if there are many fields.
const minResultHeight = 12

// applyLayout gives the runs the height left by the result.
func (m *Model) applyLayout() {
	frame, frameHeight := panel.Frame(m.size.IsPlain())
	_, result := m.heights()
	reserved := frameHeight + 3 + len(m.resultLines(max(m.size.Width-frame, 1))) // a blank line and two title lines
	m.rows.SetHeight(min(max(result-reserved, 0), len(m.runs)))
}

// View draws the body.
func (m *Model) View() []text.Line {
	th, width := m.deps.Theme, m.size.Width
	form, result := m.heights()
	var lines []text.Line
	if form > 0 {
		lines = m.formPanel(form).Draw(th, width, form)
	}
	if result > 0 {
		lines = append(lines, m.resultPanel().Draw(th, width, result)...)
	}
	return text.Height(lines, m.size.Height)
}

const (
	// minFieldLines is the height reserved for the fields above the buttons.
	minFieldLines = 4
	// buttonLines is the height of options and buttons.
	buttonLines = 2
)

// formPanel draws the part of the form around the focus.
func (m *Model) formPanel(height int) panel.Panel {
	_, frame := panel.Frame(m.size.IsPlain())
	lines, focused := m.formLines()
	room := max(height-frame, 0)
	var buttons []text.Line // the buttons stay visible if there is room for a field beside them
	if room >= minFieldLines+buttonLines && focused < len(lines)-buttonLines {
		buttons = lines[len(lines)-buttonLines:]
		lines, room = lines[:len(lines)-buttonLines], room-buttonLines
	}
	first := max(min(focused+2-room, len(lines)-room), 0) // the line below the focus is visible as well
	lines = append(slices.Clip(lines[first:min(first+room, len(lines))]), buttons...)
	p := panel.Panel{Title: panel.Title(m.deps.Theme, text.Format("Run view  %s", text.Short(text.Clean(m.function.String()))), m.focus != browsing), Body: lines, Plain: m.size.IsPlain()}
	invalid := 0
	for _, f := range m.fields {
		if f.showsProblem() {
			invalid++
		}
	}
	if invalid > 0 {
		p.State = text.Plural(invalid, "invalid field").In(m.deps.Theme.Bad)
	}
	return p
}

// formLines draws the whole form, and returns the index of the focused line.
func (m *Model) formLines() (lines []text.Line, focused int) {
	th := m.deps.Theme
	frame, _ := panel.Frame(m.size.IsPlain())
	width := max(m.size.Width-frame, 1)
	add := func(line text.Line, focus bool) {
		if focus {
			focused = len(lines)
		}
		lines = append(lines, line)
	}
	for i, f := range m.fields {
		switch i {
		case 0:
			if m.typeFields > 0 {
				add(text.In(th.Faint, "TYPE ARGUMENTS"), false)
				break
			}
			fallthrough
		case m.typeFields:
			add(text.In(th.Faint, "ARGUMENTS"), false)
		}
		hit := &text.Hit{IsPoint: true, Target: i}
		add(m.fieldLine(f, i == m.focus, width).WithHit(hit), i == m.focus)
		if i == m.focus || f.showsProblem() {
			add(m.hint(f, width).WithHit(hit), false)
		}
	}
	if len(m.fields) == 0 {
		add(text.In(th.Faint, "no arguments"), false)
	}
	if m.size.Class >= screen.Compact {
		add(nil, false)
		maxLines := maxBodyLines
		if m.size.Class == screen.Compact {
			maxLines = 1
		}
		for _, line := range m.bodyLines(width, maxLines) {
			add(line, false)
		}
		add(nil, false)
	}
	controls, focusedControl := m.controlLines()
	for i, line := range controls {
		add(line, m.focus >= len(m.fields) && i == focusedControl)
	}
	return lines, focused
}

// noteShare is the fraction of a line available to the parsed value.
const noteShare = 3

// Width of the labels: at least T0 and #0, at most this much of the user's argument names.
const (
	minLabelWidth = 5
	maxLabelWidth = 20
)

// label returns the number of a field and the user's name for the argument, if any.
func (m *Model) label(f *field) text.Safe {
	name := m.deps.Store.Name(store.Subject{Kind: store.Argument, Key: m.function.String() + f.label.String()})
	if name == "" {
		return f.label
	}
	return text.Format("%s %s", f.label, text.Clean(name))
}

func (m *Model) labelWidth() int {
	widest := minLabelWidth
	for _, f := range m.fields {
		widest = max(widest, text.Width(m.label(f))+2)
	}
	return min(widest, maxLabelWidth)
}

// constraintWidth returns the width of the column beside the labels.
func (m *Model) constraintWidth(width int) int {
	widest := 0
	for _, f := range m.fields {
		widest = max(widest, text.Width(f.constraint))
	}
	return min(widest, width/4)
}

// fieldLine draws a field with its text and parsed value.
func (m *Model) fieldLine(f *field, focus bool, width int) text.Line {
	th := m.deps.Theme
	pointer := text.Const("  ")
	if focus {
		pointer = text.Const("▸ ")
	}
	constraintWidth := m.constraintWidth(width)
	line := text.Line{{Text: pointer}}
	line = append(line, m.label(f).In(th.Accent).Fit(m.labelWidth())...)
	line = append(line, text.Cut(f.constraint, constraintWidth).In(th.Faint).Fit(constraintWidth+2)...)
	var note text.Line
	switch {
	case f.showsProblem():
		note = text.In(th.Bad, "✗")
	case f.problem.IsEmpty():
		note = text.In(th.Good, "✓ %s", text.Cut(f.meaning, width/noteShare))
	}
	room := width - line.Width() - note.Width() - 2
	line = append(line, input.Draw(th, f.box, room)...)
	return append(line.Fit(width-note.Width()), note...)
}

// hint draws the line below a field: its problem, or the accepted input.
func (m *Model) hint(f *field, width int) text.Line {
	th := m.deps.Theme
	lead := text.Span{Text: text.Spaces(2 + m.labelWidth() + m.constraintWidth(width) + 2)}
	if m.size.IsPlain() {
		lead.Text = text.Spaces(2 + m.labelWidth())
	}
	line := text.Line{lead, {Text: f.hint, Style: th.Faint}}
	if f.showsProblem() {
		line = text.Line{lead, {Text: f.problem, Style: th.Bad}}
		if f.problem == text.Const("empty") {
			line = text.Line{lead, {Text: text.Const("required"), Style: th.Bad}, {Text: text.Format("   %s", f.hint), Style: th.Faint}}
		}
	}
	if !f.suggestions.IsEmpty() {
		line = append(line, text.Span{Text: text.Format("   saved: %s", f.suggestions), Style: th.Accent})
	}
	return line
}

// maxBodyLines bounds the drawn request body.
const maxBodyLines = 3

// bodyLines draws the request body.
func (m *Model) bodyLines(width, maxLines int) []text.Line {
	th := m.deps.Theme
	label := text.In(th.Faint, "BODY").Fit(2 + minLabelWidth + 4)
	switch {
	case !m.bodyProblem.IsEmpty():
		return []text.Line{append(label, text.Span{Text: m.bodyProblem, Style: th.Bad})}
	case m.body.IsEmpty():
		return []text.Line{append(label, text.Span{Text: text.Const("shown when all fields are valid"), Style: th.Faint})}
	}
	return text.WrapBeside(label, m.body, width, maxLines)
}

// fillCall fills the form with a call. Surplus arguments are ignored.
func (m *Model) fillCall(call target.Call) {
	fill(m.fields[:m.typeFields], call.TypeArguments)
	fill(m.fields[m.typeFields:], call.Arguments)
}

func fill(fields []*field, inputs []string) {
	for i := range min(len(fields), len(inputs)) {
		fields[i].set(inputs[i])
	}
}

package callform

import (
	"foredeck/tui/render"
	"foredeck/tui/text"
	"foredeck/tui/widget"
)

// Lines draws the fields, and returns the index of the line of the focused one. Their targets for clicks are their indexes. plain is
// set in small windows.
func (m *Form) Lines(width int, plain bool) (lines []text.Line, focused int) {
	th := m.deps.Theme
	for i, f := range m.Fields {
		switch i {
		case 0:
			if m.TypeFields > 0 {
				lines = append(lines, text.In(th.Faint, "TYPE ARGUMENTS"))
				break
			}
			fallthrough
		case m.TypeFields:
			lines = append(lines, text.In(th.Faint, "ARGUMENTS"))
		}
		hit := &text.Hit{IsPoint: true, Target: i}
		if i == m.Focus {
			focused = len(lines)
		}
		lines = append(lines, m.fieldLine(i, i == m.Focus, width).WithHit(hit))
		if i == m.Focus || f.showsProblem() {
			lines = append(lines, m.hint(f, width, plain).WithHit(hit))
		}
	}
	if len(m.Fields) == 0 {
		lines = append(lines, text.In(th.Faint, "no arguments"))
	}
	return lines, focused
}

// noteShare is the fraction of a line available to the parsed value.
const noteShare = 3

// Width of the labels: at least T0 and #0, at most this much of the names of parameters.
const (
	minLabelWidth = 5
	maxLabelWidth = 20
)

// Label returns the number of a field's parameter, and its name: the user's, or that in the published source.
func (m *Form) Label(i int) text.Safe {
	f := m.Fields[i]
	if i < m.TypeFields {
		return f.label
	}
	name := m.deps.Names.Argument(m.Function, f.parameter, i-m.TypeFields)
	if name.IsEmpty() {
		name = m.deps.ABIs.ParameterName(m.Function, f.parameter)
	}
	return render.ParameterLabel(f.parameter, name)
}

func (m *Form) labelWidth() int {
	widest := minLabelWidth
	for i := range m.Fields {
		widest = max(widest, text.Width(m.Label(i))+2)
	}
	return min(widest, maxLabelWidth)
}

// constraintWidth returns the width of the column beside the labels.
func (m *Form) constraintWidth(width int) int {
	widest := 0
	for _, f := range m.Fields {
		widest = max(widest, text.Width(f.constraint))
	}
	return min(widest, width/4)
}

// fieldLine draws a field with its text and parsed value.
func (m *Form) fieldLine(i int, focus bool, width int) text.Line {
	th, f := m.deps.Theme, m.Fields[i]
	pointer := text.Const("  ")
	if focus {
		pointer = text.Const("▸ ")
	}
	constraintWidth := m.constraintWidth(width)
	line := text.Line{{Text: pointer}}
	line = append(line, m.Label(i).In(th.Accent).Fit(m.labelWidth())...)
	line = append(line, text.Cut(f.constraint, constraintWidth).In(th.Faint).Fit(constraintWidth+2)...)
	var note text.Line
	switch {
	case f.showsProblem():
		note = text.In(th.Bad, "✗")
	case f.problem.IsEmpty():
		note = text.In(th.Faint, "✓ %s", text.Cut(f.meaning, width/noteShare))
	}
	room := width - line.Width() - note.Width() - 2
	line = append(line, widget.DrawInput(th, f.box, room)...)
	line = append(line.Fit(width-note.Width()), note...)
	return line.WithAnnouncement(&text.Announcement{Selected: focus, Text: func(int) text.Safe { return m.fieldWords(i) }})
}

// fieldWords reads a field: its label and what it takes, its text, and what is wrong with it.
func (m *Form) fieldWords(i int) text.Safe {
	f := m.Fields[i]
	typed := text.Clean(f.Text())
	if typed.IsEmpty() {
		typed = text.Const("empty")
	}
	words := text.Format("%s, %s: %s", m.Label(i), f.constraint, typed)
	switch {
	case f.showsProblem():
		return text.Format("%s, not valid: %s", words, f.problem)
	case f.problem.IsEmpty() && f.meaning != typed:
		return text.Format("%s, %s", words, f.meaning)
	}
	return words
}

// hint draws the line below a field: its problem, or the accepted input.
func (m *Form) hint(f *Field, width int, plain bool) text.Line {
	th := m.deps.Theme
	lead := text.Span{Text: text.Spaces(2 + m.labelWidth() + m.constraintWidth(width) + 2)}
	if plain {
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

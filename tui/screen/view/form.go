package view

import (
	"slices"

	"foredeck/tui/screen"
	"foredeck/tui/store"
	"foredeck/tui/text"
	"foredeck/tui/widget/input"
	"foredeck/tui/widget/panel"
)

// heights are the lines of the form and of the result; what is 0 is not shown.
func (m *Model) heights() (form, result int) {
	room := m.size.Height
	if m.size.Class <= screen.Small || m.size.Alone {
		if m.focus == browsing {
			return 0, room
		}
		return room, 0
	}
	_, frame := panel.Frame(m.size.Plain())
	lines, _ := m.formLines()
	form = min(len(lines)+frame, max(room*3/5, room-leastResult))
	return form, room - form
}

// Zooms tells that form and result share the room.
func (m *Model) Zooms() bool { return m.size.Class > screen.Small }

// leastResult is the lines that the result keeps where there are many fields.
const leastResult = 12

// lay gives the runs their room: what the result leaves.
func (m *Model) lay() {
	frame, frameHeight := panel.Frame(m.size.Plain())
	_, result := m.heights()
	taken := frameHeight + 3 + len(m.resultLines(max(m.size.Width-frame, 1))) // a blank line, and two lines of titles
	m.rows.SetHeight(min(max(result-taken, 0), len(m.runs)))
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

func (m *Model) title(name text.Safe, focused bool) text.Line {
	if focused {
		return text.In(m.deps.Theme.Strong, name)
	}
	return text.In(m.deps.Theme.Faint, name)
}

const (
	// leastFields is the lines that the fields keep above the buttons.
	leastFields = 4
	// buttonLines is the lines of the options and the buttons.
	buttonLines = 2
)

// formPanel is the part of the form around what has the focus.
func (m *Model) formPanel(height int) panel.Panel {
	_, frame := panel.Frame(m.size.Plain())
	lines, focused := m.formLines()
	room := max(height-frame, 0)
	var kept []text.Line // the buttons stay in sight where there is room for a field beside them
	if room >= leastFields+buttonLines && focused < len(lines)-buttonLines {
		kept = lines[len(lines)-buttonLines:]
		lines, room = lines[:len(lines)-buttonLines], room-buttonLines
	}
	first := max(min(focused+2-room, len(lines)-room), 0) // the line below the focus is in sight too
	lines = append(slices.Clip(lines[first:min(first+room, len(lines))]), kept...)
	p := panel.Panel{Title: m.title("Run view  "+text.Short(text.Clean(m.function.String())), m.focus != browsing), Body: lines, Plain: m.size.Plain()}
	if wrong := m.complaints(); wrong > 0 {
		fields := text.Safe(" fields are wrong")
		if wrong == 1 {
			fields = " field is wrong"
		}
		p.State = text.In(m.deps.Theme.Bad, text.Integer(uint64(wrong))+fields)
	}
	return p
}

// complaints is how many fields are shown as wrong.
func (m *Model) complaints() int {
	wrong := 0
	for _, f := range m.fields {
		if f.complains() {
			wrong++
		}
	}
	return wrong
}

// formLines are all lines of the form; focused is the one that has the focus.
func (m *Model) formLines() (lines []text.Line, focused int) {
	th := m.deps.Theme
	frame, _ := panel.Frame(m.size.Plain())
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
			if m.types > 0 {
				add(text.In(th.Faint, "TYPE ARGUMENTS"), false)
				break
			}
			fallthrough
		case m.types:
			add(text.In(th.Faint, "ARGUMENTS"), false)
		}
		hit := &text.Hit{IsPoint: true, Target: i}
		add(m.fieldLine(f, i == m.focus, width).WithHit(hit), i == m.focus)
		if i == m.focus || f.complains() {
			add(m.hint(f, width).WithHit(hit), false)
		}
	}
	if len(m.fields) == 0 {
		add(text.In(th.Faint, "it takes no arguments"), false)
	}
	if m.size.Class >= screen.Compact {
		add(nil, false)
		most := mostBodyLines
		if m.size.Class == screen.Compact {
			most = 1
		}
		for _, line := range m.bodyLines(width, most) {
			add(line, false)
		}
		add(nil, false)
	}
	last, at := m.stopsLines()
	for i, line := range last {
		add(line, m.focus >= len(m.fields) && i == at)
	}
	return lines, focused
}

// remarkShare is the part of a line that what was understood may take.
const remarkShare = 3

// The width of the labels: what T0 and #0 take, and what the user's names for arguments may take.
const (
	leastLabel = 5
	mostLabel  = 20
)

// label is the number of a field, with the name that the user has given to the argument.
func (m *Model) label(f *field) text.Safe {
	name := m.deps.Store.Name(store.Subject{Kind: store.Argument, Key: m.function.String() + string(f.label)})
	if name == "" {
		return f.label
	}
	return f.label + " " + text.Clean(name)
}

func (m *Model) labelWidth() int {
	widest := leastLabel
	for _, f := range m.fields {
		widest = max(widest, text.Width(m.label(f))+2)
	}
	return min(widest, mostLabel)
}

// wantsWidth is the width of the types beside the labels.
func (m *Model) wantsWidth(width int) int {
	widest := 0
	for _, f := range m.fields {
		widest = max(widest, text.Width(f.wants))
	}
	return min(widest, width/4)
}

// fieldLine is a field with its text, and what was understood of it.
func (m *Model) fieldLine(f *field, focus bool, width int) text.Line {
	th := m.deps.Theme
	pointer := text.Safe("  ")
	if focus {
		pointer = "▸ "
	}
	wants := m.wantsWidth(width)
	line := text.Line{{Text: pointer}}
	line = append(line, text.In(th.Accent, m.label(f)).Fit(m.labelWidth())...)
	line = append(line, text.In(th.Faint, text.Cut(f.wants, wants)).Fit(wants+2)...)
	var remark text.Line
	switch {
	case f.complains():
		remark = text.In(th.Bad, "✗")
	case f.wrong == "":
		remark = text.In(th.Good, "✓ "+text.Cut(f.means, width/remarkShare))
	}
	room := width - line.Width() - remark.Width() - 2
	line = append(line, input.Draw(th, f.box, room)...)
	return append(line.Fit(width-remark.Width()), remark...)
}

// hint stands below a field: what is wrong with its text, else what it takes.
func (m *Model) hint(f *field, width int) text.Line {
	th := m.deps.Theme
	lead := text.Span{Text: text.Spaces(2 + m.labelWidth() + m.wantsWidth(width) + 2)}
	if m.size.Plain() {
		lead.Text = text.Spaces(2 + m.labelWidth())
	}
	line := text.Line{lead, {Text: f.accepts, Style: th.Faint}}
	if f.complains() {
		line = text.Line{lead, {Text: f.wrong, Style: th.Bad}}
		if f.wrong == "empty" {
			line = append(line, text.Span{Text: "   " + f.accepts, Style: th.Faint})
		}
	}
	if f.near != "" {
		line = append(line, text.Span{Text: "   saved: " + f.near, Style: th.Accent})
	}
	return line
}

// mostBodyLines bounds the lines of the body that is sent.
const mostBodyLines = 3

// bodyLines are what is sent, in at most so many lines.
func (m *Model) bodyLines(width, most int) []text.Line {
	th := m.deps.Theme
	label := text.In(th.Faint, "BODY SENT").Fit(2 + leastLabel + 4)
	switch {
	case m.cannot != "":
		return []text.Line{append(label, text.Span{Text: m.cannot, Style: th.Bad})}
	case m.body == "":
		return []text.Line{append(label, text.Span{Text: "shown once every field is right", Style: th.Faint})}
	}
	var lines []text.Line
	for i, part := range text.Wrap(m.body, max(width-label.Width(), 1), most) {
		lead := label
		if i > 0 {
			lead = text.Plain(text.Spaces(label.Width()))
		}
		lines = append(lines, append(lead[:len(lead):len(lead)], text.Span{Text: part}))
	}
	return lines
}

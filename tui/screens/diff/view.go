package diff

import (
	"foredeck/client/move"
	"foredeck/tui/pane"
	"foredeck/tui/render"
	"foredeck/tui/screen"
	"foredeck/tui/text"
	"foredeck/tui/widget"
)

var columns = []widget.Column{{Title: text.Const("UPGRADE"), Width: 8}, {Title: text.Const("CHANGE"), Width: 20, Flex: true}}

// maxValueLines bounds the lines of a value or rule; a copy has all of it.
const maxValueLines = 12

// parts divides the window. In huge ones the values get the room that titles of changes do not need.
func (m *Model) parts() pane.Layout {
	half := m.size.Width / 2
	list := pane.Part{Fill: true, Resize: m.resize, Panel: m.listPanel}
	details := pane.Part{Fill: true, Panel: m.detailsPanel}
	if !m.size.HasColumns() {
		details.Fill, details.Height = false, m.size.From(screen.Rules, m.size.Height/2)
		return pane.WithDetails(list, details)
	}
	summary := pane.Part{Content: m.summaryLines(), Panel: m.summaryPanel}
	side := pane.Part{Width: half, Inside: pane.Layout{{details}, {summary}}}
	if m.size.Class >= screen.Huge {
		side.Width = max(m.size.Width-m.summary.listWidth(), half)
	}
	return pane.WithDetails(list, side)
}

func (m *Model) layout() {
	found, _ := m.state.Value()
	m.rows.SetLength(len(found.Changes))
	m.parts().Resize(m.size)
}

func (m *Model) resize(room pane.Area) {
	found, _ := m.state.Value()
	m.rows.SetHeight(max(room.Height-1-len(m.result(&found, room.Width)), 0))
}

// CanZoom reports whether there is more than one panel.
func (m *Model) CanZoom() bool { return m.size.Class > screen.Small }

// View draws the body.
func (m *Model) View() []text.Line { return m.parts().View(m.deps.Theme, m.size) }

// listPanel draws the result and the changes, those that break a rule first.
func (m *Model) listPanel(room pane.Area) widget.Panel {
	th := m.deps.Theme
	p := widget.Panel{Title: widget.Title(th, text.Const("Changes"), true), State: m.deps.StateLine(m.state.Status(m.deps.Now()).AsManual())}
	found, ok := m.state.Value()
	switch {
	case m.state.Err() != nil:
		p.Body = m.deps.FailureText(m.deps.Explain(m.state.Err()), text.Const("compare again"), room.Width, 3)
	case !ok:
		p.Body = []text.Line{text.In(th.Faint, "comparing")}
	default:
		p.Body = m.result(&found, room.Width)
		if len(found.Changes) > 0 {
			m.Mark()
			p.Body = append(p.Body, m.rows.View(th, columns, room.Width, m.row)...)
		}
	}
	return p
}

// result draws what an upgrade from A to B would be.
func (m *Model) result(found *move.ModuleDiff, width int) []text.Line {
	style := m.deps.Theme.Strong
	if !found.IsCompatible() {
		style = m.deps.Theme.Bad
	}
	return text.WrapIn(style, render.ModuleDiff(found), width, 3)
}

func (m *Model) row(i int) []widget.Cell {
	found, _ := m.state.Value()
	change := &found.Changes[i]
	verdict := widget.Cell{Text: text.Const("ok"), Style: m.deps.Theme.Faint}
	if change.Breaks != "" {
		verdict = widget.Cell{Text: text.Const("✗ breaks"), Style: m.deps.Theme.Bad}
	}
	return []widget.Cell{verdict, {Text: render.ModuleChangeTitle(change)}}
}

// detailsPanel draws both values of the selected change, and the rule that it breaks.
func (m *Model) detailsPanel(room pane.Area) widget.Panel {
	th := m.deps.Theme
	p := widget.Panel{Title: text.In(th.Title, "Selected")}
	change := m.change()
	if change == nil {
		p.Body = []text.Line{text.In(th.Faint, "no change")}
		return p
	}
	p.Body = append(text.WrapIn(th.Strong, render.ModuleChangeTitle(change), room.Width, 2), nil)
	for _, part := range []struct {
		label text.Line
		value string
	}{
		{text.In(th.Down, "A  "), change.Old}, {text.In(th.Up, "B  "), change.New}, {text.In(th.Bad, "✗  "), change.Breaks}, {text.In(th.Faint, "   "), change.Note},
	} {
		if part.value != "" {
			p.Body = append(p.Body, text.WrapBeside(part.label, text.Short(text.Bounded(part.value)), room.Width, maxValueLines)...)
		}
	}
	return p
}

// Crumbs returns the breadcrumb entries.
func (m *Model) Crumbs() []text.Safe {
	return []text.Safe{text.Const("Diff"), text.Format("%s and %s", text.Short(text.Clean(m.words[0])), text.Short(text.Clean(m.words[1])))}
}

// Note says what was not compared.
func (m *Model) Note() (left, right text.Line) {
	th := m.deps.Theme
	if found, ok := m.state.Value(); ok && !found.ComparesCode {
		return text.In(th.Warn, "! no bytecode: private functions and function bodies were not compared"), nil
	}
	return text.In(th.Faint, "compared as if B were published as an upgrade of A"), nil
}

// Vital returns the result for the smallest windows.
func (m *Model) Vital() text.Line {
	found, ok := m.state.Value()
	if !ok {
		return m.deps.StateLine(m.state.Status(m.deps.Now()).AsManual())
	}
	return m.result(&found, m.size.Width)[0]
}

// summary counts the changes.
type summary struct {
	lines  []subjectCounts
	widest int // width of the longest title of a change
}

// subjectCounts counts the changes of structs, of functions and so on.
type subjectCounts struct {
	subject                         string
	removed, changed, added, breaks int
}

// subjects are the values of ModuleChange.Subject in the order of a summary.
var subjects = []string{"struct", "enum", "function", "friend", "module"}

// summarize counts the changes. It runs once per comparison, since View must not depend on their number.
func summarize(changes []move.ModuleChange) summary {
	var s summary
	counts := map[string]*subjectCounts{}
	for i := range changes {
		change := &changes[i]
		s.widest = max(s.widest, text.Width(render.ModuleChangeTitle(change)))
		of := counts[change.Subject]
		if of == nil {
			of = &subjectCounts{subject: change.Subject}
			counts[change.Subject] = of
		}
		switch change.Action {
		case move.Removed:
			of.removed++
		case move.Added:
			of.added++
		default:
			of.changed++
		}
		if change.Breaks != "" {
			of.breaks++
		}
	}
	for _, subject := range subjects {
		if of := counts[subject]; of != nil {
			s.lines = append(s.lines, *of)
		}
	}
	return s
}

// minListWidth is the width of the list in huge windows, if its titles are short.
const minListWidth = 56

// listOverhead is the width of a list beside its columns: the frame, the pointer and a gap.
const listOverhead = 4 + len("▸ ") + 2

// listWidth returns the width that the list needs to draw every title whole.
func (s *summary) listWidth() int {
	return max(listOverhead+columns[0].Width+s.widest, minListWidth)
}

// minRoom is the height that is left besides the lines of the summary at least.
const minRoom = 16

// summaryLines returns the number of lines of the summary below the selected change; 0 if there is no room.
func (m *Model) summaryLines() int {
	if lines := len(m.summary.lines) + 1; lines > 1 && m.size.Height-lines >= minRoom {
		return lines
	}
	return 0
}

// summaryPanel draws the number of changes of each kind.
func (m *Model) summaryPanel(pane.Area) widget.Panel {
	th := m.deps.Theme
	number := func(n int) text.Span {
		digits, style := text.Integer(uint64(n)), th.Text
		if n == 0 {
			digits, style = text.None, th.Faint
		}
		return text.Span{Text: text.Format("%s%s", text.Spaces(max(numberWidth-text.Width(digits), 0)), digits), Style: style}
	}
	body := []text.Line{text.In(th.Faint, "SUBJECT    REMOVED  CHANGED    ADDED   BREAKS")}
	for _, of := range m.summary.lines {
		line := append(text.Clean(of.subject).In(th.Text).Fit(subjectWidth), number(of.removed), number(of.changed), number(of.added), number(of.breaks))
		if of.breaks > 0 {
			line[len(line)-1].Style = th.Bad
		}
		body = append(body, line)
	}
	return widget.Panel{Title: text.In(th.Title, "Summary"), Body: body}
}

const (
	subjectWidth = 9 // of a subject, left-aligned
	numberWidth  = 9 // of a number and the gap before it
)

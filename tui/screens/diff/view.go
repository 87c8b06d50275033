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

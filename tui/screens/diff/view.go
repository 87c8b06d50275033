package diff

import (
	"foredeck/client/move"
	"foredeck/tui/render"
	"foredeck/tui/screen"
	"foredeck/tui/text"
	"foredeck/tui/widget"
)

var columns = []widget.Column{{Title: text.Const("UPGRADE"), Width: 8}, {Title: text.Const("CHANGE"), Width: 20, Flex: true}}

// maxValueLines bounds the lines of a value or rule; a copy has all of it.
const maxValueLines = 12

// detailsWidth returns the width of the panel of the selected change; 0 if it is below the list.
func (m *Model) detailsWidth() int {
	switch {
	case !m.size.HasColumns():
		return 0
	case m.size.Class >= screen.Huge: // values are longer than the titles of changes
		return max(m.size.Width-m.summary.listWidth(), m.size.Width/2)
	}
	return m.size.Width / 2
}

// listWidth returns the width of the list.
func (m *Model) listWidth() int { return m.size.Width - m.detailsWidth() }

// heights returns the heights of the list and of the selected change below it; the latter is 0 if it is beside it or hidden.
func (m *Model) heights() (list, details int) {
	switch room := m.size.Height; {
	case m.size.Maximized, m.detailsWidth() > 0:
		return room, 0
	case m.size.Class <= screen.Small:
		return room, 0
	default:
		return room - room/2, room / 2
	}
}

func (m *Model) layout() {
	found, _ := m.state.Value()
	height, _ := m.heights()
	_, frame := widget.Frame(m.size.IsPlain())
	m.rows.SetLength(len(found.Changes))
	width, _ := widget.Frame(m.size.IsPlain())
	m.rows.SetHeight(max(height-frame-1-len(m.result(&found, m.listWidth()-width)), 0)) // minus the titles
}

// CanZoom reports whether there is more than one panel.
func (m *Model) CanZoom() bool { return m.size.Class > screen.Small }

// View draws the body.
func (m *Model) View() []text.Line {
	th, width := m.deps.Theme, m.size.Width
	above, below := m.heights()
	beside := width - m.listWidth()
	lines := m.listPanel(width-beside).Draw(th, width-beside, above)
	if beside > 0 {
		summary := m.summaryHeight()
		side := m.detailsPanel(beside).Draw(th, beside, above-summary)
		if summary > 0 {
			side = append(side, m.summaryPanel().Draw(th, beside, summary)...)
		}
		lines = text.Beside(lines, width-beside, side)
	}
	if below > 0 {
		lines = append(lines, m.detailsPanel(width).Draw(th, width, below)...)
	}
	return text.Height(lines, m.size.Height)
}

// listPanel draws the result and the changes, those that break a rule first.
func (m *Model) listPanel(width int) widget.Panel {
	th := m.deps.Theme
	frame, _ := widget.Frame(m.size.IsPlain())
	p := widget.Panel{Title: widget.Title(th, text.Const("Changes"), true), State: m.deps.StateLine(m.state.Status(m.deps.Now()).AsManual()), Plain: m.size.IsPlain()}
	found, ok := m.state.Value()
	switch {
	case m.state.Err() != nil:
		failure := m.deps.Explain(m.state.Err())
		p.Body = append(text.WrapIn(th.Bad, failure.Reason, width-frame, 3), text.In(th.Faint, "%s compare again · %s", m.deps.Key("deck.refresh"), failure.Advice))
	case !ok:
		p.Body = []text.Line{text.In(th.Faint, "comparing")}
	default:
		p.Body = m.result(&found, width-frame)
		if len(found.Changes) > 0 {
			p.Body = append(p.Body, m.rows.View(th, columns, width-frame, m.row)...)
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
func (m *Model) detailsPanel(width int) widget.Panel {
	th := m.deps.Theme
	frame, _ := widget.Frame(m.size.IsPlain())
	p := widget.Panel{Title: text.In(th.Title, "Selected"), Plain: m.size.IsPlain()}
	change := m.change()
	if change == nil {
		p.Body = []text.Line{text.In(th.Faint, "no change")}
		return p
	}
	p.Body = append(text.WrapIn(th.Strong, render.ModuleChangeTitle(change), width-frame, 2), nil)
	for _, part := range []struct {
		label text.Line
		value string
	}{
		{text.In(th.Down, "A  "), change.Old}, {text.In(th.Up, "B  "), change.New}, {text.In(th.Bad, "✗  "), change.Breaks}, {text.In(th.Faint, "   "), change.Note},
	} {
		if part.value != "" {
			p.Body = append(p.Body, text.WrapBeside(part.label, text.Short(text.Bounded(part.value)), width-frame, maxValueLines)...)
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

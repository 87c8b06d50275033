package requests

import (
	"foredeck/tui/screen"
	"foredeck/tui/text"
	"foredeck/tui/widget/panel"
	"foredeck/tui/widget/tabs"
)

// layout is how the body is shared out between the list and the selected request.
type layout struct {
	list    int // height; 0: not shown
	below   int // height of the panels below the list; 0: none
	request int // width of the panel with the request; 0: none
}

func (m *Model) layout() layout {
	if !m.size.Beside() { // one panel at a time
		if m.inside {
			return layout{below: m.size.Height}
		}
		return layout{list: m.size.Height}
	}
	below := max(12, m.size.Height*46/100)
	return layout{list: max(m.size.Height-below, 0), below: min(below, m.size.Height), request: m.size.Width / 2}
}

// Zooms tells that the list and the selected request share the room.
func (m *Model) Zooms() bool { return m.size.Class >= screen.Full }

// contentHeight and contentWidth are the room of the open tab.
func (m *Model) contentHeight() int {
	_, frame := panel.Frame(m.size.Plain())
	return max(m.layout().below-frame, 0)
}

func (m *Model) contentWidth() int {
	frame, _ := panel.Frame(m.size.Plain())
	return max(m.size.Width-m.layout().request-frame, 0)
}

// lay gives the list and the open tab their room.
func (m *Model) lay() {
	m.inside = m.inside && len(m.shown) > 0
	l := m.layout()
	_, frameHeight := panel.Frame(m.size.Plain())
	above := 1 + len(m.shownUnderWay()) // the line of titles
	if m.filterLine(0) != nil {
		above++
	}
	m.list.SetHeight(max(l.list-frameHeight-above, 0))
	m.list.SetBlurred(m.inside)
	m.content.tree.SetSize(m.contentWidth(), max(m.contentHeight()-len(m.searchLines()), 0))
	m.content.tree.SetBlurred(!m.inside)
	m.content.lines.SetHeight(m.contentHeight())
}

// View draws the body.
func (m *Model) View() []text.Line {
	th, width, l := m.deps.Theme, m.size.Width, m.layout()
	var lines []text.Line
	if l.list > 0 {
		lines = m.listPanel(width).Draw(th, width, l.list)
	}
	if l.below > 0 {
		below := m.contentPanel().Draw(th, width-l.request, l.below)
		if l.request > 0 {
			below = text.Beside(m.requestPanel(l.request).Draw(th, l.request, l.below), l.request, below)
		}
		lines = append(lines, below...)
	}
	return text.Height(lines, m.size.Height)
}

// searchLines is the line in which one searches the body; none where there is no search.
func (m *Model) searchLines() []text.Line {
	return m.search.Lines(&m.content.tree, m.deps.Theme, m.contentWidth())
}

// contentPanel is what the open tab shows of the selected request.
func (m *Model) contentPanel() panel.Panel {
	th := m.deps.Theme
	p := panel.Panel{Title: m.tabNames(), Plain: m.size.Plain()}
	record := m.selected()
	if record == nil {
		return p
	}
	c := &m.content
	switch {
	case c.isTree && m.inside && c.tree.Lines() > 1:
		p.State = text.Plain(text.Integer(uint64(c.tree.Position()+1)) + " of " + text.Integer(uint64(c.tree.Lines())))
	case m.open() == tabBody && record.Status != 0:
		state := text.Integer(uint64(record.Bytes)) + " bytes"
		if c.kind != "" && !c.isTree {
			state += ", " + c.kind
		}
		p.State = text.In(th.Faint, state)
	case m.open() == tabSent:
		p.State = text.In(th.Faint, c.kind)
	}
	if c.isTree {
		p.Body = append(m.searchLines(), c.tree.View()...)
		return p
	}
	for i := c.lines.First(); i < min(c.lines.First()+c.lines.Height(), c.lines.Len()); i++ {
		line := c.line(i)
		if m.inside && i == c.lines.Selected() {
			line = line.Fit(m.contentWidth()).In(th.Selected)
		}
		p.Body = append(p.Body, line)
	}
	return p
}

// tabNames is the row of tabs, the open one in brackets.
func (m *Model) tabNames() text.Line {
	th := m.deps.Theme
	line := tabs.Line(th, m.deps.KeysOf(m.keys.Tabs.ID), tabNames[:m.tabs()], int(m.open()))
	return line
}

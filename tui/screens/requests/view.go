package requests

import (
	"foredeck/tui/screen"
	"foredeck/tui/text"
	"foredeck/tui/widget"
)

// areas is the layout of the body.
type areas struct {
	list    int // height; 0: hidden
	below   int // height of the panels below the list; 0: hidden
	request int // width of the request panel; 0: hidden
}

func (m *Model) areas() areas {
	if !m.size.HasColumns() { // one panel at a time
		if m.contentFocused {
			return areas{below: m.size.Height}
		}
		return areas{list: m.size.Height}
	}
	below := max(12, m.size.Height*46/100)
	return areas{list: max(m.size.Height-below, 0), below: min(below, m.size.Height), request: m.size.Width / 2}
}

// CanZoom reports whether list and request are both visible.
func (m *Model) CanZoom() bool { return m.size.Class >= screen.Full }

// contentHeight and contentWidth return the inner size of the tab panel.
func (m *Model) contentHeight() int {
	_, frame := widget.Frame(m.size.IsPlain())
	return max(m.areas().below-frame, 0)
}

func (m *Model) contentWidth() int {
	frame, _ := widget.Frame(m.size.IsPlain())
	return max(m.size.Width-m.areas().request-frame, 0)
}

// layout sizes the list and the content.
func (m *Model) layout() {
	m.contentFocused = m.contentFocused && len(m.listed) > 0
	l := m.areas()
	_, frameHeight := widget.Frame(m.size.IsPlain())
	above := 1 + len(m.visibleActive()) + len(m.visibleNotices()) // column titles
	if m.filterLine(0) != nil {
		above++
	}
	m.list.SetHeight(max(l.list-frameHeight-above, 0))
	m.list.SetBlurred(m.contentFocused)
	m.tree.SetSize(m.contentWidth(), m.contentHeight())
	m.tree.SetBlurred(!m.contentFocused)
	m.content.lines.SetHeight(m.contentHeight())
}

// View draws the body.
func (m *Model) View() []text.Line {
	th, width, l := m.deps.Theme, m.size.Width, m.areas()
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

// contentPanel draws the visible tab of the selected request.
func (m *Model) contentPanel() widget.Panel {
	th := m.deps.Theme
	p := widget.Panel{Title: m.tabNames(), Focused: m.contentFocused, Plain: m.size.IsPlain()}
	record := m.selected()
	if record == nil {
		return p
	}
	c := &m.content
	switch {
	case c.isTree && m.contentFocused && m.tree.Len() > 1:
		p.State = m.tree.PositionText().Line()
	case m.openTab() == tabBody && record.Status != 0:
		state := text.Format("%s bytes", text.Integer(uint64(record.Bytes)))
		if !c.kind.IsEmpty() && !c.isTree {
			state = text.Format("%s, %s", state, c.kind)
		}
		p.State = state.In(th.Faint)
	case m.openTab() == tabSent:
		p.State = c.kind.In(th.Faint)
	}
	if c.isTree {
		p.Body = m.tree.View()
		return p
	}
	for i := c.lines.First(); i < min(c.lines.First()+c.lines.Height(), c.lines.Len()); i++ {
		line := c.line(i)
		if m.contentFocused && i == c.lines.Selected() {
			line = line.Fit(m.contentWidth()).Selected(&th)
		}
		p.Body = append(p.Body, line)
	}
	return p
}

// tabNames draws the row of tabs.
func (m *Model) tabNames() text.Line {
	return widget.Tabs(m.deps.Theme, m.deps.KeysOf("requests.tab"), tabNames[:m.tabs()], int(m.openTab()))
}

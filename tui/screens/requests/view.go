package requests

import (
	"foredeck/tui/pane"
	"foredeck/tui/screen"
	"foredeck/tui/text"
	"foredeck/tui/widget"
)

// parts divides the window. Where there is no room for all, the list or the content is shown.
func (m *Model) parts() pane.Layout {
	list := pane.Part{Fill: true, Resize: m.list.Resize, Panel: m.list.Panel}
	content := pane.Part{Fill: true, Resize: m.resizeContent, Panel: m.contentPanel}
	switch {
	case m.size.HasColumns():
		content.Fill, content.Height = false, min(max(12, m.size.Height*46/100), m.size.Height)
		request := pane.Part{Width: m.size.Width / 2, Panel: m.requestPanel}
		return pane.Layout{{list}, {request, content}}
	case m.contentFocused:
		return pane.Layout{{content}}
	}
	return pane.Layout{{list}}
}

// CanZoom reports whether list and request are both visible.
func (m *Model) CanZoom() bool { return m.size.Class >= screen.Full }

// layout sizes the list and the content.
func (m *Model) layout() {
	m.contentFocused = m.contentFocused && m.list.HasRow()
	m.list.SetBlurred(m.contentFocused)
	m.tree.SetBlurred(!m.contentFocused)
	m.parts().Resize(m.size)
}

// resizeContent also wraps the headers to the new width.
func (m *Model) resizeContent(room pane.Area) {
	isRewrapped := m.content.tab == tabHeaders && room.Width != m.contentWidth
	if m.contentWidth = room.Width; isRewrapped {
		m.content = content{}
		m.loadContent()
	}
	m.tree.SetSize(room.Width, room.Height)
	m.content.lines.SetHeight(room.Height)
}

// View draws the body.
func (m *Model) View() []text.Line { return m.parts().View(m.deps.Theme, m.size) }

// contentPanel draws the visible tab of the selected request.
func (m *Model) contentPanel(room pane.Area) widget.Panel {
	th := m.deps.Theme
	p := widget.Panel{Title: m.tabNames(), Focused: m.contentFocused}
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
			line = line.Fit(room.Width).Selected(&th)
		}
		p.Body = append(p.Body, line)
	}
	return p
}

// tabNames draws the row of tabs.
func (m *Model) tabNames() text.Line {
	return widget.Tabs(m.deps.Theme, m.deps.KeysOf("requests.tab"), tabNames[:m.tabs()], int(m.openTab()))
}

package callers

import (
	"foredeck/client/move"
	"foredeck/tui/pane"
	"foredeck/tui/screen"
	"foredeck/tui/text"
	"foredeck/tui/widget"
)

// parts divides the window.
func (m *Model) parts() pane.Layout {
	l := m.list()
	var accounts pane.Part
	if len(m.lists) > 1 {
		accounts = pane.Part{Height: 1, Lines: m.accountLine}
	}
	list := pane.Part{Fill: true, Resize: l.Resize, Panel: l.Panel}
	details := pane.Part{
		Width:  m.size.Pick(screen.ByClass{screen.Huge: m.size.Width * 2 / 5}),
		Height: m.size.Pick(screen.ByClass{screen.Full: 8, screen.Wide: 8}),
		Panel:  func(room pane.Area) widget.Panel { return pane.SelectedTransaction(&l.List, room) },
	}
	return append(pane.Layout{{accounts}}, pane.WithDetails(list, details)...)
}

// applyLayout sizes the list.
func (m *Model) applyLayout() {
	l := m.list()
	l.Title = text.Format("Calls of %s", text.Short(text.Bounded(m.function.String())))
	if len(m.lists) == 1 {
		l.Title = text.Format("%s by %s", l.Title, m.nameOf(l.account))
	}
	m.parts().Resize(m.size)
}

// CanZoom reports whether there is more than one panel.
func (m *Model) CanZoom() bool { return m.size.Class >= screen.Full }

// View draws the body.
func (m *Model) View() []text.Line { return m.parts().View(m.deps.Theme, m.size) }

// nameOf returns the account's name, or its short address.
func (m *Model) nameOf(address move.Address) text.Safe {
	if name := m.deps.Names.Of(address); !name.IsEmpty() {
		return name
	}
	return text.Short(text.Clean(address.Short()))
}

// accountLine draws the accounts, the active one in brackets.
func (m *Model) accountLine(room pane.Area) []text.Line {
	names := make([]text.Safe, len(m.lists))
	for i, l := range m.lists {
		names[i] = text.Format("by %s", m.nameOf(l.account))
	}
	line := append(text.Plain(" "), widget.Tabs(m.deps.Theme, m.deps.KeysOf("calls.account"), names, m.active)...)
	return []text.Line{line.Fit(room.Width)}
}

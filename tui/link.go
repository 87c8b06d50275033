package tui

import (
	tea "github.com/charmbracelet/bubbletea"

	"foredeck/tui/screen"
	"foredeck/tui/screen/account"
	"foredeck/tui/screen/module"
	"foredeck/tui/target"
	"foredeck/tui/text"
)

// openLink opens the place that a link names.
func (m *Model) openLink(link target.Link) tea.Cmd {
	err := m.session.Refuse(link)
	switch {
	case err == nil:
		return m.visit(m.placeOf(link))
	case link.Network == m.session.Place.Network:
		return m.open(link.Target) // which says why not
	}
	m.said = screen.SayMsg{Text: text.Short(text.Clean(link.Target.String())) + ": " + text.Clean(err.Error()), Warn: true}
	return nil
}

// placeOf is the screen that a link names, as it says to show it. The deck must have one.
func (m *Model) placeOf(link target.Link) screen.Screen {
	place := m.screenFor(link.Target)
	switch place := place.(type) {
	case *account.Model:
		place.OpenAt(link)
	case *module.Model:
		if link.View != nil {
			place.CallOnceHere(*link.View)
		}
	}
	return place
}

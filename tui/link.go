package tui

import (
	tea "github.com/charmbracelet/bubbletea"

	"foredeck/client/move"
	"foredeck/tui/screen"
	"foredeck/tui/screen/account"
	"foredeck/tui/screen/module"
	"foredeck/tui/screen/view"
	"foredeck/tui/target"
	"foredeck/tui/text"
)

// openLink opens the place that a link names.
func (m *Model) openLink(link target.Link) tea.Cmd {
	err := m.deps.Refuse(link)
	switch {
	case err == nil:
		return m.visit(m.placeOf(link))
	case link.Network == m.deps.Endpoint.Network:
		return m.open(link.Target) // which says why not
	}
	m.said = screen.StatusMsg{Text: text.Short(text.Clean(link.Target.String())) + ": " + text.Clean(err.Error()), Warn: true}
	return nil
}

// formOf is the form of the view function that a link names, where the interface of its module was seen. It is nil where not:
// the module is to be asked for first.
func (m *Model) formOf(link target.Link) screen.Screen {
	if link.View == nil {
		return nil
	}
	function := link.Target.Function
	known, _ := m.deps.ABIs.Get(move.ModuleID{Address: function.Address, Name: function.Module})
	abi := known.ABI
	if abi == nil {
		return nil
	}
	if own := abi.Function(function.Name); own == nil || !own.IsView {
		return nil // the module's own screen says so
	}
	return view.New(m.deps, screen.OpenViewMsg{Function: function, ABI: abi, Filled: link.View})
}

// placeOf is the screen that a link names, as it says to show it. The deck must have one.
func (m *Model) placeOf(link target.Link) screen.Screen {
	if form := m.formOf(link); form != nil {
		return form
	}
	place := m.screenFor(link.Target)
	switch place := place.(type) {
	case *account.Model:
		place.OpenAt(link)
	case *module.Model:
		if link.View != nil {
			place.RunWhenLoaded(*link.View)
		}
	}
	return place
}

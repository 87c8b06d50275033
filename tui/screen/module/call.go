package module

import (
	tea "github.com/charmbracelet/bubbletea"

	"foredeck/tui/screen"
	"foredeck/tui/target"
)

// CallOnceHere opens the form of the function that was asked for, filled with the call, as soon as the module is here. It is
// called before the module is entered.
func (m *Model) CallOnceHere(call target.Call) { m.called = &call }

// callWanted opens the form that is waited for. A function that is missing or no view function stays selected instead.
func (m *Model) callWanted() tea.Cmd {
	if m.called == nil || !m.hasInterface() {
		return nil
	}
	call := m.called
	m.called = nil
	switch {
	case m.missing != "":
		return nil // the note says it
	case !m.runs():
		return m.deps.Post(screen.StatusMsg{Text: "this is no view function: it cannot be run", Warn: true})
	}
	return m.deps.Post(screen.OpenViewMsg{Function: m.functionID(m.function()), ABI: m.module.ABI, Filled: call})
}

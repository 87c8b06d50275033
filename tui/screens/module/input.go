package module

import (
	"slices"

	tea "github.com/charmbracelet/bubbletea"

	"foredeck/client/move"
	"foredeck/tui/screen"
	"foredeck/tui/target"
	"foredeck/tui/text"
)

// selectTab switches to the tab of a key.
func (m *Model) selectTab(chosen int) tea.Cmd {
	if chosen >= int(tabCount) {
		return nil
	}
	m.openTab(tab(chosen))
	return tea.Batch(m.parseBytecode(), m.loadSource())
}

func (m *Model) refresh() tea.Cmd {
	if m.tab == tabSource {
		return tea.Batch(m.fetch(), m.fetchSource())
	}
	return m.fetch()
}

func (m *Model) switchKind() { m.setKind(m.nextKind()) }

func (m *Model) watch() tea.Cmd { return m.deps.Post(screen.WatchMsg{Link: m.watchLink()}) }

func (m *Model) openChanges() tea.Cmd {
	return m.deps.Post(screen.ChangesMsg{Link: m.watchLink()})
}

func (m *Model) openCalls() tea.Cmd {
	function, _ := m.selectedFunction()
	return m.deps.Post(screen.OpenCallsMsg{Function: target.Target{Kind: target.Function, Function: function}})
}

func (m *Model) openEffects() tea.Cmd {
	function, _ := m.selectedFunction()
	return m.deps.Post(screen.OpenMsg{Target: target.Target{Kind: target.Effects, Function: function}})
}

// openTab switches to a tab.
func (m *Model) openTab(chosen tab) {
	m.tab, m.pendingName, m.missing, m.detailsFocused = chosen, "", text.Safe{}, false
	m.acceptSearch()
}

// setKind lists functions of a kind. The selected one stays selected if it is among them.
func (m *Model) setKind(k kind) {
	m.kind = k
	m.refilter()
}

// switchPanel moves the focus between the list and the details.
func (m *Model) switchPanel() { m.focusDetails(!m.detailsFocused) }

// focusDetails focuses the details if there are any, or the list. A declaration is focused at its first link.
func (m *Model) focusDetails(focused bool) {
	m.detailsFocused = focused && m.hasDetails()
	if m.detailsFocused {
		m.search.Accept()
		m.lines.Select(max(slices.IndexFunc(m.declaration, line.isLink), 0))
	} else {
		m.bytecode.search.Accept()
	}
	m.applyLayout()
}

// openTarget opens the selected friend, or the type in a declaration.
func (m *Model) openTarget() tea.Cmd {
	if tag, ok := m.link(); ok && m.detailsFocused {
		return m.deps.Post(screen.OpenMsg{Target: target.Target{Kind: target.Type, Type: tag}})
	}
	return m.deps.Post(screen.OpenMsg{Target: target.Target{Kind: target.Module, Module: *m.friend()}})
}

// runs reports whether a function with a form is selected: a view function, which can be run, or an entry function, whose call can be
// written.
func (m *Model) runs() bool {
	function := m.function()
	return m.tab == tabFunctions && function != nil && (function.IsView || function.IsEntry)
}

func (m *Model) openEmptyForm() tea.Cmd { return m.openForm(target.Call{}) }

// openForm opens the form of the selected function, filled with a call.
func (m *Model) openForm(call target.Call) tea.Cmd {
	m.deps.ABIs.Set(m.id, m.module.ABI)
	function := target.Target{Kind: target.Function, Function: m.functionID(m.function().Name)}
	return m.deps.Post(screen.OpenLinkMsg{Link: target.Link{Network: m.deps.Endpoint.Network, Target: function, View: &call}})
}

// selectedFunction returns the function selected in the Functions or Bytecode tab.
func (m *Model) selectedFunction() (move.FunctionID, bool) {
	name := ""
	if function := m.function(); function != nil && m.tab == tabFunctions {
		name = function.Name
	}
	if function := m.bytecode.function(); function != nil && m.hasListings() {
		name = function.ABI.Name
	}
	return m.functionID(name), name != ""
}

// openPendingCall opens the pending form. If the function does not exist or has no form, it stays selected instead.
func (m *Model) openPendingCall() tea.Cmd {
	if m.pendingCall == nil || !m.hasInterface() {
		return nil
	}
	call := m.pendingCall
	m.pendingCall = nil
	switch {
	case !m.missing.IsEmpty(), m.function() == nil:
		return nil // the note says so
	case !m.runs():
		return m.deps.Post(screen.StatusMsg{Text: text.Format("%s is neither a view nor an entry function", text.Bounded(m.function().Name)), Warn: true})
	}
	return m.openForm(*call)
}

// watchLink returns the link of the module, whatever is selected in it.
func (m *Model) watchLink() target.Link {
	return target.Link{Network: m.deps.Endpoint.Network, Target: target.Target{Kind: target.Module, Module: m.id}}
}

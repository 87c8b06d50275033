package module

import (
	"slices"

	tea "github.com/charmbracelet/bubbletea"

	"foredeck/client/move"
	"foredeck/tui/screen"
	"foredeck/tui/target"
	"foredeck/tui/text"
)

func (m *Model) key(msg tea.KeyMsg) tea.Cmd {
	if m.search.Typing() && m.keys.Open.Matches(msg) {
		m.acceptSearch()
		return nil
	}
	if chosen, ok := m.keys.Tabs.Choice(msg, int(tabCount)); ok {
		m.openTab(tab(chosen))
		return tea.Batch(m.parseBytecode(), m.loadSource())
	}
	switch {
	case m.keys.Refresh.Matches(msg) && m.tab == tabSource:
		return tea.Batch(m.fetch(), m.fetchSource())
	case m.keys.Refresh.Matches(msg):
		return m.fetch()
	case m.keys.Source.Matches(msg) && m.tab == tabSource:
		return m.openInstruction()
	case m.keys.Source.Matches(msg):
		return m.openSource()
	case m.keys.Kind.Matches(msg):
		if m.tab == tabFunctions && m.hasInterface() {
			m.setKind((m.kind + 1) % kindCount)
		}
	case m.keys.Search.Matches(msg) && m.canSearch():
		m.beginSearch()
	case m.keys.Open.Matches(msg):
		return m.open()
	case m.keys.Run.Matches(msg) && m.runs():
		return m.openForm(target.Call{})
	case m.keys.Watch.Matches(msg):
		return m.deps.Post(screen.WatchMsg{Link: m.watchLink()})
	case m.keys.Changes.Matches(msg) && m.deps.Store.FindWatch(m.watchLink()) != nil:
		return m.deps.Post(screen.ChangesMsg{Link: m.watchLink()})
	case m.keys.Calls.Matches(msg):
		if function, ok := m.selectedFunction(); ok {
			return m.deps.Post(screen.OpenCallsMsg{Function: target.Target{Kind: target.Function, Function: function}})
		}
	case m.tab == tabABI:
		m.tree.Key(msg)
	case m.tab == tabSource:
		m.keys.Rows(&m.source.lines, msg)
	case m.tab == tabBytecode:
		return m.bytecodeKey(msg)
	case m.focusKey(msg):
	case m.detailsFocused:
		m.keys.Rows(&m.lines, msg)
	default:
		m.listKey(msg)
	}
	return nil
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

// focusKey handles keys that move the focus between the list and the details. It reports whether it handled the key.
func (m *Model) focusKey(msg tea.KeyMsg) bool {
	switch {
	case m.keys.Panel.Matches(msg):
		m.focusDetails(!m.detailsFocused)
	case m.keys.Unfold.Matches(msg) && !m.detailsFocused:
		m.focusDetails(true)
	case m.keys.Fold.Matches(msg):
		m.focusDetails(false)
	default:
		return false
	}
	return true
}

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

// open opens the selection: a friend, a type in a declaration, a branch of the tree, a view function. For other rows it focuses
// the declaration.
func (m *Model) open() tea.Cmd {
	friend := m.friend()
	switch {
	case m.tab == tabABI:
		m.tree.Toggle()
	case m.tab == tabSource:
		return m.openInstruction()
	case m.tab == tabBytecode:
		return m.openBytecode()
	case m.tab == tabFriends && friend != nil:
		return m.deps.Post(screen.OpenMsg{Target: target.Target{Kind: target.Module, Module: *friend}})
	case m.detailsFocused:
		if tag, ok := m.link(); ok {
			return m.deps.Post(screen.OpenMsg{Target: target.Target{Kind: target.Type, Type: tag}})
		}
	case m.runs() && m.function().IsView:
		return m.openForm(target.Call{})
	default:
		m.focusDetails(true)
	}
	return nil
}

// runs reports whether a function with a form is selected: a view function, which can be run, or an entry function, whose call can be
// written.
func (m *Model) runs() bool {
	function := m.function()
	return m.tab == tabFunctions && function != nil && (function.IsView || function.IsEntry)
}

// openForm opens the form of the selected function, filled with a call.
func (m *Model) openForm(call target.Call) tea.Cmd {
	m.deps.ABIs.Set(m.id, m.module.ABI)
	function := target.Target{Kind: target.Function, Function: m.functionID(m.function().Name)}
	return m.deps.Post(screen.OpenLinkMsg{Link: target.Link{Network: m.deps.Endpoint.Network, Target: function, View: &call}})
}

// listKey moves in the list and resets the declaration.
func (m *Model) listKey(msg tea.KeyMsg) {
	rows := m.list()
	before := rows.Selected()
	m.keys.Rows(rows, msg)
	if rows.Selected() != before {
		m.missing = text.Safe{}
		m.lines.Select(0)
		m.applyLayout()
	}
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

// RunWhenLoaded opens the form of the screen's function, filled with the call, once the module is loaded. It must be called
// before Enter.
func (m *Model) RunWhenLoaded(call target.Call) { m.pendingCall = &call }

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

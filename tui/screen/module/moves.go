package module

import (
	"slices"

	tea "github.com/charmbracelet/bubbletea"

	"foredeck/client/move"
	"foredeck/tui/screen"
	"foredeck/tui/target"
)

func (m *Model) key(msg tea.KeyMsg) tea.Cmd {
	if m.search.Typing() && m.keys.Open.Matches(msg) {
		m.keepSearch()
		return nil
	}
	if m.treeSearch.Typing() {
		m.treeKey(msg)
		return nil
	}
	if chosen, ok := m.keys.Tabs.Choice(msg, int(tabCount)); ok {
		m.turnTab(tab(chosen))
		return m.readBytecode()
	}
	switch {
	case m.keys.Refresh.Matches(msg):
		return m.ask()
	case m.keys.Kind.Matches(msg):
		if m.tab == tabFunctions && m.hasInterface() {
			m.turnKind((m.kind + 1) % kindCount)
		}
	case m.keys.Search.Matches(msg) && m.canSearch():
		m.beginSearch()
	case m.keys.Open.Matches(msg):
		return m.open()
	case m.keys.Run.Matches(msg) && m.runs():
		return m.run()
	case m.keys.Calls.Matches(msg):
		if function, ok := m.selectedFunction(); ok {
			return m.deps.Post(screen.OpenCallsMsg{Function: function})
		}
	case m.tab == tabABI:
		m.treeKey(msg)
	case m.tab == tabBytecode:
		return m.bytecodeKey(msg)
	case m.keys.Panel.Matches(msg):
		m.enter(!m.inside)
	case m.keys.Unfold.Matches(msg) && !m.inside:
		m.enter(true)
	case m.keys.Fold.Matches(msg):
		m.enter(false)
	case m.inside:
		m.keys.Rows(&m.lines, msg)
	default:
		m.listKey(msg)
	}
	return nil
}

// turnTab opens a tab.
func (m *Model) turnTab(chosen tab) {
	m.tab, m.wanted, m.missing, m.inside, m.bytecode.inside = chosen, "", "", false, false
	m.search.Accept()
	m.lay()
}

// turnKind lists the functions of another kind. The selected one stays selected where it is among them.
func (m *Model) turnKind(k kind) {
	m.kind = k
	m.refilter()
}

// enter gives the keys to the declaration of what is selected, at the first type in it that can be followed, or back to the
// list.
func (m *Model) enter(inside bool) {
	m.inside = inside && len(m.declaration) > 0
	if m.inside {
		m.search.Accept()
		m.lines.Select(max(slices.IndexFunc(m.declaration, line.isLink), 0))
	}
	m.lay()
}

// open follows what is selected: a friend, a type in a declaration, a branch of the tree, a view function. From the list it
// goes into the declaration of any other.
func (m *Model) open() tea.Cmd {
	friend, isFriend := m.friend()
	switch {
	case m.tab == tabABI:
		m.tree.Toggle()
	case m.tab == tabBytecode:
		return m.openBytecode()
	case m.tab == tabFriends && isFriend:
		return m.deps.Post(screen.OpenMsg{Target: target.Target{Kind: target.Module, Module: friend}})
	case m.inside:
		if tag, ok := m.link(); ok {
			return m.deps.Post(screen.OpenMsg{Target: target.Target{Kind: target.Type, Type: tag}})
		}
	case m.runs():
		return m.run()
	default:
		m.enter(true)
	}
	return nil
}

// runs tells that a view function is selected, which can be run.
func (m *Model) runs() bool {
	function := m.function()
	return m.tab == tabFunctions && function != nil && function.IsView
}

func (m *Model) run() tea.Cmd {
	return m.deps.Post(screen.OpenViewMsg{Function: m.functionID(m.function()), ABI: m.module.ABI})
}

// listKey moves in the list. Another row has another declaration.
func (m *Model) listKey(msg tea.KeyMsg) {
	rows := m.list()
	before := rows.Selected()
	m.keys.Rows(rows, msg)
	if rows.Selected() != before {
		m.missing = ""
		m.lines.Select(0)
		m.lay()
	}
}

func (m *Model) treeKey(msg tea.KeyMsg) {
	switch {
	case m.keys.Tree(&m.tree, m.insideHeight(), msg):
	case m.treeSearch.Typing():
	case m.keys.Siblings(&m.tree, msg):
	default:
		m.keys.FoldKeys.Key(&m.tree, msg)
	}
}

// selectedFunction is the function that is selected, in the list of functions or in that of the bytecode.
func (m *Model) selectedFunction() (move.FunctionID, bool) {
	name := ""
	if function := m.function(); function != nil && m.tab == tabFunctions {
		name = function.Name
	}
	if function := m.bytecode.function(); function != nil && m.hasListings() {
		name = function.ABI.Name
	}
	return move.FunctionID{Address: m.id.Address, Module: m.id.Name, Name: name}, name != ""
}

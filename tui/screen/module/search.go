package module

import (
	tea "github.com/charmbracelet/bubbletea"

	"foredeck/tui/text"
)

// canSearch tells that the open tab is a list of names.
func (m *Model) canSearch() bool {
	return (m.hasDetails() || m.tab == tabFriends) && m.hasInterface() || m.hasListings()
}

// beginSearch gives the focus to the text that is searched for.
func (m *Model) beginSearch() {
	m.enter(false)
	m.bytecode.inside = false
	m.search.Focus()
	m.lay()
}

// typed puts a key into the text, and lists what it finds.
func (m *Model) typed(msg tea.KeyMsg) {
	if m.search.Type(msg) {
		m.refilter()
	}
}

// keepSearch gives the keys back. What was found stays.
func (m *Model) keepSearch() {
	m.search.Accept()
	m.lay()
}

// clearSearch lists everything again.
func (m *Model) clearSearch() {
	m.search.Clear()
	m.refilter()
}

// refilter lists what is searched for; what is selected stays so where it is found.
func (m *Model) refilter() {
	m.missing = ""
	m.filter(m.selectedNames())
	function := ""
	if selected := m.bytecode.function(); selected != nil {
		function = selected.ABI.Name
	}
	m.filterBytecode(function)
	m.lay()
}

// searchLine is the text that is searched for, above the list; nil where there is none.
func (m *Model) searchLine(width int) text.Line {
	if !m.search.Visible() {
		return nil
	}
	return m.search.View(m.deps.Theme, "", width)
}

package module

import (
	tea "github.com/charmbracelet/bubbletea"

	"foredeck/client/move"
	"foredeck/tui/text"
	"foredeck/tui/widget/table"
)

// canSearch reports whether the active tab is a list of names.
func (m *Model) canSearch() bool {
	return (m.hasDetails() || m.tab == tabFriends) && m.hasInterface() || m.hasListings()
}

// beginSearch focuses the search line.
func (m *Model) beginSearch() {
	m.focusDeclaration(false)
	m.bytecode.listingFocused = false
	m.search.Focus()
	m.applyLayout()
}

// typeSearch handles a key in the search line.
func (m *Model) typeSearch(msg tea.KeyMsg) {
	if m.search.Type(msg) {
		m.refilter()
	}
}

// acceptSearch leaves the search line and keeps the filter.
func (m *Model) acceptSearch() {
	m.search.Accept()
	m.applyLayout()
}

// clearSearch lists all rows again.
func (m *Model) clearSearch() {
	m.search.Clear()
	m.refilter()
}

// refilter applies the search. The selected rows stay selected if they match.
func (m *Model) refilter() {
	m.missing = ""
	m.filter(m.selectedNames())
	function := ""
	if selected := m.bytecode.function(); selected != nil {
		function = selected.ABI.Name
	}
	m.filterBytecode(function)
	m.applyLayout()
}

// searchLine draws the search line above the list; nil without a search.
func (m *Model) searchLine(width int) text.Line {
	if !m.search.Visible() {
		return nil
	}
	return m.search.View(m.deps.Theme, "", width)
}

// friend returns the selected friend.
func (m *Model) friend() (move.ModuleID, bool) {
	if len(m.shownFriends) == 0 {
		return move.ModuleID{}, false
	}
	return m.module.ABI.Friends[m.shownFriends[m.friends.Selected()]], true
}

// filterFriends lists the friends that match the search, and selects the named one.
func (m *Model) filterFriends(selected string) {
	pattern, at := m.search.Pattern(), 0
	m.shownFriends = m.shownFriends[:0]
	if m.hasInterface() {
		for i := range m.module.ABI.Friends {
			name := m.module.ABI.Friends[i].String()
			if !pattern.Match(name, string(text.Short(text.Bounded(name)))) {
				continue
			}
			if name == selected {
				at = len(m.shownFriends)
			}
			m.shownFriends = append(m.shownFriends, i)
		}
	}
	m.friends.SetLength(len(m.shownFriends))
	m.friends.Select(at)
}

func (m *Model) friendRow(i int) []table.Cell {
	return []table.Cell{{Text: text.Short(text.Bounded(m.module.ABI.Friends[m.shownFriends[i]].String()))}}
}

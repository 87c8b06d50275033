package module

import (
	"foredeck/client/move"
	"foredeck/tui/text"
	"foredeck/tui/widget/table"
)

// friend is the selected friend. It is not ok where there is none.
func (m *Model) friend() (move.ModuleID, bool) {
	if len(m.shownFriends) == 0 {
		return move.ModuleID{}, false
	}
	return m.module.ABI.Friends[m.shownFriends[m.friends.Selected()]], true
}

// filterFriends lists the friends that are searched for, and selects the named one.
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

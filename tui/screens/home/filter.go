package home

import (
	"slices"

	tea "github.com/charmbracelet/bubbletea"

	"foredeck/tui/text"
	"foredeck/tui/widget"
)

// beginFilter focuses the filter of the saved and recent lists.
func (m *Model) beginFilter() tea.Cmd {
	if m.focus == areaBox || m.focus == areaChain || m.focus == areaPrices {
		m.setFocus(areaSaved)
	}
	m.filter.Focus()
	m.arrange()
	return nil
}

func (m *Model) acceptFilter() tea.Cmd {
	m.filter.Accept()
	m.arrange()
	return nil
}

// clearFilter removes the filter and reports whether there was one.
func (m *Model) clearFilter() bool {
	if !m.filter.Visible() {
		return false
	}
	m.filter.Clear()
	m.refilter()
	return true
}

// refilter applies the filter to both lists and preserves the selection.
func (m *Model) refilter() {
	pattern := m.filter.Pattern()
	m.filteredSaved = filterRows(&m.savedRows, m.filteredSaved, len(m.saved), func(i int) bool {
		return pattern.Match(m.saved[i].name, m.saved[i].kind().String(), m.saved[i].link.Target.String())
	})
	m.filteredRecent = filterRows(&m.recentRows, m.filteredRecent, len(m.recent), func(i int) bool {
		return pattern.Match(m.recent[i].Kind.String(), m.recent[i].Name.String())
	})
	m.arrange()
}

// filterRows returns the indexes of the entries that match and selects the previous entry, or the next one.
func filterRows(rows *widget.Table, filtered []int, entries int, match func(i int) bool) []int {
	selected := 0
	if rows.Selected() < len(filtered) {
		selected = filtered[rows.Selected()]
	}
	filtered = filtered[:0]
	for i := range entries {
		if match(i) {
			filtered = append(filtered, i)
		}
	}
	rows.SetLength(len(filtered))
	at, _ := slices.BinarySearch(filtered, selected)
	rows.Select(at)
	return filtered
}

// filterLines returns the filter line of a list.
func (m *Model) filterLines(of area, width int) []text.Line {
	if !m.filter.Visible() || m.focus != of {
		return nil
	}
	return []text.Line{m.filter.View(m.deps.Theme, text.Safe{}, width)}
}

// filterState returns the number of matches, nil without a filter.
func (m *Model) filterState(shown, entries int) text.Line {
	if m.filter.Pattern().IsZero() {
		return nil
	}
	return text.Plain("filter: %s of %s", text.Integer(uint64(shown)), text.Integer(uint64(entries)))
}

// noMatch is shown in place of the rows if the filter excludes all of them.
func (m *Model) noMatch() text.Line { return text.In(m.deps.Theme.Faint, "nothing matches") }

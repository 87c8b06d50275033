package home

import (
	"slices"

	tea "github.com/charmbracelet/bubbletea"

	"foredeck/tui/screen"
	"foredeck/tui/text"
	"foredeck/tui/widget/table"
)

// beginFilter gives the focus to the pattern that the saved and the recent places are filtered by.
func (m *Model) beginFilter() {
	if m.focus == areaBox || m.focus == areaChain || m.focus == areaPrices {
		m.setFocus(areaSaved)
	}
	m.filter.Focus()
	m.lay()
}

// filterKey takes a key while a pattern is typed, and tells whether it did.
func (m *Model) filterKey(msg tea.KeyMsg) bool {
	switch {
	case !m.filter.Typing():
		return false
	case m.filter.Captures(msg):
		if m.filter.Type(msg) {
			m.refilter()
		}
	case m.keys.Filter.Keep.Matches(msg):
		m.filter.Accept()
		m.lay()
	default:
		return false
	}
	return true
}

// endFilter lists all places again, and tells whether there was a filter.
func (m *Model) endFilter() bool {
	if !m.filter.Visible() {
		return false
	}
	m.filter.Clear()
	m.refilter()
	return true
}

// refilter lists the places that match. What is selected stays so where it is among them.
func (m *Model) refilter() {
	pattern := m.filter.Pattern()
	m.shownSaved = refill(&m.savedRows, m.shownSaved, len(m.saved), func(i int) bool {
		return pattern.Match(m.saved[i].name, string(m.saved[i].kind()), m.saved[i].link.Target.String())
	})
	m.shownRecent = refill(&m.recentRows, m.shownRecent, len(m.recent), func(i int) bool {
		return pattern.Match(string(m.recent[i].Kind), string(m.recent[i].Place))
	})
	m.lay()
}

// refill gives the rows those of the entries that match, and selects the entry that was selected, or the next one.
func refill(rows *table.Model, shown []int, entries int, match func(i int) bool) []int {
	selected := 0
	if rows.Selected() < len(shown) {
		selected = shown[rows.Selected()]
	}
	shown = shown[:0]
	for i := range entries {
		if match(i) {
			shown = append(shown, i)
		}
	}
	rows.SetLength(len(shown))
	at, _ := slices.BinarySearch(shown, selected)
	rows.Select(at)
	return shown
}

// filterLines is the pattern, above the rows of a list.
func (m *Model) filterLines(of area, width int) []text.Line {
	if !m.filter.Visible() || m.focus != of {
		return nil
	}
	return []text.Line{m.filter.View(m.deps.Theme, "", width)}
}

// filterState is how many entries match, nil where there is no pattern.
func (m *Model) filterState(shown, entries int) text.Line {
	if m.filter.Pattern().IsZero() {
		return nil
	}
	return text.Plain("filter: " + text.Integer(uint64(shown)) + " of " + text.Integer(uint64(entries)))
}

// filterActions are the keys of the filter that do something now.
func (m *Model) filterActions() []screen.Action {
	keys := m.keys.Filter
	if m.filter.Typing() {
		return []screen.Action{keys.Keep, keys.Clear}
	}
	keys.Begin.SetHelp("/", "filter")
	if m.filter.Visible() {
		return []screen.Action{keys.Begin, keys.Clear}
	}
	return []screen.Action{keys.Begin}
}

package home

import (
	"slices"
	"strings"

	tea "github.com/charmbracelet/bubbletea"

	"foredeck/tui/target"
	"foredeck/tui/text"
	"foredeck/tui/widget"
)

// maxCompletions bounds the locations that complete the text, which are listed below its meanings.
const maxCompletions = 8

// completion is a known location that the text in the box is a part of.
type completion struct {
	name   text.Safe // as it is listed
	remark text.Safe
	link   target.Link
}

// complete returns the saved, recent and known locations that contain the typed text, in that order.
func (m *Model) complete(typed string) []completion {
	typed = strings.ToLower(strings.TrimSpace(typed))
	if typed == "" {
		return nil
	}
	var found []completion
	known := map[string]bool{}
	for _, candidate := range m.candidates {
		known[target.Link{Network: m.deps.Endpoint.Network, Target: candidate}.String()] = true
	}
	add := func(name, remark text.Safe, link target.Link) {
		link.Network = m.deps.Endpoint.Network
		if key := link.String(); len(found) < maxCompletions && !known[key] && strings.Contains(strings.ToLower(name.String()), typed) {
			known[key] = true
			found = append(found, completion{name, remark, link})
		}
	}
	for _, e := range m.saved {
		if e.isBookmark {
			add(text.Clean(e.name), text.Const("saved"), e.link)
		}
	}
	for _, visit := range m.recent {
		if visit.Link.Network != "" {
			add(visit.Name, text.Const("recent"), visit.Link)
		}
	}
	for _, module := range m.deps.ABIs.Keys() {
		link := target.Link{Target: target.Target{Kind: target.Module, Module: module}}
		if account := m.deps.Names.Of(module.Address); !account.IsEmpty() {
			add(text.Format("%s::%s", account, text.Clean(module.Name)), text.Const("seen"), link)
		}
		add(text.Clean(module.String()), text.Const("seen"), link)
	}
	return found
}

// choices returns the number of rows below the box: meanings of the text and completions.
func (m *Model) choices() int { return len(m.candidates) + len(m.completions) }

// chosenCompletion returns the selected completion. ok is false if a meaning of the text is selected.
func (m *Model) chosenCompletion() (chosen completion, ok bool) {
	i := m.choice - len(m.candidates)
	if i < 0 || i >= len(m.completions) {
		return completion{}, false
	}
	return m.completions[i], true
}

// completionLine draws a completion.
func (m *Model) completionLine(i int) text.Line {
	th, c := m.deps.Theme, m.completions[i-len(m.candidates)]
	pointer := text.Const("  ")
	if i == m.choice {
		pointer = text.Const("▸ ")
	}
	line := append(pointer.In(th.Text), text.Clean(c.link.Target.Kind.String()).In(th.Accent).Fit(kindWidth)...)
	return append(line, text.Span{Text: text.Short(c.name), Style: th.Text}, text.Span{Text: text.Format("  %s", c.remark), Style: th.Faint})
}

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

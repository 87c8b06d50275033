package blocks

import (
	tea "github.com/charmbracelet/bubbletea"

	"foredeck/tui/live"
	"foredeck/tui/pane"
	"foredeck/tui/screen"
	"foredeck/tui/text"
)

// maxSearchScan is the number of rows that one key press searches.
const maxSearchScan = 20_000

type blockSearch struct {
	pane.Box[live.Row]
	origin rowID // the row at which the search started
}

func newSearch(deps *screen.Deps) blockSearch {
	return blockSearch{Box: pane.NewBox(pane.BlockFilter(deps))}
}

// typeSearch edits the pattern.
func (m *Model) typeSearch(msg tea.KeyMsg) tea.Cmd {
	if m.search.Captures(msg) && m.search.Type(msg) {
		return m.searchFromOrigin()
	}
	return nil
}

func (m *Model) acceptSearch() tea.Cmd { m.search.Accept(); return nil }

func (m *Model) completeSearch() tea.Cmd {
	if m.search.Complete() {
		return m.searchFromOrigin()
	}
	return nil
}

func (m *Model) beginSearch() {
	m.syncSelection()
	m.followsNewest = false
	m.search.origin = m.selected
	m.search.Focus()
}

// searchFromOrigin selects the first match from the row at which the search started.
func (m *Model) searchFromOrigin() tea.Cmd {
	if m.row() == nil { // the list may have been cleared after a chain change
		return nil
	}
	m.rows.Select(m.indexOf(m.search.origin))
	m.syncSelection()
	if m.search.Pattern().IsZero() || m.matches(m.rows.Selected()) {
		return nil
	}
	return m.seekMatch(1)
}

func (m *Model) clearSearch() bool {
	if !m.search.Visible() {
		return false
	}
	m.search.Clear()
	return true
}

// seekMatch selects the next match in the direction of step; 1 is toward older rows.
func (m *Model) seekMatch(step int) tea.Cmd {
	return m.seek(step, maxSearchScan, m.matches, text.Const("no more matches in this direction"))
}

// matches reports whether the pattern matches the visible text of a row or the digest of its block.
func (m *Model) matches(i int) bool {
	row := m.blocks.Row(i)
	if row.Kind != live.Block {
		return false
	}
	return m.search.Pattern().Match(row)
}

func (m *Model) searchLines(width int) []text.Line {
	if !m.search.Visible() {
		return nil
	}
	remark := text.Const("height, author, votes or digest")
	if !m.search.Typing() && m.row() != nil && !m.matches(m.rows.Selected()) {
		remark = text.Const("selected block does not match")
	} else if !m.search.Typing() {
		remark = text.Safe{}
	}
	return m.search.Lines(m.deps.Theme, remark, width)
}

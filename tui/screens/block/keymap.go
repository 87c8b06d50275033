package block

import (
	tea "github.com/charmbracelet/bubbletea"

	"foredeck/tui/pane"
	"foredeck/tui/screen"
	"foredeck/tui/target"
	"foredeck/tui/text"
	"foredeck/tui/widget"
)

// Spec declares the screen of one block.
var Spec = screen.Spec[*Model]{
	Name: "block", Visitors: screen.Allowed,
	Open:   func(deps *screen.Deps, link target.Link) *Model { return New(deps, link.Target.Height) },
	Links:  func(link target.Link) bool { return link.Target.Kind == target.Height },
	Parent: target.BlocksOf,
	Hints:  []screen.Hint{{ID: "tree.open", Words: text.Const("expands a field")}, {ID: "search.begin", Words: text.Const("searches")}},
	Typing: func(m *Model) bool { return m.tree.Typing() },
	Bindings: screen.Bind(
		pane.Ranging(func(m *Model) pane.Ranger { return &m.RowRange }).If((*Model).inTransactions),
		screen.Bindings[*Model]{
			{ID: "block.next", Keys: "J", Help: "next block", Run: func(m *Model) tea.Cmd { return m.step(1) }},
			{ID: "block.previous", Keys: "K", Help: "previous block", Run: func(m *Model) tea.Cmd { return m.step(-1) }},
			{ID: "deck.refresh", When: screen.Not((*Model).isLoaded), Run: (*Model).load},
			{ID: "block.follow", Help: "bytes", State: screen.Instead((*Model).inBytes, "list"), When: (*Model).hasBytes, Run: (*Model).switchList},
			{ID: "block.follow", Help: "open transaction", When: (*Model).inTransactions, Run: (*Model).openTransaction},
			{ID: "block.follow", Keys: "enter", Help: "follow", When: (*Model).hasLink, Run: (*Model).follow},
		},
		screen.Bindings[*Model]{
			{ID: "block.left", Keys: "left h", Label: "← h", Help: "previous member", Run: func(m *Model) tea.Cmd { return m.selectVoter(m.voter - 1) }},
			{ID: "block.right", Keys: "right l", Label: "→ l", Help: "next member", Run: func(m *Model) tea.Cmd { return m.selectVoter(m.voter + 1) }},
		}.If((*Model).inVoters),
		screen.Bindings[*Model]{{ID: "tree.toggle", Run: func(m *Model) tea.Cmd { m.tree.Toggle(); return nil }}}.If((*Model).showsTree),
		pane.TreeSearch((*Model).jsonTree).If((*Model).showsTree),
		pane.TreeFolding((*Model).jsonTree).Hide().If((*Model).showsTree),
		pane.TreeLevels((*Model).jsonTree).Hide().If((*Model).showsTree),
		screen.Bindings[*Model]{
			{ID: "block.batches", Keys: "B", Help: "batches", When: (*Model).lacksBatches, Run: (*Model).loadBatches},
			{ID: "block.panel", Place: screen.Hidden, When: screen.Not((*Model).isLoaded)},
			{ID: "block.tab", Place: screen.Hidden, When: screen.Not((*Model).isLoaded)},
			{ID: "block.panel", Keys: "tab shift+tab", Label: "tab", Help: "next panel", Pick: (*Model).nextPanel},
			{ID: "block.tab", Keys: "1 2 3 4 5", Help: "tab", Pick: (*Model).openTab},
		},
		screen.Movement((*Model).rows).Then((*Model).moved).If((*Model).isLoaded),
	).Then(screen.Do((*Model).layout)),
}

func (m *Model) isLoaded() bool    { return m.block != nil }
func (m *Model) inVoters() bool    { return m.isLoaded() && m.focus == areaVoters }
func (m *Model) inBatches() bool   { return m.focus == areaTabs && m.tab == tabBatches }
func (m *Model) treeFocused() bool { return m.focus == areaTabs && m.tab > tabBatches }
func (m *Model) showsTree() bool   { return m.isLoaded() && m.treeFocused() }
func (m *Model) hasLink() bool {
	return m.isLoaded() && m.focus == areaHeader && m.selectedFact().Opens != nil
}
func (m *Model) hasBytes() bool           { return m.inBatches() && len(m.packed) > 0 }
func (m *Model) lacksBatches() bool       { return m.isLoaded() && !m.isExecuted() && m.block.Batches == nil }
func (m *Model) jsonTree() *pane.TreeView { return &m.tree }

func (m *Model) inBytes() bool { return m.bytesFocused }

func (m *Model) switchList() tea.Cmd { m.bytesFocused = !m.bytesFocused; return nil }

// rows returns what the keys that move move in.
func (m *Model) rows() screen.Rows {
	switch {
	case m.focus == areaHeader:
		return &m.factRows
	case m.focus == areaVoters:
		return voterRows{m}
	case m.bytesFocused:
		return &m.bytes
	case m.tab == tabTransactions:
		return &m.transactions
	case m.tab == tabStatistics:
		return &widget.Table{}
	case m.tab == tabBatches:
		return &m.batches
	}
	return &m.tree
}

// moved shows the bytes of another batch from the first on.
func (m *Model) moved() tea.Cmd {
	if m.inBatches() && !m.bytesFocused {
		m.bytes.Select(0)
	}
	return nil
}

// nextPanel focuses the next panel, or the previous one.
func (m *Model) nextPanel(choice int) tea.Cmd {
	next := screen.NextPanel(m.focus, areaCount, choice)
	if next == areaVoters && m.isExecuted() { // it has none
		next = screen.NextPanel(next, areaCount, choice)
	}
	m.setFocus(next)
	return nil
}

func (m *Model) openTab(chosen int) tea.Cmd {
	tabs := m.tabs()
	if chosen >= len(tabs) {
		return nil
	}
	m.setFocus(areaTabs)
	return m.selectTab(tabs[chosen])
}

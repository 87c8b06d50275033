package blocks

import (
	tea "github.com/charmbracelet/bubbletea"

	"foredeck/tui/live"
	"foredeck/tui/pane"
	"foredeck/tui/screen"
	"foredeck/tui/target"
	"foredeck/tui/text"
)

// Spec declares the list of blocks, their votes and their statistics.
var Spec = screen.Spec[*Model]{
	Name: "blocks", Visitors: screen.Allowed,
	Start:  func(deps *screen.Deps) (*Model, any) { return New(deps), nil },
	Menu:   screen.MenuItem{Key: "b", Words: "blocks, live", Keeps: true},
	At:     func(link target.Link) target.Link { blocks, _ := target.BlocksOf(link); return blocks },
	Links:  func(link target.Link) bool { return link.Target.Kind == target.Blocks },
	Open:   func(deps *screen.Deps, _ target.Link) *Model { return New(deps) },
	Reuse:  func(*Model, target.Link) {},
	Hints:  []screen.Hint{{ID: "blocks.next", Words: text.Const("goes to the next slow or missed block")}, {ID: "blocks.votes", Words: text.Const("shows votes")}, {ID: "blocks.my_validator", Words: text.Const("sets your validator")}},
	Typing: (*Model).typing,
	Bindings: screen.Bind(
		pane.ShiftRanging(func(m *Model) pane.Ranger { return &m.RowRange }).Then((*Model).moved).If((*Model).inRows),
		screen.Bindings[*Model]{
			{ID: "search.accept", While: screen.Typing, Run: (*Model).acceptSearch},
			{ID: "filter.complete", While: screen.Typing, Run: (*Model).completeSearch},
			{ID: "search.clear", While: screen.Typing},
			{ID: "blocks.pause", Help: "resume", When: (*Model).paused},
		},
		screen.Bindings[*Model]{
			{ID: "blocks.open", Help: "load", When: (*Model).onHole},
			{ID: "blocks.open", Keys: "enter", Help: "open", Why: "no block selected", Run: (*Model).open},
			{ID: "blocks.follow", When: screen.Not((*Model).follows)},
			{ID: "search.next", When: (*Model).finds, Run: func(m *Model) tea.Cmd { return m.seekMatch(1) }},
			{ID: "search.previous", When: (*Model).finds, Run: func(m *Model) tea.Cmd { return m.seekMatch(-1) }},
			{ID: "search.begin", Place: screen.Hidden, When: (*Model).finds},
			{ID: "search.clear", When: (*Model).finds},
			{ID: "blocks.next", Keys: "n", Help: "next slow or missed", When: screen.Not((*Model).finds), Run: func(m *Model) tea.Cmd { return m.seekMarked(1) }},
			{ID: "search.begin", When: (*Model).isList, Run: screen.Do((*Model).beginSearch)},
			{ID: "blocks.previous", Keys: "N", Help: "previous slow or missed", Place: screen.Hidden, When: screen.Not((*Model).finds), Run: func(m *Model) tea.Cmd { return m.seekMarked(-1) }},
			{ID: "blocks.height", Keys: "#", Help: "go to height", Place: screen.Hidden, Run: (*Model).promptHeight},
			{ID: "blocks.panel", Keys: "tab shift+tab", Help: "votes", State: screen.Instead((*Model).isGridShown, "blocks"), When: (*Model).canSwitchPanel, Run: (*Model).switchPanel},
		}.If((*Model).onRow),
		screen.Bindings[*Model]{
			{ID: "blocks.window", Keys: "1 2 3 4 5 6", Help: "blocks", Pick: (*Model).showWindow},
			{ID: "blocks.panel", Help: "votes", Keys: "tab shift+tab", State: (*Model).nextPart, Run: screen.Do((*Model).showNextPart)},
			{ID: "list.sort", When: (*Model).canSort, Run: (*Model).sortNext},
			{ID: "blocks.load_older", Keys: "l", Help: "load older blocks", Place: screen.Hidden, When: (*Model).canLoadOlder, Run: (*Model).countOlder},
			{ID: "blocks.follow", Keys: "f", Help: "follow", Run: (*Model).follow},
		}.If((*Model).isStatistics),
		screen.Bindings[*Model]{
			{ID: "blocks.older", Keys: "left h", Label: "← h", Help: "older block", Run: func(m *Model) tea.Cmd { return m.moveColumn(1) }},
			{ID: "blocks.newer", Keys: "right l", Label: "→ l", Help: "newer block", Run: func(m *Model) tea.Cmd { return m.moveColumn(-1) }},
			{ID: "blocks.order", Keys: "s", Help: "by index", State: screen.Instead((*Model).isByIndex, "by misses"), Run: (*Model).switchOrder},
			{ID: "blocks.older_page", Keys: "shift+left H", Label: "H", Help: "page of older blocks", Place: screen.Hidden, Run: func(m *Model) tea.Cmd { return m.moveColumn(m.columnPage()) }},
			{ID: "blocks.newer_page", Keys: "shift+right L", Label: "L", Help: "page of newer blocks", Place: screen.Hidden, Run: func(m *Model) tea.Cmd { return m.moveColumn(-m.columnPage()) }},
		}.If((*Model).isVotes),
		screen.Bindings[*Model]{
			{ID: "blocks.votes", Keys: "v", Help: "votes", State: screen.Instead((*Model).isVotes, "blocks"), Run: func(m *Model) tea.Cmd { return m.switchMode(modeVotes) }},
			{ID: "blocks.my_validator", Keys: "m", Help: "my validator", Run: (*Model).promptMember},
			{ID: "blocks.alerts", Keys: "a", Help: "alerts", Run: (*Model).openAlerts},
			{ID: "blocks.pause", Keys: "p", Help: "pause", Run: (*Model).pause},
			{ID: "blocks.statistics", Keys: "S", Help: "statistics", When: screen.Not((*Model).isStatistics), Run: func(m *Model) tea.Cmd { return m.switchMode(modeStatistics) }},
			{ID: "deck.refresh", Help: "retry", When: (*Model).canRetry, Run: (*Model).refresh},
		},
		screen.Movement((*Model).mover).Then((*Model).moved),
	).Then((*Model).settle),
}

func (m *Model) typing() bool       { return m.search.Typing() }
func (m *Model) paused() bool       { return m.deps.Following().Paused }
func (m *Model) follows() bool      { return m.followsNewest }
func (m *Model) onRow() bool        { return m.mode != modeStatistics && m.row() != nil }
func (m *Model) onHole() bool       { return m.row().Kind == live.Hole }
func (m *Model) isList() bool       { return m.mode == modeBlocks }
func (m *Model) isVotes() bool      { return m.mode == modeVotes }
func (m *Model) isStatistics() bool { return m.mode == modeStatistics }
func (m *Model) inRows() bool       { return m.ranged() != nil && !m.search.Typing() }
func (m *Model) isGridShown() bool  { return m.showsGrid }
func (m *Model) isByIndex() bool    { return m.grid.byIndex }
func (m *Model) finds() bool        { return m.mode == modeBlocks && !m.search.Pattern().IsZero() }
func (m *Model) canSort() bool      { return m.shownPart() != partTimes }
func (m *Model) columnPage() int    { return max(m.rows.Height()-1, 1) }

func (m *Model) settle() tea.Cmd { m.layout(); return nil }

func (m *Model) mover() screen.Rows {
	switch {
	case m.mode == modeStatistics:
		return &m.countRows
	case m.isGrid():
		return &gridMembers{m, m.currentGrid()}
	}
	return &m.rows
}

func (m *Model) moved() tea.Cmd {
	if m.mode == modeStatistics || m.isGrid() {
		return nil
	}
	m.syncSelection()
	return m.loadOlder()
}

// canSwitchPanel reports whether a key switches between list and votes.
func (m *Model) canSwitchPanel() bool {
	return m.mode == modeBlocks && m.singlePanel() && m.blocks.Len() > 0
}

func (m *Model) switchPanel() tea.Cmd { m.showsGrid = !m.showsGrid; return nil }
func (m *Model) switchOrder() tea.Cmd { m.grid.byIndex = !m.grid.byIndex; return nil }
func (m *Model) openAlerts() tea.Cmd  { return m.deps.Post(screen.OpenScreenMsg{Name: "alerts"}) }

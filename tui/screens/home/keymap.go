package home

import (
	"strconv"

	tea "github.com/charmbracelet/bubbletea"

	"foredeck/tui/pane"
	"foredeck/tui/screen"
	"foredeck/tui/target"
	"foredeck/tui/widget"
)

// Spec declares Home. Its keys differ between the empty box, a box with text and the lists.
var Spec = screen.Spec[*Model]{
	Name: "home", Visitors: screen.Allowed, Typing: func(m *Model) bool { return m.filter.Typing() },
	Links: func(link target.Link) bool { return link.Network == "" },
	Open:  func(deps *screen.Deps, _ target.Link) *Model { return New(deps) },
	Start: func(*screen.Deps) (*Model, any) { return nil, screen.OpenHomeMsg{} },
	Menu:  screen.MenuItem{Key: "h", Words: "home"},
	Bindings: screen.Bind(
		pane.Ranging(func(m *Model) pane.Ranger { return &m.RowRange }).If((*Model).inRanged),
		screen.Bindings[*Model]{
			{ID: "search.accept", While: screen.Typing, Run: (*Model).acceptFilter},
			{ID: "search.clear", While: screen.Typing}, // by Escape
			{ID: "home.next_panel", While: screen.Typing, Place: screen.Hidden},
			{ID: "home.previous_panel", While: screen.Typing, Place: screen.Hidden},
		},
		screen.Bindings[*Model]{
			{ID: "home.open", Help: "open selected", When: (*Model).hasSaved},
			{ID: "list.down", Help: "lists", Run: func(m *Model) tea.Cmd { return m.moveFocus(1) }},
			{ID: "search.begin", Help: "filter"},
			{ID: "home.clear", Help: "lists", Place: screen.Hidden},
		}.If((*Model).isEmptyBox),
		screen.Bindings[*Model]{
			{ID: "home.open", Help: "open"},
			{ID: "home.clear", Keys: "esc", Help: "clear"},
			{ID: "list.up", Help: "previous candidate", Run: func(m *Model) tea.Cmd { return m.selectCandidate(-1) }},
			{ID: "list.down", Help: "next candidate", Run: func(m *Model) tea.Cmd { return m.selectCandidate(1) }},
		}.If((*Model).hasText),
		screen.Bindings[*Model]{
			{ID: "home.open", Help: "blocks", When: (*Model).isChain},
			{ID: "home.open", Keys: "enter", Help: "open", When: (*Model).hasSelection, Why: "nothing selected", Run: (*Model).open},
			{ID: "search.begin", Help: "filter", Run: (*Model).beginFilter},
			{ID: "search.clear", When: func(m *Model) bool { return m.filter.Visible() }},
		}.If((*Model).isOutsideBox),
		screen.Bindings[*Model]{
			{ID: "home.next_panel", Keys: "tab", Help: "next panel", Run: func(m *Model) tea.Cmd { return m.moveFocus(1) }},
			{ID: "home.previous_panel", Keys: "shift+tab", Help: "previous panel", Place: screen.Hidden, Run: func(m *Model) tea.Cmd { return m.moveFocus(-1) }},
		},
		screen.Bindings[*Model]{
			{ID: "deck.refresh", Place: screen.Later, Run: (*Model).HardReload},
			{ID: "home.pause", Help: "resume", Place: screen.Later, When: func(m *Model) bool { return m.paused }},
			{ID: "home.pause", Keys: "p", Help: "pause", Place: screen.Later, Run: (*Model).pause},
		}.If((*Model).isOutsideBox),
		screen.Lift(Bindings, func(m *Model) *pricePanel { return m.prices }),
		append(screen.Bindings[*Model]{
			{ID: "list.up", Place: screen.Hidden, While: screen.Always, When: func(m *Model) bool { return m.list().Selected() == 0 }, Run: func(m *Model) tea.Cmd { m.setFocus(areaBox); return nil }},
		}, screen.Movement(func(m *Model) screen.Rows { return m.list() })...).If((*Model).isList),
	),
}

func (m *Model) isEmptyBox() bool   { return m.focus == areaBox && m.box.Value() == "" }
func (m *Model) hasText() bool      { return m.focus == areaBox && m.box.Value() != "" }
func (m *Model) isOutsideBox() bool { return m.focus != areaBox }
func (m *Model) isChain() bool      { return m.focus == areaChain }
func (m *Model) isList() bool       { return m.isOutsideBox() && !m.isChain() }
func (m *Model) hasSaved() bool     { return len(m.filteredSaved) > 0 || m.isEmpty() }
func (m *Model) hasSelection() bool { return m.list().Len() > 0 }

// list returns the list that has the focus.
func (m *Model) list() interface {
	screen.Rows
	Selected() int
} {
	switch m.focus {
	case areaPrices:
		return m.prices.List
	case areaRecent:
		return &m.recentRows
	case areaLatest:
		return &m.latest.rows
	}
	if m.isEmpty() {
		return &m.startRows
	}
	return &m.savedRows
}

func (m *Model) inRanged() bool { return m.ranged() != nil && !m.filter.Typing() }

// ranged returns the list with the focus if it has ranges, nil otherwise.
func (m *Model) ranged() *widget.Table {
	switch {
	case m.focus == areaSaved && !m.isEmpty():
		return &m.savedRows
	case m.focus == areaRecent:
		return &m.recentRows
	case m.focus == areaLatest:
		return &m.latest.rows
	}
	return nil
}

// rangeKey identifies a row of that list, also while others are added.
func (m *Model) rangeKey(i int) string {
	switch m.focus {
	case areaRecent:
		return strconv.Itoa(m.filteredRecent[i])
	case areaLatest:
		return m.latest.list[i].Hash
	}
	return strconv.Itoa(m.filteredSaved[i])
}

func (m *Model) pause() tea.Cmd {
	m.paused = !m.paused
	m.deps.Prices.Pause(m.paused)
	m.showChain()
	return nil
}

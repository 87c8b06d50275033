package watchlist

import (
	tea "github.com/charmbracelet/bubbletea"

	"foredeck/tui/portfolio"
	"foredeck/tui/screen"
	"foredeck/tui/store"
)

// Bindings are the keys of the list. Home shows the list without them.
var Bindings = append(screen.Lift(portfolio.Bindings, (*Model).dependencies), screen.Bindings[*Model]{
	{ID: "price.next_pair", Keys: "j down", Pair: "price.previous_pair", Help: "pair", Long: "next pair", When: (*Model).hasOthers, Run: screen.By((*Model).step, 1)},
	{ID: "price.previous_pair", Keys: "k up", Label: "k ↑", Help: "previous pair", When: (*Model).hasOthers, Run: screen.By((*Model).step, -1)},
	{ID: "price.order", Keys: "o", Help: "sort watchlist", Place: screen.Hidden, When: (*Model).hasOthers, Run: (*Model).nextOrder},
	{ID: "price.reverse", Keys: "O", Help: "reverse watchlist", Place: screen.Hidden, When: (*Model).hasOthers, Run: (*Model).reverse},
	{ID: "price.group", Keys: "m", Help: "group of pair", Place: screen.Hidden, When: (*Model).IsWatched, Why: "watch the pair first", Run: (*Model).chooseGroup},
	{ID: "price.pair_up", Keys: "K", Help: "move pair up", Place: screen.Hidden, When: func(m *Model) bool { return m.canMove(-1) }, Run: func(m *Model) tea.Cmd { return m.movePair(-1) }},
	{ID: "price.pair_down", Keys: "J", Help: "move pair down", Place: screen.Hidden, When: func(m *Model) bool { return m.canMove(1) }, Run: func(m *Model) tea.Cmd { return m.movePair(1) }},
	{ID: "price.fold", Keys: "f", Help: "collapse group", Place: screen.Hidden, State: screen.Instead((*Model).isFolded, "expand group"), When: (*Model).inGroup, Run: (*Model).foldGroup},
	{ID: "price.fold_all", Keys: "F", Help: "collapse all groups", Place: screen.Hidden, State: screen.Instead((*Model).allCollapsed, "expand all groups"), When: (*Model).hasGroups, Run: (*Model).foldAll},
	{ID: "price.watch", Keys: "w", Help: "watch", Place: screen.Hidden, State: screen.Instead((*Model).IsWatched, "unwatch"), Run: (*Model).toggle},
	{ID: "price.watch_other", Keys: "W", Help: "watch another pair", Place: screen.Hidden, Run: (*Model).promptPair},
}...)

func (m *Model) dependencies() *screen.Deps { return m.deps }
func (m *Model) hasOthers() bool            { return m.Len() > 1 }
func (m *Model) group() *store.WatchGroup   { m.refresh(); return m.groupOf(m.current) }
func (m *Model) inGroup() bool              { return m.group() != nil }
func (m *Model) isFolded() bool             { return m.group().Collapsed }
func (m *Model) foldGroup() tea.Cmd         { return m.fold(m.group()) }
func (m *Model) hasGroups() bool            { return len(m.view.Groups) > 0 }

// step selects the next pair, or the first after the last one.
func (m *Model) step(by int) {
	if count := m.Len(); count > 0 {
		m.Select((m.Selected() + by + count) % count)
	}
}

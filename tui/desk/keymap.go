package desk

import (
	tea "github.com/charmbracelet/bubbletea"

	"foredeck/tui/screen"
	"foredeck/tui/store"
)

// Bindings are the keys of the list. Home shows the list without them.
var Bindings = append(screen.Lift(PortfolioBindings, (*Watchlist).dependencies), screen.Bindings[*Watchlist]{
	{ID: "price.next_pair", Keys: "j down", Pair: "price.previous_pair", Help: "pair", Long: "next pair", When: (*Watchlist).hasOthers, Run: screen.By((*Watchlist).step, 1)},
	{ID: "price.previous_pair", Keys: "k up", Label: "k ↑", Help: "previous pair", When: (*Watchlist).hasOthers, Run: screen.By((*Watchlist).step, -1)},
	{ID: "price.order", Keys: "o", Help: "sort watchlist", Place: screen.Hidden, When: (*Watchlist).hasOthers, Run: (*Watchlist).nextOrder},
	{ID: "price.reverse", Keys: "O", Help: "reverse watchlist", Place: screen.Hidden, When: (*Watchlist).hasOthers, Run: (*Watchlist).reverse},
	{ID: "price.group", Keys: "m", Help: "group of pair", Place: screen.Hidden, When: (*Watchlist).IsWatched, Why: "watch the pair first", Run: (*Watchlist).chooseGroup},
	{ID: "price.pair_up", Keys: "K", Help: "move pair up", Place: screen.Hidden, When: func(m *Watchlist) bool { return m.canMove(-1) }, Run: func(m *Watchlist) tea.Cmd { return m.movePair(-1) }},
	{ID: "price.pair_down", Keys: "J", Help: "move pair down", Place: screen.Hidden, When: func(m *Watchlist) bool { return m.canMove(1) }, Run: func(m *Watchlist) tea.Cmd { return m.movePair(1) }},
	{ID: "price.fold", Keys: "f", Help: "collapse group", Place: screen.Hidden, State: screen.Instead((*Watchlist).isFolded, "expand group"), When: (*Watchlist).inGroup, Run: (*Watchlist).foldGroup},
	{ID: "price.fold_all", Keys: "F", Help: "collapse all groups", Place: screen.Hidden, State: screen.Instead((*Watchlist).allCollapsed, "expand all groups"), When: (*Watchlist).hasGroups, Run: (*Watchlist).foldAll},
	{ID: "price.watch", Keys: "w", Help: "watch", Place: screen.Hidden, State: screen.Instead((*Watchlist).IsWatched, "unwatch"), Run: (*Watchlist).toggle},
	{ID: "price.watch_other", Keys: "W", Help: "watch another pair", Place: screen.Hidden, Run: (*Watchlist).promptPair},
}...)

func (m *Watchlist) dependencies() *screen.Deps { return m.deps }
func (m *Watchlist) hasOthers() bool            { return m.Len() > 1 }
func (m *Watchlist) group() *store.WatchGroup   { m.refresh(); return m.groupOf(m.current) }
func (m *Watchlist) inGroup() bool              { return m.group() != nil }
func (m *Watchlist) isFolded() bool             { return m.group().Collapsed }
func (m *Watchlist) foldGroup() tea.Cmd         { return m.fold(m.group()) }
func (m *Watchlist) hasGroups() bool            { return len(m.view.Groups) > 0 }

// step selects the next pair, or the first after the last one.
func (m *Watchlist) step(by int) {
	if count := m.Len(); count > 0 {
		m.Select((m.Selected() + by + count) % count)
	}
}

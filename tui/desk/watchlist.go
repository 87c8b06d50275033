// watchlist.go is the list of watched pairs: their prices in rows, sorted and in groups. Home and the price screen show it.

package desk

import (
	"context"
	"slices"

	tea "github.com/charmbracelet/bubbletea"

	"foredeck/tui/market"
	"foredeck/tui/screen"
	"foredeck/tui/store"
)

// Watchlist is a watchlist on the screen. What it draws is computed when prices or the list change, not per frame.
type Watchlist struct {
	// HasPointTargets makes a click select a row at once, by a screen.ClickMsg that is passed to Click. Otherwise a click acts as in other
	// lists: the first selects and the second opens.
	HasPointTargets bool

	deps *screen.Deps
	ctx  context.Context // of the screen; nil while it is not visible

	current  string // selected pair; it is listed even if it is not watched
	at       int    // its position among pairs
	blurred  bool
	view     store.WatchlistView
	order    order
	revision int    // of the list that items were made from
	items    []item // headings and pairs as listed
	pairs    []string
	facts    map[string]*facts
	widths   widths

	width, height, first int   // of the rows, with their titles; first is the first visible item
	check                check // of a pair before it is watched
	flashing             bool  // an endFlashMsg is under way
}

// item is a row of the list: a pair, or the heading of a group.
type item struct {
	pair  string
	at    int               // position of the pair
	group *store.WatchGroup // of a heading
	count int               // of pairs in the group
}

// NewWatchlist returns a watchlist in which a pair is selected; the first one if it is empty.
func NewWatchlist(deps *screen.Deps, current string) *Watchlist {
	m := &Watchlist{deps: deps, current: current, facts: map[string]*facts{}, revision: -1, check: check{prices: deps.Prices}}
	m.refresh()
	return m
}

// Enter is called when the screen becomes visible.
func (m *Watchlist) Enter(ctx context.Context) {
	m.ctx = ctx
	m.rebuild()
	m.showRows()
}

// Leave is called when another screen becomes visible.
func (m *Watchlist) Leave() {
	m.check.cancel()
	m.ctx = nil
}

// Update handles responses, the clock and the end of flashes.
func (m *Watchlist) Update(msg tea.Msg) tea.Cmd {
	var cmd tea.Cmd
	switch msg := msg.(type) {
	case market.ResponseMsg:
		for _, pair := range msg.Pairs() {
			m.updatePair(pair)
		}
		cmd = tea.Batch(m.finishCheck(msg.Pair()), m.startFlash())
	case endFlashMsg:
		if msg.list == m {
			m.flashing = false
			cmd = m.startFlash()
		}
	case screen.ClockMsg:
		if m.order == byAlert {
			m.sort()
		}
	}
	m.refresh()
	return cmd
}

// Current returns the selected pair, "" if the list is empty.
func (m *Watchlist) Current() string {
	m.refresh()
	return m.current
}

// SetCurrent selects a pair, which is listed even if it is not watched.
func (m *Watchlist) SetCurrent(pair string) {
	if pair != m.current {
		m.current = pair
		m.rebuild()
	}
}

// SetBlurred marks the list as unfocused: the selected row keeps its pointer but has no highlight.
func (m *Watchlist) SetBlurred(blurred bool) { m.blurred = blurred }

// SetSize sets the size of the rows with their titles, and scrolls to the selected pair.
func (m *Watchlist) SetSize(width, height int) {
	if width != m.width || height != m.height {
		m.width, m.height = width, height
		m.scroll()
	}
}

// IsWatched reports whether the selected pair is watched.
func (m *Watchlist) IsWatched() bool { return slices.Contains(m.deps.Prices.Watched(), m.current) }

// Len returns the number of pairs that can be selected. Those of collapsed groups cannot.
func (m *Watchlist) Len() int {
	m.refresh()
	return len(m.pairs)
}

// Rows returns the number of rows of the whole list, with the headings of groups.
func (m *Watchlist) Rows() int {
	m.refresh()
	return len(m.items)
}

// Selected returns the position of the selected pair.
func (m *Watchlist) Selected() int {
	m.refresh()
	return m.at
}

// Select selects the pair at a position, or the nearest one.
func (m *Watchlist) Select(at int) {
	m.refresh()
	if len(m.pairs) == 0 {
		return
	}
	m.current = m.pairs[max(min(at, len(m.pairs)-1), 0)]
	if m.isAnyCollapsed() {
		m.sort() // of a collapsed group only the selected pair is listed
	} else {
		m.scroll()
	}
}

// Move moves the selection down by a number of pairs, or up if it is negative.
func (m *Watchlist) Move(by int) { m.Select(m.Selected() + by) }

// Page moves the selection down by a number of screens, or up if it is negative.
func (m *Watchlist) Page(screens float64) {
	rows := int(screens * float64(m.rows()))
	if rows == 0 {
		rows = 1
		if screens < 0 {
			rows = -1
		}
	}
	m.first += rows
	m.Move(rows)
}

// refresh makes the items again if the list has changed.
func (m *Watchlist) refresh() {
	if m.revision != m.deps.Prices.WatchlistRevision() {
		m.rebuild()
	}
}

// scroll keeps the selection visible and the screen filled, and requests what is visible first.
func (m *Watchlist) scroll() {
	m.at = max(slices.Index(m.pairs, m.current), 0)
	at := slices.IndexFunc(m.items, func(i item) bool { return i.group == nil && i.pair == m.current })
	rows := m.rows()
	if at >= 0 {
		m.first = max(min(m.first, at), at-rows+1)
		if at == 1 && m.items[0].group != nil && rows > 1 {
			m.first = 0 // with the heading above the first pair
		}
	}
	m.first = max(min(m.first, len(m.items)-rows), 0)
	m.showRows()
}

// showRows tells the prices which pairs are on screen.
func (m *Watchlist) showRows() {
	if m.ctx == nil {
		return
	}
	visible := []string{}
	for _, item := range m.visible() {
		if item.group == nil {
			visible = append(visible, item.pair)
		}
	}
	m.deps.Prices.ShowRows(visible)
}

// visible returns the items on screen.
func (m *Watchlist) visible() []item {
	first := min(m.first, len(m.items))
	return m.items[first:min(first+m.rows(), len(m.items))]
}

// rows returns the number of items that fit.
func (m *Watchlist) rows() int {
	switch {
	case m.isNarrow():
		return max(m.height/narrowLines, 1)
	case m.hasTitles():
		return max(m.height-1, 1)
	}
	return max(m.height, 1)
}

package desk

import (
	"cmp"
	"math"
	"slices"
	"strings"

	tea "github.com/charmbracelet/bubbletea"

	"foredeck/tui/screen"
	"foredeck/tui/store"
	"foredeck/tui/text"
)

// order is what the list is sorted by.
type order int

const (
	own order = iota
	byName
	byChange
	byVolume
	byAlert
	orders
)

// orderNames are the names of the orders in the store.
var orderNames = [orders]string{"", "name", "change", "volume", "alert"}

// descends reports whether the largest value comes first, unless the order is reversed.
func (o order) descends() bool { return o == byChange || o == byVolume }

// title returns what the list is sorted by, for a panel's title.
func (o order) title() text.Safe {
	return [orders]text.Safe{text.Const("own order"), text.Const("name"), text.Const("change"), text.Const("volume"), text.Const("alert")}[o]
}

// directionMark returns the mark of the direction: ▴ for ascending, ▾ for descending.
func (m *Watchlist) directionMark() text.Safe {
	if m.order.descends() != m.view.Reversed {
		return text.Const("▾")
	}
	return text.Const("▴")
}

// State describes the order for the title of a panel; empty for the user's own.
func (m *Watchlist) State() text.Safe {
	if m.order == own && !m.view.Reversed {
		return text.Safe{}
	}
	return text.Format("%s %s", m.order.title(), m.directionMark())
}

// nextOrder switches to the next order.
func (m *Watchlist) nextOrder() tea.Cmd {
	m.view.Order, m.view.Reversed = orderNames[(m.order+1)%orders], false
	return m.saveView(m.orderStatus)
}

// reverse reverses the order.
func (m *Watchlist) reverse() tea.Cmd {
	m.view.Reversed = !m.view.Reversed
	return m.saveView(m.orderStatus)
}

func (m *Watchlist) orderStatus() text.Safe {
	switch {
	case m.order == own && m.view.Reversed:
		return text.Const("watchlist: own order, reversed")
	case m.order == own:
		return text.Const("watchlist: own order")
	}
	what := [orders]text.Safe{
		byName: text.Const("name"), byChange: text.Const("24-hour change"), byVolume: text.Const("24-hour volume"), byAlert: text.Const("distance to the nearest alert"),
	}[m.order]
	direction := text.Const("smallest first")
	switch descends := m.order.descends() != m.view.Reversed; {
	case m.order == byName && descends:
		direction = text.Const("Z to A")
	case m.order == byName:
		direction = text.Const("A to Z")
	case descends:
		direction = text.Const("largest first")
	}
	return text.Format("watchlist sorted by %s, %s", what, direction)
}

// saveView stores the order and the groups, and reports the change.
func (m *Watchlist) saveView(status func() text.Safe) tea.Cmd {
	m.deps.Prices.SetWatchlistView(m.view)
	m.rebuild()
	return tea.Batch(m.deps.Post(screen.StatusMsg{Text: status()}), m.deps.SaveStore())
}

// rebuild makes the items from the watched pairs.
func (m *Watchlist) rebuild() {
	m.revision, m.view = m.deps.Prices.WatchlistRevision(), m.deps.Prices.WatchlistView()
	m.order = order(max(slices.Index(orderNames[:], m.view.Order), 0))
	watched := m.deps.Prices.Watched()
	if m.current == "" && len(watched) > 0 {
		m.current = watched[0]
	}
	known := make(map[string]*facts, len(watched)+1)
	for at, pair := range append(slices.Clone(watched), m.current) {
		if pair != "" && known[pair] == nil {
			known[pair] = m.newFacts(pair, at)
		}
	}
	m.facts = known
	m.sort()
}

// updatePair updates a pair after a response.
func (m *Watchlist) updatePair(pair string) {
	if known := m.facts[pair]; known != nil {
		m.facts[pair] = m.newFacts(pair, known.position)
		m.sort()
	}
}

// sort makes the items in the chosen order: pairs without a group, then the groups.
func (m *Watchlist) sort() {
	if m.order == byAlert {
		distances := m.deps.Prices.AlertDistances()
		for pair, f := range m.facts {
			f.distance = math.NaN()
			if distance, ok := distances[pair]; ok {
				f.distance = distance
			}
		}
	}
	members := make(map[string]int, len(m.facts)) // index of the group, from 1 on
	for i := range m.view.Groups {
		for _, pair := range m.view.Groups[i].Pairs {
			members[pair] = i + 1
		}
	}
	all := make([]*facts, 0, len(m.facts))
	counts := make([]int, len(m.view.Groups)+1)
	for pair, f := range m.facts {
		all = append(all, f)
		counts[members[pair]]++
	}
	slices.SortFunc(all, func(a, b *facts) int {
		return cmp.Or(cmp.Compare(members[a.pair], members[b.pair]), m.compare(a, b), cmp.Compare(a.position, b.position))
	})
	m.items, m.pairs = m.items[:0], m.pairs[:0]
	group := 0
	for _, f := range all {
		if of := members[f.pair]; of != group {
			group = of
			m.items = append(m.items, item{group: &m.view.Groups[group-1], count: counts[group]})
		}
		if group > 0 && m.view.Groups[group-1].Collapsed && f.pair != m.current {
			continue
		}
		m.items, m.pairs = append(m.items, item{pair: f.pair, at: len(m.pairs)}), append(m.pairs, f.pair)
	}
	if len(m.pairs) > 0 && !slices.Contains(m.pairs, m.current) {
		m.current = m.pairs[0]
	}
	m.widths = widthsOf(m.facts)
	m.scroll()
}

// compare compares two pairs in the chosen order. Pairs whose value is unknown are last in both directions.
func (m *Watchlist) compare(a, b *facts) int {
	result := 0
	switch m.order {
	case own:
		result = cmp.Compare(a.position, b.position)
	case byName:
		result = strings.Compare(a.pair, b.pair)
	default:
		x, y := a.value(m.order), b.value(m.order)
		if isUnknown, isOther := math.IsNaN(x), math.IsNaN(y); isUnknown || isOther {
			return rank(isUnknown) - rank(isOther)
		}
		result = cmp.Compare(x, y)
	}
	if m.order.descends() != m.view.Reversed {
		return -result
	}
	return result
}

func rank(isLast bool) int {
	if isLast {
		return 1
	}
	return 0
}

// groupOf returns the group of a pair, nil if it is in none.
func (m *Watchlist) groupOf(pair string) *store.WatchGroup {
	at := slices.IndexFunc(m.view.Groups, func(group store.WatchGroup) bool { return slices.Contains(group.Pairs, pair) })
	if at < 0 {
		return nil
	}
	return &m.view.Groups[at]
}

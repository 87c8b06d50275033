package history

import (
	tea "github.com/charmbracelet/bubbletea"

	"foredeck/tui/screen"
	"foredeck/tui/target"
	"foredeck/tui/text"
)

// parent is the location above a visit. Its screen stands for it until the user goes there.
type parent struct {
	link  string
	visit *visit
}

// Trail returns the crumbs of the locations from Home to the current one. They depend on the location only, not on how it was reached.
func (m *Model) Trail() [][]text.Safe {
	path := m.path()
	trail := make([][]text.Safe, len(path))
	for i, v := range path {
		trail[i] = v.screen.Crumbs()
		if whole, ok := v.screen.(screen.Ancestor); ok && i < len(path)-1 {
			trail[i] = whole.AncestorCrumbs()
		}
	}
	return trail
}

// path returns the locations from Home to the current one.
func (m *Model) path() []*visit {
	var path []*visit
	for v := m.stack.current(); v != nil; v = m.parentOf(v) {
		path = append([]*visit{v}, path...)
	}
	return path
}

// parentOf returns the location above a visit, nil for Home.
func (m *Model) parentOf(v *visit) *visit {
	if v.screen == m.stack.visits[0].screen {
		return nil
	}
	link, ok := m.parentLink(v)
	if !ok {
		return m.stack.visits[0]
	}
	if word := link.String(); v.parent.visit == nil || v.parent.link != word {
		v.parent = parent{link: word, visit: &visit{at: v.at, screen: m.screenForLink(link)}}
	}
	return v.parent.visit
}

// parentLink returns the link of the location above a visit. ok is false if that is Home.
func (m *Model) parentLink(v *visit) (link target.Link, ok bool) {
	if v.list != nil {
		return *v.list, true
	}
	here := linkOf(v.screen)
	here.Network = m.deps.Endpoint.Network
	return m.kinds.Of(v.screen).Above(here)
}

// listLink returns the link of the list that the current screen shows, nil if it shows none of transactions.
func (m *Model) listLink() *target.Link {
	shown := m.stack.current().screen
	kind := m.kinds.Of(shown)
	if !kind.ListsTransactions() {
		return nil
	}
	place, _ := kind.Place(linkOf(shown))
	return &place
}

// linkOf returns the link of a screen, empty if it has none.
func linkOf(s screen.Screen) target.Link {
	if link, ok := screen.LinkOf(s); ok {
		return link
	}
	return target.Link{}
}

// isAt reports whether a screen shows the location of another one.
func (m *Model) isAt(s, other screen.Screen) bool {
	if s == other {
		return true
	}
	kind := m.kinds.Of(s)
	if !kind.Is(other) {
		return false
	}
	a, ok := kind.Place(linkOf(s))
	b, _ := kind.Place(linkOf(other))
	return ok && a.String() == b.String()
}

// goTo goes to a location above the current one: back if the user came from there, else to its screen as it was left, or to a new one, which
// becomes the newest location of the history.
func (m *Model) goTo(v *visit) tea.Cmd {
	for i := m.stack.at - 1; i >= 0; i-- {
		visited := m.stack.visits[i]
		switch {
		case !m.isAt(visited.screen, v.screen):
		case i == m.stack.at-1:
			return m.arrive(m.stack.jump(m.ctx, i))
		default:
			cmd := m.arrive(m.stack.open(m.ctx, visited.screen, m.deps.Now()))
			m.stack.current().list = visited.list
			return cmd
		}
	}
	for _, recent := range m.stack.recent {
		if m.isAt(recent.screen, v.screen) {
			return m.arrive(m.stack.reopen(m.ctx, recent.id, m.deps.Now()))
		}
	}
	for below := m.stack.current(); below != nil; below = below.parent.visit {
		if below.parent.visit == v {
			below.parent = parent{} // the user may switch the tab of this screen now
		}
	}
	return m.visit(v.screen)
}

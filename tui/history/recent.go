package history

import (
	"slices"
	"strings"

	tea "github.com/charmbracelet/bubbletea"

	"foredeck/client/move"
	"foredeck/tui/screen"
	"foredeck/tui/store"
	"foredeck/tui/target"
	"foredeck/tui/text"
)

// RecentLinks returns the links of the recently visited screens, newest first.
func (m *Model) RecentLinks() []target.Link {
	var links []target.Link
	for _, v := range slices.Backward(m.stack.recent) {
		if link, ok := screen.LinkOf(v.screen); ok {
			links = append(links, link)
		}
	}
	return links
}

// Visits returns the recently visited screens without the current one, newest first, each location once.
func (m *Model) Visits() []screen.Visit {
	var visits []screen.Visit
	known := map[[2]text.Safe]bool{}
	for _, v := range slices.Backward(m.stack.recent) {
		if v == m.stack.current() {
			continue
		}
		visit := m.describe(v)
		if key := [2]text.Safe{visit.Kind, visit.Name}; !known[key] {
			known[key] = true
			visits = append(visits, visit)
		}
	}
	for _, earlier := range m.deps.Store.Recent() {
		visit := screen.Visit{At: earlier.At, Kind: text.Clean(earlier.Kind), Name: text.Clean(earlier.Name), Link: earlier.Link}
		if key := [2]text.Safe{visit.Kind, visit.Name}; !known[key] && len(visits) < maxRecent && !m.isCurrent(visit) {
			known[key] = true
			visits = append(visits, visit)
		}
	}
	return visits
}

// isCurrent reports whether the visible location is that of a visit.
func (m *Model) isCurrent(visit screen.Visit) bool {
	current := m.describe(m.stack.current())
	return m.stack.hasUp() && current.Kind == visit.Kind && current.Name == visit.Name
}

// keepRecent adds the current location to those that are shown after a restart, if a link leads there.
func (m *Model) keepRecent() tea.Cmd {
	visit := m.describe(m.stack.current())
	if !m.stack.hasUp() || visit.Link.Network == "" {
		return nil
	}
	m.deps.Store.AddRecent(store.Recent{Link: visit.Link, Kind: visit.Kind.String(), Name: visit.Name.String(), At: m.deps.Now()})
	return m.deps.SaveStore()
}

// dropCurrent forgets the current location, which another one replaces.
func (m *Model) dropCurrent() {
	if link, ok := screen.LinkOf(m.stack.current().screen); ok {
		m.deps.Store.RemoveRecent(link)
	}
	m.stack.drop()
}

// describe names a visit by its link if there is one, else by its breadcrumb.
func (m *Model) describe(v *visit) screen.Visit {
	described := screen.Visit{ID: v.id, At: v.at, Kind: text.Clean(v.caller().Screen)} // a package name, which is safe
	linked := false
	described.Link, linked = screen.LinkOf(v.screen)
	crumbs := v.screen.Crumbs()
	switch link := described.Link; {
	case !linked && v.list != nil:
		described.Name = joinCrumbs(append(m.parentOf(v).screen.Crumbs()[:1:1], crumbs...)...)
	case !linked:
		described.Name = joinCrumbs(crumbs...)
	case link.Type != "" && len(crumbs) > 2: // it is open, not only selected in the list
		described.Kind = text.Const("resource")
		described.Name = joinCrumbs(crumbs[0], crumbs[len(crumbs)-1])
	case link.Target.Kind == target.Module, link.Target.Kind == target.Function, link.Target.Kind == target.Type, link.Target.Kind == target.Code:
		described.Name = text.Short(text.Clean(link.Target.String()))
	case link.Target.IsSent():
		described.Name = joinCrumbs(m.nameOf(link.Target.Address), crumbs[len(crumbs)-1])
	case link.Target.Kind == target.Height:
		described.Name = text.Integer(link.Target.Height)
	default:
		described.Name = joinCrumbs(crumbs...)
	}
	return described
}

// nameOf returns the name of an account, or its address if it has none.
func (m *Model) nameOf(address move.Address) text.Safe {
	if name := m.deps.Names.Of(address); !name.IsEmpty() {
		return name
	}
	return text.Short(text.Clean(address.String()))
}

// joinCrumbs joins the parts of a breadcrumb. The kind is shown beside it, so "Account" is left out.
func joinCrumbs(crumbs ...text.Safe) text.Safe {
	parts := make([]string, len(crumbs))
	for i, crumb := range crumbs {
		parts[i] = strings.TrimPrefix(crumb.String(), "Account ")
	}
	return text.Clean(strings.Join(parts, " › "))
}

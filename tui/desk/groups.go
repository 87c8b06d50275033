package desk

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	tea "github.com/charmbracelet/bubbletea"

	"foredeck/tui/screen"
	"foredeck/tui/store"
	"foredeck/tui/text"
)

const (
	// maxGroups and maxGroupName limit the groups and the characters of their names.
	maxGroups    = 50
	maxGroupName = 32
)

var errGroupName = errors.New("must have 1 to 32 characters")

// movePair moves the selected pair in the user's own order, and over the edge of its group into the next one.
func (m *Watchlist) movePair(by int) tea.Cmd {
	if m.order != own || m.view.Reversed {
		status := text.Format("watchlist is sorted by %s: press %s until it is in your own order, then move pairs", m.order.title(), m.deps.Key("price.order"))
		return m.deps.Post(screen.StatusMsg{Text: status, Warn: true})
	}
	at := m.Selected()
	to := at + by
	if isLast := to < 0 || to >= len(m.pairs); isLast || m.view.GroupOf(m.pairs[to]) != m.view.GroupOf(m.current) {
		return m.moveToNeighbor(by)
	}
	m.deps.Prices.Place(m.current, m.pairs[to], by > 0)
	m.rebuild()
	return m.deps.SaveStore()
}

// canMove reports whether movePair has an effect.
func (m *Watchlist) canMove(by int) bool {
	if !m.IsWatched() {
		return false
	}
	if m.order != own || m.view.Reversed {
		return true // it explains why it does not move
	}
	to := m.Selected() + by
	_, hasGroup := m.neighbor(by)
	return hasGroup || to >= 0 && to < len(m.pairs) && m.view.GroupOf(m.pairs[to]) == m.view.GroupOf(m.current)
}

// neighbor returns the group above or below that of the selected pair. Pairs without a group are above all groups.
func (m *Watchlist) neighbor(by int) (name string, ok bool) {
	to := m.groupNamed(m.view.GroupOf(m.current)) + by
	switch {
	case to < -1 || to >= len(m.view.Groups):
		return "", false
	case to < 0:
		return "", true
	}
	return m.view.Groups[to].Name, true
}

// moveToNeighbor moves the selected pair to the group above or below its own.
func (m *Watchlist) moveToNeighbor(by int) tea.Cmd {
	name, ok := m.neighbor(by)
	if !ok {
		return nil
	}
	if at := m.Selected() + by; at >= 0 && at < len(m.pairs) && m.view.GroupOf(m.pairs[at]) == name {
		m.deps.Prices.Place(m.current, m.pairs[at], by < 0) // first or last in the group
	}
	return m.setGroup(m.current, name)
}

// setGroup moves a pair to a group, or out of its group if the name is empty.
func (m *Watchlist) setGroup(pair, name string) tea.Cmd {
	m.view.SetGroup(pair, name)
	return m.saveView(func() text.Safe {
		if name == "" {
			return text.Format("%s: in no group", text.Clean(pair))
		}
		return text.Format("%s: in group %s", text.Clean(pair), text.Clean(name))
	})
}

// chooseGroup offers what can be done with the group of the selected pair.
func (m *Watchlist) chooseGroup() tea.Cmd {
	pair, group := m.current, m.view.GroupOf(m.current)
	var choices []screen.Choice
	for _, other := range m.view.Groups {
		if other.Name != group {
			choices = append(choices, screen.Choice{
				Name: text.Format("move to %s", text.Clean(other.Name)), Remark: text.Plural(len(other.Pairs), "pair"),
				Run: func() tea.Cmd { return m.setGroup(pair, other.Name) },
			})
		}
	}
	if len(m.view.Groups) < maxGroups {
		choices = append(choices, screen.Choice{Name: text.Const("new group…"), Run: func() tea.Cmd { return m.promptGroup(pair) }})
	}
	if group != "" {
		name := text.Clean(group)
		choices = append(choices,
			screen.Choice{Name: text.Format("take out of %s", name), Run: func() tea.Cmd { return m.setGroup(pair, "") }},
			screen.Choice{Name: text.Format("rename %s…", name), Run: func() tea.Cmd { return m.promptRename(group) }},
			screen.Choice{Name: text.Format("move group %s up", name), Run: func() tea.Cmd { return m.moveGroup(group) }},
			screen.Choice{Name: text.Format("remove group %s", name), Remark: text.Const("its pairs stay watched"), Run: func() tea.Cmd { return m.removeGroup(group) }})
	}
	return m.deps.Post(screen.ChooseMsg{Title: text.Format("Group of %s", text.Clean(pair)), Choices: choices})
}

func (m *Watchlist) promptGroup(pair string) tea.Cmd {
	return m.deps.Post(screen.PromptMsg{Title: text.Format("New group with %s", text.Clean(pair)), Hint: text.Const("name, for example majors"), Submit: func(typed string) (tea.Cmd, error) {
		name, err := groupName(typed)
		if err != nil {
			return nil, err
		}
		return m.setGroup(pair, name), nil
	}})
}

func (m *Watchlist) promptRename(from string) tea.Cmd {
	return m.deps.Post(screen.PromptMsg{Title: text.Format("Rename group %s", text.Clean(from)), Hint: text.Const("name"), Value: from, Submit: func(typed string) (tea.Cmd, error) {
		to, err := groupName(typed)
		switch {
		case err != nil:
			return nil, err
		case to != from && m.groupNamed(to) >= 0:
			return nil, fmt.Errorf("group %s exists: choose another name", to)
		}
		if at := m.groupNamed(from); at >= 0 {
			m.view.Groups[at].Name = to
		}
		return m.saveView(func() text.Safe { return text.Format("group renamed: %s", text.Clean(to)) }), nil
	}})
}

// groupName returns a valid name of a group.
func groupName(typed string) (string, error) {
	name := strings.TrimSpace(text.Clean(typed).String())
	if count := len([]rune(name)); count == 0 || count > maxGroupName {
		return "", errGroupName
	}
	return name, nil
}

func (m *Watchlist) groupNamed(name string) int {
	return slices.IndexFunc(m.view.Groups, func(group store.WatchGroup) bool { return group.Name == name })
}

func (m *Watchlist) moveGroup(name string) tea.Cmd {
	if at := m.groupNamed(name); at > 0 {
		m.view.Groups[at], m.view.Groups[at-1] = m.view.Groups[at-1], m.view.Groups[at]
	}
	return m.saveView(func() text.Safe { return text.Format("group moved up: %s", text.Clean(name)) })
}

func (m *Watchlist) removeGroup(name string) tea.Cmd {
	m.view.Groups = slices.DeleteFunc(m.view.Groups, func(group store.WatchGroup) bool { return group.Name == name })
	return m.saveView(func() text.Safe { return text.Format("group removed: %s", text.Clean(name)) })
}

// fold collapses a group, or expands it.
func (m *Watchlist) fold(group *store.WatchGroup) tea.Cmd {
	group.Collapsed = !group.Collapsed
	name, state := text.Clean(group.Name), text.Const("expanded")
	if group.Collapsed {
		state = text.Const("collapsed")
	}
	return m.saveView(func() text.Safe { return text.Format("group %s: %s", name, state) })
}

func (m *Watchlist) isAnyCollapsed() bool {
	return slices.ContainsFunc(m.view.Groups, func(group store.WatchGroup) bool { return group.Collapsed })
}

func (m *Watchlist) allCollapsed() bool {
	return !slices.ContainsFunc(m.view.Groups, func(group store.WatchGroup) bool { return !group.Collapsed })
}

// foldAll collapses all groups, or expands them if they are collapsed.
func (m *Watchlist) foldAll() tea.Cmd {
	collapse := !m.allCollapsed()
	for i := range m.view.Groups {
		m.view.Groups[i].Collapsed = collapse
	}
	return m.saveView(func() text.Safe {
		if collapse {
			return text.Const("all groups: collapsed")
		}
		return text.Const("all groups: expanded")
	})
}

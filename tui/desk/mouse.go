package desk

import (
	"slices"

	tea "github.com/charmbracelet/bubbletea"

	"foredeck/tui/screen"
	"foredeck/tui/store"
	"foredeck/tui/text"
)

// Click targets are negative, so that screens can have others from 0 on: a pair at position 0 is targetPairs, at position 1 one less.
const (
	targetPairs  = -1
	targetGroups = -1 << 30
)

// hit returns what a click on a pair does.
func (m *Watchlist) hit(of item) *text.Hit {
	if m.HasPointTargets {
		return &text.Hit{IsPoint: true, Target: targetPairs - of.at}
	}
	return &text.Hit{Rows: of.at - m.Selected(), Unfocused: m.blurred}
}

func (m *Watchlist) groupIndex(of item) int {
	return slices.IndexFunc(m.view.Groups, func(group store.WatchGroup) bool { return group.Name == of.group.Name })
}

// Click selects a pair, or collapses a group, and reports whether the click was on one.
func (m *Watchlist) Click(at screen.ClickMsg) (cmd tea.Cmd, handled bool) {
	switch {
	case at.Target >= 0:
		return nil, false
	case at.Target > targetGroups:
		m.Select(targetPairs - at.Target)
	case targetGroups-at.Target < len(m.view.Groups):
		return m.fold(&m.view.Groups[targetGroups-at.Target]), true
	}
	return nil, true
}

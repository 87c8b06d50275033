package home

import (
	tea "github.com/charmbracelet/bubbletea"

	"foredeck/tui/linkvalue"
	"foredeck/tui/screen"
	"foredeck/tui/store"
	"foredeck/tui/target"
	"foredeck/tui/text"
)

// selected is the saved place that the keys are at, nil where they are elsewhere.
func (m *Model) selected() *kept {
	if m.focus != areaSaved || len(m.shownSaved) == 0 {
		return nil
	}
	return m.saved[m.shownSaved[m.savedRows.Selected()]]
}

// Copies are what is selected among the saved places: its address or name, and its value.
func (m *Model) Copies() []screen.Copy {
	k := m.selected()
	if k == nil {
		return nil
	}
	named := screen.Copy{Form: text.Safe(k.link.Target.Kind.String()), Value: k.link.Target.String}
	if k.link.Target.Kind == target.Account {
		named.Form = "address"
	}
	value, ok := k.value.Value()
	if !ok || !linkvalue.HasValue(k.link) {
		return []screen.Copy{named}
	}
	valued := screen.Copy{Form: "value", Value: func() string { return value.Exact }}
	if k.link.Target.Kind == target.Account && k.link.Type == "" {
		valued.Form = "sequence number"
		return []screen.Copy{named, valued}
	}
	return []screen.Copy{valued, named}
}

// Link is that of the selected saved place.
func (m *Model) Link() (target.Link, bool) {
	if k := m.selected(); k != nil {
		return k.link, true
	}
	return target.Link{}, false
}

// Subject is the account that is selected among the saved places.
func (m *Model) Subject() (store.Subject, bool) {
	k := m.selected()
	if k == nil || k.link.Target.Kind != target.Account {
		return store.Subject{}, false
	}
	return store.Subject{Kind: store.Address, Key: k.link.Target.Address.String()}, true
}

// CountsInUnits tells that values are written in the session's units.
func (m *Model) CountsInUnits() {}

// HardReload looks again at what is saved and at the node, also where that was refused.
func (m *Model) HardReload() tea.Cmd {
	m.refused = nil
	return m.look()
}

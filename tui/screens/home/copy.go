package home

import (
	tea "github.com/charmbracelet/bubbletea"

	"foredeck/tui/linkvalue"
	"foredeck/tui/screen"
	"foredeck/tui/store"
	"foredeck/tui/target"
	"foredeck/tui/text"
)

// selected returns the selected saved entry, or nil.
func (m *Model) selected() *entry {
	if m.focus != areaSaved || len(m.filteredSaved) == 0 {
		return nil
	}
	return m.saved[m.filteredSaved[m.savedRows.Selected()]]
}

// Copies returns the address or name and the value of the selected entry.
func (m *Model) Copies() []screen.Copy {
	e := m.selected()
	if e == nil {
		return nil
	}
	named := screen.Copy{Form: text.Clean(e.link.Target.Kind.String()), Value: e.link.Target.String}
	if e.link.Target.Kind == target.Account {
		named.Form = text.Const("address")
	}
	value, ok := e.value.Value()
	if !ok || !linkvalue.HasValue(e.link) {
		return []screen.Copy{named}
	}
	valued := screen.Copy{Form: text.Const("value"), Value: func() string { return value.Exact }}
	if e.link.Target.Kind == target.Account && e.link.Type == "" {
		valued.Form = text.Const("sequence number")
		return []screen.Copy{named, valued}
	}
	return []screen.Copy{valued, named}
}

// Link returns the link of the selected entry.
func (m *Model) Link() (target.Link, bool) {
	if e := m.selected(); e != nil {
		return e.link, true
	}
	return target.Link{}, false
}

// Subject returns the account of the selected entry.
func (m *Model) Subject() (store.Subject, bool) {
	e := m.selected()
	if e == nil || e.link.Target.Kind != target.Account {
		return store.Subject{}, false
	}
	return store.Subject{Kind: store.Address, Key: e.link.Target.Address.String()}, true
}

// UsesUnits marks the screen as showing values in the current units.
func (m *Model) UsesUnits() {}

// HardReload reloads the saved values and the block, also after blocks were unavailable.
func (m *Model) HardReload() tea.Cmd {
	m.chain.Retry()
	return m.refresh()
}

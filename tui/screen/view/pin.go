package view

import (
	tea "github.com/charmbracelet/bubbletea"

	"foredeck/client/move"
	"foredeck/tui/screen"
	"foredeck/tui/store"
	"foredeck/tui/text"
)

// account is the account to whose panel the result can be pinned: that of the first address among the arguments. There is none
// while a field is wrong.
func (m *Model) account() (move.Address, bool) {
	if m.firstWrong() >= 0 || m.cannot != "" {
		return move.Address{}, false
	}
	for i, input := range m.forAll(m.inputs()) {
		if !m.fields[i].isAddress {
			continue
		}
		if address, err := move.ParseAddress(input); err == nil {
			return address, true
		}
	}
	return move.Address{}, false
}

// pin pins what the call returns to the panel of the account that it asks about, or takes it from there.
func (m *Model) pin() tea.Cmd {
	address, ok := m.account()
	if !ok {
		return m.deps.Post(screen.StatusMsg{Text: "no argument names an account to pin it to", Warn: true})
	}
	link, _ := m.Link()
	name := m.deps.NameOf(address)
	if name == "" {
		name = text.Short(text.Safe(address.String()))
	}
	said := "no longer pinned to the account " + name
	if m.deps.Store.TogglePin(store.Pin{Account: address, Link: link}) {
		said = "pinned to the panel of the account " + name
	}
	return tea.Batch(m.deps.Keep(), m.deps.Post(screen.StatusMsg{Text: said}))
}

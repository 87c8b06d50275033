package tui

import (
	tea "github.com/charmbracelet/bubbletea"

	"foredeck/tui/screen"
	"foredeck/tui/screen/account"
	"foredeck/tui/screen/block"
	"foredeck/tui/screen/module"
	"foredeck/tui/screen/price"
	"foredeck/tui/screen/transaction"
	"foredeck/tui/target"
	"foredeck/tui/text"
)

// open opens what a target names.
func (m *Model) open(t target.Target) tea.Cmd {
	if !m.opens(t.Kind) {
		m.said = screen.StatusMsg{Text: text.Clean((&target.KindError{Target: t}).Error()), Warn: true}
		return nil
	}
	s := m.screenFor(t)
	if s == nil {
		m.said = screen.StatusMsg{Text: "no record with this hash was seen yet, and the node API has no look-up by hash", Warn: true}
		return nil
	}
	return m.visit(s)
}

// opens tells which kinds of target have a screen.
func (m *Model) opens(kind target.Kind) bool {
	switch kind {
	case target.Pair:
		return m.deps.Prices.Available()
	case target.Account, target.Module, target.Function, target.Type, target.Transaction, target.Height, target.Blocks:
		return true
	}
	return false
}

func (m *Model) screenFor(t target.Target) screen.Screen {
	switch t.Kind {
	case target.Transaction:
		if record := m.deps.Seen.Transaction(t.Hash); record != nil {
			return transaction.New(m.deps, screen.OpenTransactionMsg{Record: record})
		}
		return nil
	case target.Module, target.Function, target.Type:
		return module.New(m.deps, t)
	case target.Pair:
		return price.New(m.deps, t.Pair)
	case target.Height:
		return block.New(m.deps, t.Height)
	case target.Blocks:
		return m.blocks()
	}
	return account.New(m.deps, t.Address)
}

func (m *Model) travel(delta int, otherwise text.Safe) tea.Cmd {
	cmd, ok := m.history.step(m.ctx, delta)
	if !ok {
		m.said = screen.StatusMsg{Text: otherwise}
		return nil
	}
	return m.arrived(cmd)
}

// arrived finishes a move to another place: nothing covers it, all of its panels are shown, and it learns the window's size, which
// may have changed since it was left.
func (m *Model) arrived(cmd tea.Cmd) tea.Cmd {
	m.uncover()
	m.zoom(nil)
	return cmd
}

func (m *Model) visit(s screen.Screen) tea.Cmd {
	return m.arrived(m.history.open(m.ctx, s, m.deps.Now()))
}

package requests

import (
	"context"

	tea "github.com/charmbracelet/bubbletea"

	"foredeck/tui/load"
)

func (m *Model) key(msg tea.KeyMsg) tea.Cmd {
	switch {
	case m.filter.Captures(msg):
		if m.filter.Type(msg) {
			m.refilter()
		}
		return nil
	case m.filter.Typing() && (m.keys.Inside.Matches(msg) || m.keys.Panel.Matches(msg)):
		m.filter.Accept()
		m.lay()
		return nil
	case m.inTree():
		if cmd, taken := m.search.Key(&m.content.tree, msg); taken {
			m.lay()
			return cmd
		}
		if m.search.Typing() {
			m.contentKey(msg)
			return nil
		}
	}
	if m.selected() != nil {
		if chosen, ok := m.keys.Tabs.Choice(msg, int(m.tabs())); ok {
			m.tab = tab(chosen)
			return nil
		}
	}
	selected := m.selected() != nil
	switch {
	case selected && m.keys.Again.Matches(msg):
		return m.repeat()
	case selected && m.keys.Save.Matches(msg):
		return m.save()
	case selected && m.keys.Panel.Matches(msg):
		m.enter(!m.inside)
	case m.inside:
		m.contentKey(msg)
	case m.keys.Filter.Matches(msg):
		m.filter.Focus()
		m.lay()
	case m.keys.Failed.Matches(msg):
		m.failedOnly = !m.failedOnly
		m.refilter()
	case m.keys.All.Matches(msg):
		m.every = !m.every
		m.refilter()
	case selected && m.keys.Inside.Matches(msg):
		m.enter(true)
	default:
		m.keys.Rows(&m.list, msg)
	}
	return nil
}

// enter gives the keys to what the open tab shows, or back to the list.
func (m *Model) enter(inside bool) {
	m.inside = inside
	m.search.Accept()
	m.lay()
}

// repeat asks the same once more. Who asked it then is said to ask now, so that the answer stands beside the other one.
func (m *Model) repeat() tea.Cmd {
	record := m.selected()
	exchange := record.Exchange
	sent, _, _ := m.deps.Requests.Bodies(record.Serial)
	caller := load.CallerOf(record.Label)
	if caller.Screen == "" {
		caller = m.under
	}
	return m.again.Ask(load.For(m.ctx, caller), m.deps.Loader, func(ctx context.Context) (repeated, error) {
		if m.deps.Prices.IsRequest(exchange) {
			return repeated{}, m.deps.Prices.Resend(ctx, exchange)
		}
		return repeated{}, m.deps.Node.Again(ctx, exchange, sent)
	})
}

func (m *Model) contentKey(msg tea.KeyMsg) {
	if !m.content.isTree {
		if m.keys.Fold.Matches(msg) {
			m.enter(false)
		}
		m.keys.Rows(&m.content.lines, msg)
		return
	}
	tree := &m.content.tree
	switch {
	case m.keys.Toggle.Matches(msg):
		tree.Toggle()
	case m.keys.Tree(tree, m.contentHeight(), msg):
	case m.keys.Fold.Matches(msg) && tree.Position() == 0:
		m.enter(false)
	default:
		m.keys.FoldKeys.Key(tree, msg)
	}
}

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
	case m.filter.Typing() && (m.keys.Body.Matches(msg) || m.keys.Panel.Matches(msg)):
		m.filter.Accept()
		m.layout()
		return nil
	case m.treeFocused():
		if cmd, handled := m.tree.SearchKey(msg); handled {
			return cmd
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
	case selected && m.keys.Repeat.Matches(msg):
		return m.repeatSelected()
	case selected && m.keys.Save.Matches(msg):
		return m.save()
	case selected && m.keys.Panel.Matches(msg):
		m.focusContent(!m.contentFocused)
	case m.contentFocused:
		m.contentKey(msg)
	case m.keys.Filter.Matches(msg):
		m.filter.Focus()
		m.layout()
	case m.keys.Failed.Matches(msg):
		m.failedOnly = !m.failedOnly
		m.refilter()
	case m.keys.All.Matches(msg):
		m.allScreens = !m.allScreens
		m.refilter()
	case selected && m.keys.Body.Matches(msg):
		m.focusContent(true)
	default:
		m.keys.Rows(&m.list, msg)
	}
	return nil
}

// focusContent focuses the content of the tab, or the list.
func (m *Model) focusContent(inside bool) {
	m.contentFocused = inside
	m.layout()
}

// repeatSelected sends the selected request again. The repetition is attributed to the original caller so that it is
// listed next to the original.
func (m *Model) repeatSelected() tea.Cmd {
	record := m.selected()
	exchange := record.Exchange
	sent, _, _ := m.deps.Loader.Recorder.Bodies(record.Serial)
	caller := load.CallerOf(record.Label)
	if caller.Screen == "" {
		caller = m.under
	}
	return m.repeat.Load(load.WithCaller(m.ctx, caller), m.deps.Loader, func(ctx context.Context) (repeated, error) {
		if m.deps.Prices.IsRequest(exchange) {
			return repeated{}, m.deps.Prices.Resend(ctx, exchange)
		}
		return repeated{}, m.deps.Node.Debug().Resend(ctx, exchange, sent)
	})
}

func (m *Model) contentKey(msg tea.KeyMsg) {
	switch {
	case !m.content.isTree && m.keys.Fold.Matches(msg), m.content.isTree && m.tree.IsExit(msg):
		m.focusContent(false)
	case !m.content.isTree:
		m.keys.Rows(&m.content.lines, msg)
	case m.keys.Toggle.Matches(msg):
		m.tree.Toggle()
	default:
		m.tree.Key(msg)
	}
}

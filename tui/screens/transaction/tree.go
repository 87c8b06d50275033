package transaction

import (
	"encoding/json"

	tea "github.com/charmbracelet/bubbletea"

	"foredeck/tui/text"
	"foredeck/tui/widget/jsontree"
)

// content returns what the tree of the tab shows and its names, nil if the record does not have it.
func (m *Model) content() (raw json.RawMessage, name, spokenName text.Safe) {
	record := m.record
	switch {
	case m.tab == tabPayload && record.Payload != nil:
		return record.Payload.Raw, text.Const("payload"), spokenName
	case m.tab == tabEvents && len(record.Events) > 0:
		event := record.Events[m.events.Selected()]
		return event.Data, text.Short(text.Bounded(event.Type)), text.Format("data of event %s", text.Integer(uint64(m.events.Selected())))
	case m.tab == tabOutput && record.Output != nil:
		return record.Output.Raw, text.Const("output"), spokenName
	case m.tab == tabAuthenticator && record.Authenticator != nil:
		return record.Authenticator.Raw, text.Const("authenticator"), spokenName
	case m.tab == tabRaw:
		return record.Raw, text.Const("record"), spokenName
	}
	return nil, name, spokenName
}

func (m *Model) buildTree() tea.Cmd {
	m.treeEvent, m.treeLines = m.events.Selected(), 0
	raw, name, spokenName := m.content()
	openAll := m.tab == tabRaw || m.tab == tabEvents
	cmd := m.tree.Show(raw, func(tree *jsontree.Model) {
		tree.SetName(name)
		tree.SetSpokenName(spokenName)
		if openAll {
			tree.OpenAll()
		}
	})
	m.focusEvent(m.inEvent)
	return cmd
}

func (m *Model) treeFocused() bool {
	return m.focus == focusTabs && m.tab != tabArguments && (m.tab != tabEvents || m.inEvent)
}

const treeTarget = 1 << 30

// click focuses the clicked event or tree line.
func (m *Model) click(at int) tea.Cmd {
	m.focusEvent(at >= treeTarget)
	m.setFocus(focusTabs)
	if m.inEvent {
		m.tree.Select(at - treeTarget)
		return nil
	}
	m.events.Select(at)
	return m.buildTree()
}

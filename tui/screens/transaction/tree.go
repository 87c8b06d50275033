package transaction

import (
	"encoding/json"

	tea "github.com/charmbracelet/bubbletea"

	"foredeck/tui/text"
	"foredeck/tui/widget/jsontree"
)

func (m *Model) buildTree() tea.Cmd {
	raw, name, spokenName := json.RawMessage(nil), text.Safe{}, text.Safe{}
	switch m.tab {
	case tabPayload:
		name = text.Const("payload")
		if m.record.Payload != nil {
			raw = m.record.Payload.Raw
		}
	case tabEvents:
		m.treeEvent = m.events.Selected()
		if len(m.record.Events) > 0 {
			event := m.record.Events[m.events.Selected()]
			raw, name = event.Data, text.Short(text.Bounded(event.Type))
			spokenName = text.Format("data of event %s", text.Integer(uint64(m.events.Selected())))
		}
	case tabOutput:
		name = text.Const("output")
		if m.record.Output != nil {
			raw = m.record.Output.Raw
		}
	case tabAuthenticator:
		name = text.Const("authenticator")
		if m.record.Authenticator != nil {
			raw = m.record.Authenticator.Raw
		}
	case tabRaw:
		raw, name = m.record.Raw, text.Const("record")
	}
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

package transaction

import (
	"encoding/json"

	tea "github.com/charmbracelet/bubbletea"

	"foredeck/tui/text"
	"foredeck/tui/widget/jsontree"
)

func (m *Model) buildTree() tea.Cmd {
	raw, name, spokenName := json.RawMessage(nil), text.Safe(""), text.Safe("")
	switch m.tab {
	case tabPayload:
		name = "payload"
		if m.record.Payload != nil {
			raw = m.record.Payload.Raw
		}
	case tabEvents:
		if len(m.record.Events) > 0 {
			event := m.record.Events[m.events.Selected()]
			raw, name = event.Data, text.Short(text.Bounded(event.Type))
			spokenName = "data of event " + text.Integer(uint64(m.events.Selected()))
		}
	case tabOutput:
		name = "output"
		if m.record.Output != nil {
			raw = m.record.Output.Raw
		}
	case tabAuthenticator:
		name = "authenticator"
		if m.record.Authenticator != nil {
			raw = m.record.Authenticator.Raw
		}
	case tabRaw:
		raw, name = m.record.Raw, "record"
	}
	th, all := &m.deps.Theme, m.tab == tabRaw || m.tab == tabEvents
	tree, cmd := m.treeReader.Parse(m.deps.Loader, raw, func(raw json.RawMessage) jsontree.Model {
		tree := jsontree.New(raw, th)
		tree.SetName(name)
		tree.SetSpokenName(spokenName)
		if all {
			tree.OpenAll()
		}
		return tree
	})
	return tea.Batch(cmd, m.showTree(tree))
}

func (m *Model) showTree(tree jsontree.Model) tea.Cmd {
	m.tree = tree
	m.focusEvent(m.inEvent)
	return m.tree.Search(m.search.Pattern())
}

package account

import (
	tea "github.com/charmbracelet/bubbletea"

	"foredeck/client"
	"foredeck/client/move"
	"foredeck/tui/load"
	"foredeck/tui/screen"
)

// remember remembers the interfaces of a page of modules: lines are completed from them.
func (m *modules) remember(msg tea.Msg) {
	page := msg.(load.Result[client.Page[client.Module]])
	for _, module := range page.Value.Items {
		if module.ABI != nil && module.Name != "" {
			m.deps.KeepInterface(move.ModuleID{Address: m.address, Name: module.Name}, screen.Interface{ABI: module.ABI, At: page.At})
		}
	}
}

// remember remembers the types of a page of resources.
func (r *resources) remember(msg tea.Msg) {
	page := msg.(load.Result[client.Page[client.Resource]])
	for _, held := range page.Value.Items {
		r.deps.Seen.AddResource(r.address, held.Type)
	}
}

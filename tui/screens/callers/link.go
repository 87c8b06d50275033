package callers

import "foredeck/tui/target"

// Link returns the location of the list.
func (m *Model) Link() (target.Link, bool) {
	account := m.list().account
	return target.Link{Network: m.deps.Endpoint.Network, Target: target.Target{Kind: target.Function, Function: m.function}, By: &account}, true
}

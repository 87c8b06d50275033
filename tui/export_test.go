package tui

import "foredeck/tui/screen"

// Acting returns the actions that can be triggered now, also those of whose keys another action has all.
func (m *Model) Acting() []screen.Action { return m.defaultActions() }

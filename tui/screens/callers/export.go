package callers

import (
	"foredeck/client"
	"foredeck/tui/pane"
	"foredeck/tui/screen"
	"foredeck/tui/store"
)

// Copies returns the copy forms of the selected transaction.
func (m *Model) Copies() []screen.Copy {
	return pane.CopyTransaction(m.rows())
}

// Subject returns the account that was scanned.
func (m *Model) Subject() (store.Subject, bool) {
	return store.Subject{Kind: store.Address, Key: m.list().account.String()}, true
}

// UsesUnits marks the screen as one that shows amounts in units.
func (m *Model) UsesUnits() {}

// Export exports all calls by the account, including those not scanned yet.
func (m *Model) Export() (screen.Export, bool) {
	l, function := m.list(), m.function
	name := "calls-" + function.Module + "-" + function.Name + "-by-" + screen.ShortenAddress(l.account.Short())
	return l.Export(name, l.Source(client.NewestFirst), client.NewestFirst)
}

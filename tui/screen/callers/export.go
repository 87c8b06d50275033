package callers

import (
	"foredeck/client"
	"foredeck/tui/listview"
	"foredeck/tui/render"
	"foredeck/tui/screen"
	"foredeck/tui/store"
	"foredeck/tui/text"
)

// Copies returns the copy forms of the selected transaction.
func (m *Model) Copies() []screen.Copy {
	return listview.CopyTransaction(m.list().Selected(), m.list().values())
}

// values returns the values of a row as CSV, with the transfers of the account that was scanned.
func (l *list) values() func(*client.Transaction) []text.Safe {
	return render.TransactionValues(render.TransfersOf(l.account))
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
	whole := listview.Export(name, l.source, client.NewestFirst, render.TransactionFields(), l.values())
	return l.WithMatching(whole, l.values()), l.Pages.Len() > 0
}

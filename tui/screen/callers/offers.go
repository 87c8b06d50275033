package callers

import (
	"foredeck/client"
	"foredeck/tui/listview"
	"foredeck/tui/render"
	"foredeck/tui/screen"
	"foredeck/tui/store"
)

// Copies are the forms of the selected transaction.
func (m *Model) Copies() []screen.Copy {
	record := m.list().Selected()
	if record == nil {
		return nil
	}
	return []screen.Copy{
		{Form: "hash", Value: func() string { return record.Hash }},
		{Form: "function", Value: m.function.String},
		{Form: "JSON", Value: func() string { return string(record.Raw) }},
		listview.CopyRow(record, render.TransactionValues),
	}
}

// Subject is the account whose transactions are looked through.
func (m *Model) Subject() (store.Subject, bool) {
	return store.Subject{Kind: store.Address, Key: m.list().account.String()}, true
}

// CountsInUnits tells that amounts are written in the session's units.
func (m *Model) CountsInUnits() {}

// Export is every call of the function among what the account sent, also of what was not looked at.
func (m *Model) Export() (screen.Export, bool) {
	l, function := m.list(), m.function
	name := "calls-" + function.Module + "-" + function.Name + "-by-" + screen.FileName(l.account)
	whole := listview.Export(name, l.source, client.NewestFirst, render.TransactionFields(), render.TransactionValues)
	return l.WithMatching(whole, render.TransactionValues), l.Pages.Len() > 0
}

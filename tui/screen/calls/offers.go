package calls

import (
	"context"
	"iter"
	"strings"

	"foredeck/client"
	"foredeck/tui/notebook"
	"foredeck/tui/render"
	"foredeck/tui/screen"
	"foredeck/tui/text"
)

// Copies are the forms of the selected transaction.
func (m *Model) Copies() []screen.Copy {
	record := m.list().selected()
	if record == nil {
		return nil
	}
	return []screen.Copy{
		{Form: "hash", Value: func() string { return record.Hash }},
		{Form: "function", Value: m.function.String},
		{Form: "JSON", Value: func() string { return string(record.Raw) }},
		{Form: "row", Value: func() string { return strings.Join(plain(render.TransactionValues(record)), "\t") }},
	}
}

func plain(cells []text.Safe) []string {
	written := make([]string, len(cells))
	for i, cell := range cells {
		written[i] = string(cell)
	}
	return written
}

// Subject is the account whose transactions are looked through.
func (m *Model) Subject() (notebook.Subject, bool) {
	return notebook.Subject{Kind: notebook.Address, Key: m.list().account.String()}, true
}

// CountsInUnits tells that amounts are written in the session's units.
func (m *Model) CountsInUnits() {}

// Export is every call of the function among what the account sent, also of what was not looked at.
func (m *Model) Export() (screen.Export, bool) {
	source, function := m.list().source, m.function
	return screen.Export{
		Name: "calls-" + function.Module + "-" + function.Name + "-by-" + screen.FileName(m.list().account), Columns: render.TransactionFields(),
		Records: func(ctx context.Context) iter.Seq2[screen.Record, error] {
			return func(yield func(screen.Record, error) bool) {
				for record, err := range source.All(ctx, client.NewestFirst) {
					switch {
					case err != nil:
						yield(screen.Record{}, err)
						return
					case !isCall(record, function):
						continue
					}
					if !yield(screen.Record{Value: record, Cells: plain(render.TransactionValues(record))}, nil) {
						return
					}
				}
			}
		},
	}, m.list().pages.Len() > 0
}

package pane

import (
	"context"
	"iter"
	"strings"

	"foredeck/client"
	"foredeck/tui/screen"
	"foredeck/tui/text"
)

// Export returns an export of a node's whole list, which all reads, whatever part of it is loaded, and with a filter also one of the rows that match it, in
// displayed order. While rows are selected it has only these. There is nothing to export if no record is loaded.
func (l *ListOf[P]) Export(name string, all func(context.Context, client.Order) iter.Seq2[P, error], order client.Order) (screen.Export, bool) {
	rows := l.Records.Rows
	if l.HasRange() {
		return l.rangeExport(name), true
	}
	shown := func() screen.Export { return l.shownExport(name) }
	if l.Pages.InMemory() {
		return l.ExportShown(name)
	}
	whole := screen.Export{Name: name, Columns: rows.Names, Records: func(ctx context.Context) iter.Seq2[screen.Record, error] {
		return func(yield func(screen.Record, error) bool) {
			for record, err := range all(ctx, order) {
				if err != nil {
					yield(screen.Record{}, err)
					return
				}
				if !yield(screen.Record{Value: record, Cells: rows.Of(record)}, nil) {
					return
				}
			}
		}
	}}
	if l.Filter().IsZero() {
		return whole, l.Pages.Len() > 0
	}
	whole.Filtered, whole.FilteredExport = l.Len(), shown
	if !l.Pages.Complete() {
		whole.Searched = l.Pages.Len()
	}
	return whole, l.Pages.Len() > 0
}

// ExportShown returns an export of the rows that are loaded and match the filter, in displayed order, of a list without an end.
func (l *ListOf[P]) ExportShown(name string) (screen.Export, bool) {
	if l.HasRange() {
		return l.rangeExport(name), true
	}
	shown := l.shownExport(name)
	shown.IsPartial = !l.Pages.Complete()
	return shown, l.Len() > 0
}

func (l *ListOf[P]) shownExport(name string) screen.Export { return l.rowsExport(name, 0, l.Len()) }

// rangeExport exports the selected rows. The name of the file has their number.
func (l *ListOf[P]) rangeExport(name string) screen.Export {
	first, end := l.rangeRows()
	selected := l.rowsExport(rangeName(name, end-first), first, end)
	selected.Selected = end - first
	return selected
}

// rowsExport exports the rows from first to end, exclusive.
func (l *ListOf[P]) rowsExport(name string, first, end int) screen.Export {
	rows, records := l.Records.Rows, make([]P, end-first) // snapshot: the list may change while the file is written
	for i := range records {
		records[i] = l.At(first + i)
	}
	return screen.ExportRows(name, rows.Names, screen.Records(records, func(record *P) screen.Record {
		return screen.Record{Value: *record, Cells: rows.Of(*record)}
	}))
}

// CopyRow returns a copy form with the record as one tab-separated line.
func (l *ListOf[P]) CopyRow(record P) screen.Copy {
	return screen.Copy{Form: text.Const("row"), Value: func() string { return strings.Join(l.Records.Rows.Of(record), "\t") }}
}

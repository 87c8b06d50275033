package listview

import (
	"context"
	"iter"
	"strings"

	"foredeck/client"
	"foredeck/tui/load"
	"foredeck/tui/screen"
	"foredeck/tui/text"
)

// Export returns an export of a node's whole list, whatever part of it is loaded. values returns the cells of a record.
func Export[T any](name string, source load.Source[T], order client.Order, columns []string, values func(*T) []text.Safe) screen.Export {
	return screen.Export{Name: name, Columns: columns, Records: func(ctx context.Context) iter.Seq2[screen.Record, error] {
		return func(yield func(screen.Record, error) bool) {
			for record, err := range source.All(ctx, order) {
				if err != nil {
					yield(screen.Record{}, err)
					return
				}
				if !yield(screen.Record{Value: record, Cells: cellTexts(record, values)}, nil) {
					return
				}
			}
		}
	}}
}

// WithMatching adds the rows that match the filter, in displayed order, to an export of the whole list.
func (l *List[T]) WithMatching(whole screen.Export, values func(*T) []text.Safe) screen.Export {
	if l.Filter().IsZero() {
		return whole
	}
	whole.Filtered = l.Len()
	if !l.Pages.Complete() {
		whole.Searched = l.Pages.Len()
	}
	whole.FilteredExport = func() screen.Export {
		records := make([]*T, l.Len()) // snapshot: the list may change while the file is written
		for i := range records {
			records[i] = l.At(i)
		}
		return screen.ExportRows("", whole.Columns, screen.Records(records, func(record **T) screen.Record {
			return screen.Record{Value: *record, Cells: cellTexts(*record, values)}
		}))
	}
	return whole
}

// CopyRow returns a copy form with the record as one tab-separated line.
func CopyRow[T any](record *T, values func(*T) []text.Safe) screen.Copy {
	return screen.Copy{Form: text.Const("row"), Value: func() string { return strings.Join(cellTexts(record, values), "\t") }}
}

func cellTexts[T any](record *T, values func(*T) []text.Safe) []string {
	var texts []string
	for _, value := range values(record) {
		texts = append(texts, value.String())
	}
	return texts
}

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

// Export is a list of the node, from its beginning to its end, whatever is loaded of it. values are the cells of a record.
func Export[T any](name string, source load.Source[T], order client.Order, columns []string, values func(*T) []text.Safe) screen.Export {
	return screen.Export{Name: name, Columns: columns, Records: func(ctx context.Context) iter.Seq2[screen.Record, error] {
		return func(yield func(screen.Record, error) bool) {
			for record, err := range source.All(ctx, order) {
				if err != nil {
					yield(screen.Record{}, err)
					return
				}
				if !yield(screen.Record{Value: record, Cells: cells(record, values)}, nil) {
					return
				}
			}
		}
	}}
}

// WithMatching adds to an export of the whole list the rows that the pattern lets through, in the order in which they are listed.
func (l *List[T]) WithMatching(whole screen.Export, values func(*T) []text.Safe) screen.Export {
	if l.line.Pattern().IsZero() {
		return whole
	}
	whole.Matches = l.Len()
	whole.Matching = func() screen.Export {
		records := make([]*T, l.Len()) // the list changes while a file is written; the records do not
		for i := range records {
			records[i] = l.At(i)
		}
		return screen.Export{Columns: whole.Columns, Records: func(context.Context) iter.Seq2[screen.Record, error] {
			return func(yield func(screen.Record, error) bool) {
				for _, record := range records {
					if !yield(screen.Record{Value: record, Cells: cells(record, values)}, nil) {
						return
					}
				}
			}
		}}
	}
	return whole
}

// Row is a record as a line of cells with tabs between them.
func Row[T any](record *T, values func(*T) []text.Safe) screen.Copy {
	return screen.Copy{Form: "row", Value: func() string { return strings.Join(cells(record, values), "\t") }}
}

func cells[T any](record *T, values func(*T) []text.Safe) []string {
	var written []string
	for _, value := range values(record) {
		written = append(written, string(value))
	}
	return written
}

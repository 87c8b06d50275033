package screen

import (
	"context"
	"encoding/json"
	"iter"

	"foredeck/tui/text"
	"foredeck/tui/widget/jsontree"
)

// ExportTree is a JSON value to be written: as CSV and as JSON lines its leaves, each with its path, as JSON the value itself.
func ExportTree(name string, data json.RawMessage) Export {
	return Export{Name: name, Columns: []string{"path", "value"}, Whole: data, Records: func(context.Context) iter.Seq2[Record, error] {
		return func(yield func(Record, error) bool) {
			for _, leaf := range jsontree.Compare(nil, data) {
				value := struct {
					Path  string          `json:"path"`
					Value json.RawMessage `json:"value"`
				}{leaf.Path, leaf.New}
				if !yield(Record{Value: value, Cells: []string{string(text.Clean(leaf.Path)), string(text.Clean(unquoted(leaf.New)))}}, nil) {
					return
				}
			}
		}
	}}
}

// unquoted is a text without its quotes, and all else as it is.
func unquoted(raw json.RawMessage) string {
	var written string
	if json.Unmarshal(raw, &written) == nil {
		return written
	}
	return string(raw)
}

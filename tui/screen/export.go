package screen

import (
	"context"
	"encoding/json"
	"iter"

	"foredeck/tui/text"
)

// Export is a list or tree to be written: as CSV by its cells, as JSON by its values.
type Export struct {
	Name    string   // what the file is called, without its ending: account-0x88fb2ca1-sent
	Columns []string // of CSV
	// Records gives all of it in order, and asks for the pages that are not loaded. What came before an error is kept.
	Records func(context.Context) iter.Seq2[Record, error]
	// Whole is what JSON holds in place of the records; nil: it holds those.
	Document json.RawMessage
	// Matches is how many rows the filter of the list lets through, and Matching gives those alone; 0 and nil where it has none.
	Filtered       int
	FilteredExport func() Export
}

// Record is one row of an export.
type Record struct {
	Value any      // as the commands print it with -o json
	Cells []string // for the columns
}

// ShortenAddress shortens an address, without leading zeros, to its beginning and end for the name of a file.
func ShortenAddress(address string) string {
	const end = 4
	if len(address) <= len("0x")+2*end {
		return address
	}
	return address[:len("0x")+end] + address[len(address)-end:]
}

// ExportTree returns the export of a JSON value by its leaves, each with its path: as CSV and JSON lines the leaves, as JSON the value.
func ExportTree(name string, data json.RawMessage, leaves iter.Seq2[string, json.RawMessage]) Export {
	return Export{Name: name, Columns: []string{"path", "value"}, Document: data, Records: func(context.Context) iter.Seq2[Record, error] {
		return func(yield func(Record, error) bool) {
			for path, leaf := range leaves {
				value := struct {
					Path  string          `json:"path"`
					Value json.RawMessage `json:"value"`
				}{path, leaf}
				if !yield(Record{Value: value, Cells: []string{string(text.Clean(path)), string(text.Clean(unquote(leaf)))}}, nil) {
					return
				}
			}
		}
	}}
}

// unquote returns a JSON string without quotes and escapes, anything else as it is.
func unquote(raw json.RawMessage) string {
	var value string
	if json.Unmarshal(raw, &value) == nil {
		return value
	}
	return string(raw)
}

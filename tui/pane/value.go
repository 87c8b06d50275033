package pane

import (
	"encoding/json"
	"time"

	"foredeck/client/move"
	"foredeck/tui/render"
	"foredeck/tui/screen"
	"foredeck/tui/text"
	"foredeck/tui/widget/jsontree"
)

// Tree is the tree that Reload prepares.
type Tree = jsontree.Model

// Schema is the declared type of a value.
type Schema = render.Schema

// IsTable reports whether a type is a table, whose items no request returns.
func IsTable(tag move.TypeTag) bool { return render.IsTable(tag) }

// Time returns the point in time in a field of an integer type, judged by its name and a plausible range.
func Time(name, digits string) (at time.Time, ok bool) { return render.FieldTime(name, digits) }

// Change is a leaf that differs between two values.
type Change = jsontree.Change

// Compare returns the leaves that differ between two values.
func Compare(old, changed json.RawMessage) []Change { return jsontree.Compare(old, changed) }

// ExportValue returns the export of a JSON value: CSV and JSON lines hold the leaves with their paths, JSON holds the value.
func ExportValue(name string, data json.RawMessage) screen.Export {
	export := screen.ExportRows(name, []string{"path", "value"}, func(yield func(screen.Record) bool) {
		for path, leaf := range jsontree.Leaves(data) {
			value := struct {
				Path  string          `json:"path"`
				Value json.RawMessage `json:"value"`
			}{path, leaf}
			if !yield(screen.Record{Value: value, Cells: []string{path, text.Unquote(leaf)}}) {
				return
			}
		}
	})
	export.Document = data
	return export
}

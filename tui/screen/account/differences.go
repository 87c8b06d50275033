package account

import (
	"context"
	"encoding/json"
	"iter"

	"foredeck/tui/screen"
	"foredeck/tui/text"
	"foredeck/tui/widget/jsontree"
)

// difference is the selected one of the list of differences; not ok where that list is not shown or is empty.
func (r *resources) difference() (change jsontree.Change, ok bool) {
	changes := r.changes()
	if !r.inTree || !r.looks.open || r.looks.rows.Selected() >= len(changes) {
		return jsontree.Change{}, false
	}
	return changes[r.looks.rows.Selected()], true
}

// pointed is the selected value with its path: in the list of differences as it is now, or as it was where it is gone, else the
// one in the tree.
func (r *resources) pointed() (path string, value json.RawMessage) {
	change, ok := r.difference()
	switch {
	case !ok:
		return r.tree.Selected()
	case change.New == nil:
		return change.Path, change.Old
	}
	return change.Path, change.New
}

// differenceCopies are the forms of the selected difference, beside the type and the command: what the value is and was, and its
// path.
func differenceCopies(change jsontree.Change) []screen.Copy {
	var copies []screen.Copy
	for _, side := range []struct {
		form  text.Safe
		value json.RawMessage
	}{{"value now", change.New}, {"value before", change.Old}} {
		if side.value != nil {
			copies = append(copies, screen.Copy{Form: side.form, Value: func() string { return bare(side.value) }})
		}
	}
	return append(copies, screen.Copy{Form: "path", Value: func() string { return change.Path }})
}

// exportDifferences writes the list of differences: a side that there is not is empty in CSV, and null in JSON.
func exportDifferences(name string, changes []jsontree.Change) screen.Export {
	return screen.Export{Name: name, Columns: []string{"path", "was", "is"}, Records: func(context.Context) iter.Seq2[screen.Record, error] {
		return func(yield func(screen.Record, error) bool) {
			for _, change := range changes {
				value := struct {
					Path string          `json:"path"`
					Was  json.RawMessage `json:"was"`
					Is   json.RawMessage `json:"is"`
				}{change.Path, change.Old, change.New}
				cells := []string{string(text.Clean(change.Path)), string(text.Clean(bare(change.Old))), string(text.Clean(bare(change.New)))}
				if !yield(screen.Record{Value: value, Cells: cells}, nil) {
					return
				}
			}
		}
	}}
}

package account

import (
	"encoding/json"

	"foredeck/tui/pane"
	"foredeck/tui/screen"
	"foredeck/tui/text"
)

// selectedDifference returns the selected difference. ok is false if the list of differences is hidden or empty.
func (r *resources) selectedDifference() (change pane.Change, ok bool) {
	changes := r.changes()
	if !r.treeFocused || !r.snapshots.listOpen || r.snapshots.rows.Selected() >= len(changes) {
		return pane.Change{}, false
	}
	return changes[r.snapshots.rows.Selected()], true
}

// selectedValue returns the selected value and its path: that of the tree or, in the list of differences, the new value or the
// removed one.
func (r *resources) selectedValue() (path string, value json.RawMessage) {
	change, ok := r.selectedDifference()
	switch {
	case !ok:
		return r.tree.Selected()
	case change.New == nil:
		return change.Path, change.Old
	}
	return change.Path, change.New
}

// differenceCopies returns the copy forms of a difference: both values and the path.
func differenceCopies(change pane.Change) []screen.Copy {
	var copies []screen.Copy
	for _, side := range []struct {
		form  text.Safe
		value json.RawMessage
	}{{text.Const("new value"), change.New}, {text.Const("old value"), change.Old}} {
		if side.value != nil {
			copies = append(copies, screen.Copy{Form: side.form, Value: func() string { return text.Unquote(side.value) }})
		}
	}
	return append(copies, screen.Copy{Form: text.Const("path"), Value: func() string { return change.Path }})
}

// exportDifferences exports the list of differences. A missing side is empty in CSV and null in JSON.
func exportDifferences(name string, changes []pane.Change) screen.Export {
	return screen.ExportRows(name, []string{"path", "was", "is"}, screen.Records(changes, func(change *pane.Change) screen.Record {
		value := struct {
			Path string          `json:"path"`
			Was  json.RawMessage `json:"was"`
			Is   json.RawMessage `json:"is"`
		}{change.Path, change.Old, change.New}
		cells := []string{change.Path, text.Unquote(change.Old), text.Unquote(change.New)}
		return screen.Record{Value: value, Cells: cells}
	}))
}

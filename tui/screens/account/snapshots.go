package account

import (
	"encoding/json"
	"time"

	tea "github.com/charmbracelet/bubbletea"

	"foredeck/client"
	"foredeck/tui/load"
	"foredeck/tui/pane"
	"foredeck/tui/record"
	"foredeck/tui/screen"
	"foredeck/tui/store"
	"foredeck/tui/text"
	"foredeck/tui/widget"
	"foredeck/tui/widget/jsontree"
)

// snapshots holds earlier values of the open resource, and the changes since one of them.
type snapshots struct {
	stored     load.State[[]store.Snapshot]
	resource   *client.Resource // resource they belong to
	receivedAt time.Time        // when its value was received
	baseline   baseline         // what the value is compared with; zero time if none
	baselines  map[string]baseline
	diff       load.State[[]jsontree.Change]
	listOpen   bool // the list of differences replaces the tree
	rows       widget.Table
}

// baseline is the snapshot that later values are compared with.
type baseline struct {
	store.Snapshot
	first *client.Resource // resource it was taken from, if it is the first snapshot; else nil
}

// cancel stops reading and comparing. Both start again on return.
func (l *snapshots) cancel() {
	if l.stored.Loading() || l.diff.Loading() {
		l.resource = nil
	}
	l.stored.Cancel()
	l.diff.Cancel()
}

// loadSnapshots reads the earlier snapshots of the resource in the tree, and stores the current one.
func (r *resources) loadSnapshots() tea.Cmd {
	resource := r.treeResource
	if resource == nil || resource.Data == nil || r.snapshots.resource == resource || resource.Type == "" {
		return nil
	}
	if r.snapshots.resource == nil || r.snapshots.resource.Type != resource.Type {
		r.snapshots.baseline, r.snapshots.listOpen = r.snapshots.baselines[resource.Type], false
	}
	r.snapshots.resource, r.snapshots.receivedAt = resource, r.receivedAt(resource)
	db, address := r.Deps.Store, r.address
	if !r.snapshots.baseline.At.IsZero() { // reloaded during the same visit
		db.AddSnapshot(address, resource.Type, store.Snapshot{At: r.snapshots.receivedAt, Data: resource.Data})
		return tea.Batch(r.Deps.SaveStore(), r.compare())
	}
	return r.snapshots.stored.Compute(r.Deps.Loader, func() ([]store.Snapshot, error) { return db.Snapshots(address, resource.Type) })
}

// handleSnapshots makes the newest earlier snapshot the baseline for as long as the screen exists.
func (r *resources) handleSnapshots(msg load.Result[[]store.Snapshot]) (cmd tea.Cmd, ok bool) {
	if !r.snapshots.stored.Accept(msg) {
		return nil, false
	}
	resource := r.snapshots.resource
	if msg.Err != nil || resource == nil {
		return nil, true // the store reports the error when it is written
	}
	snapshot := store.Snapshot{At: r.snapshots.receivedAt, Data: resource.Data}
	if r.snapshots.baseline = (baseline{Snapshot: snapshot, first: resource}); len(msg.Value) > 0 {
		r.snapshots.baseline = baseline{Snapshot: msg.Value[0]}
	}
	if r.snapshots.baselines == nil {
		r.snapshots.baselines = map[string]baseline{}
	}
	r.snapshots.baselines[resource.Type] = r.snapshots.baseline
	r.Deps.Store.AddSnapshot(r.address, resource.Type, snapshot)
	return tea.Batch(r.Deps.SaveStore(), r.compare()), true
}

// compare finds the differences from the baseline in the background.
func (r *resources) compare() tea.Cmd {
	old, now := r.snapshots.baseline.Data, r.snapshots.resource.Data
	if r.snapshots.resource == r.treeResource {
		now = r.treeData // the tree marks the differences
	}
	return r.snapshots.diff.Compute(r.Deps.Loader, func() ([]jsontree.Change, error) { return jsontree.Compare(old, now), nil })
}

// handleChanges marks the differences in the tree.
func (r *resources) handleChanges(msg load.Result[[]jsontree.Change]) bool {
	if !r.snapshots.diff.Accept(msg) {
		return false
	}
	if r.treeResource == r.snapshots.resource {
		r.tree.MarkChanges(msg.Value)
	}
	r.snapshots.rows.SetLength(len(msg.Value))
	return true
}

// changes returns the differences of the visible value.
func (r *resources) changes() []jsontree.Change {
	if r.treeResource == nil || r.treeResource != r.snapshots.resource {
		return nil
	}
	changes, _ := r.snapshots.diff.Value()
	return changes
}

// changeSummary returns the number of changes and the time of the baseline, or "" if there is no baseline.
func (r *resources) changeSummary() text.Safe {
	if r.treeResource == nil || r.treeResource != r.snapshots.resource || r.snapshots.baseline.At.IsZero() {
		return text.Safe{}
	}
	if _, ok := r.snapshots.diff.Value(); !ok {
		return text.Safe{}
	}
	if r.snapshots.baseline.first == r.treeResource {
		return text.Const("first visit, nothing to compare")
	}
	return text.Format("%s changed since %s", text.Integer(uint64(len(r.changes()))), r.Deps.ShortTime(r.snapshots.baseline.At))
}

// receivedAt returns when the value of a resource was received, with the list or separately.
func (r *resources) receivedAt(resource *client.Resource) time.Time {
	if resource == r.valueResource {
		return r.value.UpdatedAt()
	}
	return r.Pages.UpdatedAt()
}

// valueStatus returns the load status of the visible value.
func (r *resources) valueStatus(resource *client.Resource) load.Status {
	if resource == r.valueResource {
		return r.value.Status(r.Deps.Now()).AsManual()
	}
	return r.Status()
}

// comparable reports whether the visible value can have snapshots.
func (r *resources) comparable() bool {
	return r.snapshots.resource != nil && r.snapshots.resource == r.treeResource
}

// canCompare reports whether there are snapshots, or changes that the deck has recorded.
func (r *resources) canCompare() bool { return r.comparable() || r.isWatched() }

// chooseBaseline offers the stored snapshots to compare with. If the differences are visible, it returns to the tree instead.
func (r *resources) chooseBaseline() tea.Cmd {
	if r.snapshots.listOpen {
		r.snapshots.listOpen = false
		return nil
	}
	if r.isWatched() {
		return r.Deps.Post(screen.ChangesMsg{Link: r.watchLink()})
	}
	resource := r.snapshots.resource
	db, address := r.Deps.Store, r.address
	return tea.Sequence(func() tea.Msg {
		stored, err := db.Snapshots(address, resource.Type)
		return snapshotsMsg{resource: resource, snapshots: stored, err: err}
	})
}

// snapshotsMsg holds all stored snapshots of a resource.
type snapshotsMsg struct {
	resource  *client.Resource
	snapshots []store.Snapshot
	err       error
}

func (r *resources) offerSnapshots(msg snapshotsMsg) tea.Cmd {
	if msg.resource != r.treeResource {
		return nil
	}
	if msg.err != nil {
		return r.Deps.Post(screen.StatusMsg{Text: text.Clean(msg.err.Error()), Warn: true})
	}
	var choices []screen.Choice
	offer := func(name, remark text.Safe, snapshot store.Snapshot) {
		choices = append(choices, screen.Choice{Name: name, Remark: remark, Run: func() tea.Cmd {
			r.snapshots.baseline, r.snapshots.listOpen = baseline{Snapshot: snapshot}, true
			r.snapshots.rows.Select(0)
			r.treeFocused = true
			return r.compare()
		}})
	}
	last, ok := r.snapshots.baselines[msg.resource.Type]
	if ok && last.first == nil {
		offer(text.Const("last visit"), r.Deps.ShortTime(last.At), last.Snapshot)
	}
	for _, snapshot := range msg.snapshots {
		isLast := last.first == nil && snapshot.At.Equal(last.At)
		if isPresent := snapshot.At.Equal(r.snapshots.receivedAt); !isLast && !isPresent {
			offer(text.Const("snapshot"), text.Format("%s, %s ago", r.Deps.ShortTime(snapshot.At), text.Age(snapshot.At, r.Deps.Now())), snapshot)
		}
	}
	if len(choices) == 0 {
		return r.Deps.Post(screen.StatusMsg{Text: text.Const("no earlier snapshot to compare with")})
	}
	return r.Deps.Post(screen.ChooseMsg{Title: text.Format("Compare %s with", record.StructName(msg.resource)), Choices: choices})
}

func (r *resources) differences() screen.Rows { return &r.snapshots.rows }

// openDifference selects the value of the selected difference in the tree.
func (r *resources) openDifference() tea.Cmd {
	if change, ok := r.selectedDifference(); ok {
		r.snapshots.listOpen = false
		r.tree.SelectPath(change.Path)
	}
	return nil
}

// diffPanel draws the list of differences.
func (r *resources) diffPanel(room pane.Area) widget.Panel {
	th := r.Deps.Theme
	p := widget.Panel{Title: text.In(th.Title, "Differences"), State: r.changeSummary().Line()}
	changes := r.changes()
	if len(changes) == 0 {
		p.Body = []text.Line{text.In(th.Faint, "no differences · %s back to tree", r.Deps.Key("resources.compare"))}
		return p
	}
	part := max(room.Width/3-2, 8)
	columns := []widget.Column{{Title: text.Const("PATH"), Width: part, Flex: true, Shorten: text.CutMiddle}, {Title: text.Const("WAS"), Width: part}, {Title: text.Const("IS"), Width: part}}
	p.Body = r.snapshots.rows.View(th, columns, room.Width, func(i int) []widget.Cell {
		change := changes[i]
		return []widget.Cell{{Text: text.Clean(truncate(change.Path)), Style: th.Accent}, {Text: side(change.Old), Style: th.Faint}, {Text: side(change.New), Style: th.Text}}
	})
	return p
}

// side returns the text of an old or new value.
func side(raw json.RawMessage) text.Safe {
	if raw == nil {
		return text.None
	}
	return text.Clean(truncate(string(raw)))
}

// selectedDifference returns the selected difference. ok is false if the list of differences is hidden or empty.
func (r *resources) selectedDifference() (change jsontree.Change, ok bool) {
	changes := r.changes()
	if !r.treeFocused || !r.snapshots.listOpen || r.snapshots.rows.Selected() >= len(changes) {
		return jsontree.Change{}, false
	}
	return changes[r.snapshots.rows.Selected()], true
}

// selectedValue returns the selected value and its path: that of the tree or, in the list of differences, the new value or the
// removed one.
func (r *resources) selectedValue() (path string, value json.RawMessage) {
	change, ok := r.selectedDifference()
	switch {
	case !ok:
		return r.shownTree().Selected()
	case change.New == nil:
		return change.Path, change.Old
	}
	return change.Path, change.New
}

// differenceCopies returns the copy forms of a difference: both values and the path.
func differenceCopies(change jsontree.Change) []screen.Copy {
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
func exportDifferences(name string, changes []jsontree.Change) screen.Export {
	return screen.ExportRows(name, []string{"path", "was", "is"}, screen.Records(changes, func(change *jsontree.Change) screen.Record {
		value := struct {
			Path string          `json:"path"`
			Was  json.RawMessage `json:"was"`
			Is   json.RawMessage `json:"is"`
		}{change.Path, change.Old, change.New}
		cells := []string{change.Path, text.Unquote(change.Old), text.Unquote(change.New)}
		return screen.Record{Value: value, Cells: cells}
	}))
}

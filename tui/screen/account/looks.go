package account

import (
	"encoding/json"
	"time"

	tea "github.com/charmbracelet/bubbletea"

	"foredeck/client"
	"foredeck/client/move"
	"foredeck/theme"
	"foredeck/tui/load"
	"foredeck/tui/screen"
	"foredeck/tui/store"
	"foredeck/tui/text"
	"foredeck/tui/widget/jsontree"
	"foredeck/tui/widget/panel"
	"foredeck/tui/widget/table"
)

// looks are the earlier looks at the resource that is shown, and how its value differs from one of them.
type looks struct {
	asked  load.State[[]store.Snapshot]
	of     *client.Resource // whose looks they are
	came   time.Time        // when its value came
	base   base             // with which the value is compared; its time is zero where there is none
	bases  map[string]base
	diff   load.State[[]jsontree.Change]
	open   bool // the list of the differences takes the place of the tree
	rows   table.Model
	chosen bool // base was chosen by the user
}

// base is a look with which later ones are compared.
type base struct {
	store.Snapshot
	first *client.Resource // whose value it is, where there was no look before; else nil
}

// cancel drops what is being read and compared. It is begun again when one comes back.
func (l *looks) cancel() {
	if l.asked.Loading() || l.diff.Loading() {
		l.of = nil
	}
	l.asked.Cancel()
	l.diff.Cancel()
}

// lookBack asks for the earlier looks at the resource whose tree was planted, and keeps this one.
func (r *resources) lookBack() tea.Cmd {
	held := r.planted
	if held == nil || held.Data == nil || r.looks.of == held || held.Type == "" {
		return nil
	}
	if r.looks.of == nil || r.looks.of.Type != held.Type {
		r.looks.base, r.looks.chosen, r.looks.open = r.looks.bases[held.Type], false, false
	}
	r.looks.of, r.looks.came = held, r.cameAt(held)
	book, address := r.deps.Store, r.address
	if !r.looks.base.At.IsZero() { // it is read again on the same visit
		book.AddSnapshot(address, held.Type, store.Snapshot{At: r.looks.came, Data: held.Data})
		return tea.Batch(r.deps.Keep(), r.compare())
	}
	return r.looks.asked.Work(r.deps.Loader, func() ([]store.Snapshot, error) { return book.Snapshots(address, held.Type) })
}

// takeLooks takes the earlier looks. The newest of them is what the value is compared with for as long as the screen is there.
func (r *resources) takeLooks(msg load.Result[[]store.Snapshot]) (cmd tea.Cmd, ok bool) {
	if !r.looks.asked.Take(msg) {
		return nil, false
	}
	held := r.looks.of
	if msg.Err != nil || held == nil {
		return nil, true // what was kept cannot be read: the notebook says so when it is written
	}
	look := store.Snapshot{At: r.looks.came, Data: held.Data}
	if r.looks.base = (base{Snapshot: look, first: held}); len(msg.Value) > 0 {
		r.looks.base = base{Snapshot: msg.Value[0]}
	}
	if r.looks.bases == nil {
		r.looks.bases = map[string]base{}
	}
	r.looks.bases[held.Type] = r.looks.base
	r.deps.Store.AddSnapshot(r.address, held.Type, look)
	return tea.Batch(r.deps.Keep(), r.compare()), true
}

// compare finds what differs from the base, beside the keys.
func (r *resources) compare() tea.Cmd {
	old, now := r.looks.base.Data, r.looks.of.Data
	return r.looks.diff.Work(r.deps.Loader, func() ([]jsontree.Change, error) { return jsontree.Compare(old, now), nil })
}

// takeChanges takes what differs, and marks it in the tree.
func (r *resources) takeChanges(msg load.Result[[]jsontree.Change]) bool {
	if !r.looks.diff.Take(msg) {
		return false
	}
	if r.planted == r.looks.of {
		r.tree.MarkChanges(msg.Value)
	}
	r.looks.rows.SetLength(len(msg.Value))
	return true
}

// changes are what differs in the value that is shown.
func (r *resources) changes() []jsontree.Change {
	if r.planted == nil || r.planted != r.looks.of {
		return nil
	}
	changes, _ := r.looks.diff.Value()
	return changes
}

// changedWords say how many values differ from when; they are empty before an earlier look is known.
func (r *resources) changedWords() text.Safe {
	if r.planted == nil || r.planted != r.looks.of || r.looks.base.At.IsZero() {
		return ""
	}
	if _, ok := r.looks.diff.Value(); !ok {
		return ""
	}
	if r.looks.base.first == r.planted {
		return "first look"
	}
	return text.Integer(uint64(len(r.changes()))) + " changed since " + r.moment(r.looks.base.At)
}

// cameAt is when the value of a resource came: with the list, or by itself where the list left it out.
func (r *resources) cameAt(held *client.Resource) time.Time {
	if held == r.asked {
		return r.value.Since()
	}
	return r.Pages.Since()
}

// valueStatus is how the value that is shown stands.
func (r *resources) valueStatus(held *client.Resource) load.Status {
	if held == r.asked {
		return r.value.Status(r.deps.Now())
	}
	return r.status()
}

// moment is a time without the day where that is today.
func (r *resources) moment(at time.Time) text.Safe {
	at = r.deps.Local(at)
	if at.Format(time.DateOnly) == r.deps.Now().Format(time.DateOnly) {
		return text.Safe(at.Format("15:04:05"))
	}
	return text.Safe(at.Format("01-02 15:04"))
}

// comparable tells that the value that is shown is one of which there can be looks.
func (r *resources) comparable() bool { return r.looks.of != nil && r.looks.of == r.planted }

// chooseLook offers the looks that are kept, to compare the value with one of them; while the differences are shown, it goes
// back to the tree.
func (r *resources) chooseLook() tea.Cmd {
	if r.looks.open {
		r.looks.open = false
		return nil
	}
	if !r.comparable() {
		return nil
	}
	held := r.looks.of
	book, address := r.deps.Store, r.address
	return tea.Sequence(func() tea.Msg {
		kept, err := book.Snapshots(address, held.Type)
		return looksMsg{of: held, kept: kept, err: err}
	})
}

// looksMsg are all looks that are kept of a resource.
type looksMsg struct {
	of   *client.Resource
	kept []store.Snapshot
	err  error
}

func (r *resources) offerLooks(msg looksMsg) tea.Cmd {
	if msg.of != r.planted {
		return nil
	}
	if msg.err != nil {
		return r.deps.Post(screen.StatusMsg{Text: text.Clean(msg.err.Error()), Warn: true})
	}
	var choices []screen.Choice
	offer := func(name, remark text.Safe, look store.Snapshot) {
		choices = append(choices, screen.Choice{Name: name, Remark: remark, Run: func() tea.Cmd {
			r.looks.base, r.looks.chosen, r.looks.open = base{Snapshot: look}, true, true
			r.looks.rows.Select(0)
			r.inTree = true
			return r.compare()
		}})
	}
	last, ok := r.looks.bases[msg.of.Type]
	if ok && last.first == nil {
		offer("last visit", r.moment(last.At), last.Snapshot)
	}
	for _, look := range msg.kept {
		isLast := last.first == nil && look.At.Equal(last.At)
		if isPresent := look.At.Equal(r.looks.came); !isLast && !isPresent {
			offer("look", r.moment(look.At)+", "+text.Age(look.At, r.deps.Now())+" ago", look)
		}
	}
	if len(choices) == 0 {
		return r.deps.Post(screen.StatusMsg{Text: "this is the first look: there is none to compare it with"})
	}
	return r.deps.Post(screen.ChooseMsg{Title: "Compare " + structName(msg.of) + " with", Choices: choices})
}

// diffKey moves in the list of differences; enter goes to the value in the tree.
func (r *resources) diffKey(msg tea.KeyMsg) tea.Cmd {
	rows := &r.looks.rows
	switch {
	case r.keys.Compare.Matches(msg):
		r.looks.open = false
	case r.keys.Open.Matches(msg):
		if changes := r.changes(); rows.Selected() < len(changes) {
			r.looks.open = false
			r.tree.SelectPath(changes[rows.Selected()].Path)
		}
	default:
		r.keys.Rows(rows, msg)
	}
	return nil
}

// diffPanel is the list of the values that differ.
func (r *resources) diffPanel(width, height int) panel.Panel {
	th := r.deps.Theme
	frame, frameHeight := panel.Frame(r.plain)
	p := panel.Panel{Title: text.In(th.Strong, "Differences"), State: text.Plain(r.changedWords()), Plain: r.plain}
	changes := r.changes()
	if len(changes) == 0 {
		p.Body = []text.Line{text.In(th.Faint, "nothing differs: "+r.deps.Key("resources.compare")+" goes back")}
		return p
	}
	r.looks.rows.SetHeight(max(height-frameHeight-1, 0))
	part := max((width-frame)/3-2, 8)
	columns := []table.Column{{Title: "PATH", Width: part, Flex: true, Shorten: text.CutMiddle}, {Title: "WAS", Width: part}, {Title: "IS", Width: part}}
	p.Body = r.looks.rows.View(th, columns, width-frame, func(i int) []table.Cell {
		change := changes[i]
		return []table.Cell{{Text: text.Clean(beginning(change.Path)), Style: th.Accent}, side(change.Old, th.Faint), side(change.New, th.Text)}
	})
	return p
}

// side is a value of a difference, or that there is none.
func side(raw json.RawMessage, style theme.Style) table.Cell {
	if raw == nil {
		return table.Cell{Text: text.None, Style: style}
	}
	return table.Cell{Text: text.Clean(beginning(string(raw))), Style: style}
}

// units writes the leaves of the tree that are amounts of a coin in its unit.
func (r *resources) units(held *client.Resource) func(path string, value json.RawMessage) text.Safe {
	tag, err := move.ParseStructTag(held.Type)
	if err != nil {
		return nil
	}
	r.deps.WantCoins(tag.TypeArguments...)
	return func(path string, value json.RawMessage) text.Safe {
		decimals := r.deps.LeafDecimals(tag, path)
		if decimals == 0 && r.deps.Units != text.InHex {
			return ""
		}
		amount, ok := r.deps.Units.Amount(bare(value), decimals)
		if !ok || r.deps.Units == text.InRaw {
			return ""
		}
		return amount
	}
}

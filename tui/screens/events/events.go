// Package events is the screen of the events of a type, newest first. Nodes list them only from the oldest in a range of heights, so that
// windows of heights are read, from the newest block backwards.
package events

import (
	"context"
	"slices"
	"strings"

	tea "github.com/charmbracelet/bubbletea"

	"foredeck/client"
	"foredeck/client/move"
	"foredeck/theme"
	"foredeck/tui/load"
	"foredeck/tui/pane"
	"foredeck/tui/query"
	"foredeck/tui/record"
	"foredeck/tui/render"
	"foredeck/tui/screen"
	"foredeck/tui/target"
	"foredeck/tui/text"
	"foredeck/tui/widget"
)

// Spec declares the events of a type.
var Spec = screen.Spec[*Model]{
	Name: "events", Visitors: screen.Allowed, Open: open,
	Links:  func(link target.Link) bool { return link.Target.Kind == target.Events },
	At:     func(link target.Link) target.Link { return link },
	Parent: parent,
	Hints:  []screen.Hint{{ID: "events.open", Words: text.Const("opens the transaction")}, {ID: "search.begin", Words: text.Const("filters by fields")}, {ID: "events.type", Words: text.Const("shows the struct")}},
	Typing: (*Model).Typing,
	Bindings: screen.Bind(
		screen.Bindings[*Model]{{ID: "events.open", Keys: "enter", Help: "open transaction", When: (*Model).HasRow, Why: "no event selected", Run: (*Model).open}},
		pane.Browse(func(m *Model) *pane.Browser[event] { return &m.Browser }, []screen.Binding[*Model]{
			{ID: "list.down", Label: "↓", Help: "scan older", When: (*Model).atLimit},
			pane.ChooserBinding((*Model).hasRecords, (*Model).chooseColumns),
			{ID: "events.type", Keys: "f", Help: "open type", Run: (*Model).openType},
		}...),
	).Then((*Model).settle),
}

type event = client.ChainEvent

// scanStep is the number of windows of heights that are read before the user is asked to continue.
const scanStep = 6

// Model is the screen.
type Model struct {
	pane.Browser[event]
	deps   *screen.Deps
	kind   move.StructTag
	walk   *walk              // of the list
	next   *walk              // of the list that was made last, which may be a reload
	pages  *load.Pages[event] // whose walk it is
	abi    *move.ModuleABI    // of the module of the type
	fields []move.FieldABI    // of the struct; nil if they are not known
	tree   pane.TreeView      // the data of the selected event
	shown  *event             // in the tree
}

func open(deps *screen.Deps, link target.Link) *Model {
	m := &Model{deps: deps, kind: link.Target.Type, tree: pane.NewTreeView(deps)}
	m.tree.SetBlurred(true)
	words := pane.Words{Name: text.Const("Events"), Title: text.Format("Events of %s", text.Short(text.Clean(m.kind.String()))), Content: text.Const("events"), Record: text.Const("event")}
	language := func() query.Language[event] { return record.EventFields(pane.FilterEnv(deps), m.fields, m.blockTime) }
	list := pane.NewList(deps, words, m.source, pane.Records[event]{Language: language, Rows: record.Events(nil).CSV(), Sums: record.EventSums(nil, m.blockTime)})
	list.Manual, list.Step, list.Columns = true, scanStep, m.columns
	list.Read = func() (int, text.Safe) { return m.walk.progress() }
	list.Goal = func() load.ReloadGoal[event] { return load.ReloadGoal[event]{Selected: m.List.Selected()} } // the first page suffices
	list.Empty = func() []text.Line {
		_, progress := m.walk.progress()
		return []text.Line{text.Plain("no events of this type, %s", progress)}
	}
	m.Browser = pane.Browser[event]{
		List: list, Details: m.details,
		Name: func() []text.Safe { return []text.Safe{text.Format("Events of %s", text.Clean(m.kind.Name))} },
		Word: func(e *event) text.Safe {
			return text.Format("%s %s", render.Number(e.Height), text.Short(render.Value(e.Data)))
		},
	}
	m.settle()
	return m
}

// parent returns the type in its module.
func parent(here target.Link) (target.Link, bool) {
	here.Target.Kind = target.Type
	return target.ModuleOf(here)
}

// source returns a list with a walk of its own.
func (m *Model) source(client.Order) load.Source[event] {
	m.next = newWalk(m.deps, m.kind.String())
	return m.next.source()
}

// Enter requests the newest window, and the interface of the module.
func (m *Model) Enter(ctx context.Context) tea.Cmd {
	m.deps.ABIs.Cache.Want(m.module())
	return tea.Batch(m.Browser.Enter(ctx), m.settle(), m.tree.Resume())
}

func (m *Model) module() move.ModuleID {
	return move.ModuleID{Address: m.kind.Address, Name: m.kind.Module}
}

// Update handles pages, keys and the interface of the module.
func (m *Model) Update(msg tea.Msg) tea.Cmd {
	if cmd, replaced := m.tree.Update(msg); replaced {
		return cmd
	}
	return tea.Batch(m.Browser.Update(msg), m.settle())
}

// settle notes the walk of a list that was replaced and the fields of the struct, and shows the data of the selected event.
func (m *Model) settle() tea.Cmd {
	if m.pages != m.List.Pages {
		m.pages, m.walk = m.List.Pages, m.next
	}
	m.Remark = m.walk.indexed()
	if known, _ := m.deps.ABIs.Get(m.module()); known.ABI != m.abi {
		m.abi, m.fields = known.ABI, fieldsOf(known.ABI, m.kind.Name)
		m.List.Records.Rows, m.List.Records.Sums = record.Events(m.fields).CSV(), record.EventSums(m.fields, m.blockTime)
	}
	selected := m.List.Selected()
	if selected == m.shown {
		return nil
	}
	m.shown = selected
	if selected == nil {
		m.tree.Reset()
		return nil
	}
	return m.tree.Show(selected.Data, func(tree *pane.Tree) { tree.OpenAll() })
}

// fieldsOf returns the fields of a struct, nil if they are not known or differ by the variant of an enum.
func fieldsOf(abi *move.ModuleABI, name string) []move.FieldABI {
	if abi == nil {
		return nil
	}
	at := slices.IndexFunc(abi.Structs, func(s move.StructABI) bool { return s.Name == name && !s.IsEnum })
	if at < 0 {
		return nil
	}
	return abi.Structs[at].Fields
}

// blockTime returns when the block of an event was made, in microseconds; nil if the block is not known.
func (m *Model) blockTime(e *event) *uint64 {
	if seen := m.deps.Seen.Transaction(e.Transaction); seen != nil && seen.BlockTime() != nil {
		return (*uint64)(seen.BlockTime())
	}
	if e.Height == nil {
		return nil
	}
	if row := m.deps.Blocks.Block(*e.Height); row != nil {
		if at, ok := row.Time(); ok {
			return new(uint64(at.UnixMicro()))
		}
	}
	return nil
}

const (
	addressWidth = 13
	valueWidth   = 24
)

// arrangement has the columns that the user chose for events of the type.
func (m *Model) arrangement() pane.Arrangement {
	isPath := func(name string) bool {
		_, ok := record.EventPath(name)
		return ok
	}
	return pane.Arrangement{Deps: m.deps, List: "events " + m.kind.String(), Own: true, IsPath: isPath}
}

func (m *Model) hasRecords() bool { return m.List.Pages.Len() > 0 }

func (m *Model) chooseColumns() tea.Cmd {
	return pane.Choose(m.arrangement(), m.List.Title, m.allColumns, func() int { return m.List.Width() })
}

func (m *Model) columns() []pane.Column[event] { return pane.Arranged(m.arrangement(), m.allColumns()) }

// setRows gives exported and copied rows the columns by path that are shown.
func (m *Model) setRows() {
	m.List.Records.Rows = append(record.Events(m.fields), m.arrangement().ShownEventPaths()...).CSV()
}

// allColumns are those of all events, those of the fields of the struct, and those by path that the user chose.
func (m *Model) allColumns() []pane.Column[event] {
	return pane.WithPaths(m.arrangement(), m.ownColumns(), pane.EventPath)
}

// ownColumns are those of all events, and those of the fields of the struct.
func (m *Model) ownColumns() []pane.Column[event] {
	declared := record.Events(m.fields)
	height, hash := pane.Of(declared.Named("height"), 0), pane.Of(declared.Named("transaction"), 3)
	height.Width = len("48,211,907")
	age := pane.Column[event]{Column: widget.Column{Title: text.Const("AGE"), Width: len("59m59s"), Right: true, Rank: 4}, Cell: m.ageCell}
	height.Name, age.Name, hash.Name = "height", "age", "transaction"
	columns := []pane.Column[event]{height, age, hash.In(m.deps.Theme.Faint)}
	for i, field := range m.fields {
		column := pane.Of(declared.Named(field.Name), min(i, 2))
		switch {
		case field.Type == "address":
			column.Width, column.Cell = addressWidth, m.addressCell(declared.Named(field.Name).Text)
		case column.Right:
			column.Width = max(text.Width(column.Title), len("1,000,000,000,000"))
		case field.Type == "bool":
			column.Width = max(text.Width(column.Title), len("false"))
		default:
			column.Width, column.Flex = max(text.Width(column.Title), valueWidth), i == len(m.fields)-1
		}
		column.Name = "data_" + field.Name
		columns = append(columns, column)
	}
	if len(m.fields) == 0 {
		data := pane.Of(declared.Named("data"), 0)
		data.Name = "data"
		data.Width, data.Flex = valueWidth, true
		columns = append(columns, data)
	}
	return columns
}

func (m *Model) ageCell(e *event) widget.Cell {
	at := m.blockTime(e)
	if at == nil {
		return widget.Cell{Text: text.None, Style: m.deps.Theme.Faint}
	}
	made, now := client.Timestamp(*at).Time(), m.deps.Now()
	return widget.Cell{Text: text.Age(made, now), Style: m.deps.Theme.Age(now.Sub(made))}
}

// addressCell draws an address, by name if there is one.
func (m *Model) addressCell(value func(*event) text.Safe) func(*event) widget.Cell {
	return func(e *event) widget.Cell {
		written := value(e)
		if address, err := move.ParseAddress(written.String()); err == nil {
			if name := m.deps.Names.Of(address); !name.IsEmpty() {
				return widget.Cell{Text: name, Style: m.deps.Theme.Accent}
			}
		}
		return widget.Cell{Text: record.OrNone(text.Short(written)), Style: theme.Style{}}
	}
}

// details draws the whole data of the selected event.
func (m *Model) details(room pane.Area) widget.Panel {
	th := m.deps.Theme
	p := widget.Panel{Title: text.In(th.Title, "Selected")}
	e := m.List.Selected()
	if e == nil {
		p.Body = []text.Line{text.In(th.Faint, "no event selected")}
		return p
	}
	p.Body = []text.Line{text.In(th.Faint, "transaction %s", text.Clean(e.Transaction)).Fit(room.Width)}
	if e.Account != nil && *e.Account != (move.Address{}) {
		p.Body = append(p.Body, text.In(th.Faint, "stream of %s", text.Short(text.Clean(e.Account.String()))))
	}
	m.tree.SetSize(room.Width, max(room.Height-len(p.Body), 1))
	p.Body = append(p.Body, m.tree.View()...)
	return p
}

func (m *Model) atLimit() bool { return m.List.AtLimit() }

func (m *Model) open() tea.Cmd {
	return m.deps.Post(screen.OpenMsg{Target: target.Target{Kind: target.Transaction, Hash: m.List.Selected().Transaction}})
}

func (m *Model) openType() tea.Cmd {
	return m.deps.Post(screen.OpenMsg{Target: target.Target{Kind: target.Type, Type: m.kind}})
}

// Link returns the location of the list.
func (m *Model) Link() (target.Link, bool) {
	return target.Link{Network: m.deps.Endpoint.Network, Target: target.Target{Kind: target.Events, Type: m.kind}}, true
}

// Copies returns the copy forms of the selected event.
func (m *Model) Copies() []screen.Copy {
	e := m.List.Selected()
	if e == nil {
		return nil
	}
	m.setRows()
	return []screen.Copy{
		screen.CopyText(text.Const("data"), string(e.Data)), screen.CopyText(text.Const("transaction"), e.Transaction),
		screen.CopyText(text.Const("JSON"), string(e.Raw)), m.List.CopyRow(e),
		screen.CopyScreen(text.Const("command"), m.deps.Command("events", m.kind.String())),
	}
}

// Export exports the events that are loaded.
func (m *Model) Export() (screen.Export, bool) {
	m.setRows()
	return m.List.ExportShown("events-" + strings.ToLower(m.kind.Module+"-"+m.kind.Name))
}

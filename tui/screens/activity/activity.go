// Package activity is the screen of the transactions of the chain, newest first. Nodes have no such list: their blocks are read, from the
// newest one backwards.
package activity

import (
	"context"

	tea "github.com/charmbracelet/bubbletea"

	"foredeck/client"
	"foredeck/client/move"
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

// Spec declares the activity of the chain.
var Spec = screen.Spec[*Model]{
	Name: "activity", Visitors: screen.Allowed,
	Start:  func(deps *screen.Deps) (*Model, any) { return New(deps), nil },
	Menu:   screen.MenuItem{Key: "t", Words: "activity: transactions of the chain", Keeps: true},
	Links:  func(link target.Link) bool { return link.Target.Kind == target.Activity },
	Open:   func(deps *screen.Deps, _ target.Link) *Model { return New(deps) },
	Reuse:  func(*Model, target.Link) {},
	At:     func(link target.Link) target.Link { return link },
	Lists:  true,
	Hints:  []screen.Hint{{ID: "activity.open", Words: text.Const("opens a transaction")}, {ID: "search.begin", Words: text.Const("filters")}, {ID: "activity.metadata", Words: text.Const("shows metadata transactions")}},
	Typing: (*Model).Typing,
	Bindings: screen.Bind(
		screen.Bindings[*Model]{
			{ID: "activity.open", Keys: "enter", Help: "open", When: (*Model).HasRow, Why: "no transaction selected", Run: (*Model).open},
			{ID: "transaction.again", When: (*Model).hasCall, Why: "no call selected", Run: (*Model).again},
		},
		pane.Browse(func(m *Model) *pane.Browser[client.Transaction] { return &m.Browser }, []screen.Binding[*Model]{
			{ID: "list.down", Label: "↓", Help: "scan more", When: (*Model).atLimit},
			pane.ChooserBinding((*Model).hasRecords, (*Model).chooseColumns),
			{ID: "activity.metadata", Help: "hide metadata", When: (*Model).showsMetadata, Run: (*Model).switchMetadata},
			{ID: "activity.metadata", Keys: "m", Help: "show metadata", Long: "show or hide metadata transactions", Run: (*Model).switchMetadata},
		}...),
	).Then((*Model).refilter),
}

// scanStep is the number of blocks scanned before the user is asked to continue.
const scanStep = 500

// Model is the screen.
type Model struct {
	pane.Browser[client.Transaction]
	deps         *screen.Deps
	ctx          context.Context
	known        known
	withMetadata bool
	hasFailure   bool                            // a transaction failed
	walk         *walk                           // of the list
	next         *walk                           // of the list that was made last, which may be a reload
	pages        *load.Pages[client.Transaction] // whose walk it is
	reread       *string                         // the filter for which the list was read again last
}

// New returns the screen. It makes no request before Enter.
func New(deps *screen.Deps) *Model {
	m := &Model{deps: deps}
	words := pane.Words{Title: text.Const("Transactions of the chain"), Content: text.Const("blocks"), Record: text.Const("transaction")}
	list := pane.NewList(deps, words, m.source, pane.Transactions(deps, move.Address{}, true))
	list.Step, list.Columns = scanStep, m.columns
	list.Read = func() (int, text.Safe) { return m.walk.progress() }
	list.Notes = m.notes
	list.Goal = func() load.ReloadGoal[client.Transaction] { // the first page suffices
		return load.ReloadGoal[client.Transaction]{Selected: m.List.Selected()}
	}
	list.OnRecord = func(record *client.Transaction) {
		deps.Seen.Add(record)
		m.hasFailure = m.hasFailure || pane.IsFailure(record)
	}
	list.Empty = func() []text.Line { return []text.Line{text.Plain("no transactions")} }
	m.Browser = pane.Browser[client.Transaction]{
		List: list, Name: func() []text.Safe { return text.Consts("Activity") },
		Details: func(room pane.Area) widget.Panel { return pane.SelectedTransaction(m.List, room) },
		Word: func(record *client.Transaction) text.Safe {
			return text.Format("%s %s %s", render.Number(record.Height()), render.Status(record.Status), text.Short(render.Call(record)))
		},
	}
	m.settle()
	return m
}

// source returns a list with a walk of its own.
func (m *Model) source(client.Order) load.Source[client.Transaction] {
	m.next = newWalk(m.deps, &m.known)
	m.next.filter.Store(m.asked())
	return m.next.source(m.withMetadata)
}

// asked returns what the index is asked for now.
func (m *Model) asked() *filter {
	if m.List == nil { // it is being made
		return &filter{Selection: record.Selection(query.Query[client.Transaction]{}, m.withMetadata)}
	}
	q := m.List.Filter()
	return &filter{q.String(), record.Selection(q, m.withMetadata)}
}

// clearedMsg follows the end of a filter.
type clearedMsg struct{}

// Escape ends the filter or a request.
func (m *Model) Escape() bool {
	m.deps.Post(clearedMsg{})
	return m.Browser.Escape()
}

// refilter has the index asked for what the filter selects. A list from which the index has left out what another filter does not select is
// read again once the filter is typed.
func (m *Model) refilter() tea.Cmd {
	_, m.Remark = m.walk.indexed.words(m.walk.oldest.Load())
	walk, typed := m.walk, m.List.Filter().String()
	if m.List.Reload.Active() {
		walk = m.next
	}
	switch {
	case walk.index == nil || m.Typing() || walk.filter.Load().typed == typed:
		return nil
	case !walk.indexed.lacks(typed):
		if walk.filter.Store(m.asked()); walk.hasIndex.Load() { // what was scanned while the filter was typed does not count
			return m.List.Continue()
		}
		return nil
	case m.reread != nil && *m.reread == typed: // one that failed is read again by the user
		return nil
	}
	m.reread = &typed
	m.List.Cancel()
	return m.List.Restart()
}

// settle notes the walk of a list that was replaced.
func (m *Model) settle() {
	if m.pages != m.List.Pages {
		m.pages, m.walk, m.reread = m.List.Pages, m.next, nil
	}
}

// Enter reads the newest blocks, and has the chain followed.
func (m *Model) Enter(ctx context.Context) tea.Cmd {
	m.ctx = ctx
	m.deps.Post(screen.ShowChainMsg{Shown: true})
	return tea.Batch(m.Browser.Enter(ctx), m.newer())
}

// Leave ends following the chain for the screen.
func (m *Model) Leave() {
	m.deps.Post(screen.ShowChainMsg{})
	m.Browser.Leave()
}

// Update handles pages, keys and new blocks.
func (m *Model) Update(msg tea.Msg) tea.Cmd {
	if changed, ok := msg.(screen.BlocksMsg); ok {
		if changed.Replaced || changed.Reset {
			m.known.clear()
			return m.List.Refresh()
		}
		return m.newer()
	}
	isTop, above := m.List.Rows.Selected() == 0 && !m.List.HasRange(), m.List.Pages.AddedAbove()
	cmd := m.Browser.Update(msg)
	m.settle()
	cmd = tea.Batch(cmd, m.refilter())
	if isTop && m.List.Pages.AddedAbove() > above {
		m.List.Rows.Select(0)
		m.List.SelectionMoved()
	}
	return cmd
}

// newer reads the blocks above the list while its first row is selected.
func (m *Model) newer() tea.Cmd {
	newest, _ := m.deps.Blocks.Newest()
	if newest == nil || m.List.Pages.Len() == 0 || m.List.Rows.Selected() > 0 || !m.List.SortedBy().IsEmpty() || newest.Height <= m.walk.newest.Load() {
		return nil
	}
	if newest.Height-m.walk.newest.Load() > maxGap {
		return m.List.Refresh()
	}
	m.walk.head.Store(newest.Height)
	return m.List.Newer()
}

// HardReload reads the blocks again.
func (m *Model) HardReload() tea.Cmd {
	m.known.clear()
	return m.Browser.HardReload()
}

func (m *Model) atLimit() bool       { return m.List.AtLimit() }
func (m *Model) showsMetadata() bool { return m.withMetadata }

// switchMetadata shows or hides the transactions that each block has for itself.
func (m *Model) switchMetadata() tea.Cmd {
	m.withMetadata = !m.withMetadata
	m.List.Cancel()
	return m.List.Restart()
}

func (m *Model) notes() []text.Safe {
	if m.withMetadata {
		return nil
	}
	return []text.Safe{text.Const("  without metadata")}
}

func (m *Model) hasCall() bool {
	selected := m.List.Selected()
	return selected != nil && selected.Payload != nil && selected.Payload.Function != ""
}

func (m *Model) again() tea.Cmd { return m.deps.CallAgain(m.List.Selected()) }
func (m *Model) open() tea.Cmd  { return pane.OpenTransaction(m.List, text.Const("Activity")) }

// arrangement has the columns that the user chose.
func (m *Model) arrangement() pane.Arrangement {
	return pane.Arrangement{Deps: m.deps, List: "activity", Own: true}
}

func (m *Model) hasRecords() bool { return m.List.Pages.Len() > 0 }

func (m *Model) chooseColumns() tea.Cmd {
	return pane.Choose(m.arrangement(), m.List.Title, m.allColumns, func() int { return m.List.Width() })
}

func (m *Model) columns() []pane.TransactionColumn {
	return pane.Arranged(m.arrangement(), m.allColumns())
}

// allColumns returns the columns that the list can have.
func (m *Model) allColumns() []pane.TransactionColumn {
	c := pane.TransactionColumns{Deps: m.deps, Pages: m.List.Pages, HasFailure: m.hasFailure, Sorted: m.List.SortedTitle()}
	kind := c.Of("type", 3)
	if m.withMetadata {
		kind.Width = len(client.AutomationRecordType)
	}
	reason, fee := c.Outcome()
	sender := c.Of("sender", 2)
	return m.arrangement().WithPaths([]pane.TransactionColumn{
		c.Of("block", 0), c.Of("age", 1), c.Of("status", 0), kind, c.Of("function", 0), sender, reason, fee, c.Of("hash", 5),
	})
}

// Link returns the location of the list.
func (m *Model) Link() (target.Link, bool) {
	return target.Link{Network: m.deps.Endpoint.Network, Target: target.Target{Kind: target.Activity}}, true
}

// Copies returns the copy forms of the selected transaction.
func (m *Model) Copies() []screen.Copy {
	m.setRows()
	return pane.CopyTransaction(m.List)
}

// UsesUnits marks the screen as one that shows amounts in units.
func (m *Model) UsesUnits() {}

// Export exports the transactions that are loaded: the chain has too many.
func (m *Model) Export() (screen.Export, bool) {
	m.setRows()
	return m.List.ExportShown("activity")
}

// setRows gives exported and copied rows the columns by path that are shown.
func (m *Model) setRows() {
	m.List.Records.Rows = append(record.Transactions{}.Columns(), m.arrangement().ShownPaths()...).CSV()
}

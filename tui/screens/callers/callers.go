// Package callers is the screen of an account's calls of a function. The node has no such list, so the account's sent
// transactions are scanned page by page on request.
package callers

import (
	"context"

	tea "github.com/charmbracelet/bubbletea"

	"foredeck/client"
	"foredeck/client/move"
	"foredeck/tui/pane"
	"foredeck/tui/render"
	"foredeck/tui/screen"
	"foredeck/tui/store"
	"foredeck/tui/target"
	"foredeck/tui/text"
)

// Model is the screen of the calls of one function.
type Model struct {
	deps     *screen.Deps
	function move.FunctionID
	ctx      context.Context
	size     screen.Size
	lists    []*list // one per account
	active   int     // index into lists
}

// New returns the screen of calls of a function by the given accounts. It makes no request before Enter.
func New(deps *screen.Deps, function move.FunctionID, accounts []move.Address) *Model {
	m := &Model{deps: deps, function: function}
	for _, account := range accounts {
		m.lists = append(m.lists, m.newList(account))
	}
	return m
}

func (m *Model) list() *list { return m.lists[m.active] }

// Enter starts the scan.
func (m *Model) Enter(ctx context.Context) tea.Cmd {
	m.ctx = ctx
	return m.resume()
}

// resume starts the scan of the active account's transactions.
func (m *Model) resume() tea.Cmd {
	l := m.list()
	l.Resume(m.ctx)
	l.Scan()
	if l.Pages.Loaded() {
		return nil
	}
	return l.Prefetch()
}

// Leave cancels pending requests.
func (m *Model) Leave() { m.list().Cancel() }

// SetSize lays out the screen.
func (m *Model) SetSize(size screen.Size) {
	m.size = size
	m.applyLayout()
}

// Update handles pages and keys.
func (m *Model) Update(msg tea.Msg) tea.Cmd {
	cmd := m.list().Update(msg)
	for i, l := range m.lists {
		if i != m.active {
			l.Handle(msg) // a scan may belong to another list
		}
	}
	return tea.Batch(cmd, m.settle())
}

// settle follows what a message or a key has changed.
func (m *Model) settle() tea.Cmd {
	cmd := m.list().ScanNew()
	m.applyLayout()
	return cmd
}

// HardReload scans again from the newest transaction.
func (m *Model) HardReload() tea.Cmd { return m.list().Refresh() }

// show switches to another account.
func (m *Model) show(chosen int) tea.Cmd {
	if chosen == m.active || chosen >= len(m.lists) {
		return nil
	}
	m.list().Cancel()
	m.active = chosen
	m.applyLayout()
	return m.resume()
}

// Captures reports whether the key is input for the filter.
func (m *Model) Captures(msg tea.KeyMsg) bool { return m.list().Captures(msg) }

// Escape clears the filter, or cancels the scan.
func (m *Model) Escape() bool {
	defer m.applyLayout()
	return m.list().Escape()
}

// Crumbs returns the function and the name of the list.
func (m *Model) Crumbs() []text.Safe {
	return []text.Safe{text.Clean(m.function.Name), text.Const("Calls")}
}

// Note returns a warning, or where the list comes from.
func (m *Model) Note() (left, right text.Line) {
	th := m.deps.Theme
	left = text.In(th.Faint, "calls are not indexed: scanning sent transactions")
	if err := m.list().Status().Err; err != nil && m.list().Pages.Len() > 0 {
		left = text.In(th.Warn, "! %s", m.deps.Explain(err).Reason)
	}
	return left, nil
}

// Vital describes the selected record in one line, or the number of calls.
func (m *Model) Vital() text.Line {
	line := text.Plain("%s ", m.Crumbs()[0])
	if record := m.list().Selected(); record != nil {
		return append(line, text.Span{Text: text.Format("%s %s", render.Number(record.SequenceNumber), render.Status(record.Status))})
	}
	return append(line, text.Span{Text: m.list().Count()})
}

// Spec declares the calls of a function.
var Spec = screen.Spec[*Model]{
	Name: "calls", Visitors: screen.Allowed, Open: openLink, Links: func(link target.Link) bool { return link.By != nil }, Parent: target.ModuleOf,
	At: func(link target.Link) target.Link { return link }, Lists: true,
	Hints:  []screen.Hint{{ID: "calls.open", Words: text.Const("opens a call")}, {ID: "search.begin", Words: text.Const("filters")}},
	Typing: (*Model).typing,
	Bindings: screen.Bind(
		screen.Bindings[*Model]{
			{ID: "calls.open", Keys: "enter", Help: "open", When: (*Model).hasCall, Why: "no call selected", Run: (*Model).open},
			{ID: "transaction.again", When: (*Model).hasCall, Why: "no call selected", Run: (*Model).again},
		},
		pane.Filtering((*Model).rows),
		screen.Bindings[*Model]{
			{ID: "list.down", Label: "↓", Help: "scan more", When: (*Model).atLimit},
			{ID: "calls.account", Keys: "1 2", Help: "account", When: (*Model).hasAccounts, Pick: (*Model).show},
			{ID: "deck.refresh", Help: "rescan", Run: (*Model).HardReload},
		},
		pane.Movement((*Model).rows).Then(func(m *Model) tea.Cmd { return m.list().Follow() }),
	).Then((*Model).settle),
}

// openLink returns the calls by the account of a link, and by that of the function.
func openLink(deps *screen.Deps, link target.Link) *Model {
	accounts := []move.Address{*link.By}
	if own := link.Target.Function.Address; own != *link.By {
		accounts = append(accounts, own)
	}
	return New(deps, link.Target.Function, accounts)
}

func (m *Model) typing() bool                         { return m.list().Typing() }
func (m *Model) rows() *pane.List[client.Transaction] { return &m.list().List }
func (m *Model) hasCall() bool                        { return m.list().Selected() != nil }
func (m *Model) atLimit() bool                        { return m.list().AtLimit() }
func (m *Model) hasAccounts() bool                    { return len(m.lists) > 1 }
func (m *Model) again() tea.Cmd                       { return m.deps.CallAgain(m.list().Selected().Payload) }

func (m *Model) open() tea.Cmd {
	return pane.OpenTransaction(m.rows(), text.Format("calls of %s", text.Clean(m.function.Name)))
}

// Link returns the location of the list.
func (m *Model) Link() (target.Link, bool) {
	account := m.list().account
	return target.Link{Network: m.deps.Endpoint.Network, Target: target.Target{Kind: target.Function, Function: m.function}, By: &account}, true
}

// Copies returns the copy forms of the selected transaction.
func (m *Model) Copies() []screen.Copy {
	return pane.CopyTransaction(m.rows())
}

// Subject returns the account that was scanned.
func (m *Model) Subject() (store.Subject, bool) {
	return store.Subject{Kind: store.Address, Key: m.list().account.String()}, true
}

// UsesUnits marks the screen as one that shows amounts in units.
func (m *Model) UsesUnits() {}

// Export exports all calls by the account, including those not scanned yet.
func (m *Model) Export() (screen.Export, bool) {
	l, function := m.list(), m.function
	name := "calls-" + function.Module + "-" + function.Name + "-by-" + screen.ShortenAddress(l.account.Short())
	return l.Export(name, l.Source(client.NewestFirst), client.NewestFirst)
}

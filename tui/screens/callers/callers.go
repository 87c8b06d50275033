// Package callers is the screen of the calls of a function. Nodes have no such list, so the transactions that an account has sent are scanned
// page by page on request; those by anyone are in blocks and in the index of this machine.
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
	"foredeck/tui/widget"
)

// Model is the screen of the calls of one function.
type Model struct {
	pane.Browser[client.Transaction]
	deps     *screen.Deps
	function move.FunctionID
	lists    []*list // one per account, and one of anyone's calls
	active   int     // index into lists
}

// What a list is read from.
var (
	ofAccount = text.Const("calls are not indexed: scanning sent transactions")
	ofAnyone  = text.Const("calls in the newest blocks of the node, and below them in the index of this machine")
)

// New returns the screen of calls of a function by the given accounts. It makes no request before Enter.
func New(deps *screen.Deps, function move.FunctionID, accounts []move.Address) *Model {
	m := &Model{deps: deps, function: function}
	for _, account := range accounts {
		m.lists = append(m.lists, m.newList(account, func(ctx context.Context, request client.PageRequest) (client.Page[client.Transaction], error) {
			return m.deps.Node.Transactions(ctx, account, request)
		}))
	}
	if deps.Calls != nil {
		anyone := m.newList(move.Address{}, deps.Calls(function))
		anyone.isAnyone = true
		m.lists = append(m.lists, anyone)
	}
	m.Browser = pane.Browser[client.Transaction]{
		List: m.lists[0].List, Title: m.title, Head: m.head,
		Name:    func() []text.Safe { return []text.Safe{text.Clean(function.Name), text.Const("Calls")} },
		Details: func(room pane.Area) widget.Panel { return pane.SelectedTransaction(m.List, room) },
		Word: func(record *client.Transaction) text.Safe {
			return text.Format("%s %s", render.Number(record.SequenceNumber), render.Status(record.Status))
		},
		Remark: ofAccount,
	}
	return m
}

func (m *Model) list() *list { return m.lists[m.active] }

// Update handles pages and keys.
func (m *Model) Update(msg tea.Msg) tea.Cmd {
	for i, l := range m.lists {
		if i != m.active {
			l.Handle(msg) // a scan may belong to another list
		}
	}
	return m.Browser.Update(msg)
}

// show switches to another account.
func (m *Model) show(chosen int) tea.Cmd {
	if chosen == m.active || chosen >= len(m.lists) {
		return nil
	}
	m.Leave()
	m.active, m.List, m.Remark = chosen, m.lists[chosen].List, ofAccount
	if m.list().isAnyone {
		m.Remark = ofAnyone
	}
	return m.Resume()
}

// Spec declares the calls of a function.
var Spec = screen.Spec[*Model]{
	Name: "calls", Visitors: screen.Allowed, Open: openLink, Links: func(link target.Link) bool { return link.By != nil }, Parent: target.ModuleOf,
	At: func(link target.Link) target.Link { return link }, Lists: true,
	Hints:  []screen.Hint{{ID: "calls.open", Words: text.Const("opens a call")}, {ID: "search.begin", Words: text.Const("filters")}},
	Typing: (*Model).Typing,
	Bindings: screen.Bind(
		screen.Bindings[*Model]{
			{ID: "calls.open", Keys: "enter", Help: "open", When: (*Model).HasRow, Why: "no call selected", Run: (*Model).open},
			{ID: "transaction.again", When: (*Model).HasRow, Why: "no call selected", Run: (*Model).again},
		},
		pane.Browse(func(m *Model) *pane.Browser[client.Transaction] { return &m.Browser }, []screen.Binding[*Model]{
			{ID: "list.down", Label: "↓", Help: "scan more", When: (*Model).atLimit},
			pane.ChooserBinding((*Model).hasRecords, (*Model).chooseColumns),
			{ID: "calls.account", Keys: "1 2 3", Help: "account", When: (*Model).hasAccounts, Pick: (*Model).show},
			{ID: "deck.refresh", Help: "rescan", Run: (*Model).HardReload},
		}...),
	),
}

// openLink returns the calls by the account of a link, and by that of the function.
func openLink(deps *screen.Deps, link target.Link) *Model {
	accounts := []move.Address{*link.By}
	if own := link.Target.Function.Address; own != *link.By {
		accounts = append(accounts, own)
	}
	return New(deps, link.Target.Function, accounts)
}

func (m *Model) atLimit() bool     { return m.List.AtLimit() }
func (m *Model) hasRecords() bool  { return m.List.Pages.Len() > 0 }
func (m *Model) hasAccounts() bool { return len(m.lists) > 1 }
func (m *Model) again() tea.Cmd    { return m.deps.CallAgain(m.List.Selected()) }

func (m *Model) chooseColumns() tea.Cmd {
	return pane.Choose(m.list().arrangement(), text.Const("Calls"), m.list().allColumns, func() int { return m.list().Width() })
}

func (m *Model) open() tea.Cmd {
	return pane.OpenTransaction(m.List, text.Format("calls of %s", text.Clean(m.function.Name)))
}

// Link returns the location of the list. Anyone's calls have none of their own, and are a key away from those by the first account.
func (m *Model) Link() (target.Link, bool) {
	account := m.list().account
	if m.list().isAnyone {
		account = m.lists[0].account
	}
	return target.Link{Network: m.deps.Endpoint.Network, Target: target.Target{Kind: target.Function, Function: m.function}, By: &account}, true
}

// Copies returns the copy forms of the selected transaction.
func (m *Model) Copies() []screen.Copy {
	m.list().setRows()
	return pane.CopyTransaction(m.List)
}

// Subject returns the account that was scanned.
func (m *Model) Subject() (store.Subject, bool) {
	return store.Subject{Kind: store.Address, Key: m.list().account.String()}, !m.list().isAnyone
}

// UsesUnits marks the screen as one that shows amounts in units.
func (m *Model) UsesUnits() {}

// Export exports all calls of the list, including those not scanned yet.
func (m *Model) Export() (screen.Export, bool) {
	l, function := m.list(), m.function
	l.setRows()
	name := "calls-" + function.Module + "-" + function.Name
	if !l.isAnyone {
		name += "-by-" + screen.ShortenAddress(l.account.Short())
	}
	return l.Export(name, l.All, client.NewestFirst)
}

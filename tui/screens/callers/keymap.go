package callers

import (
	tea "github.com/charmbracelet/bubbletea"

	"foredeck/client"
	"foredeck/client/move"
	"foredeck/tui/pane"
	"foredeck/tui/screen"
	"foredeck/tui/target"
	"foredeck/tui/text"
)

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

// Package callers is the screen of an account's calls of a function. The node has no such list, so the account's sent
// transactions are scanned page by page on request.
package callers

import (
	"context"

	tea "github.com/charmbracelet/bubbletea"

	"foredeck/client/move"
	"foredeck/tui/render"
	"foredeck/tui/screen"
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

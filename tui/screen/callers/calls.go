// Package callers is the screen of the transactions of an account that call a function. The node has no such list: what the
// account sent is looked through, page by page, for as long as one wants to.
package callers

import (
	"context"

	tea "github.com/charmbracelet/bubbletea"

	"foredeck/client"
	"foredeck/client/move"
	"foredeck/tui/load"
	"foredeck/tui/render"
	"foredeck/tui/screen"
	"foredeck/tui/text"
)

const (
	// lookAhead is how many transactions are looked at before one is asked whether to go on.
	lookAhead = 500
	// prefetchRows is how near to the last row one may come before more is looked at.
	prefetchRows = 5
)

// Model is the screen of the calls of one function.
type Model struct {
	deps     *screen.Deps
	keys     KeyMap
	function move.FunctionID
	ctx      context.Context
	size     screen.Size
	lists    []*list // one for each account
	shown    int     // of the lists
}

// New is the screen of the calls of a function by these accounts. Nothing is asked until it is entered.
func New(deps *screen.Deps, function move.FunctionID, accounts []move.Address) *Model {
	m := &Model{deps: deps, keys: newKeyMap(), function: function}
	for _, account := range accounts {
		m.lists = append(m.lists, newList(deps, function, account))
	}
	return m
}

func (m *Model) list() *list { return m.lists[m.shown] }

// Enter begins to look, or goes on where the screen is not full.
func (m *Model) Enter(ctx context.Context) tea.Cmd {
	m.ctx = ctx
	m.list().Resume()
	m.list().sync() // a transaction's screen may have loaded more
	if m.list().Pages.Begun() {
		return nil
	}
	return m.list().more(ctx)
}

// Leave ends what is being asked for.
func (m *Model) Leave() { m.list().cancel() }

// SetSize lays the screen out for this room.
func (m *Model) SetSize(size screen.Size) {
	m.size = size
	m.lay()
}

// Update takes pages and keys.
func (m *Model) Update(msg tea.Msg) tea.Cmd {
	var cmd tea.Cmd
	switch msg := msg.(type) {
	case load.Result[client.Page[client.Transaction]]:
		if m.list().takePage(m.ctx, msg) {
			m.lay() // what was said above the rows may have gone
			cmd = m.list().more(m.ctx)
		}
	case tea.KeyMsg:
		cmd = m.key(msg)
	default:
		for _, l := range m.lists { // it can be of the one that was shown before
			l.Handle(msg)
		}
	}
	cmd = tea.Batch(cmd, m.list().ScanNew())
	m.lay()
	return cmd
}

func (m *Model) key(msg tea.KeyMsg) tea.Cmd {
	l := m.list()
	taken, sorted := l.Key(msg, m.keys.Keys, m.columns)
	switch {
	case sorted:
		said := text.Safe("the rows are in the node's order again")
		if by := l.SortedBy(); by != "" {
			said = "the loaded calls are sorted by " + by
		}
		return m.deps.Post(screen.StatusMsg{Text: said})
	case taken:
		return nil
	}
	chosen, ok := m.keys.Tabs.Choice(msg, len(m.lists))
	switch {
	case ok && !l.Typing():
		return m.show(chosen)
	case m.keys.Refresh.Matches(msg):
		return l.refresh(m.ctx)
	case m.keys.Open.Matches(msg):
		return m.open()
	case m.keys.Rows(&l.Rows, msg):
		l.SelectionMoved()
		if l.atEnd() && l.stopped() {
			l.limit = l.Pages.Looked() + lookAhead
		}
		return l.more(m.ctx)
	}
	return nil
}

// HardReload looks through all of it again, from the newest on.
func (m *Model) HardReload() tea.Cmd { return m.list().refresh(m.ctx) }

// show looks through what another account sent.
func (m *Model) show(chosen int) tea.Cmd {
	if chosen == m.shown {
		return nil
	}
	m.list().cancel()
	m.shown = chosen
	m.lay()
	if m.list().Pages.Begun() {
		return nil
	}
	return m.list().more(m.ctx)
}

// open shows the selected record. The list of calls goes along.
func (m *Model) open() tea.Cmd {
	l, record := m.list(), m.list().Selected()
	if record == nil {
		return nil
	}
	pages := l.Pages
	return m.deps.Post(screen.OpenTransactionMsg{
		List: pages, Name: "calls of " + text.Clean(m.function.Name), Record: record, Serial: l.Serial(l.Rows.Selected()),
		Beside: func(serial, delta int) (int, bool) {
			if l.Pages == pages {
				l.sync()
				return l.Neighbor(serial, delta)
			}
			i := pages.Index(serial) + delta // the list was read anew since
			return serial + delta, i >= 0 && i < pages.Len()
		},
		Walked: func(serial int) {
			if l.Pages == pages {
				l.sync()
				l.Select(serial)
			}
		},
	})
}

// Captures tells which keys are text to filter by.
func (m *Model) Captures(msg tea.KeyMsg) bool { return m.list().Captures(msg) }

// Escape shows all calls again, or ends the look that is under way.
func (m *Model) Escape() bool {
	if m.list().ClearFilter() {
		m.lay()
		return true
	}
	if !m.list().loading() {
		return false
	}
	m.list().cancel()
	return true
}

// Crumbs are the function and what of it is shown.
func (m *Model) Crumbs() []text.Safe { return []text.Safe{text.Clean(m.function.Name), "Calls"} }

// Note says what the list can hold.
func (m *Model) Note() (left, right text.Line) {
	th := m.deps.Theme
	left = text.In(th.Faint, "the node has no list of calls: what the account sent is looked through")
	if err := m.list().status().Err; err != nil && m.list().Pages.Len() > 0 {
		left = text.In(th.Warn, "! "+m.deps.Explain(err).Reason)
	}
	return left, nil
}

// Vital is the selected record in a line, or how many there are.
func (m *Model) Vital() text.Line {
	line := text.Plain(m.Crumbs()[0] + " ")
	if record := m.list().Selected(); record != nil {
		return append(line, text.Span{Text: render.Number(record.SequenceNumber) + " " + render.Status(record.Status)})
	}
	return append(line, text.Span{Text: m.list().count()})
}

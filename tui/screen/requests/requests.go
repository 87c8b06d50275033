// Package requests is the screen of what the deck asked and what came: each try of each call of the session, with its times,
// headers and bodies. It is laid over the screen that it was opened from, which goes on below it.
package requests

import (
	"context"
	"slices"

	tea "github.com/charmbracelet/bubbletea"

	"foredeck/client/transport"
	"foredeck/tui/load"
	"foredeck/tui/screen"
	"foredeck/tui/text"
	"foredeck/tui/widget/filter"
	"foredeck/tui/widget/jsontree"
	"foredeck/tui/widget/table"
)

// repeated is what comes of asking again: the answer stands among the requests.
type repeated struct{}

// Model is the screen of the requests.
type Model struct {
	deps  *screen.Deps
	keys  KeyMap
	under load.Caller   // the screen below
	also  []load.Caller // whose requests are that screen's as well

	ctx         context.Context
	size        screen.Size
	records     []transport.Recorded // what is kept, the oldest first, without a gap
	all, failed uint64               // how many there were in the session
	shown       []uint64             // the serials of those that are listed, the oldest first
	list        table.Model          // the newest first
	underWay    []transport.Exchange // those that are looked at and have not ended, the newest first
	every       bool                 // those of all screens are listed
	failedOnly  bool
	filter      filter.Line

	tab     tab
	inside  bool // the keys go to what the open tab shows
	content content
	search  screen.TreeSearch // in the body
	again   load.State[repeated]
}

// New is the screen over another one, whose requests it lists at first, with those that are made for it by others.
func New(deps *screen.Deps, under load.Caller, also ...load.Caller) *Model {
	return &Model{deps: deps, keys: newKeyMap(), under: under, also: also, filter: filter.NewLine(), search: screen.NewTreeSearch()}
}

// Enter takes what was recorded until now.
func (m *Model) Enter(ctx context.Context) tea.Cmd {
	m.ctx = ctx
	return m.follow()
}

// Leave ends what is being asked again.
func (m *Model) Leave() { m.again.Cancel() }

// SetSize lays the screen out for this room.
func (m *Model) SetSize(size screen.Size) {
	m.size = size
	if m.content.tab == tabHeaders { // which is broken into lines for its width
		m.content = content{}
		m.read()
	}
	m.lay()
}

// Update takes keys, and with any message what was recorded since the one before.
func (m *Model) Update(msg tea.Msg) tea.Cmd {
	var cmd tea.Cmd
	switch msg := msg.(type) {
	case load.Result[repeated]:
		if m.again.Take(msg) {
			m.pull()
			m.saySo(msg)
		}
	case contentReadMsg:
		cmd = m.take(msg)
	case jsontree.FoundMsg:
		m.content.tree.ApplyHits()
	case tea.KeyMsg:
		cmd = m.key(msg)
	}
	return tea.Batch(cmd, m.follow())
}

// follow lists what was recorded since the last time, and reads what is selected.
func (m *Model) follow() tea.Cmd {
	m.pull()
	return m.read()
}

// pull takes what was recorded since the last time. What is selected stays so; new rows push it down, until it would leave
// the window.
func (m *Model) pull() {
	m.pullUnderWay()
	var newest uint64
	if len(m.records) > 0 {
		newest = m.records[len(m.records)-1].Serial
	}
	fresh := m.deps.Requests.Since(newest)
	if len(fresh) == 0 {
		return
	}
	m.all, m.failed = m.deps.Requests.Count()
	m.records = append(m.records, fresh...)
	m.records = m.records[max(len(m.records)-transport.MostRecorded, 0):]
	gone := 0
	for gone < len(m.shown) && m.shown[gone] < m.records[0].Serial {
		gone++
	}
	m.shown = m.shown[gone:]
	m.list.SetLength(len(m.shown))
	added := 0
	for i := range fresh {
		if m.lists(&fresh[i]) {
			m.shown = append(m.shown, fresh[i].Serial)
			added++
		}
	}
	top := m.list.First() == 0
	m.list.Prepended(added)
	if selected := m.list.Selected(); top {
		m.list.Select(0)
		m.list.Select(selected)
	}
	m.lay()
}

// lists tells whether the request is among those that are looked at.
func (m *Model) lists(record *transport.Recorded) bool {
	return m.listsCalled(&record.Exchange, code(record)) && (!m.failedOnly || record.Failed())
}

func (m *Model) listsCalled(exchange *transport.Exchange, code text.Safe) bool {
	caller := load.CallerOf(exchange.Label)
	caller.Ticket = 0
	if !m.every && caller != m.under && !slices.Contains(m.also, caller) {
		return false
	}
	return m.filter.Pattern().Match(exchange.Method+" "+pathOf(exchange.URL), string(code), caller.Screen)
}

// refilter lists what is looked at now; what is selected stays so where it is among it.
func (m *Model) refilter() {
	m.pullUnderWay()
	selected := m.selected()
	m.shown = m.shown[:0]
	row := -1
	for i := range m.records {
		if !m.lists(&m.records[i]) {
			continue
		}
		if selected != nil && m.records[i].Serial <= selected.Serial {
			row = len(m.shown)
		}
		m.shown = append(m.shown, m.records[i].Serial)
	}
	m.list.SetLength(len(m.shown))
	m.list.Select(len(m.shown) - 1 - max(row, 0))
	if row < 0 && selected == nil {
		m.list.Select(0)
	}
	m.lay()
}

// record is the request in row i of the list.
func (m *Model) record(i int) *transport.Recorded {
	serial := m.shown[len(m.shown)-1-i]
	return &m.records[serial-m.records[0].Serial]
}

// selected is the selected request, nil where there is none.
func (m *Model) selected() *transport.Recorded {
	if len(m.shown) == 0 {
		return nil
	}
	return m.record(m.list.Selected())
}

// saySo tells what came of asking again, and goes to the answer where it is listed.
func (m *Model) saySo(result load.Result[repeated]) {
	at := slices.IndexFunc(m.shown, func(serial uint64) bool {
		return load.CallerOf(m.records[serial-m.records[0].Serial].Label).Ticket == result.Ticket
	})
	if at >= 0 {
		m.list.Select(len(m.shown) - 1 - at)
	}
	switch {
	case result.Err != nil:
		m.deps.Post(screen.StatusMsg{Text: "asked again: " + m.deps.Explain(result.Err).Reason, Warn: true})
	case at >= 0:
		m.deps.Post(screen.StatusMsg{Text: "asked again: the answer is the selected row"})
	case m.failedOnly:
		m.deps.Post(screen.StatusMsg{Text: "asked again, and it went well: the answer is not among the failed ones; " + m.deps.Key("requests.failed") + " lists it"})
	default:
		m.deps.Post(screen.StatusMsg{Text: "asked again: the answer is not among what is filtered; " + m.deps.Key("requests.clear") + " lists it"})
	}
}

// inTree tells that the keys go to a tree.
func (m *Model) inTree() bool { return m.inside && m.content.isTree }

// Captures tells which keys are text to filter or search by.
func (m *Model) Captures(msg tea.KeyMsg) bool {
	return m.filter.Captures(msg) || m.inTree() && m.search.Captures(msg)
}

// Escape ends a search, goes back from the body to the list, lists everything again, or ends what is being asked again.
func (m *Model) Escape() bool {
	switch {
	case m.filter.Typing(), m.filter.Visible() && !m.inside:
		m.filter.Clear()
		m.refilter()
	case m.inTree() && m.search.Escape(&m.content.tree):
		m.lay()
	case m.inside:
		m.enter(false)
	case m.failedOnly:
		m.failedOnly = false
		m.refilter()
	case m.again.Loading():
		m.again.Cancel()
	default:
		return false
	}
	return true
}

// Crumbs are the name of the screen.
func (m *Model) Crumbs() []text.Safe { return []text.Safe{"Requests"} }

// Note explains a word of the list, and what is not in it. Where the window has no room for the request beside its body, it
// names the request.
func (m *Model) Note() (left, right text.Line) {
	th := m.deps.Theme
	if m.inside && m.layout().request == 0 {
		return m.Vital(), nil
	}
	return text.In(th.Faint, `"left" means you moved on and the call was cancelled`), text.In(th.Faint, "keys and tokens are never shown or copied")
}

// Vital is the selected request in a line.
func (m *Model) Vital() text.Line {
	record := m.selected()
	if record == nil {
		return text.Plain(text.Integer(m.all) + " requests · errors " + text.Integer(m.failed))
	}
	return text.Plain(code(record) + " " + text.Clean(record.Method) + " " + text.Short(text.Clean(pathOf(record.URL))))
}

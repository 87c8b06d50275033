// Package requests is the screen that lists all HTTP requests of the session with their timing, headers and bodies. It
// is an overlay; the screen below it keeps running.
package requests

import (
	"context"
	"slices"

	tea "github.com/charmbracelet/bubbletea"

	"foredeck/client/transport"
	"foredeck/tui/load"
	"foredeck/tui/pane"
	"foredeck/tui/screen"
	"foredeck/tui/text"
	"foredeck/tui/widget"
)

// repeated is the empty result of a repeated request, whose response appears in the list.
type repeated struct{}

// Model is the requests screen.
type Model struct {
	deps  *screen.Deps
	under load.Caller   // the underlying screen
	also  []load.Caller // further callers listed with it

	ctx         context.Context
	size        screen.Size
	listHeight  int                  // of the panel with its frame; 0: hidden
	records     []transport.Recorded // recorded requests, oldest first, with consecutive serials
	all, failed uint64               // totals of the session
	listed      []uint64             // serials of the listed requests, oldest first
	list        widget.Table         // newest first
	active      []transport.Exchange // listed requests in progress, newest first
	notices     []transport.Notice   // oldest first
	nodes       map[string]text.Safe // names by base URL; empty if there is only one node
	allScreens  bool                 // requests of all screens are listed
	failedOnly  bool
	filter      widget.FilterLine

	tab            tab
	contentFocused bool // the content of the tab has focus
	content        content
	contentWidth   int // inside the panel
	parser         load.Parser[content]
	tree           pane.TreeView // of a content in JSON
	repeat         load.State[repeated]
}

// New returns the overlay for a screen. It initially lists the requests of under and of the callers in also.
func New(deps *screen.Deps, under load.Caller, also ...load.Caller) *Model {
	return &Model{deps: deps, under: under, also: also, filter: widget.NewLine(), tree: pane.NewTreeView(deps)}
}

// Enter lists the requests recorded so far.
func (m *Model) Enter(ctx context.Context) tea.Cmd {
	m.ctx = ctx
	return m.update()
}

// Leave cancels a repeated request.
func (m *Model) Leave() { m.repeat.Cancel() }

// SetSize lays out the screen.
func (m *Model) SetSize(size screen.Size) {
	m.size = size
	m.layout()
}

// Update handles keys. Every message also picks up new requests.
func (m *Model) Update(msg tea.Msg) tea.Cmd {
	cmd, _ := m.tree.Update(msg)
	switch msg := msg.(type) {
	case load.Result[repeated]:
		if m.repeat.Accept(msg) {
			m.pull()
			m.reportRepeat(msg)
		}
	case load.Result[content]:
		if parsed, ok := m.parser.Accept(msg); ok {
			cmd = m.showContent(parsed)
		}
	case tea.KeyMsg:
		cmd = m.typeText(msg)
	}
	return tea.Batch(cmd, m.update())
}

// update picks up new requests and loads the selected content.
func (m *Model) update() tea.Cmd {
	m.pull()
	return m.loadContent()
}

// pull adds new requests. The selected request stays selected; the list scrolls only if it would leave the window.
func (m *Model) pull() {
	m.nodes = m.deps.Loader.NodeNames()
	m.pullActive()
	m.pullNotices()
	var newest uint64
	if len(m.records) > 0 {
		newest = m.records[len(m.records)-1].Serial
	}
	recent := m.deps.Loader.Recorder.Since(newest)
	if len(recent) == 0 {
		return
	}
	m.all, m.failed = m.deps.Loader.Recorder.Count()
	m.records = append(m.records, recent...)
	m.records = m.records[max(len(m.records)-transport.MaxRecorded, 0):]
	gone := 0
	for gone < len(m.listed) && m.listed[gone] < m.records[0].Serial {
		gone++
	}
	m.listed = m.listed[gone:]
	m.list.SetLength(len(m.listed))
	added := 0
	for i := range recent {
		if m.matches(&recent[i]) {
			m.listed = append(m.listed, recent[i].Serial)
			added++
		}
	}
	top := m.list.First() == 0
	m.list.Prepended(added)
	if selected := m.list.Selected(); top {
		m.list.Select(0)
		m.list.Select(selected)
	}
	m.layout()
}

// matches reports whether the request is listed with the current filters.
func (m *Model) matches(record *transport.Recorded) bool {
	return m.matchesExchange(&record.Exchange, code(record)) && (!m.failedOnly || record.Failed())
}

func (m *Model) matchesExchange(exchange *transport.Exchange, code text.Safe) bool {
	caller := load.CallerOf(exchange.Label)
	caller.Ticket = 0
	if !m.allScreens && caller != m.under && !slices.Contains(m.also, caller) {
		return false
	}
	return m.filter.Pattern().Match(exchange.Method+" "+pathOf(exchange.URL), code.String(), caller.Screen, m.nodes[exchange.Node].String())
}

// refilter applies the filters and preserves the selection.
func (m *Model) refilter() {
	m.pullActive()
	selected := m.selected()
	m.listed = m.listed[:0]
	row := -1
	for i := range m.records {
		if !m.matches(&m.records[i]) {
			continue
		}
		if selected != nil && m.records[i].Serial <= selected.Serial {
			row = len(m.listed)
		}
		m.listed = append(m.listed, m.records[i].Serial)
	}
	m.list.SetLength(len(m.listed))
	m.list.Select(len(m.listed) - 1 - max(row, 0))
	if row < 0 && selected == nil {
		m.list.Select(0)
	}
	m.layout()
}

// record returns the request in row i.
func (m *Model) record(i int) *transport.Recorded {
	serial := m.listed[len(m.listed)-1-i]
	return &m.records[serial-m.records[0].Serial]
}

// selected returns the selected request, or nil.
func (m *Model) selected() *transport.Recorded {
	if len(m.listed) == 0 {
		return nil
	}
	return m.record(m.list.Selected())
}

// reportRepeat reports the outcome of a repeated request and selects it if it is listed.
func (m *Model) reportRepeat(result load.Result[repeated]) {
	at := slices.IndexFunc(m.listed, func(serial uint64) bool {
		return load.CallerOf(m.records[serial-m.records[0].Serial].Label).Ticket == result.Ticket
	})
	if at >= 0 {
		m.list.Select(len(m.listed) - 1 - at)
	}
	switch {
	case result.Err != nil:
		m.deps.Post(screen.StatusMsg{Text: text.Format("repeated: %s", m.deps.Explain(result.Err).Reason), Warn: true})
	case at >= 0:
		m.deps.Post(screen.StatusMsg{Text: text.Const("repeated: selected the new response")})
	case m.failedOnly:
		m.deps.Post(screen.StatusMsg{Text: text.Format("repeated successfully, hidden by the filter · %s show all", m.deps.Key("requests.failed"))})
	default:
		m.deps.Post(screen.StatusMsg{Text: text.Format("repeated, hidden by the filter · %s clear", m.deps.Key("requests.clear"))})
	}
}

// treeFocused reports whether keys act on the JSON tree.
func (m *Model) treeFocused() bool { return m.contentFocused && m.content.isTree }

// Captures reports whether the key is text for the filter or the search.
func (m *Model) Captures(msg tea.KeyMsg) bool {
	return m.filter.Captures(msg) || m.treeFocused() && m.tree.Captures(msg)
}

// Escape ends the search, returns to the list, clears filters, or cancels a repeated request.
func (m *Model) Escape() bool {
	switch {
	case m.filter.Typing(), m.filter.Visible() && !m.contentFocused:
		m.filter.Clear()
		m.refilter()
	case m.treeFocused() && m.tree.Escape():
	case m.contentFocused:
		m.focusContent(false)
	case m.failedOnly:
		m.failedOnly = false
		m.refilter()
	case m.repeat.Loading():
		m.repeat.Cancel()
	default:
		return false
	}
	return true
}

// Crumbs returns the breadcrumb entries.
func (m *Model) Crumbs() []text.Safe { return text.Consts("Requests") }

// Note explains the list. If the body fills the window, it names the request.
func (m *Model) Note() (left, right text.Line) {
	th := m.deps.Theme
	if m.contentFocused && !m.size.HasColumns() {
		return m.Vital(), nil
	}
	return text.In(th.Faint, "\"cancel\": you left before the response arrived"), text.In(th.Faint, "keys and tokens are never shown or copied")
}

// Vital returns the selected request in a line.
func (m *Model) Vital() text.Line {
	record := m.selected()
	if record == nil {
		return text.Plain("%s requests · errors %s", text.Integer(m.all), text.Integer(m.failed))
	}
	return text.Plain("%s %s %s", code(record), text.Clean(record.Method), text.Short(text.Clean(pathOf(record.URL))))
}

// Package requests is the screen that lists all HTTP requests of the session with their timing, headers and bodies. It
// is an overlay; the screen below it keeps running.
package requests

import (
	"context"
	"slices"
	"strconv"

	tea "github.com/charmbracelet/bubbletea"

	"foredeck/client/transport"
	"foredeck/tui/load"
	"foredeck/tui/pane"
	"foredeck/tui/screen"
	"foredeck/tui/text"
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
	records     []*request // recorded requests, newest first, with consecutive serials
	all, failed uint64     // totals of the session
	list        *pane.List[request]
	active      []*request           // requests in progress of the listed callers, newest first
	notices     []transport.Notice   // oldest first
	nodes       map[string]text.Safe // names by base URL; empty if there is only one node
	allScreens  bool                 // requests of all screens are listed
	failedOnly  bool

	tab            tab
	contentFocused bool // the content of the tab has focus
	content        content
	contentWidth   int // inside the panel
	parser         load.Parser[content]
	tree           pane.TreeView // of a content in JSON
	repeat         load.State[repeated]
}

// request is a recorded request, or one in progress.
type request = transport.Recorded

// New returns the overlay for a screen. It initially lists the requests of under and of the callers in also.
func New(deps *screen.Deps, under load.Caller, also ...load.Caller) *Model {
	m := &Model{deps: deps, under: under, also: also, tree: pane.NewTreeView(deps)}
	words := pane.Words{Title: text.Const("Requests"), Content: text.Const("requests"), Record: text.Const("request")}
	source := load.Source[request]{Key: func(r *request) string { return strconv.FormatUint(r.Serial, 10) }}
	m.list = pane.NewList(deps, words, pane.InBothOrders(source), pane.Records[request]{Language: m.language})
	m.list.Columns, m.list.State, m.list.Empty, m.list.Head, m.list.Pinned = m.columns, m.countLine, m.empty, m.noticeLines, m.pinned
	return m
}

// Enter lists the requests recorded so far.
func (m *Model) Enter(ctx context.Context) tea.Cmd {
	m.ctx = ctx
	m.list.Resume(ctx)
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
		cmd = tea.Batch(cmd, m.typeText(msg))
	default:
		m.list.Handle(msg)
	}
	return tea.Batch(cmd, m.update())
}

// update picks up new requests and loads the selected content.
func (m *Model) update() tea.Cmd {
	m.pull()
	scan := m.list.ScanNew()
	m.layout()
	return tea.Batch(scan, m.loadContent())
}

// pull adds new requests. The selected one stays selected; the list scrolls only if it would leave the window.
func (m *Model) pull() {
	m.nodes = m.deps.Loader.NodeNames()
	m.notices = m.deps.Loader.Recorder.Notices.All()
	m.pullActive()
	var newest uint64
	if len(m.records) > 0 {
		newest = m.records[0].Serial
	}
	recent := m.deps.Loader.Recorder.Since(newest)
	if len(recent) == 0 {
		return
	}
	m.all, m.failed = m.deps.Loader.Recorder.Count()
	records := make([]*request, 0, len(recent)+len(m.records))
	for i := range slices.Backward(recent) {
		records = append(records, &recent[i])
	}
	records = append(records, m.records...)
	m.records = records[:min(len(records), transport.MaxRecorded)]
	m.show()
}

// pullActive updates the requests in progress.
func (m *Model) pullActive() {
	m.active = m.active[:0]
	for _, exchange := range slices.Backward(m.deps.Loader.Recorder.InFlight()) {
		if !m.failedOnly && m.isFrom(exchange.Label) {
			m.active = append(m.active, &request{Exchange: exchange})
		}
	}
}

// show lists the requests of the callers, or only the failed ones.
func (m *Model) show() {
	listed := make([]*request, 0, len(m.records))
	for _, r := range m.records {
		if m.isFrom(r.Label) && (!m.failedOnly || r.Failed()) {
			listed = append(listed, r)
		}
	}
	m.list.Hold(listed)
}

// isFrom reports whether requests with the label are listed.
func (m *Model) isFrom(label string) bool {
	caller := load.CallerOf(label)
	caller.Ticket = 0
	return m.allScreens || caller == m.under || slices.Contains(m.also, caller)
}

// selected returns the selected request, or nil.
func (m *Model) selected() *request { return m.list.Selected() }

// reportRepeat reports the outcome of a repeated request and selects it if it is listed.
func (m *Model) reportRepeat(result load.Result[repeated]) {
	at := -1
	for row := 0; at < 0 && row < m.list.Len(); row++ {
		if load.CallerOf(m.list.At(row).Label).Ticket == result.Ticket {
			at = row
			m.list.Rows.Select(row)
		}
	}
	switch {
	case result.Err != nil:
		m.deps.Post(screen.StatusMsg{Text: text.Format("repeated: %s", m.deps.Explain(result.Err).Reason), Warn: true})
	case at >= 0:
		m.deps.Post(screen.StatusMsg{Text: text.Const("repeated: selected the new response")})
	case m.failedOnly:
		m.deps.Post(screen.StatusMsg{Text: text.Format("repeated successfully, hidden by the filter · %s show all", m.deps.Key("requests.failed"))})
	default:
		m.deps.Post(screen.StatusMsg{Text: text.Format("repeated, hidden by the filter · %s clear", m.deps.Key("search.clear"))})
	}
}

// treeFocused reports whether keys act on the JSON tree.
func (m *Model) treeFocused() bool { return m.contentFocused && m.content.isTree }

// Captures reports whether the key is text for the filter or the search.
func (m *Model) Captures(msg tea.KeyMsg) bool {
	if m.contentFocused {
		return m.treeFocused() && m.tree.Captures(msg)
	}
	return m.list.Captures(msg)
}

// Range returns the selected rows of the list.
func (m *Model) Range() (rows screen.Range, ok bool) {
	if m.contentFocused {
		return nil, false
	}
	return m.list.Range()
}

// Escape ends the search, returns to the list, clears filters, or cancels a repeated request.
func (m *Model) Escape() bool {
	switch {
	case m.treeFocused() && m.tree.Escape(), !m.contentFocused && (m.list.EndRange() || m.list.ClearFilter()):
	case m.contentFocused:
		m.focusContent(false)
	case m.failedOnly:
		m.failedOnly = false
		m.show()
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
	return text.Plain("%s %s %s", code(record), methodOf(record), text.Short(text.Clean(pathOf(record.URL))))
}

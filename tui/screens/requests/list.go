package requests

import (
	"net/url"
	"slices"
	"strconv"
	"strings"
	"time"

	"foredeck/client/transport"
	"foredeck/theme"
	"foredeck/tui/load"
	"foredeck/tui/pane"
	"foredeck/tui/text"
	"foredeck/tui/widget"
)

// pathOf returns the URL without scheme and host.
func pathOf(address string) string {
	parsed, err := url.Parse(address)
	if err != nil {
		return address
	}
	return parsed.RequestURI()
}

// unescaped decodes percent-encoded characters in a path.
func unescaped(path string) string {
	written, err := url.PathUnescape(path)
	if err != nil {
		return path
	}
	return written
}

// code returns the response status, or a word if there was no complete response.
func code(record *transport.Recorded) text.Safe {
	switch {
	case record.Canceled():
		return text.Const("cancel")
	case record.Err != nil:
		return text.Const("fail")
	}
	return text.Clean(strconv.Itoa(record.Status))
}

func codeStyle(th theme.Theme, record *transport.Recorded) theme.Style {
	switch {
	case record.Failed():
		return th.Bad
	case record.Canceled():
		return th.Faint
	}
	return th.Faint
}

// milliseconds formats a duration in milliseconds, with a decimal below ten.
func milliseconds(d time.Duration) text.Safe {
	if d <= 0 {
		return text.Const("0")
	}
	if d < 10*time.Millisecond {
		return text.Clean(strconv.FormatFloat(float64(d)/float64(time.Millisecond), 'f', 1, 64))
	}
	return text.Integer(uint64(d / time.Millisecond))
}

// version matches the path prefix of the node API.
var version = text.Regexp(`^/rpc/v[0-9]+`)

// cutParameters drops parameters that do not fit, but keeps the question mark. ok is false if even that does not fit.
func cutParameters(path text.Safe, width int) (text.Safe, bool) {
	if text.Width(path) <= width {
		return path, true
	}
	for at := len(path.String()); at > 0; {
		at = strings.LastIndexAny(path.String()[:at], "?&")
		if head, _ := text.Split(path, at+1); at >= 0 && text.Width(head) < width {
			return text.Format("%s…", head), true
		}
	}
	return text.Safe{}, false
}

// shortPath shortens a path: parameters are dropped first, then the start.
func shortPath(path text.Safe, width int) text.Safe {
	if text.Width(path) <= width {
		return path
	}
	if whole, ok := cutParameters(path, width); ok {
		return whole
	}
	if rest := version().ReplaceAllString(path.String(), "…"); rest != path.String() { // common to all node paths
		if rest, ok := cutParameters(text.Clean(rest), width); ok {
			return rest
		}
	}
	head, _, _ := strings.Cut(path.String(), "?")
	whole := text.Clean(head).Line()
	if whole.Width() <= width || width < 2 {
		return text.Cut(text.Clean(head), width)
	}
	return text.Format("…%s", whole.Slice(whole.Width()-width+1, whole.Width()).Text())
}

var columns = []widget.Column{
	{Title: text.Const("TIME"), Width: 8, Rank: 2}, {Title: text.Const("METHOD"), Width: 6, Rank: 3}, {Title: text.Const("PATH"), Width: 20, Max: 100, Shorten: shortPath}, {Title: text.Const("STATUS"), Width: 6},
	{Title: text.Const("TOOK"), Width: 9, Right: true, Rank: 1}, {Title: text.Const("BYTES"), Width: 10, Right: true, Rank: 4}, {Title: text.Const("TRY"), Width: 3, Right: true, Rank: 6}, {Title: text.Const("SCREEN"), Width: 8, Rank: 5},
}

// nodeColumn is added for a network with several nodes.
var nodeColumn = widget.Column{Title: text.Const("NODE"), Width: 16, Shorten: text.CutMiddle}

// columns returns the columns of the list. The node is wide enough for the longest name.
func (m *Model) columns() []widget.Column {
	if len(m.nodes) == 0 {
		return columns
	}
	node := nodeColumn
	node.Width = len("NODE")
	for _, name := range m.nodes {
		node.Width = max(node.Width, min(text.Width(name), nodeColumn.Width))
	}
	return slices.Insert(slices.Clone(columns), 3, node)
}

// tookCell returns the cell of a duration. Decimal points are below each other.
func tookCell(took time.Duration) widget.Cell {
	took = max(took, 0)
	if took < time.Second {
		return widget.Cell{Text: text.Clean(strconv.FormatFloat(float64(took)/float64(time.Millisecond), 'f', 1, 64)), Unit: text.Const(" ms")}
	}
	return widget.Cell{Text: text.Clean(strconv.FormatFloat(took.Seconds(), 'f', 1, 64)), Unit: text.Const(" s ")}
}

func (m *Model) row(i int) []widget.Cell {
	th, record := m.deps.Theme, m.record(i)
	took, bytes := widget.Cell{Text: text.None}, text.None
	if !record.Canceled() {
		took = tookCell(record.Took)
	}
	if record.Status != 0 {
		bytes = text.Integer(uint64(record.Bytes))
	}
	cells := m.cells(&record.Exchange, widget.Cell{Text: code(record), Style: codeStyle(th, record)}, took, bytes)
	cells[0].Style = m.deps.Marked(record.Started.Add(record.Took), cells[0].Style)
	return cells
}

// cells returns the cells of a request.
func (m *Model) cells(exchange *transport.Exchange, code, took widget.Cell, bytes text.Safe) []widget.Cell {
	th, try := m.deps.Theme, m.deps.Theme.Faint
	if exchange.Attempt > 1 {
		try = th.Warn
	}
	cells := []widget.Cell{
		{Text: text.Clean(m.deps.Local(exchange.Started).Format(time.TimeOnly)), Style: th.Faint},
		{Text: text.Clean(exchange.Method), Style: th.Faint},
		{Text: text.Short(text.Clean(unescaped(pathOf(exchange.URL))))},
		code,
		took,
		{Text: bytes},
		{Text: text.Integer(uint64(exchange.Attempt)), Style: try},
		{Text: text.Clean(load.CallerOf(exchange.Label).Screen), Style: th.Faint},
	}
	if len(m.nodes) > 0 {
		cells = slices.Insert(cells, 3, widget.Cell{Text: m.nodes[exchange.Node]})
	}
	return cells
}

// listPanel draws the requests, newest first.
func (m *Model) listPanel(room pane.Area) widget.Panel {
	th := m.deps.Theme
	p := widget.Panel{Title: widget.Title(th, text.Const("Requests"), !m.contentFocused), State: m.countLine()}
	p.Body = m.noticeLines(room.Width)
	if m.filter.Visible() {
		p.Body = append(p.Body, m.filter.View(th, text.Safe{}, room.Width))
	}
	under := m.activeLines(room.Width)
	switch {
	case len(m.listed) > 0:
		lines := m.list.View(th, m.columns(), room.Width, m.row)
		p.Body = append(append(p.Body, under...), lines[1:]...)
	case len(under) > 1:
		p.Body = append(p.Body, under...)
	default:
		p.Body = append(p.Body, m.emptyText().In(th.Faint))
	}
	return p
}

// countLine describes the number of requests, in total and listed.
func (m *Model) countLine() text.Line {
	th := m.deps.Theme
	var line text.Line
	if !m.allScreens || m.failedOnly || m.filter.Visible() {
		listed := text.Format("%s ", text.Integer(uint64(len(m.listed))))
		if m.failedOnly {
			listed = text.Format("%sfailed ", listed)
		}
		if m.allScreens {
			listed = text.Format("%slisted · ", listed)
		} else {
			listed = text.Format("%sfrom this screen · ", listed)
		}
		line = listed.In(th.Faint)
	}
	line = append(line, text.Span{Text: text.Format("%s this session · ", text.Integer(m.all)), Style: th.Faint})
	errors := text.Span{Text: text.Format("errors %s", text.Integer(m.failed)), Style: th.Faint}
	if m.failed > 0 {
		errors.Style = th.Bad
	}
	return append(line, errors)
}

// emptyText explains an empty list.
func (m *Model) emptyText() text.Safe {
	switch {
	case m.all == 0 && m.deps.Loader.InFlight() > 0:
		return text.Const("no responses yet")
	case m.all == 0:
		return text.Const("no requests yet")
	case m.filter.Visible():
		return text.Format("no match in method, path, status or screen · %s clear", m.deps.Key("requests.clear"))
	case m.failedOnly:
		return text.Format("no failed requests · %s show all", m.deps.Key("requests.failed"))
	}
	return text.Format("no finished requests from this screen · %s show all screens", m.deps.Key("requests.all"))
}

// activeCode is the status of a request in progress.
var activeCode text.Safe = text.Const("...")

// pullActive updates the requests in progress that match the filters.
func (m *Model) pullActive() {
	before := len(m.visibleActive())
	m.active = slices.DeleteFunc(m.deps.Loader.Recorder.InFlight(), func(exchange transport.Exchange) bool {
		return m.failedOnly || !m.matchesExchange(&exchange, activeCode)
	})
	slices.Reverse(m.active)
	if len(m.visibleActive()) != before {
		m.layout()
	}
}

// visibleActive returns the requests in progress that get a row, up to a third of the list.
func (m *Model) visibleActive() []transport.Exchange {
	return m.active[:min(len(m.active), m.listHeight/3)]
}

// activeLines draws the column titles and the requests in progress, which cannot be selected.
func (m *Model) activeLines(width int) []text.Line {
	shown, now := m.visibleActive(), m.deps.Now()
	var rows widget.Table
	rows.SetLength(len(shown))
	rows.SetHeight(len(shown))
	rows.SetBlurred(true)
	lines := rows.View(m.deps.Theme, m.columns(), width, func(i int) []widget.Cell {
		return m.cells(&shown[i], widget.Cell{Text: activeCode, Style: m.deps.Theme.Accent}, tookCell(now.Sub(shown[i].Started)), text.None)
	})
	for i, line := range lines[1:] {
		line[0].Text = text.Spaces(text.Width(line[0].Text)) // rows without a pointer
		lines[i+1] = line.WithHit(nil)
	}
	return lines
}

// maxNotices is the number of notices above the list.
const maxNotices = 3

// pullNotices updates the messages about the servers.
func (m *Model) pullNotices() {
	before := len(m.visibleNotices())
	m.notices = m.deps.Loader.Recorder.Notices.All()
	if len(m.visibleNotices()) != before {
		m.layout()
	}
}

// visibleNotices returns the newest notices, as many as get a line.
func (m *Model) visibleNotices() []transport.Notice {
	return m.notices[max(0, len(m.notices)-min(maxNotices, m.listHeight/4)):]
}

// noticeLines draws the notices, newest first.
func (m *Model) noticeLines(width int) []text.Line {
	shown := m.visibleNotices()
	lines := make([]text.Line, len(shown))
	for i, notice := range shown {
		line := text.Format(" ! %s", text.Clean(notice.Text))
		if notice.Count > 1 {
			line = text.Format("%s (%s times)", line, text.Clean(strconv.Itoa(notice.Count)))
		}
		lines[len(shown)-1-i] = text.Cut(line, width).In(m.deps.Theme.Warn)
	}
	return lines
}

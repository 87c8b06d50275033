package requests

import (
	"net/url"
	"slices"
	"strconv"
	"strings"
	"time"

	"foredeck/tui/load"
	"foredeck/tui/pane"
	"foredeck/tui/query"
	"foredeck/tui/render"
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
func code(r *request) text.Safe {
	switch {
	case inProgress(r):
		return text.Const("...")
	case r.Canceled():
		return text.Const("cancel")
	case r.Err != nil:
		return text.Const("fail")
	}
	return text.Clean(strconv.Itoa(r.Status))
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

// nodeWidth is the width of the names of most nodes.
const nodeWidth = 16

// columns returns the columns of the list. That of the nodes is wide enough for the longest name; a network with one node has none.
func (m *Model) columns() []pane.Column[request] {
	faint := m.deps.Theme.Faint
	written := func(of func(*request) text.Safe) func(*request) widget.Cell {
		return func(r *request) widget.Cell { return widget.Cell{Text: of(r), Style: faint} }
	}
	byText := func(of func(*request) text.Safe) func(a, b *request) int {
		return func(a, b *request) int { return strings.Compare(of(a).String(), of(b).String()) }
	}
	columns := []pane.Column[request]{
		{Column: widget.Column{Title: text.Const("TIME"), Width: 8, Rank: 2}, Cell: m.timeCell},
		{Column: widget.Column{Title: text.Const("METHOD"), Width: 6, Rank: 3}, Cell: written(methodOf), Compare: byText(methodOf), Ascending: true},
		{
			Column: widget.Column{Title: text.Const("PATH"), Width: 20, Max: 100, Shorten: shortPath},
			Cell: func(r *request) widget.Cell {
				return widget.Cell{Text: text.Short(text.Clean(unescaped(pathOf(r.URL))))}
			},
			Compare: func(a, b *request) int { return strings.Compare(a.URL, b.URL) }, Ascending: true,
		},
		{Column: widget.Column{Title: text.Const("STATUS"), Width: 6}, Cell: m.statusCell, Compare: byText(code), Ascending: true},
		{Column: widget.Column{Title: text.Const("TOOK"), Width: 9, Right: true, Rank: 1}, Cell: m.tookCell, Compare: render.ByNumber(microseconds)},
		{
			Column: widget.Column{Title: text.Const("BYTES"), Width: 10, Right: true, Rank: 4},
			Cell:   func(r *request) widget.Cell { return widget.Cell{Text: render.Number(bytesOf(r))} }, Compare: render.ByNumber(bytesOf),
		},
		{Column: widget.Column{Title: text.Const("TRY"), Width: 3, Right: true, Rank: 6}, Cell: m.tryCell},
		{Column: widget.Column{Title: text.Const("SCREEN"), Width: 8, Rank: 5}, Cell: written(screenOf), Compare: byText(screenOf), Ascending: true},
	}
	if len(m.nodes) == 0 {
		return columns
	}
	width := len("NODE")
	for _, name := range m.nodes {
		width = max(width, min(text.Width(name), nodeWidth))
	}
	return slices.Insert(columns, 3, pane.Column[request]{
		Column: widget.Column{Title: text.Const("NODE"), Width: width, Shorten: text.CutMiddle}, Compare: byText(m.nodeOf), Ascending: true,
		Cell: func(r *request) widget.Cell { return widget.Cell{Text: m.nodeOf(r)} },
	})
}

// language returns what filters can say of requests.
func (m *Model) language() query.Language[request] {
	words := func(of func(*request) text.Safe) func(*request, func(string) bool) bool {
		return func(r *request, match func(string) bool) bool { return match(of(r).String()) }
	}
	return query.Language[request]{Now: m.deps.Now(), Fields: []query.Field[request]{
		{Name: "path", Help: "path and parameters", InWords: true, Texts: func(r *request, match func(string) bool) bool { return match(pathOf(r.URL)) }},
		{Name: "method", Help: "GET or POST", Kind: query.Word, Values: []string{"get", "post"}, InWords: true, Texts: words(methodOf)},
		{Name: "status", Help: "of the response, fail, or cancel", Values: []string{"200", "fail", "cancel"}, InWords: true, Texts: words(code)},
		{Name: "took", Help: "until the response was read", Kind: query.Duration, Number: microseconds},
		{Name: "bytes", Help: "of the response", Kind: query.Number, Number: bytesOf},
		{Name: "try", Help: "number of the attempt", Kind: query.Number, Number: func(r *request) *uint64 { return new(uint64(r.Attempt)) }},
		{Name: "screen", Help: "screen that sent it", InWords: true, Texts: words(screenOf)},
		{Name: "node", Help: "node that it was sent to", InWords: true, Texts: words(m.nodeOf)},
		{Name: "age", Help: "time since it was sent", Kind: query.Age, Number: func(r *request) *uint64 { return new(uint64(r.Started.UnixMicro())) }},
	}}
}

func methodOf(r *request) text.Safe { return text.Clean(r.Method) }
func screenOf(r *request) text.Safe { return text.Clean(load.CallerOf(r.Label).Screen) }

func (m *Model) nodeOf(r *request) text.Safe { return m.nodes[r.Node] }

// inProgress reports whether the request has not ended: it has no serial.
func inProgress(r *request) bool { return r.Serial == 0 }

// microseconds returns the duration of a request, nil unless it ended by itself.
func microseconds(r *request) *uint64 {
	if r.Canceled() || inProgress(r) {
		return nil
	}
	return new(uint64(max(r.Took, 0).Microseconds()))
}

// bytesOf returns the size of the response, nil without one.
func bytesOf(r *request) *uint64 {
	if r.Status == 0 || inProgress(r) {
		return nil
	}
	return new(uint64(r.Bytes))
}

func (m *Model) timeCell(r *request) widget.Cell {
	style := m.deps.Theme.Faint
	if !inProgress(r) {
		style = m.deps.Marked(r.Started.Add(r.Took), style)
	}
	return widget.Cell{Text: text.Clean(m.deps.Local(r.Started).Format(time.TimeOnly)), Style: style}
}

func (m *Model) statusCell(r *request) widget.Cell {
	th := m.deps.Theme
	switch {
	case inProgress(r):
		return widget.Cell{Text: code(r), Style: th.Accent}
	case r.Failed():
		return widget.Cell{Text: code(r), Style: th.Bad}
	}
	return widget.Cell{Text: code(r), Style: th.Faint}
}

// tookCell returns the cell of a duration, so far if the request has not ended. Decimal points are below each other.
func (m *Model) tookCell(r *request) widget.Cell {
	took := max(r.Took, 0)
	switch {
	case inProgress(r):
		took = max(m.deps.Now().Sub(r.Started), 0)
	case r.Canceled():
		return widget.Cell{Text: text.None}
	}
	if took < time.Second {
		return widget.Cell{Text: text.Clean(strconv.FormatFloat(float64(took)/float64(time.Millisecond), 'f', 1, 64)), Unit: text.Const(" ms")}
	}
	return widget.Cell{Text: text.Clean(strconv.FormatFloat(took.Seconds(), 'f', 1, 64)), Unit: text.Const(" s ")}
}

func (m *Model) tryCell(r *request) widget.Cell {
	style := m.deps.Theme.Faint
	if r.Attempt > 1 {
		style = m.deps.Theme.Warn
	}
	return widget.Cell{Text: text.Integer(uint64(r.Attempt)), Style: style}
}

// countLine describes the number of requests, in total and listed.
func (m *Model) countLine() text.Line {
	th := m.deps.Theme
	var line text.Line
	if !m.allScreens || m.failedOnly || m.list.SortedOrFiltered() {
		listed := text.Format("%s ", text.Integer(uint64(m.list.Len())))
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

// empty explains an empty list.
func (m *Model) empty() []text.Line {
	words := text.Format("no finished requests from this screen · %s show all screens", m.deps.Key("requests.all"))
	switch {
	case len(m.active) > 0:
		return nil
	case m.all == 0 && m.deps.Loader.InFlight() > 0:
		words = text.Const("no responses yet")
	case m.all == 0:
		words = text.Const("no requests yet")
	case m.failedOnly:
		words = text.Format("no failed requests · %s show all", m.deps.Key("requests.failed"))
	}
	return []text.Line{words.In(m.deps.Theme.Faint)}
}

// pinned returns the requests in progress that get a row: those that match, up to a third of the list.
func (m *Model) pinned(room pane.Area) []*request {
	_, height := room.Outer()
	shown, filter := make([]*request, 0, len(m.active)), m.list.Filter()
	for _, active := range m.active {
		if len(shown) < height/3 && filter.Match(active) {
			shown = append(shown, active)
		}
	}
	return shown
}

// maxNotices is the number of notices above the list.
const maxNotices = 3

// noticeLines draws the messages about the servers, newest first, as many as get a line.
func (m *Model) noticeLines(room pane.Area) []text.Line {
	_, height := room.Outer()
	shown := m.notices[max(0, len(m.notices)-min(maxNotices, height/4)):]
	lines := make([]text.Line, len(shown))
	for i, notice := range shown {
		line := text.Format(" ! %s", text.Clean(notice.Text))
		if notice.Count > 1 {
			line = text.Format("%s (%s times)", line, text.Clean(strconv.Itoa(notice.Count)))
		}
		lines[len(shown)-1-i] = text.Cut(line, room.Width).In(m.deps.Theme.Warn)
	}
	return lines
}

package requests

import (
	"net/url"
	"regexp"
	"strconv"
	"strings"
	"time"

	"foredeck/client/transport"
	"foredeck/theme"
	"foredeck/tui/load"
	"foredeck/tui/text"
	"foredeck/tui/widget/panel"
	"foredeck/tui/widget/table"
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
		return "cancel"
	case record.Err != nil:
		return "fail"
	}
	return text.Safe(strconv.Itoa(record.Status))
}

func codeStyle(th theme.Theme, record *transport.Recorded) theme.Style {
	switch {
	case record.Failed():
		return th.Bad
	case record.Canceled():
		return th.Faint
	}
	return th.Good
}

// milliseconds formats a duration in milliseconds, with a decimal below ten.
func milliseconds(d time.Duration) text.Safe {
	if d <= 0 {
		return "0"
	}
	if d < 10*time.Millisecond {
		return text.Safe(strconv.FormatFloat(float64(d)/float64(time.Millisecond), 'f', 1, 64))
	}
	return text.Integer(uint64(d / time.Millisecond))
}

// version matches the path prefix of the node API.
var version = regexp.MustCompile(`^/rpc/v[0-9]+`)

// cutParameters drops parameters that do not fit, but keeps the question mark. ok is false if even that does not fit.
func cutParameters(path text.Safe, width int) (text.Safe, bool) {
	if text.Width(path) <= width {
		return path, true
	}
	for at := len(path) - 1; at >= 0; at-- {
		if (path[at] == '?' || path[at] == '&') && text.Width(path[:at+1]) < width {
			return path[:at+1] + "…", true
		}
	}
	return "", false
}

// shortPath shortens a path: parameters are dropped first, then the start.
func shortPath(path text.Safe, width int) text.Safe {
	if text.Width(path) <= width {
		return path
	}
	if whole, ok := cutParameters(path, width); ok {
		return whole
	}
	if rest := version.ReplaceAllString(string(path), "…"); rest != string(path) { // common to all node paths
		if rest, ok := cutParameters(text.Safe(rest), width); ok {
			return rest
		}
	}
	head, _, _ := strings.Cut(string(path), "?")
	whole := text.Plain(text.Safe(head))
	if whole.Width() <= width || width < 2 {
		return text.Cut(text.Safe(head), width)
	}
	return "…" + whole.Slice(whole.Width()-width+1, whole.Width()).Text()
}

var columns = []table.Column{
	{Title: "TIME", Width: 8, Rank: 2}, {Title: "METHOD", Width: 6, Rank: 3}, {Title: "PATH", Width: 20, Flex: true, Shorten: shortPath}, {Title: "STATUS", Width: 6},
	{Title: "TOOK", Width: 9, Right: true, Rank: 1}, {Title: "BYTES", Width: 10, Rank: 4}, {Title: "TRY", Width: 3, Rank: 6}, {Title: "SCREEN", Width: 8, Rank: 5},
}

func (m *Model) row(i int) []table.Cell {
	th, record := m.deps.Theme, m.record(i)
	took, bytes := text.None, text.None
	if !record.Canceled() {
		took = milliseconds(record.Took) + " ms"
	}
	if record.Status != 0 {
		bytes = text.Integer(uint64(record.Bytes))
	}
	return m.cells(&record.Exchange, table.Cell{Text: code(record), Style: codeStyle(th, record)}, took, bytes)
}

// cells returns the cells of a request.
func (m *Model) cells(exchange *transport.Exchange, code table.Cell, took, bytes text.Safe) []table.Cell {
	th, try := m.deps.Theme, theme.Style{}
	if exchange.Attempt > 1 {
		try = th.Warn
	}
	return []table.Cell{
		{Text: text.Safe(m.deps.Local(exchange.Started).Format(time.TimeOnly)), Style: th.Faint},
		{Text: text.Clean(exchange.Method)},
		{Text: text.Short(text.Clean(unescaped(pathOf(exchange.URL))))},
		code,
		{Text: took},
		{Text: bytes},
		{Text: text.Integer(uint64(exchange.Attempt)), Style: try},
		{Text: text.Clean(load.CallerOf(exchange.Label).Screen), Style: th.Faint},
	}
}

// listPanel draws the requests, newest first.
func (m *Model) listPanel(width int) panel.Panel {
	th := m.deps.Theme
	frame, _ := panel.Frame(m.size.IsPlain())
	p := panel.Panel{Title: text.In(th.Strong, "Requests"), State: m.countLine(), Plain: m.size.IsPlain()}
	if line := m.filterLine(width - frame); line != nil {
		p.Body = append(p.Body, line)
	}
	under := m.activeLines(width - frame)
	switch {
	case len(m.listed) > 0:
		lines := m.list.View(th, columns, width-frame, m.row)
		p.Body = append(append(p.Body, under...), lines[1:]...)
	case len(under) > 1:
		p.Body = append(p.Body, under...)
	default:
		p.Body = append(p.Body, text.In(th.Faint, m.emptyText()))
	}
	return p
}

// countLine describes the number of requests, in total and listed.
func (m *Model) countLine() text.Line {
	th := m.deps.Theme
	var line text.Line
	if !m.allScreens || m.failedOnly || m.filter.Visible() {
		listed := text.Integer(uint64(len(m.listed))) + " "
		if m.failedOnly {
			listed += "failed "
		}
		if m.allScreens {
			listed += "listed · "
		} else {
			listed += "from this screen · "
		}
		line = text.Plain(listed)
	}
	line = append(line, text.Span{Text: text.Integer(m.all) + " this session · "})
	errors := text.Span{Text: "errors " + text.Integer(m.failed)}
	if m.failed > 0 {
		errors.Style = th.Bad
	}
	return append(line, errors)
}

// emptyText explains an empty list.
func (m *Model) emptyText() text.Safe {
	switch {
	case m.all == 0 && m.deps.Loader.InFlight() > 0:
		return "no responses yet"
	case m.all == 0:
		return "no requests yet"
	case m.filter.Visible():
		return "no match in method, path, status or screen · " + m.deps.Key("requests.clear") + " clear"
	case m.failedOnly:
		return "no failed requests · " + m.deps.Key("requests.failed") + " show all"
	}
	return "no finished requests from this screen · " + m.deps.Key("requests.all") + " show all screens"
}

// filterLine returns the filter line, nil without a filter.
func (m *Model) filterLine(width int) text.Line {
	if !m.filter.Visible() {
		return nil
	}
	return m.filter.View(m.deps.Theme, "", width)
}

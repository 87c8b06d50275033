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

// pathOf is the address without its host.
func pathOf(address string) string {
	parsed, err := url.Parse(address)
	if err != nil {
		return address
	}
	return parsed.RequestURI()
}

// readable is a path with the characters that are written by their numbers in it.
func readable(path string) string {
	written, err := url.PathUnescape(path)
	if err != nil {
		return path
	}
	return written
}

// code is how a request ended: the status of the answer, or a word where no whole answer came.
func code(record *transport.Recorded) text.Safe {
	switch {
	case record.Left():
		return "left"
	case record.Err != nil:
		return "fail"
	}
	return text.Safe(strconv.Itoa(record.Status))
}

func codeStyle(th theme.Theme, record *transport.Recorded) theme.Style {
	switch {
	case record.Failed():
		return th.Bad
	case record.Left():
		return th.Faint
	}
	return th.Good
}

// milliseconds writes a time in milliseconds, under ten of them with a decimal.
func milliseconds(d time.Duration) text.Safe {
	if d <= 0 {
		return "0"
	}
	if d < 10*time.Millisecond {
		return text.Safe(strconv.FormatFloat(float64(d)/float64(time.Millisecond), 'f', 1, 64))
	}
	return text.Integer(uint64(d / time.Millisecond))
}

// version matches the beginning of the paths of the node API.
var version = regexp.MustCompile(`^/rpc/v[0-9]+`)

// untilParameter is as many of the parameters of a path as fit, at least the question mark. It is not ok where that does not fit.
func untilParameter(path text.Safe, width int) (text.Safe, bool) {
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

// shortPath shortens a path to so many columns: of its parameters those stay that fit, then its end tells it apart.
func shortPath(path text.Safe, width int) text.Safe {
	if text.Width(path) <= width {
		return path
	}
	if whole, ok := untilParameter(path, width); ok {
		return whole
	}
	if rest := version.ReplaceAllString(string(path), "…"); rest != string(path) { // all paths begin with it
		if rest, ok := untilParameter(text.Safe(rest), width); ok {
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
	{Title: "TIME", Width: 8, Rank: 2}, {Title: "VERB", Width: 4, Rank: 3}, {Title: "PATH", Width: 20, Flex: true, Shorten: shortPath}, {Title: "CODE", Width: 4},
	{Title: "TOOK", Width: 9, Right: true, Rank: 1}, {Title: "BYTES", Width: 10, Rank: 4}, {Title: "TRY", Width: 3, Rank: 6}, {Title: "FOR", Width: 8, Rank: 5},
}

func (m *Model) row(i int) []table.Cell {
	th, record := m.deps.Theme, m.record(i)
	took, bytes := text.None, text.None
	if !record.Left() {
		took = milliseconds(record.Took) + " ms"
	}
	if record.Status != 0 {
		bytes = text.Integer(uint64(record.Bytes))
	}
	return m.cells(&record.Exchange, table.Cell{Text: code(record), Style: codeStyle(th, record)}, took, bytes)
}

// cells are the columns of a request with how it stands.
func (m *Model) cells(exchange *transport.Exchange, code table.Cell, took, bytes text.Safe) []table.Cell {
	th, try := m.deps.Theme, theme.Style{}
	if exchange.Try > 1 {
		try = th.Warn
	}
	return []table.Cell{
		{Text: text.Safe(m.deps.Local(exchange.Started).Format(time.TimeOnly)), Style: th.Faint},
		{Text: text.Clean(exchange.Method)},
		{Text: text.Short(text.Clean(readable(pathOf(exchange.URL))))},
		code,
		{Text: took},
		{Text: bytes},
		{Text: text.Integer(uint64(exchange.Try)), Style: try},
		{Text: text.Clean(load.CallerOf(exchange.Label).Screen), Style: th.Faint},
	}
}

// listPanel is the requests, the newest first.
func (m *Model) listPanel(width int) panel.Panel {
	th := m.deps.Theme
	frame, _ := panel.Frame(m.size.Plain())
	p := panel.Panel{Title: text.In(th.Strong, "Requests"), State: m.standing(), Plain: m.size.Plain()}
	if line := m.filterLine(width - frame); line != nil {
		p.Body = append(p.Body, line)
	}
	under := m.underWayLines(width - frame)
	switch {
	case len(m.shown) > 0:
		lines := m.list.View(th, columns, width-frame, m.row)
		p.Body = append(append(p.Body, under...), lines[1:]...)
	case len(under) > 1:
		p.Body = append(p.Body, under...)
	default:
		p.Body = append(p.Body, text.In(th.Faint, m.empty()))
	}
	return p
}

// standing is how many requests there were, and how many of them are listed.
func (m *Model) standing() text.Line {
	th := m.deps.Theme
	var line text.Line
	if !m.every || m.failedOnly || m.filter.Visible() {
		listed := text.Integer(uint64(len(m.shown))) + " "
		if m.failedOnly {
			listed += "failed "
		}
		if m.every {
			listed += "listed · "
		} else {
			listed += m.ofPlace() + " · "
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

// ofPlace names the screen below, of which the requests are listed: of this account, of these blocks.
func (m *Model) ofPlace() text.Safe {
	if strings.HasSuffix(m.under.Screen, "s") {
		return "of these " + text.Clean(m.under.Screen)
	}
	return "of this " + text.Clean(m.under.Screen)
}

// empty says why nothing is listed, and what lists more.
func (m *Model) empty() text.Safe {
	switch {
	case m.all == 0 && m.deps.Loader.InFlight() > 0:
		return "nothing was answered yet"
	case m.all == 0:
		return "nothing was asked yet"
	case m.filter.Visible():
		return "none has this in its verb, path, code or screen; " + m.deps.Key("requests.clear") + " lists all again"
	case m.failedOnly:
		return "none failed; " + m.deps.Key("requests.failed") + " lists the others too"
	}
	return "no request of this place has ended; " + m.deps.Key("requests.all") + " lists all others"
}

// filterLine is the text that is filtered by, above the list; nil where there is none.
func (m *Model) filterLine(width int) text.Line {
	if !m.filter.Visible() {
		return nil
	}
	return m.filter.View(m.deps.Theme, "", width)
}

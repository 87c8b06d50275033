package requests

import (
	"maps"
	"slices"
	"strings"
	"time"

	"foredeck/client/transport"
	"foredeck/theme"
	"foredeck/tui/load"
	"foredeck/tui/pane"
	"foredeck/tui/text"
	"foredeck/tui/widget"
)

// keyHeaders are the headers that carry credentials (spec section 5).
var keyHeaders = []string{"Authorization", "X-Api-Key"}

// address returns the URL with the base URL of the node abbreviated.
func (m *Model) address(record *transport.Recorded) text.Safe {
	if path, own := strings.CutPrefix(record.URL, m.deps.Endpoint.BaseURL); own && strings.HasPrefix(path, "/") {
		return text.Format("{base_url}%s", text.Clean(path))
	}
	return text.Clean(record.URL)
}

// headerValue formats the value of a header; credentials are never shown.
func headerValue(th theme.Theme, values []string) text.Span {
	switch {
	case len(values) == 0:
		return text.Span{Text: text.Const("(not sent)"), Style: th.Faint}
	case slices.Contains(values, transport.Removed):
		return text.Span{Text: text.Const("(set, not shown)"), Style: th.Faint}
	}
	return text.Span{Text: text.Clean(strings.Join(values, ", "))}
}

// requestPanel draws the request: URL, headers, timing and origin.
func (m *Model) requestPanel(room pane.Area) widget.Panel {
	th := m.deps.Theme
	p := widget.Panel{Title: text.In(th.Title, "Request")}
	record := m.selected()
	if record == nil {
		return p
	}
	below := append(m.requestHeaders(record), nil, m.times(record), m.callerLine(record))
	p.Body = append(m.target(record, room.Width, max(room.Height-len(below), 1)), below...)
	if hint := m.copyHint(); len(p.Body)+len(hint) <= room.Height {
		p.Body = append(p.Body, hint...)
	}
	return p
}

// copyHint explains how credentials are replaced in copied commands.
func (m *Model) copyHint() []text.Line {
	th := m.deps.Theme
	return []text.Line{nil, {{Text: m.deps.Key("deck.copy_as"), Style: th.Accent}, {Text: text.Const("  copy as curl (keys replaced by $NAME)"), Style: th.Hint}}}
}

// target returns the method and URL on at most maxLines lines.
func (m *Model) target(record *transport.Recorded, width, maxLines int) []text.Line {
	method := text.Format("%s ", text.Clean(record.Method))
	indent := text.Width(method)
	var lines []text.Line
	for i, part := range breakAddress(m.address(record), width-indent, maxLines) {
		if i > 0 {
			method = text.Spaces(indent)
		}
		lines = append(lines, text.Line{{Text: method, Style: m.deps.Theme.Strong}, {Text: part}})
	}
	return lines
}

// breakAddress breaks a URL after slashes and parameters into at most maxLines lines; the last is cut if needed.
func breakAddress(address text.Safe, width, maxLines int) []text.Safe {
	var lines []text.Safe
	width = max(width, 1)
	for len(lines) < maxLines-1 && text.Width(address) > width {
		at, end, seen := 0, 0, 0
		for whole := address.String(); ; {
			character, columns := text.First(whole[end:])
			if seen += columns; seen > width {
				if at == 0 {
					at = max(end, len(character))
				}
				break
			}
			if end += len(character); strings.Contains("/?&", character) {
				at = end
			}
		}
		head, rest := text.Split(address, at)
		lines, address = append(lines, head), rest
	}
	return append(lines, text.Cut(address, width))
}

// requestHeaders returns the relevant request headers, including those that carry credentials.
func (m *Model) requestHeaders(record *transport.Recorded) []text.Line {
	names := append([]string{"Accept"}, keyHeaders...)
	if record.RequestHeader.Get("Content-Type") != "" {
		names = slices.Insert(names, 1, "Content-Type")
	}
	th := m.deps.Theme
	var lines []text.Line
	for _, name := range names {
		label := text.Clean(strings.ToLower(name)).In(th.Faint).Fit(len("authorization  "))
		lines = append(lines, append(label, headerValue(th, record.RequestHeader[name])))
	}
	return lines
}

// times returns the duration of each phase of a request.
func (m *Model) times(record *transport.Recorded) text.Line {
	th, timing := m.deps.Theme, record.Timing
	if timing == nil {
		return text.In(th.Faint, "total %s ms, phases are not recorded", milliseconds(record.Took))
	}
	part := func(name text.Safe, took time.Duration) text.Line {
		return text.Line{{Text: text.Format("%s ", name), Style: th.Faint}, {Text: milliseconds(took)}}
	}
	var line text.Line
	if timing.Reused {
		line = text.In(th.Faint, "connection reused")
	} else {
		line = append(part(text.Const("dns"), timing.DNS), part(text.Const("  connect"), timing.Connect)...)
		if timing.TLS > 0 {
			line = append(line, part(text.Const("  tls"), timing.TLS)...)
		}
	}
	line = append(append(line, part(text.Const("  wait"), timing.Wait)...), part(text.Const("  read"), timing.Body)...)
	return append(line, text.Span{Text: text.Const(" ms"), Style: th.Faint})
}

// callerLine shows the screen and the call that made the request.
func (m *Model) callerLine(record *transport.Recorded) text.Line {
	by := caller(record)
	if record.Attempt > 1 {
		by = text.Format("%s, try %s", by, text.Integer(uint64(record.Attempt)))
	}
	if node := m.nodes[record.Node]; !node.IsEmpty() {
		by = text.Format("%s, node %s", by, node)
	}
	return text.Line{{Text: text.Const("requested by  "), Style: m.deps.Theme.Faint}, {Text: by}}
}

func caller(record *transport.Recorded) text.Safe {
	by := load.CallerOf(record.Label)
	switch {
	case by.Screen == "":
		return text.Const("unknown")
	case by.Ticket == 0:
		return text.Clean(by.Screen)
	}
	return text.Format("%s (#%s)", text.Clean(by.Screen), text.Integer(uint64(by.Ticket)))
}

// headerLines returns the headers of request and response.
func (m *Model) headerLines(record *transport.Recorded, width int) []text.Line {
	th := m.deps.Theme
	names := append(slices.Collect(maps.Keys(record.RequestHeader)), keyHeaders...)
	slices.Sort(names)
	names = slices.Compact(names)
	received := slices.Sorted(maps.Keys(record.ResponseHeader))
	label := 0
	for _, name := range append(names[:len(names):len(names)], received...) {
		label = max(label, min(text.Width(text.Clean(name)), maxNameWidth))
	}
	header := func(name string, values []string) (lines []text.Line) {
		value := headerValue(th, values)
		for i, part := range text.Wrap(value.Text, width-label-2, maxValueLines) {
			if i > 0 {
				name = ""
			}
			line := text.Clean(strings.ToLower(name)).In(th.Faint).Fit(label)
			lines = append(lines, append(line, text.Span{Text: text.Const("  ")}, text.Span{Text: part, Style: value.Style}))
		}
		return lines
	}
	lines := m.target(record, width, maxValueLines)
	for _, name := range names {
		lines = append(lines, header(name, record.RequestHeader[name])...)
	}
	lines = append(lines, nil)
	if record.Status == 0 {
		return append(lines, text.In(th.Faint, "no response: %s", m.outcome(record)))
	}
	lines = append(lines, text.In(th.Strong, "response %s", code(record)))
	for _, name := range received {
		lines = append(lines, header(name, record.ResponseHeader[name])...)
	}
	return lines
}

// maxValueLines is the maximum number of lines of a header value.
const maxValueLines = 8

// maxNameWidth is the maximum width of a header name.
const maxNameWidth = 24

// outcome describes how a request ended.
func (m *Model) outcome(record *transport.Recorded) text.Safe {
	switch {
	case record.Canceled():
		return text.Const("canceled: you left the screen")
	case record.Err != nil:
		return text.Clean(record.Err.Error())
	}
	return text.Format("status %s", code(record))
}

// timingLines lists the timing of a request.
func (m *Model) timingLines(record *transport.Recorded) []text.Line {
	th, timing := m.deps.Theme, record.Timing
	fact := func(name, value text.Safe) text.Line {
		return append(name.In(th.Faint).Fit(len("requested by  ")), text.Span{Text: value})
	}
	var parts []text.Line
	if timing != nil {
		connect := text.Format("%s ms", milliseconds(timing.Connect))
		if timing.Reused {
			connect = text.Format("%s (connection reused)", connect)
		}
		parts = []text.Line{
			fact(text.Const("dns"), text.Format("%s ms", milliseconds(timing.DNS))),
			fact(text.Const("connect"), connect),
			fact(text.Const("tls"), text.Format("%s ms", milliseconds(timing.TLS))),
			fact(text.Const("wait"), text.Format("%s ms to first byte", milliseconds(timing.Wait))),
			fact(text.Const("read"), text.Format("%s ms for the body", milliseconds(timing.Body))),
		}
	}
	if node := m.nodes[record.Node]; !node.IsEmpty() {
		parts = append(parts, fact(text.Const("node"), text.Clean(record.Node)))
	}
	return append(parts,
		fact(text.Const("total"), text.Format("%s ms", milliseconds(record.Took))),
		fact(text.Const("started"), m.deps.Instant(record.Started.Round(time.Microsecond))),
		fact(text.Const("requested by"), caller(record)),
		fact(text.Const("try"), text.Integer(uint64(record.Attempt))),
		fact(text.Const("outcome"), m.outcome(record)),
	)
}

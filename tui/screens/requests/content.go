package requests

import (
	"bytes"
	"encoding/json"
	"unicode/utf8"

	tea "github.com/charmbracelet/bubbletea"

	"foredeck/client/transport"
	"foredeck/theme"
	"foredeck/tui/render"
	"foredeck/tui/text"
	"foredeck/tui/widget"
	"foredeck/tui/widget/jsontree"
)

// tab is a tab of the selected request.
type tab int

const (
	tabBody tab = iota
	tabHeaders
	tabTiming
	tabSent // only for requests with a body
	tabCount
)

var tabNames = [tabCount]text.Safe{text.Const("Body"), text.Const("Headers"), text.Const("Timing"), text.Const("Sent")}

// tabs returns the number of tabs of the selected request.
func (m *Model) tabs() tab {
	if record := m.selected(); record != nil && record.Method == "POST" {
		return tabCount
	}
	return tabSent
}

// openTab returns the visible tab: the selected one, if the request has it.
func (m *Model) openTab() tab {
	if m.tab < m.tabs() {
		return m.tab
	}
	return tabBody
}

// content is the content of a tab: a tree or lines.
type content struct {
	serial uint64 // of the request; 0: none
	tab    tab
	kind   text.Safe // format for the panel title: JSON, text, hex
	isTree bool
	parsed jsontree.Model // if isTree
	lines  widget.Table
	line   func(i int) text.Line
}

// loadContent prepares the visible tab of the selected request. Long bodies are parsed in the background.
func (m *Model) loadContent() tea.Cmd {
	record := m.selected()
	switch {
	case record == nil:
		m.content = content{}
		return nil
	case m.content.serial == record.Serial && m.content.tab == m.openTab():
		return nil
	}
	m.content = content{serial: record.Serial, tab: m.openTab()}
	m.parser.Cancel()
	m.tree.Reset()
	var cmd tea.Cmd
	switch m.openTab() {
	case tabHeaders:
		m.content.setLines(text.Safe{}, m.headerLines(record, m.contentWidth))
	case tabTiming:
		m.content.setLines(text.Safe{}, m.timingLines(record))
	default:
		body, reason := m.body(record)
		if len(reason) > 0 {
			m.content.setLines(text.Safe{}, reason)
			break
		}
		empty, th := m.content, &m.deps.Theme
		var parsed content
		parsed, cmd = m.parser.Parse(m.deps.Loader, body, func(body json.RawMessage) content { return empty.withBody(body, th) })
		if !m.parser.Parsing() {
			return m.showContent(parsed)
		}
		m.content.setLines(text.Safe{}, []text.Line{m.parser.Text().In(th.Faint)})
	}
	m.layout()
	return cmd
}

// showContent displays a parsed body.
func (m *Model) showContent(parsed content) tea.Cmd {
	m.content = parsed
	m.layout()
	return m.tree.SetTree(parsed.parsed)
}

// body returns the body for the visible tab, or why there is none.
func (m *Model) body(record *transport.Recorded) (body []byte, reason []text.Line) {
	th := m.deps.Theme
	sent, response, ok := m.deps.Loader.Recorder.Bodies(record.Serial)
	body = response
	if m.openTab() == tabSent {
		body = sent
	}
	switch {
	case record.Canceled() && len(body) == 0:
		reason = append(reason, text.In(th.Faint, "canceled before the response arrived"))
	case record.Err != nil && len(body) == 0:
		reason = append(reason, text.Clean(record.Err.Error()).In(th.Bad))
	case !ok:
		reason = append(reason, text.In(th.Faint, "no longer cached: older bodies are dropped"))
	case len(body) == 0 && m.openTab() == tabBody && record.Bytes > 0:
		reason = append(reason, text.In(th.Faint, "too large to cache"))
	case len(body) == 0:
		reason = append(reason, text.In(th.Faint, "no body"))
	}
	return body, reason
}

// setLines displays prepared lines.
func (c *content) setLines(kind text.Safe, lines []text.Line) {
	c.kind = kind
	c.line = func(i int) text.Line { return lines[i] }
	c.lines.SetLength(len(lines))
}

// withBody displays a body: JSON as a tree, text as lines, other data as hex.
func (c content) withBody(body []byte, th *theme.Theme) content {
	switch {
	case json.Valid(body):
		c.kind, c.isTree, c.parsed = text.Const("JSON"), true, jsontree.New(body, th)
	case utf8.Valid(body) && !bytes.ContainsFunc(body, isControl):
		lines := bytes.Split(body, []byte("\n"))
		c.kind = text.Const("text")
		c.line = func(i int) text.Line {
			return text.Clean(string(lines[i][:min(len(lines[i]), maxLine)])).Line()
		}
		c.lines.SetLength(len(lines))
	default:
		c.kind = text.Const("hex")
		c.line = func(i int) text.Line { return render.HexLine(body, i, *th) }
		c.lines.SetLength(render.HexLineCount(body))
	}
	return c
}

// maxLine is the maximum length of a drawn line of text.
const maxLine = 1000

// isControl reports whether the character does not occur in text.
func isControl(r rune) bool { return r < ' ' && r != '\n' && r != '\t' && r != '\r' }

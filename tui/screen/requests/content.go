package requests

import (
	"bytes"
	"encoding/json"
	"unicode/utf8"

	tea "github.com/charmbracelet/bubbletea"

	"foredeck/client/transport"
	"foredeck/theme"
	"foredeck/tui/render"
	"foredeck/tui/screen"
	"foredeck/tui/text"
	"foredeck/tui/widget/jsontree"
	"foredeck/tui/widget/table"
)

// tab is one of the views of a request.
type tab int

const (
	tabBody tab = iota
	tabHeaders
	tabTiming
	tabSent // of a request that went with a body
	tabCount
)

var tabNames = [tabCount]text.Safe{"Body", "Headers", "Timing", "Sent"}

// tabs is how many tabs the selected request has.
func (m *Model) tabs() tab {
	if record := m.selected(); record != nil && record.Method == "POST" {
		return tabCount
	}
	return tabSent
}

// open is the tab that is shown: the chosen one, where the request has it.
func (m *Model) open() tab {
	if m.tab < m.tabs() {
		return m.tab
	}
	return tabBody
}

// content is what a tab shows of a request: a tree, or lines.
type content struct {
	serial uint64 // of the request; 0: none
	tab    tab
	kind   text.Safe // what the panel says of it: JSON, text, hex
	isTree bool
	tree   jsontree.Model
	lines  table.Model
	line   func(i int) text.Line
}

// readAtOnce is the length up to which a body is read in the time of a key.
const readAtOnce = 64 << 10

// contentReadMsg brings a long body that was read.
type contentReadMsg struct {
	content content
}

// read makes what the open tab shows of the selected request; a long body beside the program's loop.
func (m *Model) read() tea.Cmd {
	record := m.selected()
	switch {
	case record == nil:
		m.content = content{}
		return nil
	case m.content.serial == record.Serial && m.content.tab == m.open():
		return nil
	}
	m.content = content{serial: record.Serial, tab: m.open()}
	switch th := &m.deps.Theme; m.open() {
	case tabHeaders:
		m.content.set("", m.headerLines(record, m.contentWidth()))
	case tabTiming:
		m.content.set("", m.timingLines(record))
	default:
		body, why := m.body(record)
		switch {
		case len(why) > 0:
			m.content.set("", why)
		case len(body) > readAtOnce:
			empty := m.content
			m.content.set("", []text.Line{screen.ReadingLine(*th, len(body))})
			m.lay()
			return func() tea.Msg { return contentReadMsg{empty.of(body, th)} }
		default:
			m.content = m.content.of(body, th)
		}
	}
	m.lay()
	return m.content.tree.Search(m.search.Pattern())
}

// take shows a long body that was read, if it is still looked at.
func (m *Model) take(msg contentReadMsg) tea.Cmd {
	if msg.content.serial != m.content.serial || msg.content.tab != m.content.tab {
		return nil
	}
	m.content = msg.content
	m.lay()
	return m.content.tree.Search(m.search.Pattern())
}

// body is the body that the open tab shows, or why there is none to show.
func (m *Model) body(record *transport.Recorded) (body []byte, why []text.Line) {
	th := m.deps.Theme
	sent, answer, kept := m.deps.Requests.Bodies(record.Serial)
	body = answer
	if m.open() == tabSent {
		body = sent
	}
	switch {
	case record.Left() && len(body) == 0:
		why = append(why, text.In(th.Faint, "you moved on before the answer was here"))
	case record.Err != nil && len(body) == 0:
		why = append(why, text.In(th.Bad, text.Clean(record.Err.Error())))
	case !kept:
		why = append(why, text.In(th.Faint, "no longer kept: the bodies of the newest calls are"))
	case len(body) == 0 && m.open() == tabBody && record.Bytes > 0:
		why = append(why, text.In(th.Faint, "too large to be kept"))
	case len(body) == 0:
		why = append(why, text.In(th.Faint, "no body"))
	}
	return body, why
}

// set shows lines that are made already.
func (c *content) set(kind text.Safe, lines []text.Line) {
	c.kind = kind
	c.line = func(i int) text.Line { return lines[i] }
	c.lines.SetLength(len(lines))
}

// of shows a body: JSON as a tree, text as lines, anything else as bytes.
func (c content) of(body []byte, th *theme.Theme) content {
	switch {
	case json.Valid(body):
		c.kind, c.isTree, c.tree = "JSON", true, jsontree.New(body, th)
	case utf8.Valid(body) && !bytes.ContainsFunc(body, isControl):
		lines := bytes.Split(body, []byte("\n"))
		c.kind = "text"
		c.line = func(i int) text.Line {
			return text.Plain(text.Clean(string(lines[i][:min(len(lines[i]), longestLine)])))
		}
		c.lines.SetLength(len(lines))
	default:
		c.kind = "hex"
		c.line = func(i int) text.Line { return render.HexLine(body, i, *th) }
		c.lines.SetLength(render.HexLineCount(body))
	}
	return c
}

// longestLine is how much of a line of text is drawn at most.
const longestLine = 1000

// isControl tells characters that no text has.
func isControl(r rune) bool { return r < ' ' && r != '\n' && r != '\t' && r != '\r' }

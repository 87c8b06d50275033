package account

import (
	"strings"

	"foredeck/client"
	"foredeck/tui/render"
	"foredeck/tui/screen"
	"foredeck/tui/text"
	"foredeck/tui/widget/panel"
	"foredeck/tui/widget/table"
)

// layout is how the body's lines are shared out.
type layout struct {
	account     int // height of the account panel; 0: not shown
	tabs        int // height of the line of tabs
	list        int // height of the list panel; 0: the details take its place
	details     int // height of the panel of the selected record; 0: not shown
	detailsWide int // its width where it stands beside the list; 0: it stands below
	rows        int // of the table, without its titles
}

func (m *Model) layout() layout {
	var l layout
	room := m.size.Height
	switch m.size.Class {
	case screen.Wide:
		l.account, l.tabs, l.detailsWide = 5, 1, m.size.Width/3
		l.list = room - l.account - l.tabs
		l.details = l.list
	case screen.Full:
		l.account, l.tabs, l.details = 5, 1, 7
		l.list = room - l.account - l.tabs - l.details
	case screen.Compact:
		l.account, l.tabs = 4, 1
		l.list = room - l.account - l.tabs
	case screen.Rules:
		l.account, l.details = 3, 4
		l.list = room - l.account - l.details
	default:
		l.list = room
	}
	if m.details && m.hasDetails() {
		l.details, l.list = l.list, 0
	}
	_, frame := panel.Frame(m.size.Plain())
	l.rows = max(l.list-frame-1-len(m.listNotice()), 0)
	return l
}

// hasDetails tells that this window has no room for the details beside or below the list: a key shows them instead of it.
func (m *Model) hasDetails() bool {
	return m.size.Class == screen.Compact || m.size.Class == screen.Small
}

// View draws the body.
func (m *Model) View() []text.Line {
	l, width := m.layout(), m.size.Width
	var lines []text.Line
	if l.account > 0 {
		lines = append(lines, m.accountPanel().Draw(m.session.Theme, width, l.account)...)
	}
	if l.tabs > 0 {
		lines = append(lines, m.tabs())
	}
	switch {
	case l.list == 0:
		lines = append(lines, m.detailsPanel(width, l.details).Draw(m.session.Theme, width, l.details)...)
	case l.detailsWide > 0:
		list := m.listPanel(width-l.detailsWide).Draw(m.session.Theme, width-l.detailsWide, l.list)
		details := m.detailsPanel(l.detailsWide, l.details).Draw(m.session.Theme, l.detailsWide, l.details)
		lines = append(lines, text.Beside(list, width-l.detailsWide, details)...)
	default:
		lines = append(lines, m.listPanel(width).Draw(m.session.Theme, width, l.list)...)
		lines = append(lines, m.detailsPanel(width, l.details).Draw(m.session.Theme, width, l.details)...)
	}
	return text.Height(lines, m.size.Height)
}

func (m *Model) accountPanel() panel.Panel {
	th := m.session.Theme
	status := m.account.Status(m.session.Now())
	frame, _ := panel.Frame(m.size.Plain())
	name := text.Span{Text: m.name, Style: th.Accent}
	if m.name != "" {
		name.Text = "   " + m.name
	}
	address := text.CutMiddle(text.Safe(m.address.String()), m.size.Width-frame-text.Width(name.Text))
	body := []text.Line{{{Text: address, Style: th.Strong}, name}}
	if account, ok := m.account.Value(); ok {
		body = append(body, m.accountFacts(account))
	} else if spinner := m.session.Spinner(status, "the account"); spinner != nil {
		body = append(body, spinner)
	}
	body = append(body, m.session.FailureLines(m.account.Err())...)
	if m.size.Class < screen.Full && m.account.Err() != nil { // no room for a third line: the reason goes first
		body = append(body[:1:1], m.session.FailureLines(m.account.Err())...)
	}
	return panel.Panel{Title: text.In(th.Strong, "Account"), State: m.session.StateLine(status), Body: body, Plain: m.size.Plain()}
}

func (m *Model) accountFacts(account client.Account) text.Line {
	th := m.session.Theme
	key := text.Clean(account.AuthenticationKey)
	facts := text.Line{{Text: "sequence ", Style: th.Faint}, {Text: text.Integer(account.SequenceNumber)}}
	if m.size.Plain() {
		return facts
	}
	facts = append(facts, text.Span{Text: "    authentication key ", Style: th.Faint}, text.Span{Text: text.Short(key)})
	switch {
	case strings.Trim(string(key), "0x") == "":
		facts = append(facts, text.Span{Text: "  (none: it cannot sign)", Style: th.Faint})
	case string(key) != m.address.String():
		facts = append(facts, text.Span{Text: "  (differs from address: rotated)", Style: th.Warn})
	}
	return facts
}

// tabs is the line of tabs with the state of the list on its right.
func (m *Model) tabs() text.Line {
	th := m.session.Theme
	left := text.In(th.Strong, " [1 Sent]")
	right := text.Plain(orderWords(m.sent.Order()) + " · " + text.Integer(uint64(m.sent.Len())) + " loaded")
	switch {
	case m.turning:
		right = append(right, text.Span{Text: " · asking for the other end"})
	case m.sent.Loading():
		right = append(right, text.Span{Text: " · asking"})
	case m.sent.Ended():
		right = append(right, text.Span{Text: " · end"})
	case m.sent.Len() > 0:
		right = append(right, text.Span{Text: " · more"})
	}
	return append(left.Fit(max(m.size.Width-right.Width()-1, 0)), right...).Fit(m.size.Width)
}

func orderWords(order client.Order) text.Safe {
	if order == client.OldestFirst {
		return "oldest first"
	}
	return "newest first"
}

func (m *Model) listPanel(width int) panel.Panel {
	th := m.session.Theme
	frame, _ := panel.Frame(m.size.Plain())
	body := m.listNotice()
	if m.sent.Len() > 0 {
		body = append(body, m.rows.View(th, m.columns(), width-frame, m.row)...)
	}
	return panel.Panel{Title: text.In(th.Strong, "Transactions sent"), State: m.listState(), Body: body, Plain: m.size.Plain()}
}

// listState is the number of rows, with what came in above and with how the newest look went unless all is well.
func (m *Model) listState() text.Line {
	th := m.session.Theme
	var line text.Line
	add := func(part ...text.Span) {
		if len(line) > 0 && text.Line(part).Width() > 0 {
			line = append(line, text.Span{Text: " · "})
		}
		line = append(line, part...)
	}
	if m.above > 0 {
		add(text.Span{Text: "▲ " + text.Integer(uint64(m.above)) + " new above", Style: th.Accent})
	}
	status := m.sent.Status(m.session.Now())
	if !status.Has || status.Err != nil {
		add(m.session.StateLine(status)...)
	}
	if m.sent.Len() > 0 || status.Err == nil {
		add(text.Span{Text: m.sent.Count()})
	}
	return line
}

// listNotice is what stands above the rows: why there are none, or why the newest look failed.
func (m *Model) listNotice() []text.Line {
	th := m.session.Theme
	status := m.sent.Status(m.session.Now())
	switch {
	case m.sent.Err() != nil:
		return m.session.FailureLines(m.sent.Err())
	case m.sent.Len() > 0:
		return nil
	case m.sent.Ended():
		lines := []text.Line{text.Plain("nothing was sent from this address")}
		if account, ok := m.account.Value(); ok && account.SequenceNumber > 0 {
			lines = append(lines, text.In(th.Faint, "its sequence number says otherwise: the node has dropped old history"))
		}
		return lines
	case status.Loading:
		if spinner := m.session.Spinner(status, "the transactions that it sent"); spinner != nil {
			return []text.Line{spinner}
		}
		return nil
	}
	return []text.Line{text.In(th.Faint, "not asked: r asks for the transactions that it sent")}
}

// columns of the list. The rank says what goes first in a narrow window. Numbers and ages are as wide as those at the two
// ends of the list, which are the widest.
func (m *Model) columns() []table.Column {
	now := m.session.Now()
	sequence, age := len("SEQ"), len("59m59s")
	for _, i := range []int{0, m.sent.Len() - 1} {
		sequence = max(sequence, text.Width(render.Number(m.sent.At(i).SequenceNumber)))
		age = max(age, text.Width(render.Age(m.sent.At(i), now)))
	}
	return []table.Column{
		{Title: "SEQ", Width: sequence},
		{Title: "STATUS", Width: 9},
		{Title: "TYPE", Width: 4, Rank: 5},
		{Title: "FUNCTION", Width: 24, Flex: true, Shorten: text.Function},
		{Title: "FEE", Width: 12, Right: true, Rank: 3},
		{Title: "AGE", Width: age, Rank: 1},
		{Title: "HASH", Width: 11, Rank: 4},
	}
}

func (m *Model) row(i int) []table.Cell {
	th := m.session.Theme
	record := m.sent.At(i)
	call := table.Cell{Text: render.Call(record)}
	if record.Problem != nil {
		call.Style = th.Warn
	}
	return []table.Cell{
		{Text: render.Number(record.SequenceNumber)},
		{Text: render.Status(record.Status), Style: render.StatusStyle(th, record.Status)},
		{Text: text.Clean(record.Type), Style: th.Faint},
		call,
		{Text: render.Fee(record, m.session.Decimals)},
		{Text: render.Age(record, m.session.Now())},
		{Text: text.Short(text.Clean(record.Hash)), Style: th.Faint},
	}
}

// detailsPanel is the selected record in a few lines.
func (m *Model) detailsPanel(width, height int) panel.Panel {
	th := m.session.Theme
	p := panel.Panel{Title: text.In(th.Strong, "Selected"), Plain: m.size.Plain()}
	if m.sent.Len() == 0 {
		p.Body = []text.Line{text.In(th.Faint, "no row is selected")}
		return p
	}
	frame, frameHeight := panel.Frame(p.Plain)
	p.State = text.In(th.Faint, "raw values")
	p.Body = render.Summary(m.sent.At(m.rows.Selected()), m.session.Decimals, th, width-frame, height-frameHeight)
	return p
}

// Vital is the newest record in a line.
func (m *Model) Vital() text.Line {
	name := m.Crumbs()[0]
	if m.sent.Len() == 0 {
		return append(text.Plain(name+" "), m.session.StateLine(m.account.Status(m.session.Now()))...)
	}
	record := m.sent.At(m.rows.Selected())
	return text.Plain(name + " " + render.Number(record.SequenceNumber) + " " + render.Status(record.Status) + " " + render.Age(record, m.session.Now()))
}

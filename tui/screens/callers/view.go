package callers

import (
	"foredeck/client"
	"foredeck/client/move"
	"foredeck/tui/pane"
	"foredeck/tui/render"
	"foredeck/tui/screen"
	"foredeck/tui/text"
	"foredeck/tui/widget"
)

// detailsHeight is the height of the panel of the selected record.
const detailsHeight = 8

// heights returns the heights of the account line, the list and the details below it; 0 if hidden.
func (m *Model) heights() (accounts, list, details int) {
	if len(m.lists) > 1 {
		accounts = 1
	}
	if m.size.HasColumns() && m.detailsWidth() == 0 {
		details = detailsHeight
	}
	return accounts, max(m.size.Height-accounts-details, 0), details
}

// detailsWidth returns the width of the details beside the list; 0 if they are below it or hidden.
func (m *Model) detailsWidth() int {
	if m.size.Class < screen.Huge || m.size.Maximized {
		return 0
	}
	return m.size.Width * 2 / 5
}

// listWidth returns the width of the list.
func (m *Model) listWidth() int { return m.size.Width - m.detailsWidth() }

// CanZoom reports whether there is more than one panel.
func (m *Model) CanZoom() bool { return m.size.Class >= screen.Full }

// applyLayout sets the height of the rows.
func (m *Model) applyLayout() {
	_, height, _ := m.heights()
	width, frame := widget.Frame(m.size.IsPlain())
	m.list().Rows.SetHeight(max(height-frame-1-len(m.notice())-len(m.filterLines(m.listWidth()-width)), 0))
}

// View draws the body.
func (m *Model) View() []text.Line {
	th, width := m.deps.Theme, m.size.Width
	accounts, height, details := m.heights()
	var lines []text.Line
	if accounts > 0 {
		lines = append(lines, m.accountLine())
	}
	list, side := m.listPanel().Draw(th, width-m.detailsWidth(), height), m.detailsWidth()
	if side > 0 {
		list = text.Beside(list, width-side, m.detailsPanel(side, height).Draw(th, side, height))
	}
	lines = append(lines, list...)
	if details > 0 {
		lines = append(lines, m.detailsPanel(width, details).Draw(th, width, details)...)
	}
	return text.Height(lines, m.size.Height)
}

// nameOf returns the account's name, or its short address.
func (m *Model) nameOf(address move.Address) text.Safe {
	if name := m.deps.Names.Of(address); !name.IsEmpty() {
		return name
	}
	return text.Short(text.Clean(address.Short()))
}

// accountLine draws the accounts, the active one in brackets.
func (m *Model) accountLine() text.Line {
	names := make([]text.Safe, len(m.lists))
	for i, l := range m.lists {
		names[i] = text.Format("by %s", m.nameOf(l.account))
	}
	line := append(text.Plain(" "), widget.Tabs(m.deps.Theme, m.deps.KeysOf("calls.account"), names, m.active)...)
	return line.Fit(m.size.Width)
}

// notice returns the lines above the rows: why there are none, why the last request failed, or that the scan stopped.
func (m *Model) notice() []text.Line {
	th, l := m.deps.Theme, m.list()
	status := l.Status()
	switch {
	case status.Err != nil:
		return m.deps.FailureLines(status.Err)
	case l.atLimit():
		words := text.Format("scan paused · %s on the last row to continue", m.deps.Key("list.down"))
		if l.Pages.Len() == 0 {
			words = text.Format("no calls among the newest %s transactions · %s scan more", text.Integer(uint64(l.Pages.Scanned())), m.deps.Key("list.down"))
		}
		return []text.Line{words.In(th.Faint)}
	case l.Pages.Len() > 0:
		return nil
	case l.Pages.Complete():
		return []text.Line{text.Plain("no transaction sent by this account calls the function"), text.In(th.Faint, "to scan another account, open the function from its screen and press %s", m.deps.Key("module.calls"))}
	case l.Pages.Scanned() > 0 && status.Loading:
		return []text.Line{text.In(th.Faint, "no calls so far, scanning   %s stop", m.deps.Key("deck.up"))}
	case m.deps.Spinner(status, text.Const("sent transactions")) != nil:
		return []text.Line{m.deps.Spinner(status, text.Const("sent transactions"))}
	case status.Loading:
		return nil
	}
	return []text.Line{text.In(th.Faint, "scan stopped · %s continue", m.deps.Key("list.down"))}
}

func (m *Model) listPanel() widget.Panel {
	th, l := m.deps.Theme, m.list()
	frame, _ := widget.Frame(m.size.IsPlain())
	width := m.listWidth() - frame
	title := text.Format("Calls of %s", text.Short(text.Bounded(m.function.String())))
	if len(m.lists) == 1 {
		title = text.Format("%s by %s", title, m.nameOf(l.account))
	}
	status := l.Status().AsManual()
	state := m.deps.StateLine(status)
	if status.Has {
		state = append(state, text.Span{Text: text.Format(" · %s", l.count()), Style: th.Faint})
	}
	body := append(m.notice(), m.filterLines(width)...)
	switch {
	case l.Rows.Len() > 0:
		body = append(body, l.View(th, m.columns(), width)...)
	case l.Pages.Len() > 0:
		body = append(body, text.In(th.Faint, "no loaded call matches"))
	case !l.Pages.Complete() && m.deps.ShowsSkeleton(status):
		body = append(body, l.Skeleton(th, m.columns(), width)...)
	}
	return widget.Panel{Title: widget.Title(th, title, true), State: state, Body: body, Plain: m.size.IsPlain()}
}

// columns returns the columns of the list.
func (m *Model) columns() []pane.TransactionColumn {
	c := pane.TransactionColumns{Deps: m.deps, Pages: m.list().Pages, HasFailure: m.list().hasFailure, Sorted: m.list().SortedTitle()}
	arguments := pane.TransactionColumn{
		Column: widget.Column{Title: text.Const("RAW ARGUMENTS"), Width: 14, Flex: true, Rank: 2},
		Cell:   func(record *client.Transaction) widget.Cell { return widget.Cell{Text: m.arguments(record)} },
	}
	reason, fee := c.Outcome()
	return []pane.TransactionColumn{c.Number("seq", text.Const("SEQ"), 0, pane.Sequence), c.Status(), arguments, reason, fee, c.Age(), c.Hash(4)}
}

// arguments formats as many arguments as fit into a line.
func (m *Model) arguments(record *client.Transaction) text.Safe {
	var arguments text.Safe
	for i, argument := range record.Payload.Arguments {
		if i > 0 {
			arguments = text.Format("%s, ", arguments)
		}
		arguments = text.Concat(arguments, text.Short(render.RawMoveValue(client.MoveValue{JSON: argument})))
		if text.Width(arguments) > m.listWidth() {
			break
		}
	}
	return arguments
}

// filterLines draws the filter line above the rows.
func (m *Model) filterLines(width int) []text.Line {
	return m.list().FilterLines(m.deps.Theme, m.list().MatchCount(), width)
}

// detailsPanel draws a summary of the selected record.
func (m *Model) detailsPanel(width, height int) widget.Panel {
	th := m.deps.Theme
	if record := m.list().Selected(); record != nil {
		formatter := m.deps.Amounts.Formatter(m.deps.Names, record)
		formatter.Instant = m.deps.Instant
		formatter.HashPage = m.deps.TransactionPage(record.Hash)
		return render.Selected(record, m.deps.ABIs.Arguments(record), m.deps.Failures.OfRecord(record), formatter, th, width, height, m.size.IsPlain())
	}
	return widget.Panel{Title: text.In(th.Title, "Selected"), Plain: m.size.IsPlain(), Body: []text.Line{text.In(th.Faint, "no row selected")}}
}

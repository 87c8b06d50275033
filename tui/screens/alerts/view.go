package alerts

import (
	"time"

	"foredeck/config"
	"foredeck/theme"
	"foredeck/tui/live"
	"foredeck/tui/notify"
	"foredeck/tui/pane"
	"foredeck/tui/record"
	"foredeck/tui/text"
	"foredeck/tui/widget"
)

// minListHeight is the smallest height of the list above the limits.
const minListHeight = 7

// parts divides the window. Above the limits, the list is no higher than its content.
func (m *Model) parts() pane.Layout {
	list := pane.Part{Fill: true, Resize: m.list.Resize, Panel: m.list.Panel}
	limits := pane.Part{Content: config.AlertKinds + 1, Resize: pane.Fit(&m.limits), Panel: m.limitPanel}
	switch rest := limits.Left(m.size); {
	case !m.size.Maximized && rest >= minListHeight:
		list.Content, list.Height = len(m.held)+1, minListHeight
		layout := pane.Layout{{list}, {limits}}
		receivers := pane.Part{Content: len(m.deliveries) + 1, Panel: m.receiverPanel}
		if len(m.deliveries) > 0 && rest-len(m.deliveries)-3 >= minListHeight {
			layout = append(layout, []pane.Part{receivers})
		}
		return layout
	case m.onLimits:
		limits.Fill, limits.Content = true, 0
		return pane.Layout{{limits}}
	}
	return pane.Layout{{list}}
}

// CanZoom reports whether both panels are shown.
func (m *Model) CanZoom() bool { return m.size.Maximized || len(m.parts()) > 1 }

// View draws the body. Facts of open conditions may have changed.
func (m *Model) View() []text.Line {
	m.hold()
	m.deliveries = m.deps.Deliveries()
	return m.parts().View(m.deps.Theme, m.size)
}

func (m *Model) columns() []pane.Column[live.Condition] {
	declared := record.Alerts(m.deps.Now)
	columns := make([]pane.Column[live.Condition], len(declared))
	for i, rank := range []int{0, 0, 1, 0} {
		columns[i] = pane.Of(&declared[i], rank).In(m.deps.Theme.Faint)
	}
	for _, i := range []int{0, 3} {
		cell := columns[i].Cell
		columns[i].Cell = func(c *live.Condition) widget.Cell { return widget.Cell{Text: cell(c).Text, Style: m.style(c)} }
	}
	columns[3].Flex = true
	return columns
}

// style returns the style of a condition: that of its severity while it is open.
func (m *Model) style(c *live.Condition) theme.Style {
	th := m.deps.Theme
	switch {
	case !c.IsOpen():
		return th.Faint
	case c.Acknowledged:
		return th.Text
	case c.Severity == config.Critical:
		return th.Bad
	case c.Severity == config.Warning:
		return th.Warn
	}
	return th.Text
}

// state counts the alerts.
func (m *Model) state() text.Line {
	th := m.deps.Theme
	open := m.deps.Monitor.OpenCount()
	line := text.Plural(int(m.deps.Monitor.Count()), "alert").In(th.Faint)
	if open > 0 {
		line = append(text.In(th.Warn, "%s open", text.Integer(uint64(open))), append(text.In(th.Faint, " · "), line...)...)
	}
	for _, silence := range m.deps.Monitor.Silences() {
		if silence.Kind == nil {
			line = append(line, text.Span{Text: text.Format(" · %s", m.deps.SilenceState(silence)), Style: th.Warn})
		}
	}
	failing := 0
	for i := range m.deliveries {
		if !m.deliveries[i].Failure.IsEmpty() {
			failing++
		}
	}
	if failing > 0 {
		line = append(line, text.Span{Text: text.Format(" · %s of %s failing", text.Integer(uint64(failing)), text.Plural(len(m.deliveries), "receiver")), Style: th.Warn})
	}
	return line
}

var limitColumns = []widget.Column{
	{Title: text.Const("LIMIT"), Width: 16}, {Title: text.Const("VALUE"), Width: 16, Max: 52}, {Title: text.Const("SEVERITY"), Width: 8, Rank: 1}, {Title: text.Const("FROM"), Width: 34, Rank: 2},
}

func (m *Model) limitPanel(room pane.Area) widget.Panel {
	th, rules := m.deps.Theme, m.deps.Monitor.Rules()
	return widget.Panel{
		Title: widget.Title(th, text.Const("Limits"), m.onLimits),
		Body: m.limits.View(th, limitColumns, room.Width, func(i int) []widget.Cell {
			kind := config.AlertKind(i)
			return []widget.Cell{
				{Text: kindName(kind), Style: th.Faint}, {Text: m.limitState(kind)}, {Text: text.Clean(rules[kind].Severity.String()), Style: th.Faint},
				{Text: m.limitSource(kind), Style: th.Faint},
			}
		}),
	}
}

// receiverPanel shows what became of the alerts for each receiver.
func (m *Model) receiverPanel(room pane.Area) widget.Panel {
	th, now := m.deps.Theme, m.deps.Now()
	var rows widget.Table
	rows.SetLength(len(m.deliveries))
	rows.SetHeight(max(room.Height-1, 0))
	rows.SetReadOnly()
	return widget.Panel{Title: widget.Title(th, text.Const("Receivers"), false), Body: rows.View(th, receiverColumns, room.Width, func(i int) []widget.Cell {
		d := &m.deliveries[i]
		state, style := deliveryState(d, now), th.Faint
		if !d.Failure.IsEmpty() {
			style = th.Warn
		}
		return []widget.Cell{{Text: d.Receiver, Style: th.Faint}, {Text: text.Integer(d.Sent)}, {Text: text.Integer(uint64(d.Waiting))}, {Text: state, Style: style}}
	})}
}

var receiverColumns = []widget.Column{
	{Title: text.Const("RECEIVER"), Width: 16, Max: 40}, {Title: text.Const("SENT"), Width: 7, Right: true, Rank: 1}, {Title: text.Const("WAITING"), Width: 7, Right: true}, {Title: text.Const("STATE"), Width: 20, Flex: true},
}

// deliveryState describes the last attempt to send an alert, and how long others wait.
func deliveryState(d *notify.Delivery, now time.Time) text.Safe {
	switch {
	case !d.Failure.IsEmpty() && d.Waiting > 0:
		return text.Format("waiting for %s: %s", text.Elapsed(now.Sub(d.Oldest)), d.Failure)
	case !d.Failure.IsEmpty():
		return text.Format("failed: %s", d.Failure)
	case d.Waiting > 0:
		return text.Const("sending")
	case d.Last.IsZero():
		return text.Const("nothing sent yet")
	}
	return text.Format("sent %s", text.Ago(d.Last, now))
}

// Crumbs returns the breadcrumb entries.
func (m *Model) Crumbs() []text.Safe { return []text.Safe{text.Const("Alerts")} }

// delivered says to whom the last alert of a condition was sent and when, or why it was not; empty if nothing is known.
func (m *Model) delivered(c *live.Condition) text.Safe {
	all := m.deps.Delivered(c.ID())
	if all == nil {
		all = c.Deliveries
	}
	var parts []text.Safe
	for i := range all {
		parts = append(parts, all[i].Describe(func(at time.Time) text.Safe { return text.Clean(m.deps.Local(at).Format("15:04:05")) }))
	}
	return text.Join(parts, text.Const(" · "))
}

// Note shows the selected alert, which the list may cut, after what became of it.
func (m *Model) Note() (left, right text.Line) {
	if c := m.list.Selected(); c != nil && !m.onLimits {
		left = text.In(m.deps.Theme.Faint, "%s  %s", m.deps.Instant(c.Began.Truncate(time.Second)), c.Describe(m.deps.Now()))
		if delivered := m.delivered(c); !delivered.IsEmpty() {
			left = append(delivered.In(m.deps.Theme.Text), append(text.Plain("  "), left...)...)
		}
	}
	return left, nil
}

// Vital returns the newest open condition.
func (m *Model) Vital() text.Line {
	if c := m.list.Selected(); c != nil {
		return c.Describe(m.deps.Now()).Line()
	}
	return text.Plain("no alerts")
}

package alerts

import (
	"time"

	"foredeck/config"
	"foredeck/theme"
	"foredeck/tui/live"
	"foredeck/tui/pane"
	"foredeck/tui/text"
	"foredeck/tui/widget"
)

// minListHeight is the smallest height of the list above the limits.
const minListHeight = 7

// parts divides the window. Above the limits, the list is no higher than its content.
func (m *Model) parts() pane.Layout {
	list := pane.Part{Fill: true, Resize: pane.Fit(&m.rows), Panel: m.listPanel}
	limits := pane.Part{Content: config.AlertKinds + 1, Resize: pane.Fit(&m.limits), Panel: m.limitPanel}
	switch rest := limits.Left(m.size); {
	case !m.size.Maximized && rest >= minListHeight:
		list.Content, list.Height = m.count()+1, minListHeight
		return pane.Layout{{list}, {limits}}
	case m.onLimits:
		limits.Fill, limits.Content = true, 0
		return pane.Layout{{limits}}
	}
	return pane.Layout{{list}}
}

// CanZoom reports whether both panels are shown.
func (m *Model) CanZoom() bool { return m.size.Maximized || len(m.parts()) > 1 }

// View draws the body.
func (m *Model) View() []text.Line { return m.parts().View(m.deps.Theme, m.size) }

var columns = []widget.Column{
	{Title: text.Const("STATE"), Width: 12}, {Title: text.Const("AGE"), Width: 6}, {Title: text.Const("FOR"), Width: 4, Rank: 1}, {Title: text.Const("ALERT"), Width: 44, Flex: true},
}

func (m *Model) listPanel(room pane.Area) widget.Panel {
	th, now := m.deps.Theme, m.deps.Now()
	p := widget.Panel{Title: widget.Title(th, text.Const("Alerts"), !m.onLimits), State: m.state()}
	if m.count() == 0 {
		p.Body = []text.Line{text.In(th.Faint, "no alerts yet")}
		return p
	}
	open := m.deps.Monitor.Open()
	p.Body = m.rows.View(th, columns, room.Width, func(i int) []widget.Cell {
		c := m.condition(open, i)
		state, style := m.stateOf(c)
		cells := []widget.Cell{
			{Text: state, Style: style}, {Text: text.Age(c.Began, now), Style: th.Faint}, {Style: th.Faint}, {Text: c.Describe(now), Style: style},
		}
		if c.IsOpen() || c.Ended.After(c.Began) {
			cells[2].Text = text.Elapsed(c.Duration(now))
		}
		return cells
	})
	return p
}

// stateOf describes the state of a condition: its severity while it is open.
func (m *Model) stateOf(c *live.Condition) (state text.Safe, style theme.Style) {
	th := m.deps.Theme
	switch {
	case !c.IsOpen() && !c.Reported:
		return text.Const("silenced"), th.Faint
	case !c.IsOpen():
		return text.Const("ended"), th.Faint
	case c.Acknowledged:
		return text.Const("acknowledged"), th.Text
	case c.Severity == config.Critical:
		return text.Const("critical"), th.Bad
	case c.Severity == config.Warning:
		return text.Const("warning"), th.Warn
	}
	return text.Const("info"), th.Text
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
	return line
}

var limitColumns = []widget.Column{
	{Title: text.Const("LIMIT"), Width: 12}, {Title: text.Const("VALUE"), Width: 16, Max: 52}, {Title: text.Const("SEVERITY"), Width: 8, Rank: 1}, {Title: text.Const("FROM"), Width: 34, Rank: 2},
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

// Crumbs returns the breadcrumb entries.
func (m *Model) Crumbs() []text.Safe { return []text.Safe{text.Const("Alerts")} }

// Note shows the selected alert, which the list may cut.
func (m *Model) Note() (left, right text.Line) {
	if c := m.selected(); c != nil && !m.onLimits {
		left = text.In(m.deps.Theme.Faint, "%s  %s", m.deps.Instant(c.Began.Truncate(time.Second)), c.Describe(m.deps.Now()))
	}
	return left, nil
}

// Vital returns the newest open condition.
func (m *Model) Vital() text.Line {
	if c := m.selected(); c != nil {
		return c.Describe(m.deps.Now()).Line()
	}
	return text.Plain("no alerts")
}

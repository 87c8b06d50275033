package wall

import (
	"time"

	"foredeck/config"
	"foredeck/tui/live"
	"foredeck/tui/text"
	"foredeck/tui/widget"
)

// urgent returns the critical alerts that are open and that nobody has seen, the newest last. They fill the screen.
func (m *Model) urgent() []live.Condition {
	if m.deps.Monitor.Urgent() == 0 {
		return nil
	}
	var urgent []live.Condition
	for _, c := range m.deps.Monitor.Open() {
		if c.Severity == config.Critical && !c.Acknowledged && !m.seen[c.ID()] {
			urgent = append(urgent, c)
		}
	}
	return urgent
}

func (m *Model) isUrgent() bool { return m.urgent() != nil }

// dismiss shows the pages again, and reports whether an alert filled the screen.
func (m *Model) dismiss() bool {
	open := m.urgent()
	for i := range open {
		m.seen[open[i].ID()] = true
	}
	return open != nil
}

// alertView fills the screen with the newest alert, how long it has lasted, and what else is open.
func (m *Model) alertView(open []live.Condition) []text.Line {
	th, now := m.deps.Theme, m.deps.Now()
	frameWidth, frameHeight := widget.Frame(m.size.IsPlain())
	width, height := max(m.size.Width-frameWidth, 1), max(m.size.Height-frameHeight, 1)
	var captions []text.Line
	for i := range open {
		c := &open[len(open)-1-i]
		style := th.Strong
		if i > 0 {
			style = th.Faint
		}
		captions = append(captions, text.WrapIn(style, c.Describe(now), width, 3)...)
	}
	newest := &open[len(open)-1]
	number := widget.Number{Value: elapsed(newest.Duration(now)), Style: th.Bad, Captions: widget.Captions(captions...), Longer: text.Consts("00m00s")}
	drawn := widget.Panel{
		Title: text.In(th.Bad, "Alert"), State: text.In(th.Bad, "since %s", m.deps.Instant(newest.Began.Truncate(time.Second))), Plain: m.size.IsPlain(),
		Body: number.Draw(width, height, height),
	}
	return drawn.Draw(th, m.size.Width, m.size.Height)
}

package view

import (
	"time"

	tea "github.com/charmbracelet/bubbletea"

	"foredeck/tui/screen"
	"foredeck/tui/text"
)

// The parts of the form behind the fields, which the focus goes through in this order.
const (
	stopEvery = iota
	stopEncoding
	stopRun
	stopSave
	stopCopy
	stops
)

// periods are the times after which a call can be made again by itself. The first is never.
var periods = []time.Duration{0, 5 * time.Second, 10 * time.Second, 30 * time.Second, time.Minute, 5 * time.Minute, time.Hour}

// usualPeriod is the one that w begins with.
const usualPeriod = 2

// at tells whether the focus is at the part of the form behind the fields.
func (m *Model) at(stop int) bool { return m.focus == len(m.fields)+stop }

// change changes what the focus is at: the time after which the call is made again, or the encoding.
func (m *Model) change(step int) tea.Cmd {
	switch {
	case m.at(stopEvery):
		m.every = max(min(m.every+step, len(periods)-1), 0)
	case m.at(stopEncoding):
		m.bcs = !m.bcs
		m.read()
	}
	m.lay()
	return nil
}

// press does what the button at the focus says; without one the function is run.
func (m *Model) press() tea.Cmd {
	switch {
	case m.at(stopSave):
		return m.deps.Post(screen.BookmarkMsg{})
	case m.at(stopCopy):
		if m.firstWrong() < 0 {
			return m.deps.Post(screen.CopyMsg{Value: m.command()})
		}
	}
	return m.enter()
}

// point does what a click means: on a field that it has the focus, on what stands behind the fields what its keys do, and on an
// earlier run that it fills the form.
func (m *Model) point(at int) tea.Cmd {
	if run := at - m.spotOfRun(0); run >= 0 {
		m.setFocus(browsing)
		m.rows.Select(run)
		m.fill(m.runs[m.rows.Selected()])
		return nil
	}
	m.setFocus(at)
	switch {
	case m.field() != nil:
		return nil
	case m.at(stopEvery) && m.every == len(periods)-1:
		m.every = 0
		return nil
	case m.at(stopEvery), m.at(stopEncoding):
		return m.change(1)
	}
	return m.press()
}

// spotOfRun is the number of a run among what can be clicked: those of the form come before.
func (m *Model) spotOfRun(run int) int { return len(m.fields) + stops + run }

// watch turns the repetition on or off.
func (m *Model) watch() tea.Cmd {
	if m.every > 0 {
		m.every = 0
		return m.deps.Post(screen.StatusMsg{Text: "the call is no longer repeated"})
	}
	m.every = usualPeriod
	return tea.Batch(m.enter(), m.deps.Post(screen.StatusMsg{Text: "asking again every " + text.Elapsed(periods[m.every]) + " while this place is open: " + m.deps.Key("view.watch") + " stops"}))
}

// repeat makes the call again when its time has come.
func (m *Model) repeat() tea.Cmd {
	if m.every == 0 || m.asked.Loading() || m.firstWrong() >= 0 || m.cannot != "" || m.deps.Now().Sub(m.last) < periods[m.every] {
		return nil
	}
	return m.run()
}

// encoding is that of the call.
func (m *Model) encoding() text.Safe {
	if m.bcs {
		return "BCS"
	}
	return "JSON"
}

// stopsLines are the parts of the form behind the fields.
func (m *Model) stopsLines() (lines []text.Line, focused int) {
	th := m.deps.Theme
	pointer := func(at ...int) text.Span {
		for _, stop := range at {
			if m.at(stop) {
				return text.Span{Text: "▸ "}
			}
		}
		return text.Span{Text: "  "}
	}
	every := text.Safe("off")
	if m.every > 0 {
		every = text.Elapsed(periods[m.every])
	}
	hit := func(stop int) *text.Hit { return &text.Hit{IsPoint: true, Target: len(m.fields) + stop} }
	option := func(name text.Safe, chosen bool, stop int) text.Span {
		switch {
		case chosen && m.at(stop):
			return text.Span{Text: "[" + name + "]", Style: th.Selected, Hit: hit(stop)}
		case chosen:
			return text.Span{Text: "[" + name + "]", Style: th.Strong, Hit: hit(stop)}
		}
		return text.Span{Text: " " + name + " ", Hit: hit(stop)}
	}
	line := text.Line{pointer(stopEvery, stopEncoding), {Text: "every ", Style: th.Faint, Hit: hit(stopEvery)}, option(every, true, stopEvery),
		{Text: "    encoding ", Style: th.Faint}, option("JSON", !m.bcs, stopEncoding), option("BCS", m.bcs, stopEncoding)}
	if m.signer {
		line = append(line, text.Span{Text: "    signer parameters are not asked", Style: th.Faint})
	}
	switch {
	case m.at(stopEvery):
		line = line.WithAnnouncement(&text.Announcement{Selected: true, Text: func(int) text.Safe { return "every: " + every }})
	case m.at(stopEncoding):
		line = line.WithAnnouncement(&text.Announcement{Selected: true, Text: func(int) text.Safe { return "encoding: " + m.encoding() }})
	}
	button := func(name text.Safe, stop int) text.Span {
		if m.at(stop) {
			return text.Span{Text: "[ " + name + " ]", Style: th.Selected, Hit: hit(stop)}
		}
		return text.Span{Text: "[ " + name + " ]", Style: th.Accent, Hit: hit(stop)}
	}
	buttons := text.Line{pointer(stopRun, stopSave, stopCopy), button("Run", stopRun), {Text: "   "}, button("Save call", stopSave), {Text: "   "}, button("Copy as command", stopCopy)}
	if m.focus >= len(m.fields)+stopRun {
		focused = 1
	}
	return []text.Line{line, buttons}, focused
}

package view

import (
	"time"

	tea "github.com/charmbracelet/bubbletea"

	"foredeck/tui/callform"
	"foredeck/tui/screen"
	"foredeck/tui/text"
	"foredeck/tui/widget"
)

// Controls after the fields, in focus order.
const (
	controlInterval = iota
	controlEncoding
	controlRun
	controlSave
	controlCopy
	controlCount
)

// periods are the intervals for repeating a call; 0 is off.
var periods = []time.Duration{0, 5 * time.Second, 10 * time.Second, 30 * time.Second, time.Minute, 5 * time.Minute, time.Hour}

// defaultPeriod is the index of the interval that the watch key sets.
const defaultPeriod = 2

// atControl reports whether a control has the focus.
func (m *Model) atControl(control int) bool { return m.Focus == len(m.Fields)+control }

// adjust changes the focused option: interval or encoding.
func (m *Model) adjust(step int) tea.Cmd {
	switch {
	case m.atControl(controlInterval):
		m.interval = max(min(m.interval+step, len(periods)-1), 0)
	case m.atControl(controlEncoding):
		m.bcs = !m.bcs
		m.parse()
	}
	return nil
}

// activate presses the focused button, or runs the function.
func (m *Model) activate() tea.Cmd {
	switch {
	case m.atControl(controlSave):
		return m.deps.Post(screen.BookmarkMsg{})
	case m.atControl(controlCopy):
		if m.FirstInvalid() < 0 {
			return m.deps.Post(screen.CopyMsg{Value: m.command()})
		}
	}
	return m.submit()
}

// click focuses a field, operates a control, or fills the form from an earlier run.
func (m *Model) click(at int) tea.Cmd {
	if run := at - m.runTarget(0); run >= 0 {
		m.SetFocus(callform.Browsing)
		m.rows.Select(run)
		m.fillRun(m.runs[m.rows.Selected()])
		return nil
	}
	m.SetFocus(at)
	switch {
	case m.IsEditing():
		return nil
	case m.atControl(controlInterval) && m.interval == len(periods)-1:
		m.interval = 0
		return nil
	case m.atControl(controlInterval), m.atControl(controlEncoding):
		return m.adjust(1)
	}
	return m.activate()
}

// runTarget returns the click target of a run; those of the form come first.
func (m *Model) runTarget(run int) int { return len(m.Fields) + controlCount + run }

// toggleWatch turns repetition on or off.
func (m *Model) toggleWatch() tea.Cmd {
	if m.interval > 0 {
		m.interval = 0
		return m.deps.Post(screen.StatusMsg{Text: text.Const("watch stopped")})
	}
	m.interval = defaultPeriod
	return tea.Batch(m.submit(), m.deps.Post(screen.StatusMsg{Text: text.Format("running every %s while this screen is open · %s stop", text.Elapsed(periods[m.interval]), m.deps.Key("view.watch"))}))
}

// repeatIfDue repeats the call if the interval has passed.
func (m *Model) repeatIfDue() tea.Cmd {
	if m.interval == 0 || m.call.Loading() || m.FirstInvalid() >= 0 || !m.bodyProblem.IsEmpty() || !m.deps.Due(m.lastRunAt, periods[m.interval]) {
		return nil
	}
	return m.run()
}

// encoding returns the name of the request encoding.
func (m *Model) encoding() text.Safe {
	if m.bcs {
		return text.Const("BCS")
	}
	return text.Const("JSON")
}

// controlLines draws the controls after the fields.
func (m *Model) controlLines() (lines []text.Line, focused int) {
	th := m.deps.Theme
	pointer := func(at ...int) text.Span {
		for _, stop := range at {
			if m.atControl(stop) {
				return text.Span{Text: text.Const("▸ ")}
			}
		}
		return text.Span{Text: text.Const("  ")}
	}
	every := text.Const("off")
	if m.interval > 0 {
		every = text.Elapsed(periods[m.interval])
	}
	hit := func(stop int) *text.Hit { return &text.Hit{IsPoint: true, Target: len(m.Fields) + stop} }
	option := func(name text.Safe, chosen bool, stop int) text.Span { return widget.Pill(th, name, chosen, hit(stop)) }
	line := text.Line{pointer(controlInterval, controlEncoding), {Text: text.Const("repeat "), Style: th.Faint, Hit: hit(controlInterval)}, option(every, true, controlInterval),
		{Text: text.Const("    encoding "), Style: th.Faint}, option(text.Const("JSON"), !m.bcs, controlEncoding), option(text.Const("BCS"), m.bcs, controlEncoding)}
	if m.Signer {
		line = append(line, text.Span{Text: text.Const("    signer parameters are omitted"), Style: th.Faint})
	}
	switch {
	case m.atControl(controlInterval):
		line = line.WithAnnouncement(&text.Announcement{Selected: true, Text: func(int) text.Safe { return text.Format("repeat: %s", every) }})
	case m.atControl(controlEncoding):
		line = line.WithAnnouncement(&text.Announcement{Selected: true, Text: func(int) text.Safe { return text.Format("encoding: %s", m.encoding()) }})
	}
	button := func(name text.Safe, stop int) text.Span {
		return widget.Button(th, name, m.atControl(stop) || stop == controlRun && m.IsEditing(), hit(stop))
	}
	buttons := text.Line{pointer(controlRun, controlSave, controlCopy), button(text.Const("Run"), controlRun), {Text: text.Const("   ")}, button(text.Const("Save call"), controlSave), {Text: text.Const("   ")}, button(text.Const("Copy as command"), controlCopy)}
	if m.Focus >= len(m.Fields)+controlRun {
		focused = 1
	}
	return []text.Line{line, buttons}, focused
}

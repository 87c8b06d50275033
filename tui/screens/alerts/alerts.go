// Package alerts is the screen of the alerts: open conditions, past ones, and the limits.
package alerts

import (
	"context"
	"slices"
	"time"

	tea "github.com/charmbracelet/bubbletea"

	"foredeck/config"
	"foredeck/tui/live"
	"foredeck/tui/load"
	"foredeck/tui/notify"
	"foredeck/tui/pane"
	"foredeck/tui/screen"
	"foredeck/tui/target"
	"foredeck/tui/text"
	"foredeck/tui/widget"
)

// Model is the screen.
type Model struct {
	screen.NoText
	deps     *screen.Deps
	size     screen.Size
	list     *pane.List[live.Condition]
	held     []live.Condition // open conditions, then past ones, each newest first
	version  [2]uint64        // numbers of all conditions and of open ones, of which one changes with the list
	limits   widget.Table
	onLimits bool // the limits have the focus

	deliveries []notify.Delivery
}

// New returns the screen. Without alerts, the limits have the focus.
func New(deps *screen.Deps) *Model {
	source := load.Source[live.Condition]{Key: (*live.Condition).ID}
	m := &Model{deps: deps, list: pane.NewList(deps, pane.Words{Title: text.Const("Alerts")}, pane.InBothOrders(source), pane.Records[live.Condition]{})}
	m.list.Newest, m.list.Columns, m.list.State = true, m.columns, m.state
	m.list.Empty = func() []text.Line { return []text.Line{text.In(deps.Theme.Faint, "no alerts yet")} }
	m.hold()
	m.onLimits = len(m.held) == 0
	return m
}

// Enter selects the newest condition, unless another one was selected before.
func (m *Model) Enter(context.Context) tea.Cmd {
	m.layout()
	return nil
}

// Leave does nothing: the screen makes no requests.
func (m *Model) Leave() {}

// SetSize lays out the screen.
func (m *Model) SetSize(size screen.Size) {
	m.size = size
	m.layout()
}

// Update lays out the screen: messages can be about new alerts.
func (m *Model) Update(tea.Msg) tea.Cmd {
	m.layout()
	return nil
}

// hold updates the list.
func (m *Model) hold() {
	open := m.deps.Monitor.Open()
	slices.Reverse(open)
	version := [2]uint64{m.deps.Monitor.Count(), uint64(len(open))}
	if version == m.version && m.held != nil {
		copy(m.held, open)
		return
	}
	past := slices.Clone(m.deps.Store.PastAlerts())
	slices.Reverse(past)
	m.version, m.held = version, append(open, past...)
	records := make([]*live.Condition, len(m.held))
	for i := range m.held {
		records[i] = &m.held[i]
	}
	m.list.Hold(records)
}

// current returns the selected condition after those that were added since, nil if there is none.
func (m *Model) current() *live.Condition {
	m.layout()
	return m.list.Selected()
}

// layout updates the list and sets the heights of the rows.
func (m *Model) layout() {
	m.hold()
	m.deliveries = m.deps.Deliveries()
	m.limits.SetLength(config.AlertKinds)
	m.list.SetBlurred(m.onLimits)
	m.limits.SetBlurred(!m.onLimits)
	m.parts().Resize(m.size)
}

// acknowledge stops the reminders of the selected condition.
func (m *Model) acknowledge() tea.Cmd {
	if c := m.current(); c == nil || m.deps.Monitor.Acknowledge(c.ID()) == 0 {
		return nil
	}
	return m.saved(text.Const("acknowledged: no reminders until it ends"))
}

// saved stores the state of the monitor and reports a change.
func (m *Model) saved(status text.Safe) tea.Cmd {
	m.deps.Store.SetMonitorState(m.deps.Monitor.State())
	return m.deps.SaveAndReport(status)
}

// open opens the block, the pair or the node of the selected condition.
func (m *Model) open() tea.Cmd {
	c := m.current()
	subject := m.subject(c)
	if subject == nil {
		return nil
	}
	m.deps.Post(subject)
	if c.Kind == config.AlertPrice {
		m.deps.Post(screen.MomentMsg{Pair: c.Facts.Pair, At: c.Began})
	}
	return nil
}

// subject returns the message that opens what a condition is about, nil if that is nothing.
func (m *Model) subject(c *live.Condition) tea.Msg {
	if c == nil {
		return nil
	}
	f := &c.Facts
	if f.Pair != "" {
		return screen.OpenMsg{Target: target.Target{Kind: target.Pair, Pair: f.Pair}}
	}
	if c.Kind == config.AlertNodeDown || c.Subject != "" {
		return screen.OpenScreenMsg{Name: "networks"}
	}
	for _, height := range []*uint64{f.SinceHeight, f.Height, f.ReplacedFrom, f.ReplacedUpTo} {
		if height != nil {
			return screen.OpenMsg{Target: target.Target{Kind: target.Height, Height: *height}}
		}
	}
	return nil
}

// chooseSilence asks what to silence and how long.
func (m *Model) chooseSilence() tea.Cmd {
	var kind *config.AlertKind
	isOpen := m.deps.Monitor.OpenCount() > 0
	if c := m.current(); !m.onLimits && c != nil {
		kind = &c.Kind
	} else if m.onLimits {
		kind = new(config.AlertKind(m.limits.Selected()))
		isOpen = slices.ContainsFunc(m.deps.Monitor.Open(), func(c live.Condition) bool { return c.Kind == *kind })
	}
	var choices []screen.Choice
	add := func(name text.Safe, silence live.Silence) {
		choices = append(choices, screen.Choice{Name: name, Run: func() tea.Cmd {
			m.deps.Monitor.AddSilence(silence)
			return m.saved(text.Format("%s %s", name, m.deps.SilenceState(silence)))
		}})
	}
	for _, of := range []*config.AlertKind{kind, nil} {
		name := text.Const("all alerts")
		switch {
		case of != nil:
			name = kindName(*of)
		case kind == nil && len(choices) > 0:
			continue
		}
		for _, hours := range []int{1, 8} {
			add(text.Format("%s for %s", name, text.Plural(hours, "hour")), live.Silence{Kind: of, Until: m.deps.Now().Add(time.Duration(hours) * time.Hour)})
		}
		if isOpen || of == nil && m.deps.Monitor.OpenCount() > 0 {
			add(text.Format("%s until ended", name), live.Silence{Kind: of})
		}
	}
	for _, silence := range m.deps.Monitor.Silences() {
		name := text.Const("all alerts")
		if silence.Kind != nil {
			name = kindName(*silence.Kind)
		}
		choices = append(choices, screen.Choice{Name: text.Format("end: %s", name), Remark: m.deps.SilenceState(silence), Run: func() tea.Cmd {
			m.deps.Monitor.RemoveSilence(silence.Kind, silence.Subject)
			return m.saved(text.Format("%s no longer silenced", name))
		}})
	}
	return m.deps.Post(screen.ChooseMsg{Title: text.Const("Silence"), Choices: choices})
}

// Copies returns the text of the selected alert.
func (m *Model) Copies() []screen.Copy {
	c := m.list.Selected()
	if c == nil || m.onLimits {
		return nil
	}
	copies := []screen.Copy{screen.CopyText(text.Const("text"), c.Describe(m.deps.Now()).String())}
	if delivered := m.delivered(c); !delivered.IsEmpty() {
		copies = append(copies, screen.CopyText(text.Const("deliveries"), delivered.String()))
	}
	return copies
}

// Range returns the selected alerts.
func (m *Model) Range() (rows screen.Range, ok bool) {
	if m.onLimits {
		return nil, false
	}
	return m.list.Range()
}

// Escape ends a range of alerts.
func (m *Model) Escape() bool { return !m.onLimits && m.list.EndRange() }

// alert.go delivers alerts: it rings the terminal's bell, sets the window title, notifies the desktop, and sends them to the alert command and the
// webhook. It passes the time to the monitor, and polls the prices that price alerts watch.

package follow

import (
	"cmp"
	"context"
	"io"
	"slices"
	"strings"
	"time"

	tea "github.com/charmbracelet/bubbletea"
	"github.com/charmbracelet/x/ansi"

	"foredeck/config"
	"foredeck/tui/live"
	"foredeck/tui/load"
	"foredeck/tui/market"
	"foredeck/tui/notify"
	"foredeck/tui/palette"
	"foredeck/tui/screen"
	"foredeck/tui/text"
)

// saveInterval is the time between writes of the monitor's state while there are no alerts.
const saveInterval = time.Minute

// Alerts delivers alerts.
type Alerts struct {
	// Announce gets every begin and end of an alert, in place of the message row and the window title. It is that of screen reader mode,
	// which sends no escape sequences, and in which a message must not replace another one that was not heard. nil in other modes.
	Announce func(text.Safe)

	listOnly bool
	deps     *screen.Deps
	ctx      context.Context        // of the network
	terminal io.Writer              // to ring the bell; nil: no bell
	desktop  func(text.Safe) string // encodes a desktop notification of the terminal; nil: none
	notifier *notify.Notifier
	unseen   []titled // alerts for the window title, the newest last
	banner   banner
	isTitled bool      // the window title shows an alert
	name     text.Safe // the window title while there is none; empty: foredeck
	saved    time.Time
	isDirty  bool // the monitor has changed since it was saved

	isResumed bool // what the last process could not send was taken over
}

// titled is an alert in the window title.
type titled struct {
	id   string
	text text.Safe
}

// NewAlerts returns the alerts of a deck. Commands end with ctx, which is that of the deck. With listOnly, as for a recording, alerts are
// listed and nothing else.
func NewAlerts(ctx context.Context, terminal io.Writer, desktop func(text.Safe) string, listOnly bool) *Alerts {
	return &Alerts{terminal: terminal, desktop: desktop, listOnly: listOnly, notifier: notify.New(ctx)}
}

// Switch makes the alerts serve another network.
func (m *Alerts) Switch(ctx context.Context, deps *screen.Deps) {
	m.End()
	m.ctx, m.deps, m.saved, m.unseen, m.isResumed, m.banner = ctx, deps, deps.Now(), nil, false, nil
	deps.UpdateValidator()
	deps.Deliveries = func() []notify.Delivery { return m.notifier.Deliveries(m.receivers()) }
	deps.Delivered = m.notifier.Delivered
}

// End stores the state of the monitor. The store is written when the network is closed.
func (m *Alerts) End() {
	m.notifier.Close()
	if !m.name.IsEmpty() && m.terminal != nil {
		_, _ = io.WriteString(m.terminal, ansi.SetWindowTitle("")) // the terminal's own
		m.name = text.Safe{}
	}
	if m.deps != nil && !m.listOnly {
		m.deps.Store.SetMonitorState(m.deps.Monitor.State())
	}
}

// Update delivers alerts. Prices are polled on every screen; the screens get the responses too.
func (m *Alerts) Update(msg tea.Msg) (cmd tea.Cmd, handled bool) {
	switch msg := msg.(type) {
	case screen.AlertMsg:
		return m.deliver(msg.Alert), true
	case market.ResponseMsg:
		return m.handlePrices(msg), false
	case firingEndedMsg:
		msg.prices.EndFiring(msg.number)
		return m.deps.Prices.Sync(), true
	case screen.ClockMsg:
		ctx := load.WithCaller(m.ctx, market.Caller)
		return tea.Batch(m.clock(), m.deps.Prices.Tick(ctx), m.deps.Prices.Follow(ctx), m.deps.Prices.Sync()), false
	}
	return nil, false
}

// clock passes the time to the monitor, and saves its state after alerts and once a minute.
func (m *Alerts) clock() tea.Cmd {
	now := m.deps.Now()
	saved := m.raiseCrossings()
	if !m.isResumed && !m.listOnly {
		m.isResumed = true
		saved = tea.Batch(saved, m.resume())
	}
	following := m.deps.Following()
	isFollowing := following.Running && !following.Brief && !m.deps.Blocks.Complete()
	m.deps.Raise(m.deps.Monitor.Tick(now, isFollowing))
	if m.deps.Monitor.OpenCount() > 0 {
		m.deps.Past.Alerts(m.deps.Monitor.Open(), nil, now)
	}
	if err := m.deps.Past.Failure(); err != nil {
		m.deps.Post(screen.StatusMsg{Text: text.Clean(err.Error()), Warn: true})
	}
	if m.listOnly || !m.isDirty && (!isFollowing || !m.deps.Due(m.saved, saveInterval)) {
		return saved
	}
	m.saved, m.isDirty = now, false
	m.deps.Store.SetMonitorState(m.deps.Monitor.State())
	return m.deps.SaveStore()
}

// Acknowledge resets the window title: a user who presses a key has seen it.
func (m *Alerts) Acknowledge() tea.Cmd {
	m.unseen = nil
	return m.setTitle()
}

// firingEndedMsg reports that the bell rang for a crossing of a price alert.
type firingEndedMsg struct {
	prices *market.Prices
	number uint64
}

// deliver handles an alert, and tells other processes with the same state file once the bell has rung.
func (m *Alerts) deliver(alert live.Alert) tea.Cmd {
	if alert.IsElsewhere {
		return m.showElsewhere(alert)
	}
	if alert.Firing == 0 {
		return m.ring(alert, nil)
	}
	return m.ring(alert, firingEndedMsg{m.deps.Prices, alert.Firing})
}

// showElsewhere shows an alert that another process on the same state rings, sends and records.
func (m *Alerts) showElsewhere(alert live.Alert) tea.Cmd {
	m.isDirty = true
	if !alert.IsOpen() {
		m.deps.Store.HoldPastAlert(alert.Condition)
	}
	if !m.listOnly && !alert.Silenced {
		m.show(alert)
	}
	return m.setTitle()
}

// ring records an alert, and rings and sends it unless it is silenced. rung is the message after that.
func (m *Alerts) ring(alert live.Alert, rung tea.Msg) tea.Cmd {
	m.isDirty = true
	m.deps.Past.Alerts(nil, []live.Alert{alert}, m.deps.Now())
	if !alert.IsOpen() {
		alert.Deliveries = m.notifier.Delivered(alert.ID())
		m.deps.Store.AddPastAlert(alert.Condition)
	}
	m.unseen = slices.DeleteFunc(m.unseen, func(t titled) bool { return t.id == alert.ID() })
	if m.listOnly || alert.Silenced {
		return tea.Batch(m.setTitle(), after(nil, rung))
	}
	rings := m.show(alert)
	var cmds []tea.Cmd
	if !alert.IsSent {
		cmds = append(cmds, m.send(alert))
	}
	if !rings {
		return tea.Batch(append(cmds, m.setTitle(), after(nil, rung))...)
	}
	sequence := "\a"
	if m.Announce == nil {
		sequence += m.title()
	}
	if m.desktop != nil {
		sequence += m.desktop(alert.Text)
	}
	return tea.Batch(append(cmds, after(m.write(sequence), rung))...)
}

// after returns a command that returns a message after a command without one. Both can be nil.
func after(cmd tea.Cmd, msg tea.Msg) tea.Cmd {
	if msg == nil {
		return cmd
	}
	return func() tea.Msg {
		if cmd != nil {
			cmd()
		}
		return msg
	}
}

// show shows an alert in the message row, and notes it for the window title. It reports whether the alert rings.
func (m *Alerts) show(alert live.Alert) (rings bool) {
	rings = alert.Phase != live.End && alert.Severity > config.Info
	switch {
	case alert.Severity <= config.Info: // it is only listed
	case m.Announce != nil && (rings || alert.Kind == config.AlertPrice): // whose text says that it ended
		m.Announce(text.Format("alert: %s", alert.Text))
	case m.Announce != nil:
		m.Announce(text.Format("alert ended: %s", alert.Text))
	case rings && alert.Kind == config.AlertPrice: // the banner shows it
		m.deps.Post(screen.StatusMsg{IsAlert: true})
	case rings || len(m.unseen) == 0: // an end does not replace a newer alert
		m.deps.Post(screen.StatusMsg{Text: message(alert.Text), Warn: rings, IsAlert: true, Condition: alert.ID()})
	}
	if rings {
		m.unseen, m.isTitled = append(m.unseen, titled{alert.ID(), alert.Text}), true
		m.banner.add(alert)
	}
	return rings
}

// message is the text of the message row for an alert.
func message(alert text.Safe) text.Safe { return text.Format("alert: %s", alert) }

// Message returns the text of the message row: that of an alert says what its condition is now, as the screens do.
func (m *Alerts) Message(status *screen.StatusMsg) text.Safe {
	if status.Condition != "" {
		if now, ok := m.deps.Monitor.Describe(status.Condition, m.deps.Now()); ok {
			return message(now)
		}
	}
	return status.Text
}

// setTitle shows the newest alert that was not seen and has not ended in the window title.
func (m *Alerts) setTitle() tea.Cmd {
	if m.Announce != nil {
		return nil
	}
	wasTitled := m.isTitled
	m.isTitled = len(m.unseen) > 0
	if !m.isTitled && !wasTitled {
		return nil
	}
	return m.write(m.title())
}

// Name shows what matters most on the screen in the window title while no alert is there.
func (m *Alerts) Name(shown text.Safe) tea.Cmd {
	if m.Announce != nil || shown == m.name {
		return nil
	}
	if m.name = shown; m.isTitled {
		return nil
	}
	return m.write(m.title())
}

// title returns the sequence that sets the window title.
func (m *Alerts) title() string {
	if len(m.unseen) == 0 {
		return ansi.SetWindowTitle(cmp.Or(strings.TrimSpace(m.name.String()), "foredeck"))
	}
	return ansi.SetWindowTitle(text.Format("! %s · foredeck", m.unseen[len(m.unseen)-1].text).String())
}

// write returns a command that writes an escape sequence to the terminal.
func (m *Alerts) write(sequence string) tea.Cmd {
	if m.terminal == nil {
		return nil
	}
	to := m.terminal
	return func() tea.Msg {
		_, _ = io.WriteString(to, sequence) // nothing to do if the terminal is gone
		return nil
	}
}

// receivers are where alerts are sent.
func (m *Alerts) receivers() notify.Receivers {
	return notify.Receivers{
		Command: m.deps.Config.AlertCommand, Webhook: m.deps.Config.AlertWebhook, Services: m.deps.Config.Receivers, Environment: m.deps.Getenv,
		Network: m.deps.Endpoint.Network, Store: m.deps.Store,
		Outbox: m.deps.Store.Sibling("-outbox"),
	}
}

// resume sends what the last process could not send.
func (m *Alerts) resume() tea.Cmd {
	to := m.receivers()
	return func() tea.Msg {
		_, _ = m.notifier.Resume(to) // another process that has the file sends them
		return nil
	}
}

// send sends an alert to the receivers, and reports their failures.
func (m *Alerts) send(alert live.Alert) tea.Cmd {
	wait := m.notifier.Send(m.receivers(), alert)
	return func() tea.Msg {
		if failures := wait(); len(failures) > 0 {
			return screen.StatusMsg{Text: text.Join(failures, text.Const(" · ")), Warn: true, IsAlert: true}
		}
		return nil
	}
}

// handlePrices stores a response of the price service and raises the alerts that it triggers.
func (m *Alerts) handlePrices(msg market.ResponseMsg) tea.Cmd {
	next := m.deps.Prices.Handle(msg)
	return tea.Batch(next, m.raiseCrossings())
}

// raiseCrossings passes what happened to price alerts to the monitor.
func (m *Alerts) raiseCrossings() tea.Cmd {
	crossings := m.deps.Prices.DrainCrossings()
	if len(crossings) == 0 {
		return nil
	}
	for i := range crossings {
		alerts := crossings[i].Report(m.deps.Monitor, m.deps.Now())
		m.deps.Raise(alerts)
		if len(alerts) == 0 && crossings[i].Number != 0 && !crossings[i].IsElsewhere { // the end of what this process did not see, or turned off
			m.deps.Prices.EndFiring(crossings[i].Number)
		}
	}
	m.isDirty = true
	return m.deps.SaveStore()
}

// Mark returns the number of open critical alerts for the header, nil if there is none that the user has not acknowledged.
func (m *Alerts) Mark() text.Line {
	if count := m.deps.Monitor.Urgent(); count > 0 {
		return text.In(m.deps.Theme.Bad, "!%s", text.Integer(uint64(count)))
	}
	return nil
}

// Lines offers the list of alerts.
func (m *Alerts) Lines() []palette.Line {
	return []palette.Line{{Text: "alerts", Does: text.Const("open and past alerts, and their limits"), Run: func() tea.Cmd { return m.deps.Post(screen.OpenScreenMsg{Name: "alerts"}) }}}
}

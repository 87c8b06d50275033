// Package alert raises alerts: it rings the terminal's bell, sets the window title, runs the user's command, and lists past alerts.
// It also polls the prices that price alerts watch.
package alert

import (
	"context"
	"io"
	"os"
	"os/exec"
	"slices"
	"strconv"
	"strings"
	"time"

	tea "github.com/charmbracelet/bubbletea"
	"github.com/charmbracelet/x/ansi"

	"foredeck/tui/load"
	"foredeck/tui/palette"
	"foredeck/tui/prices"
	"foredeck/tui/screen"
	"foredeck/tui/target"
	"foredeck/tui/text"
)

const (
	maxRaised      = 200              // alerts that are listed
	commandTimeout = 10 * time.Second // of the user's command
)

// Model raises alerts.
type Model struct {
	listOnly bool
	deps     *screen.Deps
	root     context.Context // of the deck
	ctx      context.Context // of the network
	terminal io.Writer       // to ring the bell; nil: no bell
	titled   bool            // the window title shows an alert
	raised   []raised        // newest last
}

type raised struct {
	screen.AlertMsg
	at time.Time
}

// New returns the alerts of a deck. Commands end with ctx, which is that of the deck. With listOnly, as for a recording, alerts are
// listed and nothing else.
func New(ctx context.Context, terminal io.Writer, listOnly bool) *Model {
	return &Model{root: ctx, terminal: terminal, listOnly: listOnly}
}

// Switch makes the alerts serve another network. The list of alerts becomes empty.
func (m *Model) Switch(ctx context.Context, deps *screen.Deps) {
	m.ctx, m.deps, m.raised = ctx, deps, nil
}

// Update raises alerts. Prices are polled on every screen; the screens get the responses too.
func (m *Model) Update(msg tea.Msg) (cmd tea.Cmd, handled bool) {
	switch msg := msg.(type) {
	case screen.AlertMsg:
		return m.raise(msg), true
	case prices.ResponseMsg:
		return m.handlePrices(msg), false
	case screen.ClockMsg:
		return m.deps.Prices.Tick(load.WithCaller(m.ctx, prices.Caller)), false
	}
	return nil, false
}

// Acknowledge resets the window title: a user who presses a key has seen it.
func (m *Model) Acknowledge() tea.Cmd {
	if !m.titled {
		return nil
	}
	return m.raise(screen.AlertMsg{})
}

// raise raises an alert, or resets the window title if the alert has no text.
func (m *Model) raise(alert screen.AlertMsg) tea.Cmd {
	m.titled = !alert.Text.IsEmpty() && !m.listOnly
	if alert.Text.IsEmpty() {
		return m.write(ansi.SetWindowTitle("foredeck"))
	}
	m.raised = append(m.raised[max(len(m.raised)-maxRaised+1, 0):], raised{alert, m.deps.Now()})
	if m.listOnly {
		return nil
	}
	return tea.Batch(m.write("\a"+ansi.SetWindowTitle(text.Format("! %s · foredeck", alert.Text).String())), m.runCommand(alert))
}

// write returns a command that writes an escape sequence to the terminal.
func (m *Model) write(sequence string) tea.Cmd {
	if m.terminal == nil {
		return nil
	}
	to := m.terminal
	return func() tea.Msg {
		_, _ = io.WriteString(to, sequence) // nothing to do if the terminal is gone
		return nil
	}
}

// handlePrices stores a response of the price service and raises the alerts that it triggers.
func (m *Model) handlePrices(msg prices.ResponseMsg) tea.Cmd {
	m.deps.Prices.Handle(msg)
	var cmds []tea.Cmd
	fired := m.deps.Prices.DrainFired()
	for _, alert := range fired {
		words := text.Format("%s %s", text.Clean(alert.Pair), text.Clean(alert.Condition()))
		price := prices.Digits(alert.Price)
		m.deps.Post(screen.StatusMsg{Text: text.Format("alert: %s, now %s", words, price), Warn: true})
		cmds = append(cmds, m.raise(screen.AlertMsg{Text: words, Kind: "price", Facts: []string{"PAIR=" + alert.Pair, "PRICE=" + price.String()}}))
	}
	if len(fired) > 0 {
		cmds = append(cmds, m.deps.SaveStore())
	}
	return tea.Batch(cmds...)
}

// Lines offers the list of alerts.
func (m *Model) Lines() []palette.Line {
	return []palette.Line{{Text: "alerts", Does: text.Const("past alerts"), Run: m.list}}
}

// list lists the alerts, newest first. Choosing one opens its block or pair.
func (m *Model) list() tea.Cmd {
	if len(m.raised) == 0 {
		return m.deps.Post(screen.StatusMsg{Text: text.Format("no alerts yet: press %s on Blocks or %s on a pair to set one", m.deps.Key("blocks.alerts"), m.deps.Key("price.alert"))})
	}
	var choices []screen.Choice
	for _, alert := range slices.Backward(m.raised) {
		choice := screen.Choice{Name: text.Format("%s  %s", text.Clean(m.deps.Local(alert.at).Format("15:04:05")), alert.Text), Run: func() tea.Cmd { return nil }}
		if subject, ok := alert.subject(); ok {
			choice.Remark = text.Format("%s open", m.deps.Key("chooser.select"))
			choice.Run = func() tea.Cmd { return m.deps.Post(screen.OpenMsg{Target: subject}) }
		}
		choices = append(choices, choice)
	}
	return m.deps.Post(screen.ChooseMsg{Title: text.Const("Alerts"), Choices: choices})
}

// subject returns the block or the pair of the alert. ok is false if there is neither.
func (r *raised) subject() (subject target.Target, ok bool) {
	for _, fact := range r.Facts {
		switch name, value, _ := strings.Cut(fact, "="); name {
		case "HEIGHT":
			height, err := strconv.ParseUint(value, 10, 64)
			return target.Target{Kind: target.Height, Height: height}, err == nil
		case "PAIR":
			return target.Target{Kind: target.Pair, Pair: value}, true
		}
	}
	return target.Target{}, false
}

// runCommand runs the user's command for an alert, without a shell, and reports a failure.
func (m *Model) runCommand(alert screen.AlertMsg) tea.Cmd {
	if len(m.deps.Config.AlertCommand) == 0 {
		return nil
	}
	root, words := m.root, m.deps.Config.AlertCommand
	env := environment(os.Environ(), m.deps.Endpoint.Network, alert)
	return func() tea.Msg {
		ctx, cancel := context.WithTimeout(root, commandTimeout)
		defer cancel()
		command := exec.CommandContext(ctx, words[0], words[1:]...)
		command.Env = env
		if err := command.Run(); err != nil && root.Err() == nil {
			return screen.StatusMsg{Text: text.Format("alert command failed: %s", text.Clean(err.Error())), Warn: true}
		}
		return nil
	}
}

// environment returns the environment of the user's command: that of the program, which has no secrets (see config.Environment), and the
// facts of the alert.
func environment(program []string, network string, alert screen.AlertMsg) []string {
	env := append(program, "FOREDECK_ALERT="+alert.Text.String(), "FOREDECK_ALERT_KIND="+alert.Kind, "FOREDECK_NETWORK="+network)
	for _, fact := range alert.Facts {
		env = append(env, "FOREDECK_"+fact)
	}
	return env
}

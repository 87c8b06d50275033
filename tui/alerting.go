package tui

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

	"foredeck/tui/screen"
	"foredeck/tui/target"
	"foredeck/tui/text"
	box "foredeck/tui/widget/palette"
)

// alert rings, says in the window's title what for, and runs the user's command with the facts in its environment. Without words
// the title is the program's own again. What happens in a recording has happened before, and is nothing to call anybody for: it is
// only listed.
func (m *Model) alert(alert screen.AlertMsg) tea.Cmd {
	m.rang = alert.Words != "" && !m.replayed
	if alert.Words == "" {
		return tea.SetWindowTitle("foredeck")
	}
	m.told = append(m.told[max(len(m.told)-mostTold+1, 0):], toldAlert{alert, m.deps.Now()})
	if m.replayed {
		return nil
	}
	ring := func() tea.Msg {
		if m.terminal != nil {
			_, _ = io.WriteString(m.terminal, "\a") // a terminal that is gone hears nothing
		}
		return nil
	}
	return tea.Batch(ring, tea.SetWindowTitle(string("! "+alert.Words+" · foredeck")), m.runAlertCommand(alert))
}

// mostTold bounds the alerts that are kept to be listed.
const mostTold = 200

// toldAlert is an alert with the time at which it was told.
type toldAlert struct {
	screen.AlertMsg
	at time.Time
}

// listAlerts lists what was told, of blocks and of prices, the newest first. One that is taken opens the place that it is about.
func (m *Model) listAlerts() tea.Cmd {
	if len(m.told) == 0 {
		return m.deps.Post(screen.StatusMsg{Text: "no alert so far: " + m.deps.Key("blocks.alerts") + " at blocks or " + m.deps.Key("price.alert") + " at a pair sets one"})
	}
	var choices []screen.Choice
	for _, told := range slices.Backward(m.told) {
		choice := screen.Choice{Name: text.Safe(m.deps.Local(told.at).Format("15:04:05")) + "  " + told.Words, Run: func() tea.Cmd { return nil }}
		if about, ok := told.about(); ok {
			choice.Remark = m.deps.Key("chooser.take") + " opens it"
			choice.Run = func() tea.Cmd { return m.deps.Post(screen.OpenMsg{Target: about}) }
		}
		choices = append(choices, choice)
	}
	return m.deps.Post(screen.ChooseMsg{Title: "Alerts", Choices: choices})
}

// about is the block or the pair that the alert is about. It is not ok for one that is about neither.
func (t *toldAlert) about() (about target.Target, ok bool) {
	for _, fact := range t.Facts {
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

// addAlerts adds the line that lists the alerts, where the place has no list of its own.
func (p *pool) addAlerts(m *Model) {
	const line = "alerts"
	if _, taken := p.acts[line]; taken {
		return
	}
	p.acts[line] = m.listAlerts
	p.add(entry{rank: everywhere, Candidate: box.Candidate{Line: line, Does: "what was told so far"}})
}

// alertTime is how long the user's command may take.
const alertTime = 10 * time.Second

// runAlertCommand runs the user's command for an alert, without a shell, and says where that fails.
func (m *Model) runAlertCommand(alert screen.AlertMsg) tea.Cmd {
	if len(m.alertCommand) == 0 {
		return nil
	}
	root, words := m.root, m.alertCommand
	environment := alertEnvironment(os.Environ(), m.deps.Endpoint.Network, alert)
	return func() tea.Msg {
		ctx, cancel := context.WithTimeout(root, alertTime)
		defer cancel()
		command := exec.CommandContext(ctx, words[0], words[1:]...)
		command.Env = environment
		if err := command.Run(); err != nil && root.Err() == nil {
			return screen.StatusMsg{Text: "the command for alerts failed: " + text.Clean(err.Error()), Warn: true}
		}
		return nil
	}
}

// alertEnvironment is that of the user's command: the facts of the alert are in it, and no key or token.
func alertEnvironment(own []string, network string, alert screen.AlertMsg) []string {
	var environment []string
	for _, setting := range own {
		if !strings.HasPrefix(setting, "FOREDECK_") {
			environment = append(environment, setting)
		}
	}
	environment = append(environment, "FOREDECK_ALERT="+string(alert.Words), "FOREDECK_ALERT_KIND="+alert.Kind, "FOREDECK_NETWORK="+network)
	for _, fact := range alert.Facts {
		environment = append(environment, "FOREDECK_"+fact)
	}
	return environment
}

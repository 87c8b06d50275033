package tui

import (
	"context"
	"io"
	"os"
	"os/exec"
	"strings"
	"time"

	tea "github.com/charmbracelet/bubbletea"

	"foredeck/tui/screen"
	"foredeck/tui/text"
)

// alert rings, says in the window's title what for, and runs the user's command with the facts in its environment. Without words
// the title is the program's own again.
func (m *Model) alert(alert screen.AlertMsg) tea.Cmd {
	m.rang = alert.Words != ""
	if !m.rang {
		return tea.SetWindowTitle("foredeck")
	}
	ring := func() tea.Msg {
		if m.terminal != nil {
			_, _ = io.WriteString(m.terminal, "\a") // a terminal that is gone hears nothing
		}
		return nil
	}
	return tea.Batch(ring, tea.SetWindowTitle(string("! "+alert.Words+" · foredeck")), m.runAlertCommand(alert))
}

// alertTime is how long the user's command may take.
const alertTime = 10 * time.Second

// runAlertCommand runs the user's command for an alert, without a shell, and says where that fails.
func (m *Model) runAlertCommand(alert screen.AlertMsg) tea.Cmd {
	if len(m.alertCommand) == 0 {
		return nil
	}
	root, words := m.root, m.alertCommand
	environment := alertEnvironment(os.Environ(), m.session.Place.Network, alert)
	return func() tea.Msg {
		ctx, cancel := context.WithTimeout(root, alertTime)
		defer cancel()
		command := exec.CommandContext(ctx, words[0], words[1:]...)
		command.Env = environment
		if err := command.Run(); err != nil && root.Err() == nil {
			return screen.SayMsg{Text: "the command for alerts failed: " + text.Clean(err.Error()), Warn: true}
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

package prefs

import (
	"fmt"
	"path/filepath"
	"slices"
	"strings"

	"foredeck/config"
	"foredeck/tui/screen"
	"foredeck/tui/text"
)

// status returns the status message after a reload.
func (m *Model) status(msg readMsg, changes []string, before Reading) screen.StatusMsg {
	outcome := msg.wrote
	if !msg.isWrite {
		outcome = "config file reloaded"
		if len(changes) > 0 {
			outcome += ": " + strings.Join(changes, ", ")
		}
	}
	if next := msg.reading.Settings.Network.Name; next != before.Settings.Network.Name && next != m.deps.Endpoint.Network {
		outcome += "; takes effect at the next start, or with :network " + next
	}
	status := screen.StatusMsg{Text: text.Clean(outcome)}
	file, problems, themeErr := filepath.Base(m.source.Path), msg.reading.Settings.Problems, msg.reading.ThemeErr
	if msg.isWrite { // earlier problems do not hide what was written
		problems = newProblems(before.Settings.Problems, problems)
		if themeErr != nil && before.ThemeErr != nil && themeErr.Error() == before.ThemeErr.Error() {
			themeErr = nil
		}
	}
	switch {
	case len(problems) > 0:
		status = screen.StatusMsg{Text: text.Clean(fmt.Sprintf("%s, %s%s; keeping the previous values", file, problems[0], others(problems))), Warn: true}
	case themeErr != nil:
		status = screen.StatusMsg{Text: text.Format("%s; keeping the current theme", text.Clean(themeErr.Error())), Warn: true}
	case m.deck.Reconfigured():
		name := text.Clean(m.deps.Endpoint.Network)
		status.Text = text.Format("%s; :network %s reopens it with the new settings", status.Text, name)
	}
	if old := msg.reading.Settings.Problems; len(problems) == 0 && len(old) > 0 {
		status.Text = text.Concat(status.Text, text.Clean("; "+remaining(old, file)))
	}
	return status
}

// remaining describes the problems that were there before the write.
func remaining(problems []config.Problem, file string) string {
	if len(problems) == 1 {
		return fmt.Sprintf("line %d of %s is still invalid", problems[0].Line, file)
	}
	return fmt.Sprintf("%d lines of %s are still invalid", len(problems), file)
}

// newProblems returns the problems that were not there before. It ignores line numbers, which change when other lines are written.
func newProblems(before, now []config.Problem) []config.Problem {
	return slices.DeleteFunc(slices.Clone(now), func(problem config.Problem) bool {
		return slices.ContainsFunc(before, func(old config.Problem) bool { return old.Key == problem.Key && old.Rule == problem.Rule })
	})
}

// others counts the problems after the first.
func others(problems []config.Problem) string {
	if len(problems) == 1 {
		return ""
	}
	return fmt.Sprintf(" (and %d more: foredeck config check)", len(problems)-1)
}

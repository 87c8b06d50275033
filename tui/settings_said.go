package tui

import (
	"fmt"
	"path/filepath"
	"slices"
	"strings"

	"foredeck/config"
	"foredeck/tui/screen"
	"foredeck/tui/text"
)

// sayRead says what came of reading the settings again.
func (m *Model) sayRead(msg settingsReadMsg, changes []string, before Reading) {
	said := msg.wrote
	if !msg.isWrite {
		said = "the settings are as their file is now"
		if len(changes) > 0 {
			said += ": " + strings.Join(changes, ", ")
		}
	}
	if next := msg.reading.Settings.Network.Name; next != before.Settings.Network.Name && next != m.deps.Endpoint.Network {
		said += "; from the next start on, or by :network " + next
	}
	m.said = screen.StatusMsg{Text: text.Clean(said)}
	file, problems, look := filepath.Base(m.following.source.Path), msg.reading.Settings.Problems, msg.reading.Wrong
	if msg.isWrite { // what was wrong before does not hide what was written
		problems = problemsSince(before.Settings.Problems, problems)
		if look != nil && before.Wrong != nil && look.Error() == before.Wrong.Error() {
			look = nil
		}
	}
	switch {
	case len(problems) > 0:
		m.said = screen.StatusMsg{Text: text.Clean(fmt.Sprintf("%s, %s%s; what was before stays", file, problems[0], others(problems))), Warn: true}
	case look != nil:
		m.said = screen.StatusMsg{Text: text.Clean(look.Error()) + "; the look stays as it is", Warn: true}
	case m.following.moved:
		name := text.Clean(m.deps.Endpoint.Network)
		m.said = screen.StatusMsg{Text: m.said.Text + "; " + name + " is opened anew with that by :network " + name}
	}
	if old := msg.reading.Settings.Problems; len(problems) == 0 && len(old) > 0 {
		m.said.Text += text.Clean("; " + wrongAsBefore(old, file))
	}
}

// wrongAsBefore says that lines of the file are wrong which nobody has touched.
func wrongAsBefore(problems []config.Problem, file string) string {
	if len(problems) == 1 {
		return fmt.Sprintf("line %d of %s is wrong as before", problems[0].Line, file)
	}
	return fmt.Sprintf("%d lines of %s are wrong as before", len(problems), file)
}

// problemsSince are the problems that were not there before. Lines move when others are written above them.
func problemsSince(before, now []config.Problem) []config.Problem {
	return slices.DeleteFunc(slices.Clone(now), func(problem config.Problem) bool {
		return slices.ContainsFunc(before, func(old config.Problem) bool { return old.Key == problem.Key && old.Rule == problem.Rule })
	})
}

// others says how many problems there are beside the first.
func others(problems []config.Problem) string {
	if len(problems) == 1 {
		return ""
	}
	return fmt.Sprintf(" (and %d more: foredeck config check)", len(problems)-1)
}

package price

import (
	tea "github.com/charmbracelet/bubbletea"

	"foredeck/tui/desk"
	"foredeck/tui/screen"
	"foredeck/tui/store"
	"foredeck/tui/text"
)

// maxLines is the number of lines that are listed beside the chart.
const maxLines = 4

// lineRows draws the lines of the pair below its alerts; nothing if there are none.
func (m *Model) lineRows(width int) (rows []text.Line) {
	th, lines := m.deps.Theme, m.lines()
	for i, line := range lines {
		switch i {
		case 0:
			rows = []text.Line{nil, text.In(th.Faint, "LINES")}
		case maxLines:
			return append(rows, text.In(th.Faint, "  +%s: %s", text.Integer(uint64(len(lines)-i)), m.deps.Key("price.alerts")))
		}
		rows = append(rows, desk.Spread(text.Plain("  %s", text.Clean(line.Name)), m.lineState(line).In(th.Faint), width))
	}
	return rows
}

// lineChoices are the lines of the pair in the list of alerts, to change one.
func (m *Model) lineChoices() (choices []screen.Choice) {
	for _, line := range m.lines() {
		choices = append(choices, screen.Choice{
			Name:   text.Format("%s line %s", text.Clean(line.Pair), text.Clean(line.Name)),
			Remark: text.Format("%s, %s", text.Clean(string(line.Kind)), m.lineState(line)),
			Run:    func() tea.Cmd { return m.changeLine(line) },
		})
	}
	return choices
}

// changeLine asks what to do with a line.
func (m *Model) changeLine(line *store.Line) tea.Cmd {
	name := text.Format("%s line %s", text.Clean(line.Pair), text.Clean(line.Name))
	choices := []screen.Choice{{Name: text.Const("alert when crossed"), Run: func() tea.Cmd {
		alert, err := m.prices().SetAlert(line.Pair, "crosses line "+line.Name)
		return m.saved(err, text.Format("%s %s: alert set; rings once per crossing", text.Clean(alert.Pair), text.Clean(alert.Condition)))
	}}}
	if other, words := store.Ray, text.Const("extend to the right"); line.Kind != store.Level {
		if line.Kind == store.Ray {
			other, words = store.Trend, text.Const("end at its second point")
		}
		choices = append(choices, screen.Choice{Name: words, Run: func() tea.Cmd {
			line.Kind = other
			_, err := m.prices().SetLine(line)
			return m.saved(err, text.Format("%s is a %s now", name, text.Clean(string(other))))
		}})
	}
	choices = append(choices, screen.Choice{Name: text.Const("rename"), Run: func() tea.Cmd { return m.renameLine(line) }})
	return m.deps.Post(screen.ChooseMsg{Title: name, Choices: append(choices, screen.Choice{Name: text.Const("remove"), Run: func() tea.Cmd {
		status := text.Format("line removed: %s", name)
		if alerts := m.prices().RemoveLine(line); alerts > 0 {
			status = text.Format("%s · %s on it cannot ring", status, text.Plural(alerts, "alert"))
		}
		return m.saved(nil, status)
	}})})
}

// renameLine asks for another name of a line.
func (m *Model) renameLine(line *store.Line) tea.Cmd {
	old := text.Clean(line.Name)
	prompt := screen.PromptMsg{Title: text.Format("New name of %s line %s", text.Clean(line.Pair), old), Value: line.Name, Hint: text.Const("such as support; alerts on the line follow")}
	prompt.Submit = func(typed string) (tea.Cmd, error) {
		if err := m.prices().RenameLine(line, typed); err != nil {
			return nil, err
		}
		return m.deps.SaveAndReport(text.Format("%s line renamed: %s → %s", text.Clean(line.Pair), old, text.Clean(line.Name))), nil
	}
	return m.deps.Post(prompt)
}

// saved stores a change and reports it, or its error.
func (m *Model) saved(err error, status text.Safe) tea.Cmd {
	if err != nil {
		return m.deps.Post(screen.StatusMsg{Text: text.Clean(err.Error()), Warn: true})
	}
	return m.deps.SaveAndReport(status)
}

package tui

import (
	tea "github.com/charmbracelet/bubbletea"

	"foredeck/tui/screen"
	"foredeck/tui/text"
)

// copies are the forms in which what is selected can be copied, with the link of the place at the end.
func (m *Model) copies() []screen.Copy {
	current := m.history.Visible()
	var copies []screen.Copy
	if copier, ok := current.(screen.Copier); ok {
		copies = copier.Copies()
	}
	if placed, ok := current.(screen.Placed); ok {
		if link, ok := placed.Link(); ok {
			copies = append(copies[:len(copies):len(copies)], screen.Copy{Form: "link", Value: link.String})
		}
	}
	return copies
}

// copyNow copies the plain value of what is selected.
func (m *Model) copyNow() tea.Cmd {
	copies := m.copies()
	if len(copies) == 0 {
		return nil
	}
	return m.copied(copies[0].Value())
}

// copyAs asks in which form what is selected is to be copied.
func (m *Model) copyAs() {
	var choices []screen.Choice
	for _, offered := range m.copies() {
		value := offered.Value()
		choices = append(choices, screen.Choice{Name: offered.Form, Remark: shown(value), Run: func() tea.Cmd { return m.copied(value) }})
	}
	if len(choices) > 0 {
		m.deps.Post(screen.ChooseMsg{Title: "Copy as", Choices: choices})
	}
}

// longestShown is how much of a value is looked at to show it in a line.
const longestShown = 200

// shown is the beginning of a value as far as a line can show it.
func shown(value string) text.Safe {
	if len(value) > longestShown {
		return text.Clean(value[:longestShown]) + "…"
	}
	return text.Clean(value)
}

// mostSaid is how much of a copied value the message row says.
const mostSaid = 40

// copied copies the value and says how much went where.
func (m *Model) copied(value string) tea.Cmd {
	return func() tea.Msg {
		got, err := m.clipboard.Copy(value)
		if err != nil {
			return screen.StatusMsg{Text: "not copied: " + text.Clean(err.Error()), Warn: true}
		}
		characters := text.Integer(uint64(len([]rune(value))))
		did, side := text.Safe("copied "), "clipboard: "+got.Where
		if got.Unsure != "" {
			did, side = "sent to the terminal: ", got.Unsure
		}
		return screen.StatusMsg{Text: did + text.CutMiddle(text.Short(shown(value)), mostSaid) + " (full " + characters + " characters)", Side: side}
	}
}

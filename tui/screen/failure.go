package screen

import (
	tea "github.com/charmbracelet/bubbletea"

	"foredeck/tui/lookup"
	"foredeck/tui/text"
)

// OpenPlaces opens the place where an execution failed. If there are several, it lets the user choose; if there is none, it does
// nothing.
func (d *Deps) OpenPlaces(places []lookup.Place) tea.Cmd {
	switch len(places) {
	case 0:
		return nil
	case 1:
		return d.Post(OpenMsg{Target: places[0].Target})
	}
	var choices []Choice
	for _, place := range places {
		choices = append(choices, Choice{Name: place.Name, Run: func() tea.Cmd { return d.Post(OpenMsg{Target: place.Target}) }})
	}
	return d.Post(ChooseMsg{Title: text.Const("Where it may have failed"), Choices: choices})
}

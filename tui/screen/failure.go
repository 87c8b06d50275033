package screen

import (
	tea "github.com/charmbracelet/bubbletea"

	"foredeck/client/move"
	"foredeck/tui/lookup"
	"foredeck/tui/render"
	"foredeck/tui/text"
)

// OpenFailure opens the place where an execution failed. If there are several candidates, it lets the user choose. It does nothing if
// the node names no module.
func (d *Deps) OpenFailure(failure *move.VMStatus) tea.Cmd {
	places := lookup.FailureTargets(failure)
	switch len(places) {
	case 0:
		return nil
	case 1:
		return d.Post(OpenMsg{Target: places[0]})
	}
	var choices []Choice
	for i, place := range places {
		choices = append(choices, Choice{
			Name: render.CandidateInFull(failure.Candidates.List[i], failure),
			Run:  func() tea.Cmd { return d.Post(OpenMsg{Target: place}) },
		})
	}
	return d.Post(ChooseMsg{Title: text.Const("Where it may have failed"), Choices: choices})
}
